"""What of a war's dice may be known before its end: how they are drawn, what has bound them so far, and whose
word is behind it (Trust 4).
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.db.models import Q

from campaign.base.setup.campaign_settings import Variables
from campaign.models import Campaign, CampaignStatus, Deputy, Seat, Turn
from campaign.turn.drawing.draw_dates import BEACON_WAIT, is_open
from campaign.warmap.dice.selectors import TurnClosing

CLOSINGS = 20
"""So many of the last closings stand on the page of a war that runs."""


@dataclass(frozen=True, slots=True)
class Bonds:
    """How a war's dice are drawn. ``beacon`` is the hash of the one that it fixed; empty for none."""

    open: bool
    beacon: str
    period: int
    since: int
    hours: int
    minutes: int
    closings: tuple[TurnClosing, ...]
    staff: tuple[str, ...]
    """The armies in whose seats somebody acts who runs this site."""
    drawing: int
    """The turn whose dice are being drawn; 0 for none."""
    draw_due: datetime | None


def bonds_of(campaign: Campaign) -> Bonds:
    """What all may know of how the war's dice are drawn."""
    variables, beacon = Variables.of(campaign), campaign.beacon
    closed = Turn.objects.filter(campaign=campaign).exclude(closing="").order_by("-number")
    latest = closed.only("number", "closing", "draw_due")[:CLOSINGS]
    drawing = next((turn for turn in latest if turn.draw_due is not None), None)
    return Bonds(
        open=is_open(variables) and campaign.status != CampaignStatus.BUILDING,
        beacon=beacon.get("hash", ""),
        period=beacon.get("period", 0),
        since=beacon.get("genesis", 0),
        hours=variables.open_hours,
        minutes=int(BEACON_WAIT.total_seconds()) // 60,
        closings=tuple(TurnClosing(turn.number, turn.closing) for turn in latest),
        staff=_staff(campaign),
        drawing=0 if drawing is None else drawing.number,
        draw_due=None if drawing is None else drawing.draw_due,
    )


def _staff(campaign: Campaign) -> tuple[str, ...]:
    """The armies whose player, or a deputy of whom, is of the site's staff: who may hold its key."""
    deputies = Deputy.objects.filter(Q(user__is_staff=True) | Q(user__is_superuser=True)).values("seat")
    own = Q(user__is_staff=True) | Q(user__is_superuser=True) | Q(pk__in=deputies)
    return tuple(
        Seat.objects.filter(own, campaign=campaign).order_by("number").values_list("army", flat=True)
    )


def armies_of(campaign: Campaign) -> dict[int, str]:
    """The armies by their seats' numbers."""
    return dict(Seat.objects.filter(campaign=campaign).order_by("number").values_list("number", "army"))
