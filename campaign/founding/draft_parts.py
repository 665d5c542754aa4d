"""The parts of a draft that are saved one by one, each with a version made of what stands in it.

A version is a mark of the content, so it moves however the part was changed, and a part that reads as it did
counts as unchanged. Whoever saves says which version was before him; another one means that somebody else
has saved meanwhile (``campaign.founding.draft_saving.check_version``).
"""

from __future__ import annotations

import hashlib
import json

from campaign.base.dates.schedule import Schedule
from campaign.base.setup.campaign_settings import Variables
from campaign.base.setup.setups import SetUp
from campaign.base.words.setting_words import TIMES
from campaign.models import Campaign, Draft, Seat


def story_version(campaign: Campaign) -> str:
    """The version of name and story."""
    return _mark([campaign.name, campaign.story])


def settings_version(campaign: Campaign) -> str:
    """The version of all variables but those of time, and of whether turns are reviewed."""
    variables = {
        name: value for name, value in Variables.of(campaign).document().items() if name not in TIMES
    }
    return _mark([variables, campaign.automatic])


def schedule_version(campaign: Campaign) -> str:
    """The version of the schedule and of the variables of time."""
    variables = Variables.of(campaign).document()
    return _mark([Schedule.of(campaign).document(), {name: variables[name] for name in TIMES}])


def house_version(campaign: Campaign) -> str:
    """The version of the club's own army rules."""
    return _mark(campaign.house)


def seats_version(campaign: Campaign) -> str:
    """The version of the seats as a builder names them; an army that has a player is its player's."""
    seats = campaign.seats.order_by("number")
    return _mark([[seat.key, "" if seat.user_id else seat.army] for seat in seats])


def dossier_version(draft: Draft, seat: Seat) -> str:
    """The version of what a seat alone wants and knows."""
    known = [
        [thing["id"] for thing in draft.board[kind] if seat.key in thing["known_to"]]
        for kind in ("features", "relics")
    ]
    return _mark([SetUp(draft.board, draft.players).dossier(seat.key), known])


def board_version(draft: Draft) -> str:
    """The version of the map and what stands on it."""
    return _mark(draft.board)


def lots_version(draft: Draft) -> str:
    """The version of what is put on the map by lot."""
    return _mark(draft.lots)


def set_up_version(draft: Draft) -> str:
    """The version of all that a war from the shelf replaces: the map, what stands on it, all aims."""
    return _mark([draft.board, draft.players])


def _mark(content: object) -> str:
    """The same for the same content, and in practice for nothing else."""
    text = json.dumps(content, sort_keys=True, separators=(",", ":"), default=str)
    return hashlib.sha256(text.encode()).hexdigest()[:32]
