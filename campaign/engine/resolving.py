"""A turn through the rules: plans and results in, movement and outcome out."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import product
from typing import cast

from campaign.base.answers import JsonObject
from campaign.base.setup.conditions import read_conditions
from campaign.engine.board import Birth, Board
from campaign.engine.corrections import Change, correct_outcome
from campaign.engine.seeds import dice_of
from campaign.ids import derived_id
from campaign.models import Battle, BattleResult, Campaign, Seat, Turn
from rules.club.triggers import Settlement
from rules.dice import abstract_label, battle_key
from rules.documents import BattleRuling, Scenario
from rules.format.battles import check_results, results_document
from rules.orders import Plan
from rules.outcome import Movement, Outcome, Void
from rules.results import BattleReport, Forfeit, Method, Results, Ruling
from rules.review import read_again
from rules.scenario import load
from rules.state import (
    BannerId,
    PlayerId,
    State,
)
from rules.turn import resolve_aftermath, resolve_movement, void_orders

_NO_SEED = "00" * 32


def results_in(battles: Iterable[Battle], told: Iterable[BattleResult], keys: Mapping[int, str]) -> Results:
    """What has been said about battles, as the rules take it; ``keys`` are the seats' engine ids by row."""
    by_battle = {battle.pk: battle for battle in battles if not battle.auto}
    ordered = sorted(by_battle.values(), key=lambda battle: (battle.first, battle.second))
    reports = [_report(by_battle[one.battle_id], one, keys) for one in told if one.battle_id in by_battle]
    return Results(
        reports=tuple(sorted(reports, key=lambda report: (report.battle, report.by))),
        forfeits=tuple(forfeit for battle in ordered for forfeit in _forfeits(battle, keys)),
        rulings=tuple(_ruling(battle) for battle in ordered if battle.ruling is not None),
    )


def _pair(battle: Battle) -> tuple[BannerId, BannerId]:
    return BannerId(battle.first), BannerId(battle.second)


def _report(battle: Battle, told: BattleResult, keys: Mapping[int, str]) -> BattleReport:
    by = PlayerId(keys[told.seat_id])
    if told.method == Method.ABSTRACT:
        return BattleReport(_pair(battle), by, Method.ABSTRACT, sacrifice=told.sacrifice)
    return BattleReport(
        _pair(battle),
        by,
        Method.TABLETOP,
        BannerId(told.winner) if told.winner else None,
        (told.points_first, told.points_second),
        told.sacrifice,
    )


def _forfeits(battle: Battle, keys: Mapping[int, str]) -> list[Forfeit]:
    sides = ((battle.forfeit_first, battle.seat_first_id), (battle.forfeit_second, battle.seat_second_id))
    return [Forfeit(_pair(battle), PlayerId(keys[seat])) for forfeited, seat in sides if forfeited]


def _ruling(battle: Battle) -> Ruling:
    said = cast("BattleRuling", battle.ruling)
    pair = _pair(battle)
    winner = said.get("winner")
    points, sacrifices = said["points_lost"], said.get("sacrifice", {})
    return Ruling(
        pair,
        BannerId(winner) if winner else None,
        (points[pair[0]], points[pair[1]]),
        (sacrifices.get(pair[0], 0), sacrifices.get(pair[1], 0)),
    )


def move(
    turn: Turn, state: State, plans: Mapping[PlayerId, Plan], settled: Sequence[Settlement] = ()
) -> Movement:
    """The movement of a turn from its start, its plans, and what is settled, to be explained."""
    return resolve_movement(state, plans, dice_of(turn), settled, explain=True)


def move_document(turn: Turn, document: JsonObject, seats: Mapping[str, Seat]) -> Movement:
    """The movement of a turn from its stored document, to be explained. Raises ``ScenarioError``."""
    scenario = load({**document, "seed": _NO_SEED})
    state = _as_named(scenario.state, seats)
    return resolve_movement(state, scenario.plans, dice_of(turn), scenario.settlements, explain=True)


def voids(document: JsonObject) -> tuple[Void, ...]:
    """The orders in a turn's stored document that do not count. Raises ``ScenarioError``."""
    scenario = load({**document, "seed": _NO_SEED})
    return void_orders(scenario.state, scenario.plans)


def _as_named(state: State, seats: Mapping[str, Seat]) -> State:
    """The state with the names that players were given for banners in conditions: a scenario has none."""
    players = []
    for player in state.players:
        stored = read_conditions(seats[player.id].conditions)
        pairs = zip(player.conditions, stored, strict=True)
        conditions = tuple(replace(one, named=own.named) for one, own in pairs)
        players.append(replace(player, conditions=conditions) if conditions else player)
    return replace(state, players=tuple(players))


def finish(turn: Turn, movement: Movement, results: Results, changes: Sequence[Change] = ()) -> Outcome:
    """The aftermath with outcome corrections made. Raises ``InDispute`` and ``CorrectionError``."""
    check_results(results, movement)
    outcome = resolve_aftermath(movement, results, dice_of(turn))
    return read_again(outcome, correct_outcome(outcome.state, changes)) if changes else outcome


def adjudicate(turn: Turn, document: JsonObject, changes: Sequence[Change]) -> Outcome:
    """A whole turn from its stored document: what ``replay_turn`` compares with."""
    scenario = load({**document, "seed": _NO_SEED})
    movement = resolve_movement(scenario.state, scenario.plans, dice_of(turn), scenario.settlements)
    return finish(turn, movement, scenario.results, changes)


def rolled(turn: Turn, document: JsonObject) -> dict[str, tuple[int, int]]:
    """Every die of a turn from its stored document: sides and value by label (Rules 4)."""
    scenario = load({**document, "seed": _NO_SEED})
    dice = dice_of(turn)
    movement = resolve_movement(scenario.state, scenario.plans, dice, scenario.settlements)
    resolve_aftermath(movement, scenario.results, dice)
    return dict(dice.rolled)


def thrown(turn: Turn, document: JsonObject, shown: Mapping[tuple[str, str], int]) -> dict[str, list[int]]:
    """The dice of a turn that have been seen while it runs: sides and value by label.

    They are those of its movement, and of battles left to the dice; ``shown`` is how many attempts of each
    battle have been shown.
    """
    scenario = load({**document, "seed": _NO_SEED})
    dice = dice_of(turn)
    resolve_movement(scenario.state, scenario.plans, dice, scenario.settlements)
    for (first, second), attempts in sorted(shown.items()):
        pair = (BannerId(first), BannerId(second))
        for attempt, banner, which in product(range(1, attempts + 1), pair, (1, 2)):
            dice.die(abstract_label(turn.number, battle_key(*pair), attempt, banner, which), 6)
    return {label: list(die) for label, die in sorted(dice.rolled.items())}


def with_results(document: JsonObject, results: Results) -> Scenario:
    """A turn's scenario document with what has been said about its battles."""
    return cast("Scenario", {**document, **results_document(results)})


def births(campaign: Campaign, board: Board, movement: Movement) -> dict[BannerId, Birth]:
    """The banners that splits have made this turn, with the names that their orders gave them."""
    born = {}
    for banner in movement.state.banners:
        if banner.id in board.banners:
            continue
        parent = BannerId(banner.id.rpartition(".")[0])
        orders = movement.orders.get(parent)
        named = orders.secondary.name.strip() if orders is not None and orders.secondary is not None else ""
        name = named or f"{board.banners[parent].name} II"
        public_id = derived_id(bytes(campaign.id_key), "banner", banner.owner, banner.id, movement.start.turn)
        born[banner.id] = Birth(banner.id, banner.owner, name[:60], public_id)
    return born
