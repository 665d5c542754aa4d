"""Who occupies what, in the form that the engine works with (Rules 6)."""

from __future__ import annotations

from collections.abc import Iterable

from rules.areas import Sectors
from rules.maps.field import Field, field_of
from rules.maps.grid import Grid
from rules.state import PlayerId, Sector


class Ground:
    """The occupation of a map: ``held`` has each player's cells, ``disputed`` the disputed ones.

    ``began`` is what each player held when the turn began. Fields and dicts are replaced, never changed.
    """

    __slots__ = ("_bands", "_sectors", "began", "disputed", "grid", "held")

    def __init__(self, grid: Grid, sectors: Iterable[Sector]) -> None:
        self.grid = grid
        self._bands: dict[int, list[tuple[PlayerId, int]]] | None = None
        self._sectors: Sectors | None = None
        if isinstance(sectors, Sectors) and sectors.grid is grid:
            self.held, self.disputed = dict(sectors.held), sectors.disputed
        else:
            self.held, self.disputed = _fields(grid, sectors)
        self.began = self.held

    def copy(self) -> Ground:
        """A ground of its own that starts as this one is."""
        other = Ground.__new__(Ground)
        other.grid, other.began = self.grid, self.began
        other.held, other.disputed = self.held, self.disputed
        other._bands, other._sectors = self._bands, self._sectors
        return other

    def compare_with(self, sectors: Iterable[Sector]) -> None:
        """Take these sectors for those with which the turn began."""
        self.began = Ground(self.grid, sectors).held

    def change(self, held: dict[PlayerId, Field], disputed: Field) -> None:
        """Let the players hold these cells, and these be disputed."""
        self.held, self.disputed = held, disputed
        self._bands = self._sectors = None

    def bands(self) -> dict[int, list[tuple[PlayerId, int]]]:
        """By band the players that hold cells of it, with these as bits."""
        if self._bands is None:
            bands: dict[int, list[tuple[PlayerId, int]]] = {}
            for player, field in self.held.items():
                for band, bits in field.items():
                    if band in bands:
                        bands[band].append((player, bits))
                    else:
                        bands[band] = [(player, bits)]
            self._bands = bands
        return self._bands

    def within(self, field: Field) -> dict[PlayerId, Field]:
        """What each player holds of the cells of a field; only those that hold any."""
        bands = self.bands()
        found: dict[PlayerId, Field] = {}
        for band, bits in field.items():
            for player, held in bands.get(band, ()):
                shared = bits & held
                if shared:
                    if player in found:
                        found[player][band] = shared
                    else:
                        found[player] = {band: shared}
        return found

    def holder(self, cell: int) -> PlayerId | None:
        """Who occupies a cell, None if nobody does."""
        band, place = divmod(cell, self.grid.size)
        for player, bits in self.bands().get(band, ()):
            if bits >> place & 1:
                return player
        return None

    def is_disputed(self, cell: int) -> bool:
        """Whether a cell is disputed."""
        band, place = divmod(cell, self.grid.size)
        return bool(self.disputed.get(band, 0) >> place & 1)

    def sectors(self) -> Sectors:
        """The occupied and disputed sectors by (y, x)."""
        if self._sectors is None:
            self._sectors = Sectors(self.grid, self.held, self.disputed, {})
        return self._sectors


def _fields(grid: Grid, sectors: Iterable[Sector]) -> tuple[dict[PlayerId, Field], Field]:
    """What each player holds of these sectors, and the disputed ones."""
    cells: dict[PlayerId | None, list[int]] = {None: []}
    origin, stride = grid.origin, grid.stride
    for sector in sectors:
        x, y = sector[0]
        occupier = sector[1]
        own = cells.get(occupier)
        if own is None:
            own = cells[occupier] = []
        own.append(origin + y * stride + x)
    disputed = field_of(grid, cells.pop(None))
    return {player: field_of(grid, own) for player, own in cells.items() if player is not None}, disputed
