"""What one seat alone will know and want when its campaign starts, as it stands in the draft.

::

    {"conditions": [{"kind": "occupation", "sectors": [[3, 4]], "primary": true, "turns": 2},
                    {"kind": "occupation", "count": 40}, {"kind": "retrieval", "relic": "r1"},
                    {"kind": "destruction", "player": "s2"}, {"kind": "destruction", "banners": ["b4"]}],
     "banners": ["b9"],
     "letter": "What the facilitator writes to this player alone."}

``banners`` are the enemies whose places the seat knows from the start (which features and relics it knows
stands with these on the board). Conditions are the scenario format's (Rules 10).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from django.utils.translation import gettext as _

from rules.format.reading import Node, ScenarioError
from rules.grid import is_passable
from rules.state import ConditionKind

__all__ = ["Dossier", "ScenarioError", "dossier_faults", "empty_dossier", "read_dossier"]

MOST_CONDITIONS = 12
MOST_LETTER = 5_000
MOST_TURNS = 99
MOST_LISTED = 500

Dossier = dict[str, Any]

GOALS: Mapping[ConditionKind, tuple[str, ...]] = {
    ConditionKind.RETRIEVAL: ("relic",),
    ConditionKind.OCCUPATION: ("sectors", "count"),
    ConditionKind.DESTRUCTION: ("player", "banners"),
}


def empty_dossier() -> Dossier:
    """Nothing known, nothing wanted."""
    return {"conditions": [], "banners": [], "letter": ""}


def read_dossier(document: object) -> Dossier:
    """The dossier in a JSON document, nothing left out. Raises ``ScenarioError`` with the path at fault."""
    fields = Node(document).fields((), ("conditions", "banners", "letter"))
    dossier = empty_dossier()
    if "conditions" in fields:
        dossier["conditions"] = [_condition(node) for node in fields["conditions"].items(MOST_CONDITIONS)]
    if "banners" in fields:
        dossier["banners"] = sorted({node.name() for node in fields["banners"].items(MOST_LISTED)})
    if "letter" in fields:
        dossier["letter"] = _letter(fields["letter"])
    return dossier


def dossier_faults(
    dossier: Mapping[str, Any], board: Mapping[str, Any], seat: str, seats: Mapping[str, str]
) -> Iterator[str]:
    """What of a seat's conditions cannot be met on this board, in words."""
    relics = {relic["id"] for relic in board["relics"]}
    owners = {banner["id"]: banner["owner"] for banner in board["banners"]}
    terrain = tuple(board["terrain"])
    for condition in dossier["conditions"]:
        if "relic" in condition and condition["relic"] not in relics:
            yield _("a condition asks for a relic that is not on the map")
        if any(not is_passable(terrain, (at[0], at[1])) for at in condition.get("sectors", ())):
            yield _("a condition asks for a sector that is off the map or impassable")
        if "player" in condition and (condition["player"] == seat or condition["player"] not in seats):
            yield _("a condition asks for the destruction of a player who is not an enemy")
        if any(owners.get(banner, seat) == seat for banner in condition.get("banners", ())):
            yield _("a condition asks for the destruction of a banner that is no enemy's")
        if condition.get("count", 0) > sum(len(row) - row.count("#") for row in terrain):
            yield _("a condition asks for more sectors than the map has")


def _letter(node: Node) -> str:
    text = node.text()
    if "\x00" in text:
        raise node.error(_("holds the character NUL, which cannot be stored"))
    if len(text) > MOST_LETTER:
        raise node.error(
            _("has %(count)s characters; at most %(most)s are allowed")
            % {"count": len(text), "most": MOST_LETTER}
        )
    return text


def _condition(node: Node) -> dict[str, Any]:
    every = tuple(goal for goals in GOALS.values() for goal in goals)
    kind = node.fields(("kind",), ("primary", "turns", *every))["kind"].choice(ConditionKind)
    goals = GOALS[kind]
    fields = node.fields(("kind",), ("primary", "turns", *goals))
    given = [goal for goal in goals if goal in fields]
    if len(given) != 1:
        raise node.error(
            _("a condition of %(value)s needs exactly one of %(allowed)s")
            % {"value": kind.value, "allowed": ", ".join(goals)}
        )
    condition: dict[str, Any] = {
        "kind": kind.value,
        "primary": fields.get("primary", Node.boolean, True),
        "turns": fields.get("turns", lambda turns: turns.integer(1, MOST_TURNS), 1),
    }
    goal = fields[given[0]]
    if given[0] in ("relic", "player"):
        condition[given[0]] = goal.name()
    elif given[0] == "count":
        condition["count"] = goal.integer(1)
    else:
        items = goal.items(MOST_LISTED)
        if not items:
            raise goal.error(_("is empty; it needs at least one item"))
        read = Node.name if given[0] == "banners" else _sector
        condition[given[0]] = list(dict.fromkeys(read(item) for item in items))
        if given[0] == "sectors":
            condition["sectors"] = [list(at) for at in condition["sectors"]]
    return condition


def _sector(node: Node) -> tuple[int, int]:
    x, y = node.sector()
    if x < 0 or y < 0:
        raise node.error(_("must be two numbers from 0"))
    return x, y
