"""What else can be flagged beside a campaign: its armies, each by its name."""

from __future__ import annotations

from dataclasses import dataclass

from django.urls import reverse

from campaign.models import FlagKind
from campaign.press.moderation.subjects import Found, army_id


@dataclass(frozen=True, slots=True)
class Part:
    """A thing beside the one that is looked at, and the page on which it is flagged."""

    called: str
    path: str


def sections(found: Found) -> tuple[Part, ...]:
    """The armies of a campaign; nothing beside anything else."""
    if found.kind != FlagKind.CAMPAIGN or found.campaign is None:
        return ()
    seats = found.campaign.seats.order_by("number")
    return tuple(
        Part(seat.army, reverse("flag_thing", args=[FlagKind.ARMY, army_id(found.id, seat.number)]))
        for seat in seats
    )
