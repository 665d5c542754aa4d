"""What each player sees at the end of the turn (Rules 9)."""

from __future__ import annotations

from rules.armies import Trait
from rules.board import Board, Piece
from rules.grid import Index
from rules.knowledge import Sighting
from rules.orders import OrderKind
from rules.outcome import Bits, Intelligence
from rules.state import BannerId, Effect, PlayerId, Sector

_Rows = dict[int, int]
"""Sectors as bits by row: bit x of row y."""


def gather(board: Board) -> None:
    """Fill in every player's intelligence, as things stand at the end of the turn (Rules 9)."""
    seers = _Seers(board)
    seers.look()
    seers.watch()
    seers.sense()
    seers.observe()
    seers.notice_takers()
    ground = _Ground(board)
    for side in board.sides.values():
        seen = ground.seen(side.id)
        board.intelligence[side.id] = Intelligence(
            sightings=seers.sightings(side.id),
            seen=tuple([(y, Bits(seen[y])) for y in sorted(seen)]),
            sectors=ground.sectors(side.id),
            features=tuple(sorted(board.found_features.get(side.id, ()))),
            relics=tuple(sorted(board.found_relics.get(side.id, ()))),
        )


class _Seers:
    """Who has seen which enemy banner, and whether its level too."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.known: dict[PlayerId, dict[BannerId, bool]] = {}
        self.searching = {piece.id for piece, _ in board.ordered(OrderKind.SEARCH) if piece.side.search}
        sides = board.sides.values()
        self.battle = max((side.battle for side in sides), default=0)
        sight = max((side.recon for side in sides), default=0)
        if self.searching:
            sight = max(sight, board.settings.search_radius)
        self.index: Index[Piece] = Index((), sight + self.battle + 1)

    def sightings(self, player: PlayerId) -> tuple[Sighting, ...]:
        """The enemies a player knows of, by id."""
        known = self.known.get(player)
        if not known:
            return ()
        pieces, turn = self.board.pieces, self.board.turn
        return tuple(
            [
                Sighting(
                    banner,
                    pieces[banner].side.id,
                    pieces[banner].at,
                    pieces[banner].level if level else None,
                    turn,
                )
                for banner, level in sorted(known.items())
            ]
        )

    def look(self) -> None:
        """From recon and search ranges."""
        index = self.index
        for piece in self.board.pieces.values():
            for other in index.around(piece.at):
                if other.side is not piece.side:
                    self._look(piece, other)
                    self._look(other, piece)
            index.add(piece)

    def watch(self) -> None:
        """From occupied sectors in or beside a battle range."""
        board = self.board
        grid, ground = board.grid, board.ground
        for piece in board.pieces.values():
            side = piece.side
            for step in grid.square(side.battle + 1):
                sector = ground.get(piece.cell + step)
                if (
                    sector is not None
                    and sector.occupier != side.id
                    and sector.occupier is not None
                    and (grid.clear or grid.touch(sector.at, 0, piece.at, side.battle))
                ):
                    self._note(sector.occupier, piece, False)

    def sense(self) -> None:
        """By sensors that a player knows and occupies."""
        board = self.board
        radius = board.settings.recon_radius
        for feature in board.features.values():
            if feature.effect != Effect.SENSOR:
                continue
            sector = board.ground.get(board.grid.cell(feature.at))
            player = sector.occupier if sector is not None else None
            if player is not None and player in feature.known_to:
                for piece in self.index.around(feature.at):
                    if piece.side.id != player:
                        self._judge(player, feature.at, radius, piece)

    def observe(self) -> None:
        """Everybody sees the Easily Observable."""
        board = self.board
        for piece in board.pieces.values():
            if Trait.EASILY_OBSERVABLE in piece.side.traits:
                for side in board.sides.values():
                    if side is not piece.side:
                        self._note(side.id, piece, False)

    def notice_takers(self) -> None:
        """Who has lost a sector knows the takers that have it in battle range."""
        board = self.board
        if not board.taken:
            return
        standing = board.standing()
        for cell, loser, taker in board.taken:
            for step in board.grid.square(taker.battle):
                for piece in standing.get(cell + step, ()):
                    if piece.side is taker:
                        self._note(loser.id, piece, True)

    def _look(self, seer: Piece, enemy: Piece) -> None:
        side = seer.side
        radius = side.recon
        if (
            seer.id in self.searching
            and side.search > radius
            and Trait.UNSEEN_PRESENCE not in enemy.side.traits
        ):
            radius = side.search
        self._judge(side.id, seer.at, radius, enemy)

    def _judge(self, player: PlayerId, at: tuple[int, int], radius: int, enemy: Piece) -> None:
        """What a range of the player's tells of an enemy."""
        grid, battle = self.board.grid, enemy.side.battle
        if grid.touch(at, radius, enemy.at, battle):
            level = Trait.PONDEROUS in enemy.side.traits or grid.overlap(at, radius, enemy.at, battle)
            self._note(player, enemy, level)

    def _note(self, player: PlayerId, enemy: Piece, level: bool) -> None:
        known = self.known.setdefault(player, {})
        known[enemy.id] = level or known.get(enemy.id, False)


