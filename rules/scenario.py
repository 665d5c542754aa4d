"""The scenario format: one JSON document with all that a turn needs, both ways, with precise errors."""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any

from rules.club.triggers import Settlement
from rules.dice import SEED_BYTES, Dice
from rules.format.battles import MisfitError, check_pair, check_results, read_results, results_document
from rules.format.outcome import movement_document, outcome_document
from rules.format.plans import order_document, plan_document, read_plan, read_plans
from rules.format.reading import Node, ScenarioError, parse
from rules.format.triggers import read_settlements, settlements_document
from rules.format.truth import STATE_DEFAULTS, STATE_KEYS, read_state
from rules.format.writing import state_document
from rules.orders import Plan
from rules.outcome import Movement, Outcome
from rules.results import Results
from rules.state import BannerId, PlayerId, State
from rules.turn import effective_orders, resolve_aftermath, resolve_movement

__all__ = [
    "Scenario",
    "ScenarioError",
    "adjudicate",
    "dump",
    "load",
    "load_plan",
    "loads",
    "move",
    "movement_document",
    "order_document",
    "outcome_document",
    "plan_document",
    "to_text",
]

_OF_THE_TURN = ("plans", "reports", "forfeits", "rulings")
_OF_THE_CLUB = ("house", "triggers", "settlements")

_SEED = re.compile(rf"[0-9a-fA-F]{{{2 * SEED_BYTES}}}")


@dataclass(frozen=True, slots=True)
class Scenario:
    """One turn with all that decides it; ``seed`` is 32 bytes, settlements are by banner."""

    state: State
    seed: bytes
    plans: Mapping[PlayerId, Plan]
    results: Results
    settlements: tuple[Settlement, ...] = ()


def loads(text: str | bytes) -> Scenario:
    """The scenario in a JSON text; ScenarioError, with the JSON path, if it is not valid."""
    return load(parse(text))


def load(document: object) -> Scenario:
    """The scenario in a JSON document already parsed; ScenarioError, with the JSON path, if it is not valid.

    Whether reports, forfeits and rulings are on battles that take place is found out by ``move``.
    """
    fields = Node(document).fields((*STATE_KEYS, "seed"), (*STATE_DEFAULTS, *_OF_THE_TURN, *_OF_THE_CLUB))
    seed = fields.get("seed", _read_seed, b"")
    state = read_state(fields)
    plans = fields.get("plans", lambda node: read_plans(node, state), {})
    settlements: tuple[Settlement, ...] = ()
    if "settlements" in fields:
        settlements = read_settlements(fields["settlements"], state, effective_orders(state, plans))
    try:
        results = read_results(fields, state)
    except MisfitError as misfit:
        check_pair(misfit, resolve_movement(state, plans, Dice(seed), settlements))
        raise
    return Scenario(state, seed, plans, results, settlements)


def load_plan(document: object, own: Collection[BannerId]) -> Plan:
    """The plan in a JSON document; ScenarioError if it is not valid or orders a banner not among ``own``."""
    return read_plan(Node(document), own)


def dump(scenario: Scenario) -> dict[str, Any]:
    """The scenario as a JSON document; ``load`` gives the same scenario back."""
    return {
        **state_document(scenario.state),
        "seed": scenario.seed.hex(),
        "plans": {player: plan_document(scenario.plans[player]) for player in sorted(scenario.plans)},
        **results_document(scenario.results),
        **({"settlements": settlements_document(scenario.settlements)} if scenario.settlements else {}),
    }


def to_text(document: object) -> str:
    """A document as the command line prints it: keys sorted, 2 spaces, a trailing newline."""
    return json.dumps(document, sort_keys=True, indent=2) + "\n"


def move(scenario: Scenario, *, explain: bool = False) -> tuple[Movement, Dice]:
    """The turn up to its battles, with the dice to go on with; ScenarioError if what is said about battles
    does not fit those that take place. ``explain`` keeps a ledger."""
    dice = Dice(scenario.seed)
    movement = resolve_movement(scenario.state, scenario.plans, dice, scenario.settlements, explain=explain)
    check_results(scenario.results, movement)
    return movement, dice


def adjudicate(scenario: Scenario, *, explain: bool = False) -> Outcome:
    """The whole turn; ScenarioError as ``move``, InDispute if a ruling is missing."""
    movement, dice = move(scenario, explain=explain)
    return resolve_aftermath(movement, scenario.results, dice)


def _read_seed(node: Node) -> bytes:
    if not _SEED.fullmatch(node.text()):
        raise node.error("not_hex", count=2 * SEED_BYTES)
    return bytes.fromhex(node.text())
