"""How fair a set-up looks, in numbers: distances, points, shares of the map; and intervals for shares.

All distances are marches over the ground as it is (Rules 5.4), from the banner that is nearest.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from campaign.base.maps.reach import FAR, Land, marches
from campaign.base.setup.documents import Board, BoardRelic, Dossier
from rules.state import At

POINTS = 100
"""A banner is worth so many points a level (Rules 1)."""

SURE = 1.959964
"""The normal deviate of a 95 % interval."""

WIDE = 1
"""Distances that differ by more than this many marches are worth a look."""

UNEVEN = 0.1
"""Shares and points that differ by more than this part of their mean are worth a look."""


@dataclass(frozen=True, slots=True)
class Standing:
    """How one seat stands at the start; a distance is None if there is no way or nothing to go to."""

    seat: str
    banners: int
    points: int
    nearest_enemy: int | None
    relics: tuple[tuple[str, int | None], ...]
    """Each lying relic's name and how far it is."""

    objective: int | None
    """How far the farthest of the sectors and relics is that the seat's primary conditions ask for."""

    supply: int | None
    share: float
    """The part of the passable map that is nearer to this seat than to any other."""


@dataclass(frozen=True, slots=True)
class Check:
    """The standings of all seats, the part of the map as near to two or more, and what to look at."""

    standings: tuple[Standing, ...]
    shared: float
    odd: tuple[str, ...]
    """Names of the measures in which the seats differ much."""


def check(board: Board, players: Mapping[str, Dossier], seats: Iterable[str]) -> Check:
    """Measure a board for these seats; ``players`` are their dossiers (``campaign.base.setup.dossiers``)."""
    land = Land.of(board["terrain"])
    floods = {seat: _flood(land, board, seat) for seat in seats}
    shares, shared = _shares(land, floods)
    standings = tuple(
        _standing(seat, land, board, players.get(seat), floods, shares[seat]) for seat in floods
    )
    return Check(standings, shared, tuple(_odd(standings)))


def _flood(land: Land, board: Board, seat: str) -> list[int]:
    own = [_at(banner["at"]) for banner in board["banners"] if banner["owner"] == seat]
    return land.layers(land.of_sectors(at for at in own if _on(land, at)))


def _standing(
    seat: str,
    land: Land,
    board: Board,
    dossier: Dossier | None,
    floods: Mapping[str, list[int]],
    share: float,
) -> Standing:
    layers = floods[seat]

    def way(places: Iterable[list[int]]) -> int | None:
        found = marches(land, layers, land.of_sectors(at for at in map(_at, places) if _on(land, at)))
        return None if found == FAR else found

    own = [banner for banner in board["banners"] if banner["owner"] == seat]
    enemies = [banner["at"] for banner in board["banners"] if banner["owner"] in floods]
    enemies = [at for at in enemies if at not in [banner["at"] for banner in own]]
    lying = [relic for relic in board["relics"] if "at" in relic]
    supplies = [feature["at"] for feature in board["features"] if feature["effect"] == "supply"]
    goals = [way([at]) for at in _goals(dossier, lying)]
    return Standing(
        seat=seat,
        banners=len(own),
        points=POINTS * sum(min(banner["level"], 20) for banner in own),
        nearest_enemy=way(enemies),
        relics=tuple((relic["name"], way([relic["at"]])) for relic in lying),
        objective=None if not goals or None in goals else max(one for one in goals if one is not None),
        supply=way(supplies),
        share=share,
    )


def _goals(dossier: Dossier | None, lying: list[BoardRelic]) -> list[list[int]]:
    places = {relic["id"]: relic["at"] for relic in lying}
    found: list[list[int]] = []
    for condition in dossier.get("conditions", ()) if dossier is not None else ():
        if not condition.get("primary", True):
            continue
        found += condition.get("sectors") or ()
        relic = condition.get("relic")
        if relic in places:
            found.append(places[relic])
    return found


def _shares(land: Land, floods: Mapping[str, list[int]]) -> tuple[dict[str, float], float]:
    """The part of the map nearer to each seat than to all others, and the part as near to several."""
    count = max(1, land.count())
    held = dict.fromkeys(floods, 0)
    settled = 0
    for number in range(max((len(layers) for layers in floods.values()), default=0)):
        fresh = {
            seat: layers[min(number, len(layers) - 1)] & ~settled for seat, layers in floods.items() if layers
        }
        for seat, bits in fresh.items():
            others = 0
            for other, more in fresh.items():
                others |= more if other != seat else 0
            held[seat] += (bits & ~others).bit_count()
        for bits in fresh.values():
            settled |= bits
    shared = settled.bit_count() - sum(held.values())
    return {seat: sectors / count for seat, sectors in held.items()}, shared / count


def _odd(standings: tuple[Standing, ...]) -> Iterable[str]:
    """The measures in which the seats differ much."""
    for name in ("nearest_enemy", "objective", "supply"):
        found = [getattr(one, name) for one in standings]
        known = [value for value in found if value is not None]
        if len(known) not in (0, len(found)) or (known and max(known) - min(known) > WIDE):
            yield name
    ways = [[way for _, way in one.relics if way is not None] for one in standings]
    nearest = [min(way) for way in ways if way]
    if nearest and (len(nearest) != len(standings) or max(nearest) - min(nearest) > WIDE):
        yield "relics"
    for name in ("points", "share"):
        values = [float(getattr(one, name)) for one in standings]
        mean = sum(values) / max(1, len(values))
        if values and max(values) - min(values) > UNEVEN * mean:
            yield name


def _at(at: list[int]) -> At:
    return at[0], at[1]


def _on(land: Land, at: At) -> bool:
    return 0 <= at[0] < land.width and 0 <= at[1] < land.height


# Shares of games


@dataclass(frozen=True, slots=True)
class Share:
    """How often something came about, with the interval in which its true share lies 19 times of 20."""

    count: int
    of: int
    low: float
    high: float

    @property
    def share(self) -> float:
        """The share that was seen."""
        return self.count / self.of if self.of else 0.0

    def covers(self, share: float) -> bool:
        """Whether a true share could well be this one."""
        return self.low <= share <= self.high


def wilson(count: int, of: int) -> Share:
    """The share with its 95 % interval after Wilson; from 0 to 1 without any game."""
    if of == 0:
        return Share(0, 0, 0.0, 1.0)
    share = count / of
    square = SURE * SURE
    middle = (share + square / (2 * of)) / (1 + square / of)
    half = SURE * math.sqrt(share * (1 - share) / of + square / (4 * of * of)) / (1 + square / of)
    return Share(count, of, max(0.0, middle - half), min(1.0, middle + half))
