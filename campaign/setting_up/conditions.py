"""Victory conditions as they are stored with a seat, both ways: the scenario format's, and ``named`` beside.

``named`` lists the banners as the player was told them, where heirs have taken the place of some.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from rules.state import BannerId, Condition, ConditionKind, PlayerId, RelicId


def read_conditions(documents: Iterable[Mapping[str, Any]]) -> tuple[Condition, ...]:
    """The conditions of a seat; they were checked when the campaign was founded."""
    return tuple(_read(document) for document in documents)


def conditions_document(conditions: Iterable[Condition]) -> list[dict[str, Any]]:
    """Conditions as a scenario document lists them, without the goals that a kind does not have."""
    return [_document(condition) for condition in conditions]


def _read(document: Mapping[str, Any]) -> Condition:
    sectors, banners = document.get("sectors"), document.get("banners")
    relic, player, named = document.get("relic"), document.get("player"), document.get("named")
    return Condition(
        ConditionKind(document["kind"]),
        primary=document.get("primary", True),
        turns=document.get("turns", 1),
        held=document.get("held", 0),
        relic=None if relic is None else RelicId(relic),
        sectors=None if sectors is None else tuple((x, y) for x, y in sectors),
        count=document.get("count"),
        player=None if player is None else PlayerId(player),
        banners=None if banners is None else tuple(BannerId(banner) for banner in banners),
        named=None if named is None else tuple(BannerId(banner) for banner in named),
    )


def _document(condition: Condition) -> dict[str, Any]:
    goals: dict[str, Any] = {
        "relic": condition.relic,
        "sectors": None if condition.sectors is None else [list(at) for at in condition.sectors],
        "count": condition.count,
        "player": condition.player,
        "banners": None if condition.banners is None else list(condition.banners),
        "named": None if condition.named is None else list(condition.named),
    }
    return {
        "kind": condition.kind.value,
        "primary": condition.primary,
        "turns": condition.turns,
        "held": condition.held,
        **{name: goal for name, goal in goals.items() if goal is not None},
    }
