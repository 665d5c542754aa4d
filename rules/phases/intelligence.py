"""What each player sees at the end of the turn (Rules 9)."""

from __future__ import annotations

from rules.areas import Rows, Sectors
from rules.armies import Trait
from rules.board import Board, Side
from rules.maps.field import (
    Field,
    around,
    beside,
    common,
    cut,
    field_of,
    overlay,
    ranges,
    stretches,
    union,
    without,
)
from rules.maps.grid import Grid
from rules.orders import OrderKind
from rules.outcome import Intelligence
from rules.plans.knowledge import Sighting
from rules.state import At, BannerId, Effect, PlayerId

_NOTHING: Field = {}

_OBSERVABLE = Trait.EASILY_OBSERVABLE


def gather(board: Board) -> None:
    """Fill in every player's intelligence, as things stand at the end of the turn (Rules 9)."""
    grid = board.grid
    cells: dict[PlayerId, list[int]] = {player: [] for player in board.sides}
    for piece in board.pieces.values():
        cells[piece.side.id].append(piece.cell)
    recon = {player: ranges(grid, own, board.sides[player].recon) for player, own in cells.items()}
    seers = _Seers(board)
    seers.look(recon, cells)
    seers.observe()
    seers.notice_takers()
    features, relics = board.found_features, board.found_relics
    for player in board.sides:
        seen = beside(grid, recon[player])
        board.intelligence[player] = Intelligence(
            seers.sightings(player),
            Rows(grid, seen),
            _sectors(board, player, seen),
            tuple(sorted(features[player])) if player in features else (),
            tuple(sorted(relics[player])) if player in relics else (),
        )


def _sectors(board: Board, player: PlayerId, seen: Field) -> Sectors:
    """The sectors that a player occupies, those it sees occupied or disputed, and those it has lost."""
    ground, free = board.ground, _NOTHING
    lost = board.lost.get(player)
    watched = seen if lost is None else union(seen, lost)
    held, disputed = ground.within(watched), common(watched, ground.disputed)
    if player in ground.held:
        held[player] = ground.held[player]
    if lost is not None:
        free = without(lost, overlay([*held.values(), disputed]))
    return Sectors(ground.grid, held, disputed, free)


def _spied(grid: Grid, at: At, radius: int) -> Field:
    """The passable cells within a radius of any sector of the map, wider than the margin or not."""
    rows = range(max(0, at[1] - radius), min(grid.height, at[1] + radius + 1))
    columns = range(max(0, at[0] - radius), min(grid.width, at[0] + radius + 1))
    cells = [grid.cell((x, y)) for y in rows for x in columns]
    return field_of(grid, [cell for cell in cells if grid.open[cell]])


class _View:
    """What a player has in sight and holds within a stretch of the map, and how near to it others are.

    ``noticed`` has all cells with a sector in or beside what is watched within their range of a radius;
    ``close`` those with one in sight there, ``close_to_slow`` those with one in or beside what is in sight.
    """

    __slots__ = ("_beside", "_land", "_noticed", "_sight", "_stride", "_watched")

    def __init__(self, grid: Grid, land: int, watched: int, sight: int) -> None:
        self._land, self._stride = land, grid.stride
        self._watched = watched
        # What lies within 0, 1, 2, ... of the sight and of what is beside it or what is watched.
        self._sight = [sight]
        self._beside: list[int] = []
        self._noticed: list[int] = []

    def noticed(self, radius: int) -> int:
        """See above."""
        return self._within(radius, self._noticed or self._start(self._noticed, self._watched))

    def close(self, radius: int) -> int:
        """See above."""
        return self._within(radius, self._sight)

    def close_to_slow(self, radius: int) -> int:
        """See above."""
        return self._within(radius, self._beside or self._start(self._beside, self._sight[0]))

    def _start(self, rings: list[int], bits: int) -> list[int]:
        rings.append(around(bits, self._stride) & self._land)
        return rings

    def _within(self, radius: int, rings: list[int]) -> int:
        while len(rings) <= radius:
            rings.append(around(rings[-1], self._stride))
        return rings[radius]


