"""How far a seat's own victory conditions are, as its own map tells it (Rules 10).

Nothing else is read: own signs in ``territory``, for how long a condition says it has held, and what the map
shows of the relics and banners that it speaks of. What the map does not know stays unknown.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from campaign.base.coordinates import sector_name, sign_of
from campaign.base.documents import Goal, Map
from campaign.base.setup.conditions import DESTRUCTION, OCCUPATION, RETRIEVAL
from rules.state import At


class Mark(StrEnum):
    """What stands in a place that a condition speaks of."""

    HELD = "held"
    OPEN = "open"
    CARRIED = "carried"
    LYING = "lying"
    SEEN = "seen"


@dataclass(frozen=True, slots=True)
class Place:
    """Where a condition is to be met, as far as is known.

    A listed sector is ``held`` or ``open``; a relic is ``carried`` by an own banner of this ``name``, or
    ``lying``; a banner to be destroyed was ``seen`` in this ``turn``.
    """

    mark: Mark
    at: At
    name: str = ""
    turn: int | None = None

    @property
    def sector(self) -> str:
        """The sector's name."""
        return sector_name(*self.at)


@dataclass(frozen=True, slots=True)
class Progress:
    """How much of a condition is done; ``done`` is None where that is not known or nothing counts."""

    done: int | None
    wanted: int | None
    places: tuple[Place, ...] = ()


def own_sign(known: Map) -> str:
    """The sign of the map's own seat in its territory; nothing for a map of nobody's."""
    return next((sign_of(seat["n"]) for seat in known["seats"] if seat["you"]), "")


def progress_of(goal: Goal, known: Map) -> Progress:
    """How far a condition is after the turn that the map is of; the map must be whole, not in parts."""
    kind, holds = goal["kind"], bool(goal["held"] or goal["met"])
    if kind == OCCUPATION:
        return _occupied(goal, known)
    if kind == RETRIEVAL:
        return Progress(int(holds), 1, tuple(_of_relic(goal.get("relic", ""), known, carried=holds)))
    if kind == DESTRUCTION:
        count = goal.get("banners")
        return Progress(count if holds else None, count, tuple(_quarry(goal, known)))
    return Progress(int(holds), 1)


def _occupied(goal: Goal, known: Map) -> Progress:
    sign, land = own_sign(known), known.get("territory", [])
    listed = goal.get("sectors")
    if not listed:
        return Progress(sum(row.count(sign) for row in land) if sign else 0, goal.get("count", 0))
    places = tuple(
        Place(Mark.HELD if land and land[y][x] == sign else Mark.OPEN, (x, y)) for x, y in map(_at, listed)
    )
    return Progress(sum(place.mark is Mark.HELD for place in places), len(places), places)


def _of_relic(name: str, known: Map, *, carried: bool) -> Iterator[Place]:
    """Who carries it, or where one of its name lies that the seat knows of."""
    if carried:
        for banner in known["banners"]:
            if name and name in banner["relics"]:
                yield Place(Mark.CARRIED, _at(banner["at"]), banner["name"])
        return
    for relic in known["relics"]:
        if name and relic["name"] == name:
            yield Place(Mark.LYING, _at(relic["at"]), name)


def _quarry(goal: Goal, known: Map) -> Iterator[Place]:
    """The banners to be destroyed that are on the map: those of the named army, or that bear the mark."""
    title = goal.get("title", "")
    for one in known["sightings"]:
        marked = bool(title) and f", {title}, " in f", {one.get('mark', '')}, "
        if marked or (goal.get("seat") is not None and one["seat"] == goal.get("seat")):
            turn = one["turn"] if one["turn"] < known["turn"] else None
            yield Place(Mark.SEEN, _at(one["at"]), one["name"], turn)


def _at(at: Sequence[int]) -> At:
    return at[0], at[1]
