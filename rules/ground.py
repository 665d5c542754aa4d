"""Who occupies what, in the form that the engine works with (Rules 6)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import repeat

from rules.field import Field, cells_of, field_of, without
from rules.grid import Grid
from rules.state import At, PlayerId, Sector


class Ground:
    """The occupation of a map: ``held`` has each player's cells, ``disputed`` the disputed ones.

    ``cells`` has each player's cells as a list, in ascending order.

    ``began`` is what each player held when the turn began, ``gained`` the sectors it has gained since;
    ``drawn`` has by cell the sectors that are somebody's or disputed, and None for all others. Fields and
    lists are replaced, never changed; only what is drawn is, by the one ground that it belongs to.
    """

    __slots__ = ("_borrowed", "_sectors", "began", "cells", "disputed", "drawn", "gained", "grid", "held")

    def __init__(self, grid: Grid, sectors: Iterable[Sector]) -> None:
        self.grid = grid
        cells: dict[PlayerId | None, list[int]] = {None: []}
        drawn: list[Sector | None] = [None] * len(grid.open)
        origin, stride = grid.origin, grid.stride
        for sector in sectors:
            x, y = sector[0]
            occupier = sector[1]
            cell = origin + y * stride + x
            drawn[cell] = sector
            own = cells.get(occupier)
            if own is None:
                own = cells[occupier] = []
            own.append(cell)
        self.drawn = drawn
        self.disputed = field_of(grid, cells.pop(None))
        self.cells = {player: own for player, own in cells.items() if player is not None}
        self.held = {player: field_of(grid, own) for player, own in self.cells.items()}
        self.began = self.held
        self.gained: dict[PlayerId, list[At]] = {}
        self._sectors: tuple[Sector, ...] | None = None
        self._borrowed = False

    def copy(self) -> Ground:
        """A ground of its own that starts as this one is; this one must not change any more."""
        other = Ground.__new__(Ground)
        other.grid, other.began = self.grid, self.began
        other.held, other.disputed = self.held, self.disputed
        other.cells = self.cells.copy()
        other.drawn, other.gained = self.drawn, self.gained.copy()
        other._sectors = self._sectors
        other._borrowed = True
        return other

    def compare_with(self, sectors: Iterable[Sector]) -> None:
        """Take these sectors for those with which the turn began."""
        self.began = Ground(self.grid, sectors).held
        self.gained = {player: self._since(player) for player in self.held}

    def holder(self, cell: int) -> PlayerId | None:
        """Who occupies a cell, None if nobody does."""
        sector = self.drawn[cell]
        return sector.occupier if sector is not None else None

    def is_disputed(self, cell: int) -> bool:
        """Whether a cell is disputed."""
        sector = self.drawn[cell]
        return sector is not None and sector.disputed

    def change(self, held: dict[PlayerId, Field], disputed: Field) -> None:
        """Let the players hold these cells, and these be disputed."""
        before, old_disputed = self.held, self.disputed
        self._sectors = None
        self.held, self.disputed = held, disputed
        if self._borrowed:
            self.drawn, self._borrowed = self.drawn.copy(), False
        for player, old in before.items():
            gone = without(old, held.get(player, _NOTHING))
            if gone:
                self._give_up(player, cells_of(self.grid, gone))
        if old_disputed:
            for cell in cells_of(self.grid, without(old_disputed, disputed)):
                self.drawn[cell] = None
        first = before is self.began
        for player, field in held.items():
            old = before.get(player, _NOTHING)
            if field != old:
                cells = cells_of(self.grid, without(field, old))
                own = self.cells.get(player)
                self.cells[player] = sorted(own + cells) if own else cells
                places = self._draw(cells, player, False)
                self.gained[player] = places if first else self._since(player)
        self._draw(cells_of(self.grid, without(disputed, old_disputed)), None, True)

    def _give_up(self, player: PlayerId, cells: list[int]) -> None:
        """Let a player have these cells no more."""
        for cell in cells:
            self.drawn[cell] = None
        left = set(cells)
        own = [cell for cell in self.cells[player] if cell not in left]
        if own:
            self.cells[player] = own
        else:
            del self.cells[player]
            self.gained.pop(player, None)

    def sectors(self) -> tuple[Sector, ...]:
        """The occupied and disputed sectors by (y, x)."""
        if self._sectors is None:
            # No sector is false: it is a tuple of three. Nothing is drawn outside the map.
            outside = self.grid.origin
            self._sectors = tuple(filter(None, self.drawn[outside:-outside]))
        return self._sectors

    def _since(self, player: PlayerId) -> list[At]:
        """The sectors that a player holds and did not hold when the turn began."""
        gained = without(self.held[player], self.began.get(player, {}))
        return list(map(self.grid.places.__getitem__, cells_of(self.grid, gained)))

    def _draw(self, cells: list[int], player: PlayerId | None, disputed: bool) -> list[At]:
        """Draw these cells as a player's or as disputed; returns their sectors."""
        places = list(map(self.grid.places.__getitem__, cells))
        # ``Sector._make`` without a Python call for each: a turn draws many.
        made = map(_new, repeat(Sector), zip(places, repeat(player), repeat(disputed), strict=False))
        drawn = self.drawn
        for cell, sector in zip(cells, made, strict=True):
            drawn[cell] = sector
        return places


_NOTHING: Field = {}

_new: Callable[[type[Sector], tuple[At, PlayerId | None, bool]], Sector] = tuple.__new__
