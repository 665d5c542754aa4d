"""Situations at a table in which a number of the rules is felt, each a function of the tables in force."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from rules.tabletop.action import Event, RefusedError
from rules.tabletop.momentum import bonus_side
from rules.tabletop.resolvers.movement import rate
from rules.tabletop.resolvers.needing import needed_to_hit, penetration_of, save_needed
from rules.tabletop.tables import Tables
from rules.tabletop.units import Aim
from rules.tabletop.weapons import WEAPONS
from tests.rules.tabletop.playing import Table, two_sides
from tests.rules.tabletop.test_resolvers import strike
from tests.rules.tabletop.test_tables import attack, unit

Situation = Callable[[Tables], Any]


def by(tables: Tables, table: Table) -> Table:
    """The table plays by these numbers."""
    table.game = replace(table.game, tables=tables)
    return table


def value(table: Table, kind: str, name: str) -> Any:
    """A value of the first event of this kind."""
    return dict(first(table, kind).values)[name]


def first(table: Table, kind: str) -> Event:
    """The first event of this kind."""
    return next(event for event in table.events if event.kind == kind)


# What a unit is worth, and what it must roll.


def morale(**more: Any) -> Situation:
    return lambda tables: unit(**more).morale(tables)


def armour(**more: Any) -> Situation:
    return lambda tables: unit(**more).armour_value(tables)


def hits(shooter: dict[str, Any] | None = None, **more: Any) -> Situation:
    return lambda tables: needed_to_hit(attack(**more), unit(**(shooter or {})), by(tables, two_sides()).game)


def aims(needed: int = 0) -> Situation:
    """An indirect shot, of a weapon that needed so much in the turn before; 0: its first."""
    known = (Aim("Light mortar", "b1", 0, 0, 0, needed),) if needed else ()
    return hits({"aims": known}, indirect=True, weapon="Light mortar")


def saves(cover: str, order: str = "fire") -> Situation:
    return lambda tables: save_needed(attack(cover=cover), unit(order=order), tables)


def pierces(**more: Any) -> Situation:
    return lambda tables: penetration_of(attack(penetration=5, **more), unit(kind="medium tank"), tables)


def inches(locomotion: str) -> Situation:
    return lambda tables: rate(unit(locomotion=locomotion), "advance", tables).inches


def pivots(order: str) -> Situation:
    return lambda tables: rate(unit(locomotion="tracked"), order, tables).pivots


# What happens at the table.


def ordered(
    tables: Tables, order: str, typed: list[int], key: str = "a2", pins: int = 1, **more: Any
) -> Table:
    table = by(tables, two_sides())
    table.put(key, pins=pins)
    table.do("draw", 0, side=0)
    table.do("order", 0, typed=typed, unit=key, order=order, **more)
    return table


def against(rank: str, **more: Any) -> Situation:
    """What a test of a2 has to be rolled against."""

    def value_of(tables: Tables) -> Any:
        table = by(tables, two_sides())
        table.put("a2", pins=1)
        table.put("a1", officer=rank)
        table.do("draw", 0, side=0)
        table.do("order", 0, typed=[1, 1], unit="a2", order="fire", **more)
        return value(table, "tested", "value")

    return value_of


def snaps(rank: str) -> Situation:
    def orders(tables: Tables) -> Any:
        table = by(tables, two_sides())
        table.put("a1", officer=rank)
        table.do("draw", 0, side=0)
        table.do("order", 0, unit="a1", order="advance")
        acting = table.game.current
        assert acting is not None
        return acting.snap

    return orders


def splits(tables: Tables) -> Any:
    """a2's rifles and its machine gun fire at a target each."""
    table = by(tables, two_sides())
    table.do("draw", 0, side=0)
    table.do("order", 0, unit="a2", order="fire")
    fire = [{"group": 0, "target": "b1"}, {"group": 1, "target": "b2"}]
    try:
        table.do("volley", 0, shooter="a2", fire=fire)
    except RefusedError:
        return "refused"
    assert table.game.attack is not None
    return len(table.game.attack.targets)


def friendly(tables: Tables) -> Any:
    return value(ordered(tables, "fire", [6, 6, 3]), "fubar", "friendly")


def rallies(tables: Tables) -> Any:
    return first(ordered(tables, "rally", [1, 1, 1], pins=4), "rallied").dice[0].sides


def stays_down(tables: Tables) -> Any:
    table = by(tables, two_sides())
    for _ in range(2):
        while table.game.phase == "orders":
            table.do("draw", 0)
            side = table.game.current.side  # type: ignore[union-attr]
            table.do("order", side, unit=table.game.able(side)[0].id, order="down")
        for side in (0, 1):
            keep = [one.id for one in table.game.of_side(side)]
            table.do("keep", side, units=keep)
            for key in keep:
                table.put(key, pins=0)
        table.put("a1", pins=9)
        table.do("next turn", 0)
    return first(table, "stayed down").dice[0].sides


def shot(tables: Tables, typed: list[int], target: str = "b1", **more: Any) -> Table:
    table = by(tables, two_sides())
    table.put("b4", recce=False)
    table.put(target, order="fire", **more.pop("be", {}))
    table.do("draw", 0, side=0)
    table.do("order", 0, unit="a2", order="fire")
    table.do("shoot", 0, typed=typed, shooter="a2", target=target, **more)
    return table


