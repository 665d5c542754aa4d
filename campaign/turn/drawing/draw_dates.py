"""How long the dice of a turn are waited for, and whose dice are open at all (Trust 4.3, 4.4).

All of it follows from what is public: had the wait an end of its own when all have opened what they sealed,
it would tell who has sealed anything.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta

from campaign.base.dates.downtime import without_gaps
from campaign.base.dates.schedule import Schedule
from campaign.base.setup.campaign_settings import CHAIN, OPEN, Variables
from campaign.models import Campaign, CampaignKind, DiceSeal, Seat, SeatStatus, Turn
from rules.open_dice.beacons import Beacon

BEACON_WAIT = timedelta(minutes=60)
"""From the deadline to the moment at which a war that has a beacon goes on without its number."""

DRAW = "draw_due"
"""Its name among the dates that downtime has moved."""

MOST_UNOPENED = 2
"""A seat that has left so many of its seals shut when they counted seals no more (Trust 4.8)."""


def dice_at_start(campaign: Campaign, beacon: Beacon | None) -> str:
    """How a war that starts now is thrown: what it says of itself, if it can (Trust 4).

    Nobody seals anything in a skirmish or a lesson, and turns by the minute cannot wait for hours.
    """
    schedule, variables = Schedule.of(campaign), Variables.of(campaign)
    if campaign.kind != CampaignKind.CAMPAIGN or schedule.ready:
        return CHAIN
    if schedule.rhythm is not None and beacon is None:
        return CHAIN
    return variables.dice


def beacon_of(campaign: Campaign) -> Beacon | None:
    """The beacon that the war fixed at its start."""
    found = campaign.beacon
    if not found:
        return None
    return Beacon(bytes.fromhex(found["hash"]), found["genesis"], found["period"])


def beacon_document(beacon: Beacon | None) -> dict[str, object]:
    """The same as it is stored."""
    if beacon is None:
        return {}
    return {"hash": beacon.hash.hex(), "genesis": beacon.genesis, "period": beacon.period}


def is_drawing(turn: Turn) -> bool:
    """Whether the dice of the turn are being drawn: its plans have closed, and nothing throws them yet."""
    return turn.draw_due is not None


def may_seal(seats: Iterable[Seat]) -> bool:
    """Whether there is anybody who could have sealed a share: who plays a seat is public."""
    return any(seat.status == SeatStatus.PLAYER for seat in seats)


def drawn_by(campaign: Campaign, turn: Turn, closed_at: datetime) -> datetime:
    """When the dice of a turn are drawn at the latest; ``closed_at`` is when its plans closed.

    What people are given is counted from when they can open what they sealed: a deadline that the app has
    slept through takes nothing from it.
    """
    due = turn.plan_due or closed_at
    since = max(due, closed_at)
    if beacon_of(campaign) is not None:
        return since + BEACON_WAIT
    return since + _open_for(campaign, turn, due)


def _open_for(campaign: Campaign, turn: Turn, due: datetime) -> timedelta:
    """How long what was sealed is opened: at most half the review."""
    wait = timedelta(hours=Variables.of(campaign).open_hours)
    if not campaign.automatic and turn.announce_due is not None:
        wait = min(wait, max(timedelta(), (turn.announce_due - due) / 2))
    return wait


def open_until(campaign: Campaign, turn: Turn, moment: datetime) -> datetime | None:
    """Until when what was sealed is opened, as it is known now; None if nothing is being drawn.

    What of it passed while the app was down is given back, once: whoever shuts the app down keeps nobody from
    opening. It follows from what is public, never from what was sealed.
    """
    due = turn.draw_due
    if due is None or moment < due or DRAW in turn.moved_for_downtime or beacon_of(campaign) is not None:
        return due
    closed = due - _open_for(campaign, turn, turn.plan_due or due)
    return without_gaps(max(closed, turn.plan_due or closed), due, moment)


def has_left_shut(seat: Seat) -> bool:
    """Whether the seat has left so many of its seals shut when they counted that it seals no more."""
    return DiceSeal.objects.filter(seat=seat, unopened=True).count() >= MOST_UNOPENED


def is_open(variables: Variables) -> bool:
    """Whether a war's dice are open, once it has started."""
    return variables.dice == OPEN
