"""A turn as two lists of steps, and what carries it through them (Rules 2, 5, 8)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import cast

from rules.board import Board, set_up
from rules.club.ledger import Explained, Ledger
from rules.club.triggers import Settlement
from rules.dice import Dice
from rules.events import Event, EventKind
from rules.orders import BannerOrders, OrderKind, Plan
from rules.outcome import Holding, Movement, Outcome, Void
from rules.phases import (
    attrition,
    contact,
    hive,
    intelligence,
    march,
    occupation,
    relics,
    results,
    retreat,
    search,
    settlements,
    splitting,
    supply,
    teleport,
    triggers,
    victory,
    works,
)
from rules.plans.knowledge import knowledge_by_player
from rules.plans.legality import Problem, effective, problems
from rules.results import Results
from rules.state import Banner, BannerId, Condition, Player, PlayerId, State

Phase = Callable[[Board], None]

MOVEMENT: tuple[Phase, ...] = (
    settlements.start,
    works.unfortify,
    works.entrench,
    teleport.teleport,
    march.march,
    works.fortify,
    retreat.retreat,
    hive.check_nodes,
    occupation.occupy,
    supply.resupply,
    supply.transfer_levels,
    relics.transfer_relics,
    splitting.split,
    splitting.join,
    contact.find_battles,
)
"""Section 5 of the rules: each step is finished for all banners before the next begins."""

AFTERMATH: tuple[Phase, ...] = (
    results.settle,
    attrition.take_losses,
    attrition.bear_defeat,
    hive.check_nodes,
    occupation.occupy,
    occupation.tell_changes,
    search.search,
    search.show_to_occupiers,
    settlements.end,
    triggers.fire,
    intelligence.gather,
    victory.judge,
)
"""Sections 7 to 10 of the rules."""

UNTOLD: tuple[Phase, ...] = tuple(phase for phase in AFTERMATH if phase is not intelligence.gather)
"""The same for whoever only tries out what would come of a plan: nobody is told what is in sight."""


def resolve_movement(
    state: State,
    plans: Mapping[PlayerId, Plan],
    dice: Dice,
    settled: Sequence[Settlement] = (),
    *,
    explain: bool = False,
) -> Movement:
    """Carry a turn from its plans to its battles (Rules 5).

    ``state`` must be valid and sorted as ``State`` says; plans of players who have not submitted are ignored.
    ``settled`` are by banner id, each of one with an effective ``other``; ``explain`` keeps a ledger.
    """
    standing = _standing(state, plans)
    orders, void = _judge(state, standing)
    board = set_up(state, orders, dice)
    board.settlements = tuple(settled)
    if explain:
        board.ledger = Ledger((banner.id, banner.level) for banner in state.banners)
    hive.name_nodes(board, standing)
    start = _with_nodes(state, board)
    for one in void:
        board.events.append(Event(EventKind.ORDER_VOID, "3", one.owner, one.banner, order=one.order))
    for phase in MOVEMENT:
        phase(board)
    return Movement(
        start=start,
        state=_state(start, board),
        destroyed=tuple(sorted(board.destroyed, key=lambda gone: gone.id)),
        heirs=dict(sorted(board.heirs.items())),
        void=void,
        battles=tuple(board.battles),
        events=tuple(board.events),
        orders=_orders_of_the_living(orders, board),
        board=board,
    )


def resolve_aftermath(
    movement: Movement,
    spoken: Results,
    dice: Dice,
    settled: Sequence[Settlement] | None = None,
    *,
    phases: Sequence[Phase] = AFTERMATH,
) -> Outcome:
    """Carry a turn from its battles to its end; InDispute if a ruling is missing (Rules 7 to 10).

    ``settled`` is what was settled by now: what it says of an end holds; None: as at the movement.
    """
    board = cast(Board, movement.board).resumed(dice, spoken)
    if settled is not None:
        board.settlements = tuple(settled)
    for phase in phases:
        phase(board)
    return Outcome(
        movement=movement,
        state=_state(movement.state, board),
        destroyed=tuple(sorted(board.destroyed, key=lambda gone: gone.id)),
        battles=tuple(board.results),
        intelligence=board.intelligence,
        conditions=board.conditions,
        victors=board.victors,
        events=tuple(board.events),
        firings=tuple(board.firings),
        spies=board.spies,
        explained=_explained(board),
    )


def next_state(outcome: Outcome) -> State:
    """The state in which the turn after this one begins, every player's plan still to come (Rules 2)."""
    state = outcome.state
    players = tuple(replace(player, submitted=True, excused=False) for player in state.players)
    return replace(state, turn=state.turn + 1, players=players)


