"""Draws maps from a seed: ridges of rock, cities, and fair starts.

The same wish always draws the same map. Every passable sector can be reached from every other, and no start
is more than one march nearer to its nearest enemy or to the middle than another.
"""

from __future__ import annotations

import math
import random
from collections.abc import Iterable
from dataclasses import dataclass

from django.utils.translation import gettext

from campaign.base.maps.reach import FAR, Land, is_connected, marches
from campaign.base.maps.starts import FEWEST, MOST, Frame, Orbit, Symmetry, Turn, place
from campaign.base.setup.documents import Board, BoardBanner, BoardFeature, BoardRelic
from rules.maps.terrain import BARRED, CITIES, PLAIN
from rules.state import At, Effect

NORMAL, CITY, ROCK = PLAIN, CITIES[0], BARRED[0]
LEAST_DRAWN, MOST_DRAWN = 12, 300
MOST_CITY, MOST_ROCK = 0.4, 0.4
MOST_EACH = 6
TRIES = 24
PATIENT = 6
"""So many tries are made with all the rock that was wished for; then with less and less."""

CLEAR = 2
"""Around a start the ground is open this far."""


@dataclass(frozen=True, slots=True)
class Wish:
    """What a map is to be like; shares are of all sectors, 0 to 0.4 each."""

    seed: int
    width: int = 30
    height: int = 30
    players: int = 4
    ring: int | None = None
    """Sectors from the middle to the starts; None: as many as the map's sides allow."""
    symmetry: Symmetry = Symmetry.ROTATION
    city: float = 0.06
    rock: float = 0.12
    banners: int = 1
    level: int = 20
    supplies: int = 1
    """Supply features for each player near its start."""
    sensors: int = 0
    """Sensor features for each player on its way to the middle."""
    relics: int = 1
    """Relics: 0 none, 1 in the middle, 2 one on each player's way to the middle."""


@dataclass(frozen=True, slots=True)
class Drawn:
    """A map that was drawn, with its starts by seat: s1, s2, ..."""

    board: Board
    starts: tuple[At, ...]


def draw(wish: Wish) -> Drawn:
    """Draw the map of a wish. Raises ``ValueError`` naming what is out of bounds."""
    check(wish)
    frame = Frame.of(wish.width, wish.height, wish.players, wish.symmetry)
    orbits = place(frame, wish.players, random.Random(f"{wish.seed}/starts"), wish.ring)
    starts = _in_turn(frame, orbits)
    rows: tuple[str, ...] = ()
    for number in range(TRIES + 1):
        less = max(0, number - PATIENT) / (TRIES - PATIENT)
        chance = random.Random(f"{wish.seed}/{number}")
        ground = _rocky(wish, frame, starts, chance, wish.rock * (1 - less))
        rows = ground.rows()
        if number == TRIES or (is_connected(rows) and is_fair(rows, starts, frame.middle())):
            ground.cities(chance, round(wish.width * wish.height * wish.city))
            rows = ground.rows()
            break
    return Drawn(_furnished(wish, frame, rows, orbits, starts), starts)


