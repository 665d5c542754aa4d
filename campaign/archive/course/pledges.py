"""The promises of a war that has ended: made, kept, broken. Offers in vain stay their two players'."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated

from django.utils.translation import gettext as _

from campaign.base.answers import Sector, called, one_of
from campaign.base.coordinates import sector_name
from campaign.models import Campaign, Promise, PromiseKind, PromiseState
from campaign.turn.told.promise_keeping import HOW


@called("PledgeBreach")
@dataclass(frozen=True, slots=True)
class PledgeBreach:
    """An act that broke a promise."""

    turn: int
    seat: Annotated[int, "The number of the seat that did it."]
    how: Annotated[str, one_of(HOW)]
    at: Sector
    text: str


@called("Pledge")
@dataclass(frozen=True, slots=True)
class Pledge:
    """A promise that two armies made each other."""

    kind: Annotated[str, one_of(PromiseKind)]
    seats: Annotated[tuple[int, int], "The seats: who offered it, and who accepted."]
    since: Annotated[int, "The first turn that it covered."]
    until: Annotated[int, "The last one that was promised."]
    kept: bool
    text: Annotated[str, "Between whom and for which turns, in a sentence."]
    breaches: tuple[PledgeBreach, ...]


@called("WarPledges")
@dataclass(frozen=True, slots=True)
class WarPledges:
    """All promises of a war, in the order in which they were made."""

    promises: tuple[Pledge, ...]


def pledges_of(campaign: Campaign) -> tuple[Pledge, ...]:
    """The promises that were made in a campaign that has ended: one query."""
    rows = Promise.objects.filter(campaign=campaign, state=PromiseState.ACCEPTED, since__isnull=False)
    return tuple(map(_pledge, rows.select_related("seat_by", "seat_to").order_by("settled_at", "id")))


def _pledge(row: Promise) -> Pledge:
    values = {"by": row.seat_by.army, "to": row.seat_to.army, "since": row.since, "until": row.until}
    text = _("%(by)s and %(to)s promised each other peace for turns %(since)d to %(until)d.")
    if row.since == row.until:
        text = _("%(by)s and %(to)s promised each other peace for turn %(until)d.")
    return Pledge(
        kind=row.kind,
        seats=(row.seat_by.number, row.seat_to.number),
        since=row.since or 0,
        until=row.until,
        kept=not row.breaches,
        text=text % values,
        breaches=tuple(_breaches(row)),
    )


def _breaches(row: Promise) -> Iterator[PledgeBreach]:
    for one in row.breaches:
        breaker, other = row.seat_by, row.seat_to
        if one["seat"] != breaker.key:
            breaker, other = other, breaker
        x, y = one["at"]
        values = {"turn": one["turn"], "army": breaker.army, "other": other.army, "sector": sector_name(x, y)}
        words = (
            _("Turn %(turn)d: %(army)s moved into battle with %(other)s at %(sector)s.")
            if one["how"] == "battle"
            else _("Turn %(turn)d: %(army)s took %(sector)s from %(other)s.")
        )
        yield PledgeBreach(one["turn"], breaker.number, one["how"], (x, y), words % values)
