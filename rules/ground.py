"""Who occupies what, in the form that the engine works with (Rules 6)."""

from __future__ import annotations

from collections.abc import Iterable

from rules.grid import Grid
from rules.state import PlayerId, Sector

DISPUTED = PlayerId("")
"""Stands for the occupier of a disputed sector; no player has an empty id."""


class Ground:
    """Who occupies which cell (Rules 6).

    ``holders[cell]`` is the occupier, ``DISPUTED``, or None for nobody; ``former`` has who held each changed
    cell when the turn began; ``disputed`` are the disputed cells; ``drawn`` the sectors by cell as last
    drawn, and ``stale`` the cells changed since.
    """

    __slots__ = ("disputed", "drawn", "former", "grid", "holders", "stale")

    def __init__(self, grid: Grid, sectors: Iterable[Sector]) -> None:
        self.grid = grid
        self.holders: list[PlayerId | None] = [None] * len(grid.open)
        self.drawn: dict[int, Sector] = {}
        self.disputed: set[int] = set()
        self.former: dict[int, PlayerId | None] = {}
        self.stale: set[int] = set()
        holders, drawn, origin, stride = self.holders, self.drawn, grid.origin, grid.stride
        for sector in sectors:
            x, y = sector.at
            cell = origin + y * stride + x
            drawn[cell] = sector
            holders[cell] = sector.occupier
            if sector.disputed:
                holders[cell] = DISPUTED
                self.disputed.add(cell)

    def copy(self) -> Ground:
        """A ground of its own that starts as this one is."""
        other = Ground.__new__(Ground)
        other.grid = self.grid
        other.holders = self.holders.copy()
        other.drawn = self.drawn.copy()
        other.disputed = self.disputed.copy()
        other.former = self.former.copy()
        other.stale = self.stale.copy()
        return other

    def set(self, cell: int, holder: PlayerId | None) -> None:
        """Give a cell to a player, to dispute, or to nobody."""
        old = self.holders[cell]
        if old != holder:
            self.former.setdefault(cell, old)
            self.stale.add(cell)
            self.holders[cell] = holder
            if holder == DISPUTED:
                self.disputed.add(cell)
            elif old == DISPUTED:
                self.disputed.remove(cell)

    def draw(self) -> dict[int, Sector]:
        """The occupied and disputed sectors by cell."""
        for cell in self.stale:
            holder = self.holders[cell]
            if holder is None:
                self.drawn.pop(cell, None)
            else:
                disputed = holder == DISPUTED
                self.drawn[cell] = Sector(self.grid.at(cell), None if disputed else holder, disputed)
        self.stale.clear()
        return self.drawn

    def sectors(self) -> tuple[Sector, ...]:
        """The occupied and disputed sectors by (y, x)."""
        drawn = self.draw()
        return tuple([drawn[cell] for cell in sorted(drawn)])
