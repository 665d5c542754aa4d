"""A player's knowledge as one document of its own schema: what he was told, and what he ordered.

It is put together from the seat's own stored maps, announcements and reports and from public facts; the truth
is not asked. ``docs/exchange.md`` describes it.
"""

from __future__ import annotations

from typing import Any

from campaign.models import Campaign, Phase, PlayerTurn, Seat
from campaign.selectors.my_turns import my_plan
from campaign.setting_up.variables import Variables

FORMAT = "boltgun-knowledge"
VERSION = 1
_ANNOUNCED = (Phase.BATTLES, Phase.AFTERMATH_REVIEW, Phase.PUBLISHED)


def knowledge_document(seat: Seat) -> dict[str, Any]:
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


def _armies(campaign: Campaign) -> list[dict[str, Any]]:
    return [
        {"seat": one.number, "army": one.army, "rules": sorted(one.rules)}
        for one in campaign.seats.order_by("number")
    ]


def _parts(seat: Seat) -> list[PlayerTurn]:
    parts = PlayerTurn.objects.filter(seat=seat).select_related("turn").order_by("turn__number")
    return list(parts.defer("turn__input", "turn__movement", "turn__outcome", "turn__proposal"))


def _turn(seat: Seat, part: PlayerTurn) -> dict[str, Any]:
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
