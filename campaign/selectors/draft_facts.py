"""A campaign that is being built as programs read it, and a starting packet."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from campaign.dates.schedule import Schedule
from campaign.mapping.templates_of_war import TEMPLATES
from campaign.models import Campaign, Draft, SeatStatus
from campaign.selectors.checklist import checklist_of
from campaign.selectors.draft_parts import (
    board_version,
    dossier_version,
    schedule_version,
    seats_version,
    settings_version,
    story_version,
)
from campaign.selectors.packets import Line, Packet
from campaign.setting_up.setups import SetUp
from campaign.setting_up.variables import Variables


def draft_facts(campaign: Campaign, draft: Draft) -> dict[str, Any]:
    """Everything but the board, which has an address of its own; of a blind campaign no dossiers either."""
    seats = list(campaign.seats.order_by("number"))
    set_up = SetUp(draft.board, draft.players)
    return {
        "id": campaign.public_id,
        "name": campaign.name,
        "story": campaign.story,
        "blind": campaign.blind,
        "automatic": campaign.automatic,
        "template": draft.template or None,
        "settings": Variables.of(campaign).document(),
        "schedule": Schedule.of(campaign).document(),
        "seats": [
            {
                "number": seat.number,
                "key": seat.key,
                "army": seat.army,
                "taken": seat.user_id is not None,
                "bot": seat.status == SeatStatus.BOT,
                "dossier": None if campaign.blind else _dossier(set_up, draft, seat.key),
                "dossier_version": None if campaign.blind else dossier_version(draft, seat),
            }
            for seat in seats
        ],
        "versions": {
            "story": story_version(campaign),
            "settings": settings_version(campaign),
            "schedule": schedule_version(campaign),
            "seats": seats_version(campaign),
            "board": None if campaign.blind else board_version(draft),
        },
        "checklist": [
            {"step": item.step, "text": item.text, "blocking": item.blocking}
            for item in checklist_of(campaign, draft)
        ],
    }


def _dossier(set_up: SetUp, draft: Draft, key: str) -> dict[str, Any]:
    known = {
        kind: [thing["id"] for thing in draft.board[kind] if key in thing["known_to"]]
        for kind in ("features", "relics")
    }
    return {**set_up.dossier(key), **known}


def template_facts() -> list[dict[str, Any]]:
    """The wars on the shelf."""
    return [
        {
            "key": one.key,
            "name": str(one.name),
            "story": str(one.story),
            "about": str(one.about),
            "fewest_seats": one.seats[0],
            "most_seats": one.seats[1],
        }
        for one in TEMPLATES
    ]


def packet_facts(packet: Packet) -> dict[str, Any]:
    """A starting packet as a document."""
    return {
        "army": packet.army,
        "seat": packet.number,
        "story": packet.story,
        "letter": packet.letter,
        "rules": [{"name": name, "text": text} for name, text in packet.rules],
        "aims": [{"text": text, "primary": primary} for text, primary in packet.aims],
        **{
            kind: [_line(line) for line in getattr(packet, kind)]
            for kind in ("banners", "features", "relics", "enemies")
        },
    }


def _line(line: Line) -> Mapping[str, Any]:
    return {"name": line.name, "where": line.where, "text": line.text, "level": line.level}
