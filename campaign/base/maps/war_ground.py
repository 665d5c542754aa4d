"""The ground of a war to start from: where things may be placed on it, as fairly as can be."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from campaign.base.maps.starts import Frame
from rules.maps.grid import distance as apart
from rules.maps.terrain import BARRED

At = tuple[int, int]
FAIR = 2
"""How much nearer a thing that all fight for may lie to one start than to another, in sectors."""


@dataclass(frozen=True, slots=True)
class Ground:
    """A drawn map while things are placed on it."""

    rows: tuple[str, ...]
    starts: Mapping[str, At]
    frame: Frame
    relics: tuple[str, ...] = ()

    def open(self) -> Iterator[At]:
        """The passable sectors, row by row."""
        for y, row in enumerate(self.rows):
            for x, terrain in enumerate(row):
                if terrain not in BARRED:
                    yield x, y

    def nearest(self, at: At, taken: Sequence[At] = ()) -> At:
        """The passable sector nearest to a place, none of those taken."""
        return min(
            (sector for sector in self.open() if sector not in taken),
            key=lambda sector: (apart(sector, at), sector[1], sector[0]),
        )

    def middle(self) -> At:
        """The passable sector nearest to the middle."""
        return self.nearest((len(self.rows[0]) // 2, len(self.rows) // 2))

    def heart(self, least: int) -> list[At]:
        """The passable sectors about the middle, ring by ring, at least so many; as near to all as can be."""
        wide, tall = len(self.rows[0]) - 1, len(self.rows) - 1
        found: list[At] = []
        rings = itertools.groupby(
            sorted(self.open(), key=lambda at: _off(at, wide, tall)), lambda at: _off(at, wide, tall)
        )
        for _reach, ring in rings:
            if len(found) >= least:
                break
            found += ring
        return found

    def each(self, choose: Callable[[At], list[At]]) -> dict[str, list[At]]:
        """The places that are chosen for a start, and their images for the starts that are its images."""
        keys = {start: key for key, start in self.starts.items()}
        found: dict[str, list[At]] = {}
        for key, start in self.starts.items():
            if key in found:
                continue
            chosen = choose(start)
            for turn in self.frame.group:
                image = keys.get(self.frame.image(start, turn), key)
                found.setdefault(image, [self.frame.image(at, turn) for at in chosen])
        return {key: found[key] for key in self.starts}

    def contested(self, least: int) -> list[At]:
        """Sectors at least so far from all starts, and about as far from the nearest two."""

        def unfair(at: At) -> int:
            first, second = sorted(apart(at, start) for start in self.starts.values())[:2]
            return second - first

        far = [at for at in self.open() if min(apart(at, s) for s in self.starts.values()) >= least]
        return [at for at in far if unfair(at) <= FAIR] or sorted(far, key=unfair)[:20] or [self.middle()]

    def share(self, of: float) -> int:
        """A number of sectors: ``of`` times what each army would have if all had the same."""
        return max(1, round(of * sum(1 for _ in self.open()) / len(self.starts)))


def _off(at: At, wide: int, tall: int) -> int:
    """How far a sector lies from the middle of the map, in half sectors, squared."""
    return (2 * at[0] - wide) ** 2 + (2 * at[1] - tall) ** 2
