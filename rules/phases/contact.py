"""Which enemies meet in battle, where, and who attacks (Rules 5.12)."""

from __future__ import annotations

from rules.armies import Trait
from rules.board import Board, Piece
from rules.dice import attacker_label, battle_key, mission_label
from rules.events import Event, EventKind, Purpose, Roll
from rules.grid import squared
from rules.outcome import Battle, Category
from rules.state import At, Engagement, Works
from rules.tables import PLAYABLE_LEVEL


def find_battles(board: Board) -> None:
    """Find all pairs of enemies that fight this turn, sorted by their ids (Rules 5.12)."""
    met = [
        (one, other) if one.id < other.id else (other, one)
        for one, other, away in board.neighbours()
        if away <= one.side.battle + other.side.battle and _meet(board, one, other)
    ]
    met.sort(key=lambda pair: (pair[0].id, pair[1].id))
    for one, other in met:
        battle = _battle(board, one, other)
        board.battles.append(battle)
        _tell(board, battle)


def _meet(board: Board, one: Piece, other: Piece) -> bool:
    grid, radius, other_radius = board.grid, one.side.battle, other.side.battle
    if not grid.overlap(one.at, radius, other.at, other_radius):
        return False
    if board.settings.engagement == Engagement.EVERY_TURN:
        return True
    return not any(
        grid.overlap(stood, radius, other_stood, other_radius)
        for stood in board.began_at(one)
        for other_stood in board.began_at(other)
    )


def _battle(board: Board, one: Piece, other: Piece) -> Battle:
    key = battle_key(one.id, other.id)
    sector = _sector(board, one, other)
    attacker, attacker_die = _attacker(board, one, other, key)
    defender = other if attacker is one else one
    if defender.works != Works.NONE:
        category = Category.BREAKTHROUGH
    else:
        raid = (one.id in board.moved) != (other.id in board.moved)
        category = Category.RAID if raid else Category.BATTLE
    return Battle(
        banners=(one.id, other.id),
        owners=(one.side.id, other.side.id),
        levels=(one.level, other.level),
        works=(one.works, other.works),
        sector=sector,
        city=board.grid.rows[sector[1]][sector[0]] == "C",
        attacker=attacker.id,
        category=category,
        mission_die=board.dice.die(mission_label(board.turn, key), 6),
        attacker_die=attacker_die,
        auto=one.level < PLAYABLE_LEVEL or other.level < PLAYABLE_LEVEL,
    )


def _sector(board: Board, one: Piece, other: Piece) -> At:
    """Of the shared sectors the one nearest to both banners (Rules 5.12)."""

    def nearness(at: At) -> tuple[int, int, int, int]:
        near, far = sorted((squared(at, one.at), squared(at, other.at)))
        return far, near + far, at[1], at[0]

    return min(board.grid.shared(one.at, one.side.battle, other.at, other.side.battle), key=nearness)


def _attacker(board: Board, one: Piece, other: Piece, key: str) -> tuple[Piece, int | None]:
    """Who attacks, and the die if one decided it (Rules 5.12)."""
    moved = one.id in board.moved
    if moved != (other.id in board.moved):
        return (one if moved else other), None
    works = one.works != Works.NONE
    if works != (other.works != Works.NONE):
        return (other if works else one), None
    raiders = Trait.RAIDERS in one.side.traits
    if raiders != (Trait.RAIDERS in other.side.traits):
        return (one if raiders else other), None
    die = board.dice.die(attacker_label(board.turn, key), 2)
    return (one if die == 1 else other), die


def _tell(board: Board, battle: Battle) -> None:
    dice: list[Roll] = [(Purpose.MISSION, battle.mission_die)]
    if battle.attacker_die is not None:
        dice.append((Purpose.ATTACKER, battle.attacker_die))
    for own, enemy in ((0, 1), (1, 0)):
        board.events.append(
            Event(
                EventKind.BATTLE_MET,
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
