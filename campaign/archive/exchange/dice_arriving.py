"""Open dice in an exchange file: what of them travels, and what becomes of them on arrival (Trust 4.7).

Before the end nobody is told who has sealed, nor what; so mixes travel when the campaign has ended. Of a
running war the turn that is being drawn is closed anew where it arrives; one that was drawn elsewhere has its
dice, and goes on with what follows from the new chain alone.
"""

from __future__ import annotations

import re

from django.utils.translation import gettext as _

from campaign.archive.exchange.selectors import Reader
from campaign.base.rows.rowdata import Row
from campaign.base.setup.campaign_settings import Variables
from campaign.base.words.document_faults import fault
from campaign.models import Campaign, CampaignStatus, Phase, Turn
from campaign.turn.drawing.draw_dates import beacon_of, is_open
from campaign.turn.drawing.services import mix_alone
from rules.format.reading import Node
from rules.open_dice.beacons import Beacon
from rules.open_dice.documents import LAST_SECOND, read_mix
from rules.scenario import ScenarioError

_ID = re.compile(r"[A-Za-z0-9_-]{22}|[0-9a-f]{32}")


def write_turn(row: Turn, written: Row, reader: Reader) -> None:
    """Leave out what only the end tells."""
    if not reader.ended:
        written |= {"mix": None, "closing": ""}


def name_of_mixes(reader: Reader) -> dict[str, str]:
    """The id under which the file's campaign was mixed, for its manifest; nothing where it was not."""
    was = reader.ended and Turn.objects.filter(campaign=reader.campaign).exclude(closing="").exists()
    return {"mixed_as": reader.campaign.mixed_as} if was else {}


def check_beacon(campaign: Campaign) -> None:
    """Check the beacon that a war has fixed. Raises ``ValueError`` with the place."""
    try:
        found = beacon_of(campaign)
        good = found is None or (set(campaign.beacon) == {"hash", "genesis", "period"} and _is_good(found))
    except (ValueError, TypeError, KeyError):
        good = False
    if not good:
        raise ValueError(_("campaign.json, row 1: beacon: must have hash, genesis and period, or nothing."))


def _is_good(beacon: Beacon) -> bool:
    numbers = (beacon.genesis, beacon.period)
    whole = all(type(one) is int and 0 <= one <= LAST_SECOND for one in numbers)
    return whole and beacon.period > 0 and len(beacon.hash) == 32


def take_in(campaign: Campaign, named: object) -> None:
    """Check the mixes of a campaign that has arrived, and give those to its turn that it needs here.

    ``named`` is what its file says they were mixed as. Raises ``ValueError`` with the place.
    """
    turns = list(Turn.objects.filter(campaign=campaign).order_by("number"))
    for number, turn in enumerate(turns, start=1):
        try:
            _check(turn)
        except ScenarioError as error:
            place = {"number": number, "fault": fault(error)}
            raise ValueError(_("turn.jsonl, row %(number)d: mix: %(fault)s.") % place) from error
        except ValueError as error:
            raise ValueError(
                _("turn.jsonl, row %(number)d: %(error)s") % {"number": number, "error": error}
            ) from error
    if campaign.status == CampaignStatus.ENDED:
        if isinstance(named, str) and _ID.fullmatch(named) and named != campaign.public_id:
            campaign.dice_id = named
        return
    campaign.dice_id = ""
    last = turns[-1]
    begun = last.phase not in (Phase.PLANNING, Phase.PUBLISHED) and last.draw_due is None
    if begun and is_open(Variables.of(campaign)):
        last.campaign = campaign
        mix_alone(last)
        last.save(update_fields=("closing", "mix"))


def _check(turn: Turn) -> None:
    if turn.draw_due is not None and (turn.phase != Phase.MOVEMENT_REVIEW or turn.proposal is not None):
        raise ValueError(_("draw_due: only a turn whose movement waits for its dice is being drawn."))
    if bool(turn.closing) != (turn.mix is not None):
        raise ValueError(_("closing: stands beside a mix, and nowhere else."))
    if turn.mix is not None and read_mix(Node(turn.mix, Node({}), "mix")).closing.hex() != turn.closing:
        raise ValueError(_("closing: is not that of the mix."))
