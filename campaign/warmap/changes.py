"""What a turn has changed on a seat's map: its map after the turn beside its map before, and nothing else.

These are the two documents between which the turn's film lies, so what is told here is what the film shows.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from campaign.base.coordinates import sector_name
from campaign.base.documents import Goal, Map
from campaign.base.progress import own_sign, progress_of
from rules.state import At

Run = tuple[int, int, int]
"""Sectors side by side: their row, the first column, how many."""


class ChangeKind(StrEnum):
    """The kinds of change, in the order in which they are told."""

    LOST = "lost"
    GAINED = "gained"
    GONE = "gone"
    BORN = "born"
    LEVEL = "level"
    RETREAT = "retreat"
    SEEN = "seen"
    FOLLOWED = "followed"
    UNSEEN = "unseen"
    FOUND = "found"
    MISSING = "missing"
    AIM = "aim"


@dataclass(frozen=True, slots=True)
class Change:
    """One change. ``at`` is where to look, ``was`` where an enemy was seen before; ``name`` of whom or what.

    Of sectors, ``cells`` are those of one area and ``sign`` who held them before, or holds them now; of what
    is carried it names the carrier. ``old`` and ``new`` are levels, or how much of
    aim ``number`` was and is done.
    """

    kind: ChangeKind
    at: At | None
    name: str = ""
    seat: int = 0
    id: str = ""
    was: At | None = None
    cells: tuple[At, ...] = ()
    sign: str = ""
    old: int | None = None
    new: int | None = None
    number: int = 0

    @property
    def by(self) -> int:
        """By how many levels more or less."""
        return self.new - self.old if self.new is not None and self.old is not None else 0

    @property
    def sector(self) -> str:
        """The name of the sector to look at."""
        return sector_name(*self.at) if self.at is not None else ""

    @property
    def from_sector(self) -> str:
        """The name of the sector where it was."""
        return sector_name(*self.was) if self.was is not None else ""


def changes_of(before: Map, after: Map) -> tuple[Change, ...]:
    """What differs between a seat's maps of two turns, one after the other."""
    found = [
        *_sectors(before, after),
        *_banners(before, after),
        *_sightings(before, after),
        *_things(before, after),
        *_aims(before, after),
    ]
    order = list(ChangeKind)
    return tuple(sorted(found, key=lambda one: order.index(one.kind)))


# Sectors


def _sectors(before: Map, after: Map) -> Iterator[Change]:
    mine = own_sign(after)
    gained: dict[At, str] = {}
    lost: dict[At, str] = {}
    for y, (old, new) in enumerate(zip(before["territory"], after["territory"], strict=True)):
        if old == new:
            continue
        for x, (was, now) in enumerate(zip(old, new, strict=True)):
            if was != now and mine in (was, now):
                if now == mine:
                    gained[x, y] = was
                else:
                    lost[x, y] = now
    for kind, cells in ((ChangeKind.LOST, lost), (ChangeKind.GAINED, gained)):
        for area, sign in _areas(cells):
            yield Change(kind, _middle(area), cells=area, sign=sign)


def _areas(cells: Mapping[At, str]) -> Iterator[tuple[tuple[At, ...], str]]:
    """Sectors that touch, of one holder: the larger areas first."""
    left = dict(cells)
    areas = []
    while left:
        start, sign = next(iter(left.items()))
        del left[start]
        area, edge = [start], deque([start])
        while edge:
            x, y = edge.popleft()
            for near in ((x + dx, y + dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1)):
                if left.get(near) == sign:
                    del left[near]
                    area.append(near)
                    edge.append(near)
        areas.append((tuple(sorted(area, key=lambda at: (at[1], at[0]))), sign))
    yield from sorted(areas, key=lambda one: (-len(one[0]), one[0][0][1], one[0][0][0]))


def _middle(area: Sequence[At]) -> At:
    """The sector of an area that is nearest to its middle."""
    x, y = (sum(at[part] for at in area) / len(area) for part in (0, 1))
    return min(area, key=lambda at: ((at[0] - x) ** 2 + (at[1] - y) ** 2, at[1], at[0]))


