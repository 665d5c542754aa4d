"""What each player sees at the end of the turn (Rules 9)."""

from __future__ import annotations

from rules.armies import Trait
from rules.board import Board, Piece, Side
from rules.ground import DISPUTED
from rules.knowledge import Sighting
from rules.orders import OrderKind
from rules.outcome import Bits, Intelligence
from rules.state import At, BannerId, Effect, PlayerId, Sector

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
    survey = _Survey(board)
    for side in board.sides.values():
        seen = survey.seen(side)
        board.intelligence[side.id] = Intelligence(
            sightings=seers.sightings(side.id),
            seen=tuple([(y, Bits(seen[y])) for y in sorted(seen)]),
            sectors=survey.sectors(side, seen),
            features=tuple(sorted(board.found_features.get(side.id, ()))),
            relics=tuple(sorted(board.found_relics.get(side.id, ()))),
        )


class _Seers:
    """Who has seen which enemy banner, and whether its level too."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.known: dict[PlayerId, dict[BannerId, bool]] = {side: {} for side in board.sides}

    def sightings(self, player: PlayerId) -> tuple[Sighting, ...]:
        """The enemies a player knows of, by id."""
        turn, known = self.board.turn, self.known[player]
        found = []
        for banner in sorted(known):
            piece = self.board.pieces[banner]
            level = piece.level if known[banner] else None
            found.append(Sighting(banner, piece.side.id, piece.at, level, turn))
        return tuple(found)

    def look(self) -> None:
        """From recon ranges, and from the search ranges of those who search."""
        searching = {piece.id for piece, _ in self.board.ordered(OrderKind.SEARCH)}
        for piece, others in self.board.index().pairs():
            side, (x, y) = piece.side, piece.at
            search = side.search if piece.id in searching else 0
            for other in others:
                enemy = other.side
                if enemy is side:
                    continue
                away = max(abs(x - other.at[0]), abs(y - other.at[1]))
                sight = side.recon if enemy.unseen or search < side.recon else search
                if away <= sight + enemy.battle + 1:
                    self._judge(side.id, piece.at, sight, other)
                sight = enemy.recon
                if other.id in searching and not side.unseen and enemy.search > sight:
                    sight = enemy.search
                if away <= sight + side.battle + 1:
                    self._judge(enemy.id, other.at, sight, piece)

    def watch(self) -> None:
        """From occupied sectors in or beside a battle range."""
        grid, holders = self.board.grid, self.board.ground.holders
        for piece in self.board.pieces.values():
            side = piece.side
            radius = side.battle + 1
            length = 2 * radius + 1
            around: set[PlayerId | None] = set()
            for line in grid.lines(radius):
                start = piece.cell + line
                around.update(holders[start : start + length])
            around -= {None, DISPUTED, side.id}
            for player in around:
                if player is not None and (grid.clear or self._is_beside(player, piece)):
                    self._note(player, piece, False)

    def sense(self) -> None:
        """By sensors that a player knows and occupies."""
        board = self.board
        radius = board.settings.recon_radius
        for feature in board.features.values():
            if feature.effect == Effect.SENSOR:
                player = board.ground.holders[board.grid.cell(feature.at)]
                if player and player in feature.known_to:
                    for piece in board.index().near(feature.at):
                        if piece.side.id != player:
                            self._judge(player, feature.at, radius, piece)

    def observe(self) -> None:
        """Everybody sees the Easily Observable."""
        board = self.board
        shown = {side.id for side in board.sides.values() if Trait.EASILY_OBSERVABLE in side.traits}
        if shown:
            for piece in board.pieces.values():
                if piece.side.id in shown:
                    for side in board.sides.values():
                        if side is not piece.side:
                            self._note(side.id, piece, False)

    def notice_takers(self) -> None:
        """Who has lost a sector knows the takers that have it in battle range."""
        board = self.board
        if board.taken:
            standing = board.standing()
            for cell, loser, taker in board.taken:
                for step in board.grid.square(taker.battle):
                    for piece in standing.get(cell + step, ()):
                        if piece.side is taker:
                            self._note(loser.id, piece, True)

    def _is_beside(self, player: PlayerId, piece: Piece) -> bool:
        """Whether a sector of the player's is in or adjacent to a banner's battle range, rocks considered."""
        grid, holders = self.board.grid, self.board.ground.holders
        return any(
            holders[cell] == player and grid.touch(grid.at(cell), 0, piece.at, piece.side.battle)
            for cell in grid.range_of(piece.cell, piece.side.battle + 1)
        )

    def _judge(self, player: PlayerId, at: At, radius: int, enemy: Piece) -> None:
        """What a range of the player's tells of an enemy."""
        grid, side = self.board.grid, enemy.side
        if grid.overlap(at, radius, enemy.at, side.battle):
            self._note(player, enemy, True)
        elif grid.touch(at, radius, enemy.at, side.battle):
            self._note(player, enemy, side.ponderous)

    def _note(self, player: PlayerId, enemy: Piece, level: bool) -> None:
        known = self.known[player]
        known[enemy.id] = level or known.get(enemy.id, False)


