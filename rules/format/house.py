"""House army rules in the scenario format, both ways (Rules 14.1)."""

from __future__ import annotations

from typing import Any

from rules.armies import ARMY_RULE
from rules.club.house import BOUNDS, IN_BATTLE, MOST_POINTS, PREFIX, House, HouseRule, Mod, Stat, When
from rules.format.reading import Node, shown
from rules.orders import OrderKind

MOST_RULES = 100
MOST_LISTED = 8
"""How many items a list of a house rule, a trigger or a settlement has at most."""


def read_house(node: Node) -> House:
    """The house army rules of a scenario, by id."""
    rules: dict[str, HouseRule] = {}
    for item in node.items(MOST_RULES):
        fields = item.fields(("id",), ("points", "gives", "never", "mods"))
        name = fields["id"].name()
        if not name.startswith(PREFIX) or name == PREFIX:
            raise fields["id"].error("not_house", prefix=PREFIX, value=shown(name))
        if name in rules:
            raise fields["id"].error("house_twice", id=shown(name))
        rules[name] = HouseRule(
            name,
            fields.get("points", lambda points: points.integer(-MOST_POINTS, MOST_POINTS), 0),
            fields.get("gives", lambda own: tuple(map(_read_trait, own.items(MOST_LISTED))), ()),
            fields.get("never", lambda own: tuple(map(_read_never, own.items(MOST_LISTED))), ()),
            fields.get("mods", lambda own: tuple(map(_read_mod, own.items(MOST_LISTED))), ()),
        )
    return tuple(rules[name] for name in sorted(rules))


def house_document(house: House) -> list[dict[str, Any]]:
    """House army rules as a scenario holds them."""
    return [
        {
            "id": rule.id,
            "points": rule.points,
            "gives": list(rule.gives),
            "never": list(rule.never),
            "mods": [_mod_document(mod) for mod in rule.mods],
        }
        for rule in house
    ]


def _mod_document(mod: Mod) -> dict[str, Any]:
    when = {"when": mod.when.value} if mod.when is not None else {}
    return {"what": mod.what.value, "by": mod.by, **when}


def _read_trait(node: Node) -> str:
    rule = node.text()
    if rule not in ARMY_RULE:
        raise node.error("unknown_rule", id=shown(rule))
    return rule


def _read_never(node: Node) -> str:
    kind = node.choice(OrderKind)
    if kind is OrderKind.RETREAT:
        raise node.error("no_ban")
    return kind.value


def _read_mod(node: Node) -> Mod:
    what = node.fields(("what",), ("by", "when"))["what"].choice(Stat)
    fields = node.fields(("what", "by"), ("when",) if what in IN_BATTLE else ())
    least, most = BOUNDS[what]
    return Mod(what, fields["by"].integer(least, most), fields.maybe("when", lambda word: word.choice(When)))
