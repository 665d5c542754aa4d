"""The contact clock: when each side did something, and whether one is silent (Rules 12)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Annotated

from battles.models import Act, Offer
from campaign.base.answers import PAGE
from campaign.models import Battle, BattleResult, Message, Seat

SILENCE = timedelta(hours=48)
"""How long the other side may take to answer."""

OFFERS = 2
"""How many offered dates must have gone unanswered."""


@dataclass(frozen=True, slots=True)
class Clock:
    """What the app's own times say of the other side (Rules 12), as seen from one side.

    ``second_offer`` is when this side's second date stood; ``silent_until`` when the silence is long enough;
    ``silent`` whether it is. ``last_enemy`` is when the other side last did something.
    """

    offered: Annotated[int, "How many dates this side has offered."]
    second_offer: Annotated[datetime | None, PAGE]
    silent_until: Annotated[datetime | None, "When the silence is proved, if nothing is done until then."]
    silent: bool
    last_own: datetime | None
    last_enemy: datetime | None


def times_of(battle: Battle, seat: Seat) -> list[datetime]:
    """When the seat did something on the battle's page, oldest first."""
    acts = list(
        Act.objects.filter(battle=battle, seat=seat).order_by("at", "id").values_list("at", flat=True)
    )
    told = BattleResult.objects.filter(battle=battle, seat=seat, by_app=False)
    written = Message.objects.filter(thread__battle=battle, seat=seat).order_by("id")
    acts += written.values_list("created_at", flat=True)
    return sorted([*acts, *(when for pair in told.values_list("created_at", "changed_at") for when in pair)])


def clock_of(battle: Battle, seat: Seat, other: Seat, moment: datetime) -> Clock:
    """The contact clock as ``seat`` may hold it against ``other``."""
    offers = Offer.objects.filter(battle=battle, seat=seat).order_by("made_at", "id")
    return clock_from(
        list(offers.values_list("made_at", flat=True)),
        times_of(battle, seat),
        times_of(battle, other),
        moment,
    )


def clock_from(
    offered: Sequence[datetime], own: Iterable[datetime], enemy: Iterable[datetime], moment: datetime
) -> Clock:
    """The clock from the times alone: silence counts from the last second offer that nothing followed."""
    mine, theirs = list(own), list(enemy)
    second = offered[OFFERS - 1] if len(offered) >= OFFERS else None
    answered = [one for one in theirs if second is not None and one > second]
    until = second + SILENCE if second is not None and not answered else None
    return Clock(
        offered=len(offered),
        second_offer=second,
        silent_until=until,
        silent=until is not None and moment >= until,
        last_own=mine[-1] if mine else None,
        last_enemy=theirs[-1] if theirs else None,
    )
