"""The scenario format: one JSON document with all that a turn needs, both ways, with precise errors."""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any

from rules.dice import SEED_BYTES, Dice
from rules.format.battles import MisfitError, check_pair, check_results, read_results, results_document
from rules.format.outcome import movement_document, outcome_document
from rules.format.plans import order_document, plan_document, read_plan, read_plans
from rules.format.reading import Node, ScenarioError, parse
from rules.format.truth import STATE_DEFAULTS, STATE_KEYS, read_state, state_document
from rules.orders import Plan
from rules.outcome import Movement, Outcome
from rules.results import Results
from rules.state import BannerId, PlayerId, State
from rules.turn import resolve_aftermath, resolve_movement

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

_SEED = re.compile(rf"[0-9a-fA-F]{{{2 * SEED_BYTES}}}")


@dataclass(frozen=True, slots=True)
class Scenario:
    """One turn with all that decides it; ``seed`` is 32 bytes."""

    state: State
    seed: bytes
    plans: Mapping[PlayerId, Plan]
    results: Results


def loads(text: str | bytes) -> Scenario:
    """The scenario in a JSON text; ScenarioError, with the JSON path, if it is not valid."""
    return load(parse(text))


def load(document: object) -> Scenario:
    """The scenario in a JSON document already parsed; ScenarioError, with the JSON path, if it is not valid.

    Whether reports, forfeits and rulings are on battles that take place is found out by ``move``.
    """
    fields = Node(document).fields(
        (*STATE_KEYS, "seed"), (*STATE_DEFAULTS, "plans", "reports", "forfeits", "rulings")
    )
    seed = fields.get("seed", _read_seed, b"")
    state = read_state(fields)
    plans = fields.get("plans", lambda node: read_plans(node, state), {})
    try:
        results = read_results(fields, state)
    except MisfitError as misfit:
        check_pair(misfit, resolve_movement(state, plans, Dice(seed)))
        raise
    return Scenario(state, seed, plans, results)


def load_plan(document: object, own: Collection[BannerId]) -> Plan:
    """The plan in a JSON document; ScenarioError if it is not valid or orders a banner not among ``own``."""
    return read_plan(Node(document), own)


def dump(scenario: Scenario) -> dict[str, Any]:
    """The scenario as a JSON document, nothing left out; ``load`` gives the same scenario back."""
    return {
        **state_document(scenario.state),
        "seed": scenario.seed.hex(),
        "plans": {player: plan_document(scenario.plans[player]) for player in sorted(scenario.plans)},
        **results_document(scenario.results),
    }


def to_text(document: object) -> str:
    """A document as the command line prints it: keys sorted, 2 spaces, a trailing newline."""
    return json.dumps(document, sort_keys=True, indent=2) + "\n"


def move(scenario: Scenario) -> tuple[Movement, Dice]:
    """The turn up to its battles, with the dice to go on with; ScenarioError if what is said about battles
    does not fit those that take place."""
    dice = Dice(scenario.seed)
    movement = resolve_movement(scenario.state, scenario.plans, dice)
    check_results(scenario.results, movement)
    return movement, dice


def adjudicate(scenario: Scenario) -> Outcome:
    """The whole turn; ScenarioError as ``move``, InDispute if a ruling is missing."""
    movement, dice = move(scenario)
    return resolve_aftermath(movement, scenario.results, dice)


def _read_seed(node: Node) -> bytes:
    if not _SEED.fullmatch(node.text()):
        raise node.error(f"must be {2 * SEED_BYTES} hex digits")
    return bytes.fromhex(node.text())
