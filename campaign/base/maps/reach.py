"""Marching over a map that has no armies yet: what can be reached, and in how many turns (Rules 5.4).

The map is one number: a bit a sector, rows ``width + 1`` bits apart, so that rows do not touch. A flood over
300 x 300 sectors takes some milliseconds.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from rules.maps.terrain import TERRAIN
from rules.state import At

FAR = 100_000
"""More marches than any map needs: it cannot be reached."""


@dataclass(frozen=True, slots=True)
class Land:
    """The passable sectors of a map, as bits."""

    width: int
    height: int
    bits: int

    @classmethod
    def of(cls, rows: Sequence[str]) -> Land:
        """The land of rows of terrain."""
        width = len(rows[0])
        digits = "".join(f"{row}#" for row in rows).translate(_DIGITS)
        return cls(width, len(rows), int(digits[::-1], 2))

    def bit(self, at: At) -> int:
        """The bit of a sector."""
        return 1 << at[1] * (self.width + 1) + at[0]

    def of_sectors(self, sectors: Iterable[At]) -> int:
        """The bits of several sectors."""
        found = bytearray(((self.width + 1) * self.height >> 3) + 1)
        for x, y in sectors:
            place = y * (self.width + 1) + x
            found[place >> 3] |= 1 << (place & 7)
        return int.from_bytes(found, "little")

    def count(self) -> int:
        """How many sectors are passable."""
        return self.bits.bit_count()

    def spread(self, flood: int) -> int:
        """A flood after one march: the sectors in it and beside it."""
        line = flood | flood << 1 | flood >> 1
        return (line | line << self.width + 1 | line >> self.width + 1) & self.bits

    def layers(self, start: int) -> list[int]:
        """Floods from ``start``: number n has the sectors that are n or fewer marches away."""
        flood = start & self.bits
        found: list[int] = []
        while flood and (not found or flood != found[-1]):
            found.append(flood)
            flood = self.spread(flood)
        return found

    def ways(self, start: int, *goals: int) -> list[int]:
        """How many marches lie between ``start`` and the nearest sector of each goal; ``FAR`` if no way.

        The flood ends with the farthest of them: a map that is tried is not walked to its edges.
        """
        flood, last, number = start & self.bits, 0, 0
        found = [FAR] * len(goals)
        while flood != last and FAR in found:
            for place, goal in enumerate(goals):
                if flood & goal and found[place] == FAR:
                    found[place] = number
            flood, last, number = self.spread(flood), flood, number + 1
        return found

    def reached(self, start: int) -> int:
        """Everything that can be reached."""
        layers = self.layers(start)
        return layers[-1] if layers else 0

    def sectors(self, bits: int) -> list[At]:
        """The sectors of bits, by (y, x)."""
        found = []
        line = (1 << self.width) - 1
        for y in range(self.height):
            row = bits >> y * (self.width + 1) & line
            while row:
                lowest = row & -row
                found.append((lowest.bit_length() - 1, y))
                row ^= lowest
        return found


_DIGITS = str.maketrans({kind.letter: "1" if kind.passable else "0" for kind in TERRAIN})


def marches(land: Land, layers: Sequence[int], to: int) -> int:
    """How many marches lie between a flood's source and the nearest of some sectors; ``FAR`` if no way."""
    if not layers or not layers[-1] & to:
        return FAR
    low, high = 0, len(layers) - 1
    while low < high:
        middle = (low + high) // 2
        low, high = (low, middle) if layers[middle] & to else (middle + 1, high)
    return low


def is_connected(rows: Sequence[str]) -> bool:
    """Whether every passable sector can be reached from every other; not so without any."""
    land = Land.of(rows)
    return land.bits != 0 and land.reached(land.bits & -land.bits) == land.bits
