"""What a seat may know of its own part in the dice; of anybody else's nobody is told before the end."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Annotated

from campaign.base.answers import one_of
from campaign.base.setup.campaign_settings import CHAIN, Variables
from campaign.models import Campaign, CampaignStatus, DiceSeal, Phase, Seat, SeatStatus, Turn
from campaign.turn.drawing.draw_dates import has_left_shut, is_drawing, is_open

CLOSINGS = 10
"""So many of the last closings are told at a time: whoever comes seldom keeps them, too."""
STATES = (CHAIN, "sealing", "opening", "drawn")


@dataclass(frozen=True, slots=True)
class TurnClosing:
    """What bound plans and seals of a turn when these closed."""

    turn: int
    closing: Annotated[str, "64 hex digits."]


@dataclass(frozen=True, slots=True)
class OwnSeal:
    """What your army has given to the dice of the turn that runs."""

    campaign: Annotated[str, "The id that stands in what is sealed."]
    turn: int
    seat: Annotated[int | None, "Null for whoever acts for no army."]
    state: Annotated[
        str,
        one_of(STATES),
        "Whether the war's dice follow from its chain, shares can be sealed, opened, or are of no use now.",
    ]
    seals: Annotated[bool, "Whether what your army seals counts."]
    seal: Annotated[str, "What your army sealed last for this turn; empty for nothing."]
    sealed_at: datetime | None
    opened_at: datetime | None
    draw_due: Annotated[datetime | None, "While the dice are being drawn: when they are at the latest."]
    closings: Annotated[tuple[TurnClosing, ...], "The latest first."]


def own_dice(campaign: Campaign, seat: Seat | None) -> OwnSeal:
    """The seat's part in the dice of the turn that runs; of nobody's what all are told."""
    turns = list(Turn.objects.filter(campaign=campaign).only(*_READ).order_by("-number")[: CLOSINGS + 1])
    latest = turns[0] if turns else None
    made = DiceSeal.objects.filter(turn=latest, seat=seat).first() if latest and seat else None
    return OwnSeal(
        campaign=campaign.mixed_as,
        turn=0 if latest is None else latest.number,
        seat=None if seat is None else seat.number,
        state=_state(campaign, latest),
        seals=seat is not None and plays(seat) and not has_left_shut(seat),
        seal="" if made is None else made.seal,
        sealed_at=None if made is None else made.sealed_at,
        opened_at=None if made is None else made.opened_at,
        draw_due=None if latest is None else latest.draw_due,
        closings=tuple(TurnClosing(turn.number, turn.closing) for turn in turns if turn.closing),
    )


_READ = ("number", "phase", "closing", "draw_due")


def plays(seat: Seat) -> bool:
    """Whether a person plays for the seat: bots seal nothing."""
    return seat.status == SeatStatus.PLAYER


def _state(campaign: Campaign, turn: Turn | None) -> str:
    if turn is None or not is_open(Variables.of(campaign)):
        return CHAIN
    if is_drawing(turn):
        return "opening"
    planned = turn.phase == Phase.PLANNING and campaign.status != CampaignStatus.ENDED
    return "sealing" if planned else "drawn"