def runs_of(cells: Iterable[At]) -> list[Run]:
    """Sectors by rows, those side by side as one."""
    runs: list[list[int]] = []
    for x, y in sorted(cells, key=lambda at: (at[1], at[0])):
        if runs and runs[-1][0] == y and sum(runs[-1][1:]) == x:
            runs[-1][2] += 1
        else:
            runs.append([y, x, 1])
    return [(y, x, count) for y, x, count in runs]


# Banners and sightings


def _banners(before: Map, after: Map) -> Iterator[Change]:
    old, new = _by_id(before["banners"]), _by_id(after["banners"])
    seat = next((one["n"] for one in after["seats"] if one["you"]), 0)
    for key, one in new.items():
        told = {"at": _at(one), "name": one["name"], "seat": seat, "id": key, "new": one["level"]}
        if key not in old:
            yield Change(ChangeKind.BORN, **told)
        elif old[key]["level"] != one["level"]:
            yield Change(ChangeKind.LEVEL, **told, old=old[key]["level"])
        if one["retreating"] and not old.get(key, one)["retreating"]:
            yield Change(ChangeKind.RETREAT, _at(one), one["name"], seat, key)
    for key, one in old.items():
        if key not in new:
            yield Change(ChangeKind.GONE, _at(one), one["name"], seat, key, old=one["level"])


def _sightings(before: Map, after: Map) -> Iterator[Change]:
    old, new = _by_id(before["sightings"]), _by_id(after["sightings"])
    for key, one in new.items():
        told = {"at": _at(one), "name": one["name"], "seat": one["seat"], "id": key, "new": one["level"]}
        known = old.get(key)
        if one["turn"] < after["turn"]:
            if known is not None and known["turn"] == before["turn"]:
                yield Change(ChangeKind.UNSEEN, **told)
        elif known is None:
            yield Change(ChangeKind.SEEN, **told)
        elif (known["at"], known["level"]) != (one["at"], one["level"]):
            was = _at(known) if known["at"] != one["at"] else None
            yield Change(ChangeKind.FOLLOWED, **told, was=was, old=known["level"])
    for key, one in old.items():
        if key not in new:
            yield Change(ChangeKind.MISSING, _at(one), one["name"], one["seat"], key, new=one["level"])


# Features, relics, aims


def _things(before: Map, after: Map) -> Iterator[Change]:
    lies = [*after["features"], *after["relics"]]
    lay = [*before["features"], *before["relics"]]
    for key, one in _by_id(lies).items():
        if key not in _by_id(lay):
            yield Change(ChangeKind.FOUND, _at(one), one["name"], id=key)
    now = [(name, one) for one in after["banners"] for name in one["relics"]]
    then = [(name, one) for one in before["banners"] for name in one["relics"]]
    taken = {name for name, _one in now} - {name for name, _one in then}
    for name, one in now:
        if name in taken:
            yield Change(ChangeKind.FOUND, _at(one), name, id=one["id"], sign=one["name"])
    for key, one in _by_id(lay).items():
        if key not in _by_id(lies) and one["name"] not in taken:
            yield Change(ChangeKind.MISSING, _at(one), one["name"], id=key)
    kept = {name for name, _one in now} | {one["name"] for one in after["relics"]}
    for name, one in then:
        if name not in kept:
            yield Change(ChangeKind.MISSING, _at(one), name, id=one["id"], sign=one["name"])


def _aims(before: Map, after: Map) -> Iterator[Change]:
    for number, (was, now) in enumerate(zip(before["goals"], after["goals"], strict=False)):
        then, since = progress_of(was, before), progress_of(now, after)
        if (then.done, *_stands(was)) != (since.done, *_stands(now)):
            at = next((place.at for place in since.places), None)
            yield Change(ChangeKind.AIM, at, number=number, old=then.done, new=since.done)


def _stands(goal: Goal) -> tuple[bool | None, int]:
    """Whether a condition is met, and for how many of its turns it has held."""
    return goal["met"], min(goal["held"] or 0, goal["turns"])


def _by_id(entries: Iterable[Any]) -> dict[str, Any]:
    return {one["id"]: one for one in entries if one.get("alive", True)}


def _at(entry: Mapping[str, Any]) -> At:
    return entry["at"][0], entry["at"][1]