class _Ground:
    """Which sectors' occupation each player knows."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.ranges: dict[PlayerId, _Rows] = {}
        self.own: dict[PlayerId, dict[int, Sector]] = {}
        self.pieces: dict[PlayerId, list[Piece]] = {}
        for piece in board.pieces.values():
            self._add_range(piece)
            self.pieces.setdefault(piece.side.id, []).append(piece)
        for cell in sorted(board.ground):
            sector = board.ground[cell]
            if sector.occupier is not None:
                self.own.setdefault(sector.occupier, {})[cell] = sector
        self.lost: dict[PlayerId, list[int]] = {}
        for cell, holder in board.former.items():
            if holder is not None:
                self.lost.setdefault(holder, []).append(cell)
        self._seen: dict[PlayerId, _Rows] = {}

    def _add_range(self, piece: Piece) -> None:
        grid, radius = self.board.grid, piece.side.recon
        rows = self.ranges.setdefault(piece.side.id, {})
        x, y = piece.at
        span = (1 << (2 * radius + 1)) - 1
        span = span << (x - radius) if x >= radius else span >> (radius - x)
        for line in range(max(0, y - radius), min(grid.height - 1, y + radius) + 1):
            rows[line] = rows.get(line, 0) | (span & grid.row_bits(line))

    def seen(self, player: PlayerId) -> _Rows:
        """The passable sectors in or adjacent to the player's recon ranges."""
        grid = self.board.grid
        wide: _Rows = {}
        for y, bits in self.ranges.get(player, {}).items():
            bits |= bits << 1 | bits >> 1
            for line in (y - 1, y, y + 1):
                wide[line] = wide.get(line, 0) | bits
        seen = {y: bits & grid.row_bits(y) for y, bits in wide.items()}
        self._seen[player] = seen = {y: bits for y, bits in seen.items() if bits}
        return seen

    def sectors(self, player: PlayerId) -> tuple[Sector, ...]:
        """The known sectors that are occupied or disputed, or that the player has lost, by (y, x)."""
        board = self.board
        ground, seen = board.ground, self._seen[player]
        known = self.own.get(player, {})
        more: dict[int, Sector] = {}
        for piece in self.pieces.get(player, ()):
            for step in board.grid.square(piece.side.recon + 1):
                cell = piece.cell + step
                sector = ground.get(cell)
                if sector is None or sector.occupier == player or cell in more:
                    continue
                if seen.get(sector.at[1], 0) >> sector.at[0] & 1:
                    more[cell] = sector
        for cell in self.lost.get(player, ()):
            if cell not in known:
                more[cell] = ground.get(cell) or Sector(board.grid.at(cell))
        if not more:
            return tuple(known.values())
        more.update(known)
        return tuple([more[cell] for cell in sorted(more)])
