"""Which enemies meet in battle, where, and who attacks (Rules 5.12)."""

from __future__ import annotations

from itertools import combinations

from rules.armies import Trait
from rules.board import Board, Piece
from rules.dice import attacker_label, battle_key, mission_label
from rules.events import Event, EventKind, Purpose, Roll
from rules.maps.field import cells_of
from rules.maps.grid import squared
from rules.maps.terrain import CITIES
from rules.outcome import Battle, Category
from rules.results import Pair
from rules.state import At, Engagement, Works
from rules.tables import PLAYABLE_LEVEL

# Read from the class these take longer than being looked for.
_NO_WORKS, _BREAKTHROUGH, _RAID, _BATTLE = Works.NONE, Category.BREAKTHROUGH, Category.RAID, Category.BATTLE
_RAIDERS, _BATTLE_MET = Trait.RAIDERS, EventKind.BATTLE_MET
_MISSION, _ATTACKER = Purpose.MISSION, Purpose.ATTACKER


def find_battles(board: Board) -> None:
    """Find all pairs of enemies that fight this turn, sorted by their ids (Rules 5.12)."""
    shared = _shared(board)
    always = board.settings.engagement == Engagement.EVERY_TURN
    for pair in sorted(shared):
        one, other = board.pieces[pair[0]], board.pieces[pair[1]]
        if always or not _were_in_contact(board, one, other):
            battle = _battle(board, one, other, shared[pair])
            board.battles.append(battle)
            _tell(board, battle)


def _shared(board: Board) -> dict[Pair, list[At]]:
    """The sectors that enemies have in battle range together, by pair in the order of ids.

    These are the sectors in dispute: nobody has changed sector since they were found, and none is gone but
    for a banner joined in its own sector.
    """
    claims: dict[int, list[Piece]] = {cell: [] for cell in cells_of(board.grid, board.ground.disputed)}
    if not claims:
        return {}
    standing: dict[int, dict[int, list[Piece]]] = {side.battle: {} for side in board.sides.values()}
    for piece in board.pieces.values():
        standing[piece.side.battle].setdefault(piece.cell, []).append(piece)
    for radius, there in standing.items():
        steps = board.grid.square(radius)
        for cell, claimants in claims.items():
            for step in steps:
                if cell + step in there:
                    claimants += there[cell + step]
    shared: dict[Pair, list[At]] = {}
    for cell, claimants in claims.items():
        for one, other in combinations(claimants, 2):
            if one.side is not other.side:
                pair = (one.id, other.id) if one.id < other.id else (other.id, one.id)
                shared.setdefault(pair, []).append(board.grid.at(cell))
    return shared


def _were_in_contact(board: Board, one: Piece, other: Piece) -> bool:
    overlap, radius, other_radius = board.grid.overlap, one.side.battle, other.side.battle
    for stood in board.began_at(one):
        for other_stood in board.began_at(other):
            if overlap(stood, radius, other_stood, other_radius):
                return True
    return False


def _battle(board: Board, one: Piece, other: Piece, shared: list[At]) -> Battle:
    key = battle_key(one.id, other.id)
    sector = _sector(one, other, shared)
    attacker, attacker_die = _attacker(board, one, other, key)
    defender = other if attacker is one else one
    if defender.works != _NO_WORKS:
        category = _BREAKTHROUGH
    else:
        raid = (one.id in board.moved) != (other.id in board.moved)
        category = _RAID if raid else _BATTLE
    return Battle(
        banners=(one.id, other.id),
        owners=(one.side.id, other.side.id),
        levels=(one.level, other.level),
        works=(one.works, other.works),
        sector=sector,
        city=board.grid.rows[sector[1]][sector[0]] in CITIES,
        attacker=attacker.id,
        category=category,
        mission_die=board.dice.die(mission_label(board.turn, key), 6),
        attacker_die=attacker_die,
        auto=one.level < PLAYABLE_LEVEL or other.level < PLAYABLE_LEVEL,
    )


def _sector(one: Piece, other: Piece, shared: list[At]) -> At:
    """Of the shared sectors the one nearest to both banners (Rules 5.12)."""

    def nearness(at: At) -> tuple[int, int, int, int]:
        away, other_away = squared(at, one.at), squared(at, other.at)
        return max(away, other_away), away + other_away, at[1], at[0]

    return min(shared, key=nearness)


def _attacker(board: Board, one: Piece, other: Piece, key: str) -> tuple[Piece, int | None]:
    """Who attacks, and the die if one decided it (Rules 5.12)."""
    moved = one.id in board.moved
    if moved != (other.id in board.moved):
        return (one if moved else other), None
    works = one.works != _NO_WORKS
    if works != (other.works != _NO_WORKS):
        return (other if works else one), None
    raiders = _RAIDERS in one.side.traits
    if raiders != (_RAIDERS in other.side.traits):
        return (one if raiders else other), None
    die = board.dice.die(attacker_label(board.turn, key), 2)
    return (one if die == 1 else other), die


def _tell(board: Board, battle: Battle) -> None:
    dice: list[Roll] = [(_MISSION, battle.mission_die)]
    if battle.attacker_die is not None:
        dice.append((_ATTACKER, battle.attacker_die))
    for own, enemy in ((0, 1), (1, 0)):
        board.events.append(
            Event(
                _BATTLE_MET,
                "5.12",
                battle.owners[own],
                battle.banners[own],
                battle.sector,
                levels=battle.levels[own],
                other=battle.banners[enemy],
                rival=battle.owners[enemy],
                dice=tuple(dice),
            )
        )