class _Survey:
    """Which sectors' occupation each player knows."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.drawn = board.ground.draw()
        self.pieces: dict[PlayerId, list[Piece]] = {}
        for piece in board.pieces.values():
            self.pieces.setdefault(piece.side.id, []).append(piece)
        self.own: dict[PlayerId, list[int]] = {}
        for cell in sorted(self.drawn):
            holder = board.ground.holders[cell]
            if holder:
                self.own.setdefault(holder, []).append(cell)
        self.lost: dict[PlayerId, list[int]] = {}
        for cell, holder in board.ground.former.items():
            if holder and board.ground.holders[cell] != holder:
                self.lost.setdefault(holder, []).append(cell)

    def seen(self, side: Side) -> _Rows:
        """The passable sectors in or adjacent to the player's recon ranges."""
        grid, radius = self.board.grid, side.recon
        whole = (1 << (2 * radius + 1)) - 1
        ranges: _Rows = {}
        for piece in self.pieces.get(side.id, ()):
            x, y = piece.at
            span = whole << (x - radius) if x >= radius else whole >> (radius - x)
            for line in range(y - radius, y + radius + 1):
                ranges[line] = ranges.get(line, 0) | span
        seen: _Rows = {}
        for y, bits in ranges.items():
            bits &= grid.row_bits(y)
            bits |= bits << 1 | bits >> 1
            for line in (y - 1, y, y + 1):
                seen[line] = seen.get(line, 0) | bits
        seen = {y: bits & grid.row_bits(y) for y, bits in seen.items()}
        return {y: bits for y, bits in seen.items() if bits}

    def sectors(self, side: Side, seen: _Rows) -> tuple[Sector, ...]:
        """The known sectors that are occupied or disputed, or that the player has lost, by (y, x)."""
        drawn, own = self.drawn, self.own.get(side.id, [])
        more = self._foreign(side, seen)
        more.update(self.lost.get(side.id, ()))
        if not more:
            return tuple([drawn[cell] for cell in own])
        at = self.board.grid.at
        return tuple([drawn.get(cell) or Sector(at(cell)) for cell in sorted([*own, *more])])

    def _foreign(self, side: Side, seen: _Rows) -> set[int]:
        """The seen cells that others occupy or that are disputed."""
        grid, holders = self.board.grid, self.board.ground.holders
        ours = {None, side.id}
        length = 2 * side.recon + 3
        found: set[int] = set()
        for piece in self.pieces.get(side.id, ()):
            y = piece.at[1] - side.recon - 1
            for line in grid.lines(side.recon + 1):
                start = piece.cell + line
                if not ours.issuperset(holders[start : start + length]):
                    x, bits = piece.at[0] - side.recon - 1, seen.get(y, 0)
                    for cell in range(start, start + length):
                        if holders[cell] not in ours and bits >> x + cell - start & 1:
                            found.add(cell)
                y += 1
        return found
