"""What follows from a state as it lies: for a campaign's start, and for an outcome that has been corrected.

A facilitator may correct the end of a turn before it is published (levels, works, retreats, occupation,
relics, knowledge); what players see and who has won is then read again from the corrected state.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from rules.board import Board, set_up
from rules.dice import SEED_BYTES, Dice
from rules.events import EventKind
from rules.outcome import Intelligence, Outcome
from rules.phases import intelligence, occupation, search, victory
from rules.state import PlayerId, State

_READ_AGAIN = (
    EventKind.SECTORS_GAINED,
    EventKind.SECTOR_TAKEN,
    EventKind.SECTOR_LOST,
    EventKind.CONDITION_HOLDS,
    EventKind.CONDITION_MET,
    EventKind.VICTORY,
)


def deployed(state: State) -> State:
    """The state with its sectors occupied by the banners as they stand, and shown to the occupiers what needs
    no search (Rules 6, 8.8).
    """
    board = _board(state)
    occupation.occupy(board)
    search.show_to_occupiers(board)
    return replace(
        state,
        sectors=board.ground.sectors(),
        features=tuple(board.features[feature] for feature in sorted(board.features)),
    )


def look_around(state: State) -> Mapping[PlayerId, Intelligence]:
    """What each player sees as things stand, nobody searching (Rules 9)."""
    board = _board(state)
    intelligence.gather(board)
    return board.intelligence


def read_again(outcome: Outcome, state: State) -> Outcome:
    """The outcome with ``state``, a correction of its own, as the truth at the turn's end (Rules 9, 10).

    Banners, their places and the battles are as they were; who is where was settled by the movement.
    """
    movement = outcome.movement
    conditions = {player.id: player.conditions for player in movement.state.players}
    judged = replace(
        state, players=tuple(replace(one, conditions=conditions[one.id]) for one in state.players)
    )
    board = set_up(judged, movement.orders, _no_dice())
    board.heirs = dict(movement.heirs)
    board.ground.compare_with(movement.start.sectors)
    board.spies = {player: list(looks) for player, looks in outcome.spies.items()}
    _remember_finds(board, movement.state, state)
    occupation.tell_changes(board)
    intelligence.gather(board)
    victory.judge(board)
    held = {
        player.id: tuple(
            replace(condition, held=holding.held)
            for condition, holding in zip(player.conditions, board.conditions[player.id], strict=True)
        )
        for player in state.players
    }
    return replace(
        outcome,
        state=replace(state, players=tuple(replace(one, conditions=held[one.id]) for one in state.players)),
        intelligence=board.intelligence,
        conditions=board.conditions,
        victors=board.victors,
        events=(*(event for event in outcome.events if event.kind not in _READ_AGAIN), *board.events),
    )


def _board(state: State) -> Board:
    return set_up(state, {}, _no_dice())


def _no_dice() -> Dice:
    """Dice for steps that roll none."""
    return Dice(bytes(SEED_BYTES))


def _remember_finds(board: Board, before: State, after: State) -> None:
    """Tell the board what each player knows of features and lying relics that it did not know before."""
    known_features = {feature.id: feature.known_to for feature in before.features}
    known_relics = {relic.id: relic.known_to for relic in before.relics}
    for feature in after.features:
        for player in feature.known_to:
            if player not in known_features[feature.id]:
                board.found_features.setdefault(player, []).append(feature.id)
    for relic in after.relics:
        for player in relic.known_to:
            if player not in known_relics.get(relic.id, ()):
                board.found_relics.setdefault(player, []).append(relic.id)