def check(wish: Wish) -> None:
    """Raise ``ValueError`` with the name of the field and what is allowed if a wish cannot be met."""
    bounds: tuple[tuple[str, float, float, float], ...] = (
        ("width", wish.width, LEAST_DRAWN, MOST_DRAWN),
        ("height", wish.height, LEAST_DRAWN, MOST_DRAWN),
        ("players", wish.players, FEWEST, MOST),
        ("city", wish.city, 0, MOST_CITY),
        ("rock", wish.rock, 0, MOST_ROCK),
        ("banners", wish.banners, 0, MOST_EACH),
        ("level", wish.level, 1, 20),
        ("supplies", wish.supplies, 0, MOST_EACH),
        ("sensors", wish.sensors, 0, MOST_EACH),
        ("relics", wish.relics, 0, 2),
    )
    if wish.ring is not None:
        bounds = (*bounds, ("ring", wish.ring, 3, (min(wish.width, wish.height) - 5) // 2))
    for name, value, least, most in bounds:
        if not least <= value <= most:
            words = gettext("must be from %(least)s to %(most)s, not %(value)s")
            raise ValueError(f"{name}: {words % {'least': least, 'most': most, 'value': value}}")


def is_fair(rows: tuple[str, ...], starts: tuple[At, ...], middle: Iterable[At]) -> bool:
    """Whether the starts differ by at most one march to the nearest enemy and to the middle."""
    land = Land.of(rows)
    goal = land.of_sectors(middle)
    enemies, inwards = [], []
    for start in starts:
        others = land.of_sectors(other for other in starts if other != start)
        enemy, inward = land.ways(land.bit(start), others, goal)
        enemies.append(enemy)
        inwards.append(inward)
    return all(max(gaps) < FAR and max(gaps) - min(gaps) <= 1 for gaps in (enemies, inwards))


def _in_turn(frame: Frame, orbits: Iterable[Iterable[At]]) -> tuple[At, ...]:
    """The starts clockwise from north, as the seats are numbered."""
    return tuple(sorted((at for orbit in orbits for at in orbit), key=frame.angle))


# The ground


def _rocky(wish: Wish, frame: Frame, starts: tuple[At, ...], chance: random.Random, rock: float) -> _Ground:
    """The ground with its rock, before its cities: these bar nobody's way."""
    ground = _Ground(frame, starts)
    ground.ridges(chance, round(wish.width * wish.height * rock))
    ground.fill_pockets(starts[0])
    return ground


class _Ground:
    """Terrain while it is drawn: every stroke is made in all the places that are to be alike."""

    def __init__(self, frame: Frame, starts: tuple[At, ...]) -> None:
        self.frame = frame
        self.cells = [[NORMAL] * frame.width for _ in range(frame.height)]
        self.clear = {
            (x + dx, y + dy)
            for x, y in starts
            for dx in range(-CLEAR, CLEAR + 1)
            for dy in range(-CLEAR, CLEAR + 1)
        }
        self.clear.update(frame.middle())
        self.clear = {image for at in self.clear for image in frame.images(at)}
        self.painted = 0

    def rows(self) -> tuple[str, ...]:
        return tuple("".join(row) for row in self.cells)

    def paint(self, x: float, y: float, terrain: str) -> None:
        width, height, cells = self.frame.width, self.frame.height, self.cells
        for at in self.frame.copies(x, y):
            across, down = at
            if not (0 <= across < width and 0 <= down < height) or cells[down][across] != NORMAL:
                continue
            if terrain == ROCK and at in self.clear:
                continue
            cells[down][across] = terrain
            self.painted += 1

    def ridges(self, chance: random.Random, wanted: int) -> None:
        """Walk crooked lines of rock until enough of the map is impassable."""
        self.painted = 0
        longest = 6 + (self.frame.width + self.frame.height) // 16
        for _ in range(4 * wanted + 1):
            if self.painted >= wanted:
                return
            x = chance.uniform(0, self.frame.width - 1)
            y = chance.uniform(0, self.frame.height - 1)
            heading = chance.uniform(0, 2 * math.pi)
            for _ in range(chance.randint(3, longest)):
                if self.painted >= wanted:
                    return
                self.paint(x, y, ROCK)
                heading += chance.uniform(-0.7, 0.7)
                x, y = x + math.cos(heading), y + math.sin(heading)

    def cities(self, chance: random.Random, wanted: int) -> None:
        """Grow cities in clumps on open ground."""
        self.painted = 0
        for _ in range(4 * wanted + 1):
            if self.painted >= wanted:
                return
            x = chance.randrange(self.frame.width)
            y = chance.randrange(self.frame.height)
            for _ in range(chance.randint(2, 6)):
                if self.painted < wanted:
                    self.paint(x, y, CITY)
                x, y = x + chance.randint(-1, 1), y + chance.randint(-1, 1)

    def fill_pockets(self, start: At) -> None:
        """Turn everything that cannot be reached from a start into rock."""
        land = Land.of(self.rows())
        for x, y in land.sectors(land.bits & ~land.reached(land.bit(start))):
            self.cells[y][x] = ROCK


# What stands on it


def _furnished(
    wish: Wish, frame: Frame, rows: tuple[str, ...], orbits: tuple[Orbit, ...], starts: tuple[At, ...]
) -> Board:
    seats = {at: f"s{number}" for number, at in enumerate(starts, start=1)}
    sites = _Sites(frame, rows, orbits, starts, random.Random(f"{wish.seed}/things"))
    features: list[BoardFeature] = []
    for effect, count, share in ((Effect.SUPPLY, wish.supplies, 0.3), (Effect.SENSOR, wish.sensors, 0.6)):
        for _ in range(count):
            for _, at in sorted(sites.one_each(share).items(), key=lambda one: seats[one[0]]):
                features.append(_feature(len(features) + 1, at, effect))
    relics = [_relic(1, frame.middle()[0])] if wish.relics == 1 else []
    if wish.relics > 1:
        relics = [_relic(number, at) for number, at in enumerate(sites.one_each(0.8).values(), start=1)]
    banners: list[BoardBanner] = [
        {
            "id": f"{seat}-{number}",
            "owner": seat,
            "at": list(at),
            "level": wish.level,
            "works": "none",
            "name": gettext("Banner %(number)s") % {"number": number},
        }
        for at, seat in seats.items()
        for number in range(1, wish.banners + 1)
    ]
    return {
        "terrain": list(rows),
        "features": features,
        "relics": relics,
        "banners": banners,
        "occupied": [],
        "triggers": [],
    }


def _feature(number: int, at: At, effect: Effect) -> BoardFeature:
    return {
        "id": f"f{number:02}",
        "at": list(at),
        "name": gettext("Supply cache") if effect is Effect.SUPPLY else gettext("Sensor mast"),
        "description": "",
        "needs_search": True,
        "effect": effect.value,
        "known_to": [],
    }


def _relic(number: int, at: At) -> BoardRelic:
    return {
        "id": f"r{number:02}",
        "at": list(at),
        "name": gettext("Relic %(number)s") % {"number": number},
        "description": "",
        "known_to": [],
        "destructible": True,
        "sealed": False,
    }


class _Sites:
    """Finds places that are as good for each player as for the others."""

    def __init__(
        self,
        frame: Frame,
        rows: tuple[str, ...],
        orbits: tuple[Orbit, ...],
        starts: tuple[At, ...],
        chance: random.Random,
    ) -> None:
        self.frame = frame
        self.land = Land.of(rows)
        self.orbits = orbits
        self.chance = chance
        self.layers = {at: self.land.layers(self.land.bit(at)) for at in starts}
        self.taken: set[At] = set(starts) | set(frame.middle())
        middle = self.land.of_sectors(frame.middle())
        self.inwards = min(marches(self.land, layers, middle) for layers in self.layers.values())

    def one_each(self, share: float) -> dict[At, At]:
        """For each start a free sector of its own, all at one march distance and nearer to it than to others:
        ``share`` of the way to the middle, or less where the starts are too near each other."""
        far = max(2, min(self.inwards - 1, round(self.inwards * share)))
        for reach in (*range(far, 0, -1), *range(far + 1, 2 * far)):
            found = self._all_at(reach)
            if found is not None:
                self.taken.update(found.values())
                return found
        return {start: start for start in self.layers}

    def _all_at(self, reach: int) -> dict[At, At] | None:
        found: dict[At, At] = {}
        for orbit in self.orbits:
            at = self._site(orbit[0], reach, found)
            if at is None:
                return None
            for start, turn in self._turns(orbit):
                image = self.frame.image(at, turn)
                if image in found.values() or image in self.taken:
                    return None
                found[start] = image
        return found

    def _turns(self, orbit: Orbit) -> list[tuple[At, Turn]]:
        found: dict[At, Turn] = {}
        for turn in self.frame.group:
            found.setdefault(self.frame.image(orbit[0], turn), turn)
        return [(start, found[start]) for start in orbit]

    def _site(self, start: At, reach: int, found: dict[At, At]) -> At | None:
        """A free sector so many marches from the start, and further from every other start."""
        layers = self.layers[start]
        if reach >= len(layers):
            return None
        edge = layers[reach] & ~layers[reach - 1]
        for other, flood in self.layers.items():
            if other != start:
                edge &= ~flood[min(reach, len(flood) - 1)]
        used = self.taken.union(found.values())
        free = [at for at in self.land.sectors(edge) if at not in used]
        return self.chance.choice(free) if free else None
