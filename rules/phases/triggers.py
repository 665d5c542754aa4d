"""Triggers: who holds what they lie at, whether they fire, and what they do then (Rules 14.4)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from rules.board import NO_ORDERS, Board, Piece
from rules.club.effects import carry_out, change_level
from rules.club.ledger import Item
from rules.club.triggers import DeedKind, Firing, Receiver, Repeat, Term, TermKind, Trigger
from rules.dice import trigger_label
from rules.maps.grid import distance
from rules.orders import ASKED, OrderKind
from rules.state import At, PlayerId

_RULE = "14.4"


def fire(board: Board) -> None:
    """Judge all triggers by id, each on what the others left, and do what those say that fire."""
    for number, trigger in enumerate(board.triggers):
        at, holder, there = _held(board, trigger)
        held = 0 if holder is None else trigger.held + 1 if holder == trigger.holder else 1
        trigger = replace(trigger, holder=holder, held=held)
        fires, actor = holder is not None and _allows(trigger, holder), None
        if fires and holder is not None:
            fires, actor = _judged(board, trigger, holder, there)
        board.firings.append(Firing(trigger.id, fires, actor.id if fires and actor is not None else None))
        if fires and holder is not None:
            trigger = replace(trigger, fired_by=tuple(sorted({*trigger.fired_by, holder})))
            _do(board, trigger, holder, actor, at)
        board.triggers[number] = trigger


def _held(board: Board, trigger: Trigger) -> tuple[At | None, PlayerId | None, list[Piece]]:
    """Where the trigger's thing is, who holds it, and the holder's banners there, by id."""
    if trigger.feature is not None:
        feature = board.features[trigger.feature]
        holder = board.ground.holder(board.grid.cell(feature.at))
        if holder is None or holder not in feature.known_to:
            return feature.at, None, []
        there = [
            piece
            for piece in board.pieces.values()
            if piece.side.id == holder and distance(piece.at, feature.at) <= piece.side.battle
        ]
        return feature.at, holder, sorted(there, key=lambda piece: piece.id)
    relic = board.relics.get(trigger.relic) if trigger.relic is not None else None
    if relic is None or relic.carried_by is None:
        return None, None, []
    carrier = board.pieces[relic.carried_by]
    return carrier.at, carrier.side.id, [carrier]


def _allows(trigger: Trigger, holder: PlayerId) -> bool:
    if trigger.repeat is Repeat.TURN:
        return True
    return not trigger.fired_by if trigger.repeat is Repeat.ONCE else holder not in trigger.fired_by


def _judged(
    board: Board, trigger: Trigger, holder: PlayerId, there: list[Piece]
) -> tuple[bool, Piece | None]:
    """Whether all terms hold, and the banner of which they do."""
    asked_of_one = [term for term in trigger.when if term.kind in _OF_A_BANNER]
    for term in trigger.when:
        if term.kind in _OF_THE_HOLDER and not _OF_THE_HOLDER[term.kind](board, trigger, holder, term):
            return False, None
    for piece in there:
        if all(_OF_A_BANNER[term.kind](board, trigger, piece, term) for term in asked_of_one):
            return True, piece
    return not asked_of_one, None


def _used(board: Board, trigger: Trigger, piece: Piece, term: Term) -> bool:
    order = board.orders.get(piece.id, NO_ORDERS).special
    if order is None or order.kind is not OrderKind.USE:
        return False
    return (order.feature, order.relic) == (trigger.feature, trigger.relic)


def _ordered(board: Board, trigger: Trigger, piece: Piece, term: Term) -> bool:
    own = board.orders.get(piece.id, NO_ORDERS)
    given = [order.kind for order in (own.primary, own.secondary) if order is not None]
    return any(kind == term.order and kind in ASKED for kind in given)


def _carries(board: Board, trigger: Trigger, piece: Piece, term: Term) -> bool:
    return term.relic in board.carried.get(piece.id, ())


def _long_held(board: Board, trigger: Trigger, holder: PlayerId, term: Term) -> bool:
    return trigger.held >= term.turns


def _knows(board: Board, trigger: Trigger, holder: PlayerId, term: Term) -> bool:
    return term.feature is not None and holder in board.features[term.feature].known_to


def _occupies(board: Board, trigger: Trigger, holder: PlayerId, term: Term) -> bool:
    return all(board.ground.holder(board.grid.cell(at)) == holder for at in term.sectors)


def _is_the_turn(board: Board, trigger: Trigger, holder: PlayerId, term: Term) -> bool:
    if term.first is not None and board.turn < term.first:
        return False
    return term.last is None or board.turn <= term.last


def _rolled(board: Board, trigger: Trigger, holder: PlayerId, term: Term) -> bool:
    return board.dice.die(trigger_label(board.turn, trigger.id), term.sides) >= term.at_least


_OF_A_BANNER: dict[TermKind, Callable[[Board, Trigger, Piece, Term], bool]] = {
    TermKind.USED: _used,
    TermKind.ORDER: _ordered,
    TermKind.CARRIES: _carries,
}

_OF_THE_HOLDER: dict[TermKind, Callable[[Board, Trigger, PlayerId, Term], bool]] = {
    TermKind.HELD: _long_held,
    TermKind.KNOWS: _knows,
    TermKind.OCCUPIES: _occupies,
    TermKind.TURN: _is_the_turn,
    TermKind.DIE: _rolled,
}


def _do(board: Board, trigger: Trigger, holder: PlayerId, actor: Piece | None, at: At | None) -> None:
    for deed in trigger.do:
        if deed.kind is not DeedKind.LEVEL:
            carry_out(board, deed, holder, _RULE, at)
        elif deed.on is Receiver.ALL:
            for piece in [piece for piece in board.pieces.values() if piece.side.id == holder]:
                change_level(board, piece, deed.by, _RULE, Item.TRIGGER, trigger.id)
        elif actor is not None:
            change_level(board, board.pieces[actor.id], deed.by, _RULE, Item.TRIGGER, trigger.id)
