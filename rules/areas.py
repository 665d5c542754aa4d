"""Sets of sectors as values: kept as bits, and read as the tuples that they stand for (Rules 1, 6, 9).

A turn tells every player of hundreds of sectors. As bits they are told in a few operations; each is written
out only when somebody reads it. Nothing is kept beside the bits but the map, which all players know.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from itertools import repeat
from typing import Any, TypeVar, overload

from rules.maps.field import Field, cells_of, rows_of
from rules.maps.grid import Grid
from rules.outcome import Bits
from rules.state import At, PlayerId, Sector

Value = TypeVar("Value", covariant=True)


class _Listed(Sequence[Value]):
    """A tuple that is written out when somebody first looks into it: equal to it, and hashed as it is."""

    __slots__ = ("_tuple",)

    _tuple: tuple[Value, ...] | None

    @abstractmethod
    def _values(self) -> Iterable[Value]: ...

    def _listed(self) -> tuple[Value, ...]:
        if self._tuple is None:
            self._tuple = tuple(self._values())
        return self._tuple

    def __len__(self) -> int:
        return len(self._listed())

    def __iter__(self) -> Iterator[Value]:
        return iter(self._listed())

    @overload
    def __getitem__(self, place: int) -> Value: ...
    @overload
    def __getitem__(self, place: slice) -> tuple[Value, ...]: ...
    def __getitem__(self, place: int | slice) -> Value | tuple[Value, ...]:
        return self._listed()[place]

    def __eq__(self, other: object) -> bool:
        return self._listed() == (other._listed() if isinstance(other, _Listed) else other)

    def __hash__(self) -> int:
        return hash(self._listed())

    def __repr__(self) -> str:
        return repr(self._listed())

    def __reduce__(self) -> tuple[Any, ...]:
        return tuple, (self._listed(),)


class _OfField(_Listed[Value]):
    """What is written out from one field alone."""

    __slots__ = ("_field", "_grid")

    def __init__(self, grid: Grid, field: Field) -> None:
        self._tuple = None
        self._grid = grid
        self._field = field


class Places(_OfField[At]):
    """The sectors of a field by (y, x)."""

    __slots__ = ()

    def _values(self) -> Iterable[At]:
        return map(self._grid.places.__getitem__, cells_of(self._grid, self._field))


class Rows(_OfField[tuple[int, Bits]]):
    """The sectors of a field as ``(y, bits)`` by y, bit x standing for sector x; no row is empty."""

    __slots__ = ()

    def _values(self) -> Iterable[tuple[int, Bits]]:
        return ((y, Bits(bits)) for y, bits in rows_of(self._grid, self._field))


class Sectors(_Listed[Sector]):
    """The sectors that players hold, those in dispute, and those told to be nobody's, by (y, x)."""

    __slots__ = ("disputed", "free", "grid", "held")

    def __init__(self, grid: Grid, held: Mapping[PlayerId, Field], disputed: Field, free: Field) -> None:
        self._tuple = None
        self.grid = grid
        self.held = held
        self.disputed = disputed
        self.free = free

    def _values(self) -> Iterable[Sector]:
        drawn: dict[int, Sector] = {}
        for player, field in self.held.items():
            self._draw(drawn, field, player, False)
        self._draw(drawn, self.disputed, None, True)
        self._draw(drawn, self.free, None, False)
        return map(drawn.__getitem__, sorted(drawn))

    def _draw(self, drawn: dict[int, Sector], field: Field, player: PlayerId | None, disputed: bool) -> None:
        cells = cells_of(self.grid, field)
        places = map(self.grid.places.__getitem__, cells)
        # ``Sector._make`` without a Python call for each: a turn's reports have many.
        made = map(_new, repeat(Sector), zip(places, repeat(player), repeat(disputed), strict=False))
        drawn.update(zip(cells, made, strict=True))


def held_by(sectors: Sequence[Sector], player: PlayerId) -> Set[At]:
    """The sectors that a player holds; what others hold is not written out for it, where that can be."""
    if isinstance(sectors, Sectors):
        return set(Places(sectors.grid, sectors.held.get(player, {})))
    return {sector.at for sector in sectors if sector.occupier == player}


_new: Callable[[type[Sector], tuple[At, PlayerId | None, bool]], Sector] = tuple.__new__
