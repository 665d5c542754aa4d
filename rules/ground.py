"""Who occupies what, in the form that the engine works with (Rules 6)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from itertools import repeat

from rules.field import Field, cells_of, field_of, runs_of, union, without
from rules.grid import Grid
from rules.state import At, PlayerId, Sector


class Ground:
    """The occupation of a map: ``held`` has each player's cells, ``disputed`` the disputed ones.

    ``began`` is what each player held when the turn began, ``gained`` the sectors it has gained since;
    ``drawn`` has all sectors by cell, nobody's left out. Fields and lists are replaced, never changed.
    """

    __slots__ = ("began", "disputed", "drawn", "gained", "grid", "held")

    def __init__(self, grid: Grid, sectors: Iterable[Sector]) -> None:
        self.grid = grid
        size = len(grid.open) // 8 + 1
        marks: dict[PlayerId | None, bytearray] = {None: bytearray(size)}
        drawn: dict[int, Sector] = {}
        origin, stride = grid.origin, grid.stride
        for sector in sectors:
            (x, y), occupier, _ = sector
            cell = origin + y * stride + x
            drawn[cell] = sector
            if occupier not in marks:
                marks[occupier] = bytearray(size)
            marks[occupier][cell >> 3] |= 1 << (cell & 7)
        self.drawn = drawn
        self.disputed = field_of(grid, marks.pop(None))
        self.held = {player: field_of(grid, own) for player, own in marks.items() if player is not None}
        self.began = self.held
        self.gained: dict[PlayerId, list[Sector]] = {}

    def copy(self) -> Ground:
        """A ground of its own that starts as this one is."""
        other = Ground.__new__(Ground)
        other.grid, other.began = self.grid, self.began
        other.held, other.disputed = self.held, self.disputed
        other.drawn, other.gained = self.drawn.copy(), self.gained.copy()
        return other

    def compare_with(self, sectors: Iterable[Sector]) -> None:
        """Take these sectors for those with which the turn began."""
        self.began = Ground(self.grid, sectors).held
        self.gained = {player: self._since(player) for player in self.held}

    def holder(self, cell: int) -> PlayerId | None:
        """Who occupies a cell, None if nobody does."""
        sector = self.drawn.get(cell)
        return sector.occupier if sector is not None else None

    def is_disputed(self, cell: int) -> bool:
        """Whether a cell is disputed."""
        return cell in self.drawn and self.drawn[cell].disputed

    def occupied(self) -> Field:
        """All cells that somebody occupies."""
        everybody: Field = {}
        for held in self.held.values():
            for band, bits in held.items():
                everybody[band] = everybody.get(band, 0) | bits
        return everybody

    def change(self, held: dict[PlayerId, Field], disputed: Field) -> None:
        """Let the players hold these cells, and these be disputed."""
        before, old_disputed = self.held, self.disputed
        was = union(self.occupied(), old_disputed)
        self.held, self.disputed = held, disputed
        gone = without(was, union(self.occupied(), disputed))
        for cell in cells_of(self.grid, gone):
            del self.drawn[cell]
        for player in before.keys() - held.keys():
            self.gained.pop(player, None)
        for player, field in held.items():
            old = before.get(player, {})
            if field != old:
                made = self._draw(without(field, old), player, False)
                first = before is self.began
                self.gained[player] = made if first else self._since(player)
        if disputed != old_disputed:
            self._draw(without(disputed, old_disputed), None, True)

    def sectors(self) -> tuple[Sector, ...]:
        """The occupied and disputed sectors by (y, x)."""
        return tuple(map(self.drawn.__getitem__, sorted(self.drawn)))

    def _since(self, player: PlayerId) -> list[Sector]:
        """The sectors that a player holds and did not hold when the turn began."""
        gained = without(self.held[player], self.began.get(player, {}))
        return [self.drawn[cell] for cell in cells_of(self.grid, gained)]

    def _draw(self, field: Field, player: PlayerId | None, disputed: bool) -> list[Sector]:
        origin, stride = self.grid.origin, self.grid.stride
        places: list[At] = []
        cells: list[int] = []
        for first, past in runs_of(self.grid, field):
            y, x = divmod(first - origin, stride)
            places += zip(range(x, x + past - first), repeat(y), strict=False)
            cells += range(first, past)
        made = list(map(_sector, zip(places, repeat(player), repeat(disputed), strict=False)))
        self.drawn.update(zip(cells, made, strict=True))
        return made


_sector: Callable[[tuple[At, PlayerId | None, bool]], Sector] = partial(tuple.__new__, Sector)
"""``Sector._make`` without a Python call for each: a turn draws many."""