def effective_orders(state: State, plans: Mapping[PlayerId, Plan]) -> dict[BannerId, BannerOrders]:
    """The effective orders of a turn (Rules 3)."""
    return _judge(state, _standing(state, plans))[0]


def void_orders(state: State, plans: Mapping[PlayerId, Plan]) -> tuple[Void, ...]:
    """The orders of a turn that do not count, by (banner, order), as its movement finds them (Rules 3)."""
    return _judge(state, _standing(state, plans))[1]


def _standing(state: State, plans: Mapping[PlayerId, Plan]) -> dict[PlayerId, Plan]:
    """The plans that count."""
    return {player.id: plans[player.id] for player in state.players if _has_plan(player, plans)}


def _explained(board: Board) -> Explained | None:
    if board.ledger is None:
        return None
    levels = {piece.id: piece.level for piece in board.pieces.values()}
    return Explained(board.ledger.accounts(levels), board.ledger.battles)


def _has_plan(player: Player, plans: Mapping[PlayerId, Plan]) -> bool:
    return player.submitted and player.id in plans


def _judge(
    state: State, plans: Mapping[PlayerId, Plan]
) -> tuple[dict[BannerId, BannerOrders], tuple[Void, ...]]:
    """The effective orders of all banners, and the void ones by (banner, order) (Rules 3)."""
    orders: dict[BannerId, BannerOrders] = {}
    void: list[Void] = []
    for player, own in knowledge_by_player(state, plans).items():
        found = problems(own, plans[player])
        if found:
            orders.update(effective(plans[player], found))
            void += _void(player, found)
        else:
            orders.update(plans[player].orders)
    void.sort(key=lambda one: (one.banner, one.order))
    return orders, tuple(void)


def _void(player: PlayerId, found: tuple[Problem, ...]) -> list[Void]:
    by_order: dict[tuple[BannerId, OrderKind], list[Problem]] = {}
    for problem in found:
        by_order.setdefault((problem.banner, problem.order), []).append(problem)
    return [Void(one[0].banner, player, one[0].slot, one[0].order, tuple(one)) for one in by_order.values()]


def _orders_of_the_living(orders: dict[BannerId, BannerOrders], board: Board) -> dict[BannerId, BannerOrders]:
    if not board.altered:
        return orders
    return {banner: given for banner, given in orders.items() if banner in board.pieces}


def _with_nodes(state: State, board: Board) -> State:
    """The state with the nodes that the turn begins with (Rules 8.4)."""
    players = _players(state, board)
    return state if players == state.players else replace(state, players=players)


def _banners(before: State, board: Board) -> tuple[Banner, ...]:
    """The banners as they stand; from now on each counts as having come onto the board like this."""
    pieces, borrowed = board.pieces, board.borrowed
    if len(borrowed) == len(pieces) == len(before.banners):
        return before.banners
    for piece in pieces.values():
        if not borrowed or piece.id not in borrowed:
            piece.source = piece.banner()
    return tuple([pieces[banner].source for banner in sorted(pieces)])


def _players(state: State, board: Board) -> tuple[Player, ...]:
    """The players with their nodes and how their conditions stand; heirs named in place of those gone."""
    players = []
    for player in state.players:
        node = board.nodes[player.id]
        conditions = player.conditions
        if conditions and player.id in board.conditions:
            conditions = tuple(
                _renewed(condition, holding, board.heirs)
                for condition, holding in zip(conditions, board.conditions[player.id], strict=True)
            )
        if node != player.node or conditions is not player.conditions:
            player = replace(player, node=node, conditions=conditions)
        players.append(player)
    return tuple(players)


def _renewed(condition: Condition, holding: Holding, heirs: Mapping[BannerId, BannerId]) -> Condition:
    """A condition as it stands at the turn's end, with heirs for banners joined away (Rules 10)."""
    banners, named = condition.banners, condition.named
    if banners is not None and any(banner in heirs for banner in banners):
        named = named if named is not None else banners
        banners = tuple(dict.fromkeys(heirs.get(banner, banner) for banner in banners))
    return replace(condition, held=holding.held, banners=banners, named=named)


def _state(before: State, board: Board) -> State:
    """The state on the board."""
    return State(
        turn=before.turn,
        settings=before.settings,
        rows=before.rows,
        players=_players(before, board),
        banners=_banners(before, board),
        sectors=board.ground.sectors(),
        features=tuple(board.features.values()),
        relics=tuple(board.relics.values()),
        house=before.house,
        triggers=tuple(board.triggers),
    )