class _Seers:
    """Who has seen which enemy banner, and whether its level too."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.known: dict[PlayerId, dict[BannerId, bool]] = {side: {} for side in board.sides}
        self.standing = board.standing()

    def sightings(self, player: PlayerId) -> tuple[Sighting, ...]:
        """The enemies a player knows of, by id."""
        turn, known, pieces = self.board.turn, self.known[player], self.board.pieces
        found = []
        for banner in sorted(known):
            piece = pieces[banner]
            level = piece.level if known[banner] else None
            found.append(Sighting(banner, piece.side.id, piece.at, level, turn))
        return tuple(found)

    def look(self, recon: dict[PlayerId, Field], cells: dict[PlayerId, list[int]]) -> None:
        """From recon ranges and sensors, from the search ranges of those who search, and from sectors that
        they occupy; ``cells`` is where each player's banners stand.
        """
        grid, held = self.board.grid, self.board.ground.held
        near = self._with_sensors(recon)
        far = self._with_searches(near)
        own = {player: field_of(grid, standing) for player, standing in cells.items() if standing}
        by_radius: dict[int, list[Field]] = {}
        for player, field in own.items():
            by_radius.setdefault(self.board.sides[player].battle, []).append(field)
        everyone = [(radius, overlay(fields)) for radius, fields in by_radius.items()]
        unseen = overlay([field for player, field in own.items() if self.board.sides[player].unseen])
        reach = 1 + max(by_radius, default=0)
        for player, sight in far.items():
            watched = union(sight, held[player]) if player in held else sight
            for start, length in stretches(grid, watched, reach):
                land = cut(grid, grid.land, start, length)
                view = _View(grid, land, cut(grid, watched, start, length), cut(grid, sight, start, length))
                friends = cut(grid, own[player], start, length) if player in own else 0
                for radius, standing in everyone:
                    noticed = view.noticed(radius) & cut(grid, standing, start, length)
                    noticed ^= noticed & friends
                    if noticed and unseen and sight is not near[player]:
                        # Search ranges do not find an Unseen Presence.
                        hidden = noticed & cut(grid, unseen, start, length)
                        if hidden:
                            noticed ^= hidden
                            bits = cut(grid, near[player], start, length)
                            holding = cut(grid, held[player], start, length) if player in held else 0
                            plain = _View(grid, land, bits | holding, bits)
                            self._note(player, hidden & plain.noticed(radius), start, radius, plain)
                    self._note(player, noticed, start, radius, view)

    def _note(self, player: PlayerId, noticed: int, start: int, radius: int, view: _View) -> None:
        """Note the banners in these cells of a view, all with this battle radius."""
        if not noticed:
            return
        known, standing = self.known[player], self.standing
        close = view.close(radius)
        while noticed:
            place = noticed.bit_length() - 1
            bit = 1 << place
            noticed ^= bit
            here = standing[start + place]
            level = (view.close_to_slow(radius) if here[0].side.ponderous else close) & bit > 0
            for piece in here:
                known[piece.id] = level or known.get(piece.id, False)

    def _with_sensors(self, recon: dict[PlayerId, Field]) -> dict[PlayerId, Field]:
        """The recon ranges with those of the sensors that a player knows and occupies, and of its spies."""
        board, grid = self.board, self.board.grid
        radius = board.settings.recon_radius
        near = recon
        for feature in board.features.values():
            if feature.effect == Effect.SENSOR:
                cell = grid.cell(feature.at)
                player = board.ground.holder(cell)
                if player is not None and player in feature.known_to:
                    near = {**near, player: union(near[player], ranges(grid, [cell], radius))}
        for player, looks in board.spies.items():
            for at, spying in looks:
                near = {**near, player: union(near[player], _spied(grid, at, spying))}
        return near

    def _with_searches(self, near: dict[PlayerId, Field]) -> dict[PlayerId, Field]:
        """The same with the search ranges of the banners that search."""
        searching: dict[Side, list[int]] = {}
        for piece, _ in self.board.ordered(OrderKind.SEARCH):
            if piece.side.search > piece.side.recon:
                searching.setdefault(piece.side, []).append(piece.cell)
        grid = self.board.grid
        return {
            **near,
            **{
                side.id: union(near[side.id], ranges(grid, own, side.search))
                for side, own in searching.items()
            },
        }

    def observe(self) -> None:
        """Everybody sees the Easily Observable."""
        board = self.board
        shown = {side.id for side in board.sides.values() if _OBSERVABLE in side.traits}
        if shown:
            for piece in board.pieces.values():
                if piece.side.id in shown:
                    for side in board.sides.values():
                        if side is not piece.side:
                            self.known[side.id].setdefault(piece.id, False)

    def notice_takers(self) -> None:
        """Who has lost a sector knows the takers that have it in battle range."""
        board = self.board
        if board.taken:
            standing = self.standing
            for cell, loser, taker in board.taken:
                for step in board.grid.square(taker.battle):
                    for piece in standing.get(cell + step, ()):
                        if piece.side is taker:
                            self.known[loser.id][piece.id] = True
