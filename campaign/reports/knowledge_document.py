"""A player's knowledge as one document of its own schema: what he was told, and what he ordered.

It is put together from the seat's own stored maps, announcements and reports and from public facts; the truth
is not asked. ``docs/exchange.md`` describes it.
"""

from __future__ import annotations

from campaign.access.army_rules import rules_of, titles_by_seat
from campaign.base.setup.campaign_settings import Variables
from campaign.models import Campaign, Phase, PlayerTurn, Seat, documents
from campaign.reports.documents import Knowledge, KnownArmy, KnownTurn
from campaign.warmap.plan.selectors import my_plan

FORMAT = "boltgun-knowledge"
VERSION = 1
_ANNOUNCED = (Phase.BATTLES, Phase.AFTERMATH_REVIEW, Phase.PUBLISHED)


def knowledge_document(seat: Seat) -> Knowledge:
    """All that a seat knows of its campaign, turn by turn, the first first; ids are the seat's own."""
    campaign = seat.campaign
    return {
        "format": FORMAT,
        "version": VERSION,
        "campaign": {"id": campaign.public_id, "name": campaign.name, "story": campaign.story},
        "settings": Variables.of(campaign).document(),
        "terrain": campaign.map_rows.split("\n"),
        "armies": _armies(campaign),
        "seat": seat.number,
        "turns": [_turn(seat, part) for part in _parts(seat)],
    }


def _armies(campaign: Campaign) -> list[KnownArmy]:
    seats = list(campaign.seats.order_by("number"))
    titles = titles_by_seat(seats)
    return [
        {
            "seat": one.number,
            "army": one.army,
            "rules": sorted(one.rules),
            "titles": {rule.id: rule.title for rule in rules_of(one, titles) if rule.title},
        }
        for one in seats
    ]


def _parts(seat: Seat) -> list[PlayerTurn]:
    parts = PlayerTurn.objects.filter(seat=seat).select_related("turn").order_by("turn__number")
    return list(parts.defer(*documents("turn")))


def _turn(seat: Seat, part: PlayerTurn) -> KnownTurn:
    turn = part.turn
    published, announced = turn.phase == Phase.PUBLISHED, turn.phase in _ANNOUNCED
    plan = my_plan(seat, turn.number).plan if turn.number else None
    return {
        "turn": turn.number,
        "phase": turn.phase,
        "plan": plan,
        "receipt": part.receipt,
        "announcement": part.announcement if announced else None,
        "report": part.report if published else None,
        "map": part.map if published else None,
    }
