"""Orders in a player's own words, and what settlements make of them (Rules 14.2, 14.3)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import cast

from campaign.base.answers import JsonObject
from rules.club.triggers import Settlement
from rules.documents import Scenario
from rules.format.triggers import settlements_document
from rules.format.writing import state_document
from rules.orders import OrderKind, Plan
from rules.scenario import load, plan_document
from rules.state import BannerId, PlayerId, State
from rules.turn import effective_orders

_ANY_SEED = "00" * 32


def input_document(
    state: State, plans: Mapping[PlayerId, Plan], settled: tuple[Settlement, ...] = ()
) -> Scenario:
    """The turn's scenario document as far as the plan deadline and what is settled, without its seed."""
    document = {
        **state_document(state),
        "plans": {player: plan_document(plans[player]) for player in sorted(plans)},
        **({"settlements": settlements_document(settled)} if settled else {}),
    }
    return cast("Scenario", document)


def others(state: State, plans: Mapping[PlayerId, Plan]) -> dict[BannerId, str]:
    """The effective orders in words, by banner."""
    found = effective_orders(state, plans).items()
    return {
        banner: orders.special.text
        for banner, orders in sorted(found)
        if orders.special is not None and orders.special.kind is OrderKind.OTHER
    }


def others_in(document: JsonObject) -> dict[BannerId, str]:
    """The same of a turn's stored document. Raises ``ScenarioError``."""
    scenario = load({**document, "seed": _ANY_SEED, "settlements": []})
    return others(scenario.state, scenario.plans)


def read_settled(document: JsonObject, told: Iterable[JsonObject]) -> tuple[Settlement, ...]:
    """Settlements, as a scenario has them, of a turn's document. Raises ``ScenarioError``."""
    listed = list(told)
    if not listed:
        return ()
    return load({**document, "seed": _ANY_SEED, "settlements": listed}).settlements


def with_settlements(document: JsonObject, settled: tuple[Settlement, ...]) -> Scenario:
    """A turn's document with these settlements in place of those that it has."""
    rest = {key: value for key, value in document.items() if key != "settlements"}
    return cast("Scenario", rest | ({"settlements": settlements_document(settled)} if settled else {}))
