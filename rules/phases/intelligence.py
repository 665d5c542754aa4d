"""What each player sees at the end of the turn (Rules 9)."""

from __future__ import annotations

from typing import cast

from rules.armies import Trait
from rules.board import Board, Piece, Side
from rules.field import Field, beside, cells_of, common, near, ranges, rows_of, union, without
from rules.knowledge import Sighting
from rules.orders import OrderKind
from rules.outcome import Bits, Intelligence
from rules.state import At, BannerId, Effect, PlayerId, Sector


def gather(board: Board) -> None:
    """Fill in every player's intelligence, as things stand at the end of the turn (Rules 9)."""
    occupied = board.ground.occupied()
    seers = _Seers(board)
    seers.look()
    seers.watch(occupied)
    seers.sense()
    seers.observe()
    seers.notice_takers()
    survey = _Survey(board, union(occupied, board.ground.disputed))
    for player, side in board.sides.items():
        seen = survey.seen(side)
        board.intelligence[player] = Intelligence(
            sightings=seers.sightings(player),
            seen=cast(tuple[tuple[int, Bits], ...], tuple(rows_of(board.grid, seen))),
            sectors=survey.sectors(player, seen),
            features=tuple(sorted(board.found_features.get(player, ()))),
            relics=tuple(sorted(board.found_relics.get(player, ()))),
        )


class _Survey:
    """Which sectors' occupation each player knows; ``busy`` are all cells occupied or disputed."""

    def __init__(self, board: Board, busy: Field) -> None:
        self.board = board
        self.busy = busy
        self.armies = board.armies()

    def seen(self, side: Side) -> Field:
        """The cells in or adjacent to the player's recon ranges."""
        cells = [piece.cell for piece in self.armies.get(side.id, ())]
        grid = self.board.grid
        return beside(grid, ranges(grid, cells, side.recon))

    def sectors(self, player: PlayerId, seen: Field) -> tuple[Sector, ...]:
        """The sectors that the player occupies, those it sees occupied or disputed, and those it has lost."""
        ground = self.board.ground
        known = union(ground.held.get(player, {}), common(seen, self.busy))
        cells = cells_of(ground.grid, known)
        lost = self.board.lost.get(player)
        if lost:
            cells = sorted({*cells, *lost})
            return tuple([ground.drawn.get(cell) or Sector(ground.grid.at(cell)) for cell in cells])
        return tuple(map(ground.drawn.__getitem__, cells))


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
        for one, other, away in self.board.neighbours():
            side, enemy = one.side, other.side
            sight = side.recon
            if side.search > sight and one.id in searching and not enemy.unseen:
                sight = side.search
            if away <= sight + enemy.battle + 1:
                self._judge(side.id, one.at, sight, other)
            sight = enemy.recon
            if enemy.search > sight and other.id in searching and not side.unseen:
                sight = enemy.search
            if away <= sight + side.battle + 1:
                self._judge(enemy.id, other.at, sight, one)

    def watch(self, occupied: Field) -> None:
        """From occupied sectors in or beside a battle range."""
        grid, ground = self.board.grid, self.board.ground
        foreign = {
            player: without(common(beside(grid, cover), occupied), ground.held.get(player, {}))
            for player, cover in self.board.cover().items()
        }
        for piece in self.board.pieces.values():
            side = piece.side
            if foreign[side.id]:
                for cell in near(grid, foreign[side.id], piece.cell, side.battle + 1):
                    self._watch(ground.drawn[cell], piece)

    def _watch(self, sector: Sector, enemy: Piece) -> None:
        """What a sector in, or perhaps beside, an enemy's battle range tells its occupier."""
        player = sector.occupier
        if player is not None and enemy.id not in self.known[player]:
            grid = self.board.grid
            if grid.clear or grid.touch(sector.at, 0, enemy.at, enemy.side.battle):
                self._note(player, enemy, False)

    def sense(self) -> None:
        """By sensors that a player knows and occupies."""
        board = self.board
        radius = board.settings.recon_radius
        for feature in board.features.values():
            if feature.effect == Effect.SENSOR:
                player = board.ground.holder(board.grid.cell(feature.at))
                if player is not None and player in feature.known_to:
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