def rolls_on_the_table(over: int) -> Situation:
    """How often the damage table is rolled on for a hit that beats a light tank by so much, and how."""

    def seen(tables: Tables) -> Any:
        be = {"kind": "light tank"}
        typed = [6, 3 + over, 1, 1][: 4 if over >= tables["armour.massive from"] else 3]
        table = shot(tables, typed, "b4", weapon="Medium AT gun", shots=1, be=be)
        found = [dict(event.values) for event in table.events if event.kind == "damage"]
        return len(found), found[0]["superficial"]

    return seen


def open_topped(tables: Tables) -> Any:
    be = {"kind": "light tank", "open_topped": True}
    more = {"weapon": "Light howitzer", "shots": 1, "indirect": True, "arc": "top"}
    table = shot(tables, [6, 1, 6, 1], "b4", be=be, **more)
    return value(table, "damage", "effect")


def burns(tables: Tables) -> Any:
    """An ampulomet that does not get through, a five to set it on fire, and a morale test that fails."""
    table = shot(tables, [6, 1, 1, 5, 6, 6], "b4", weapon="AT weapon", shots=1, be={"kind": "light tank"})
    return "destroyed" if table.unit("b4").destroyed else "whole"


def jams(tables: Tables) -> Any:
    table = by(tables, two_sides())
    table.do("turret check", 0, typed=[3], unit="a5", arc="side")
    return table.unit("a5").jammed


def charges(order: str) -> Situation:
    def needed(tables: Tables) -> Any:
        table = by(tables, two_sides())
        table.put("b4", order=order, recce=False)
        table.do("draw", 0, side=0)
        table.do("order", 0, typed=[1, 1], unit="a2", order="run", charge="b4")
        table.do("assault", 0, typed=[1] * 10, shooter="a2", target="b4")
        return value(table, "hit rolls", "needed")

    return needed


def shell(size: int, what: str) -> Situation:
    """A shell of this size at a unit in a building: its penetration, pin die, and the dice for its hits."""
    name = next(one.name for one in WEAPONS.values() if one.he == size)

    def seen(tables: Tables) -> Any:
        table = by(tables, two_sides())
        table.put("b1", order="fire", models=99)
        table.do("draw", 0, side=0)
        table.do("order", 0, unit="a2", order="fire")
        more = {
            "weapon": name,
            "shots": 20,
            "he": True,
            "building": True,
            "indirect": WEAPONS[name].range == 0,
        }
        table.do("shoot", 0, shooter="a2", target="b1", **more)
        hit = value(table, "hits", "hits")
        building = first(table, "building hits").dice
        return {
            "penetration": 4 - value(table, "damage rolls", "needed") - 1,
            "pin die": first(table, "he pins").dice[0].sides,
            "building dice": len(building) // hit,
            "building die": building[0].sides,
        }[what]

    return seen


def fired(name: str, what: str) -> Situation:
    """A weapon fired as it stands in its row: its shots, and what its damage roll must show."""

    def seen(tables: Tables) -> Any:
        more = {"indirect": WEAPONS[name].range == 0}
        if what == "shots":
            table = by(tables, two_sides())
            table.put("b1", order="fire")
            table.do("draw", 0, side=0)
            table.do("order", 0, unit="a2", order="fire")
            table.do("shoot", 0, shooter="a2", target="b1", weapon=name, **more)
            return value(table, "declared", "shots")
        table = shot(tables, [6, 1], weapon=name, shots=1)
        return 4 - 1 - value(table, "damage rolls", "needed")

    return seen


def struck(kind: str, typed: list[int], then: Callable[[Table], Any], **more: Any) -> Situation:
    """A strike that is due, rolled for with these dice."""

    def seen(tables: Tables) -> Any:
        table = by(tables, strike(kind, **more))
        table.do("strike", 0, typed=typed, strike_id="s1")
        return then(table)

    return seen


def step(table: Table) -> Any:
    return table.game.strikes[0].step


def due(table: Table) -> Any:
    return table.game.strikes[0].due


def flown(table: Table) -> Any:
    table.do("flak", 1, strike_id="s1", down=False)
    table.do("strike near", 0, typed=[1], strike_id="s1", units=["b1"])
    return first(table, "strike pins").dice[0].sides


def near(*typed: int) -> Callable[[Table], Any]:
    def pinned(table: Table) -> Any:
        table.do("strike near", 0, typed=list(typed), strike_id="s1", units=["b1"])
        found = [event for event in table.events if event.kind == "strike pins"]
        return found[0].dice[0].sides if found else "hit"

    return pinned


def diameter(table: Table) -> Any:
    return value(table, "smoke", "diameter")


def moved(table: Table) -> Any:
    return value(table, "delayed", "inches")


def reach(table: Table) -> Any:
    return table.game.strikes[0].reach


def direct(table: Table) -> Any:
    table.do("strike near", 0, typed=[6], strike_id="s1", units=["b1"])
    table.do("strike hits", 0, typed=[1, 1], strike_id="s1", hits={"b1": 1})
    return first(table, "strike pins").dice[0].sides


def drifted(tables: Tables) -> Any:
    table = by(tables, strike("barrage"))
    table.do("strike", 0, strike_id="s1", typed=[1, *[2] * tables["barrage.drift"], 7, 2])
    return value(table, "drift", "inches")


def slider(tables: Tables) -> Any:
    table = by(tables, two_sides(momentum=True))
    table.do("momentum", 0, side0=2)
    table.do("draw", 0)
    side = table.game.current.side  # type: ignore[union-attr]
    table.do("order", side, unit=table.game.able(side)[0].id, order="advance")
    return bonus_side(table.game)
