"""Seed 001, vehicles: penetration, the damage table, jams, assaults on vehicles."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from tests.seeds import facts
from tests.seeds.orders import Check
from tests.seeds.seat import Seat, duel

GUN = "Medium AT gun"
PEN = facts.HEAVY[GUN].value.pen or 0
TANK = facts.VEHICLES["light tank"].value
PLAIN_EFFECTS = ("stunned", "steering", "engine", "immobilised")


def needs(kind: str = "light tank", **measured: object) -> int:
    """What the damage die must show."""
    seat = duel(None, {"kind": kind, "start": 1})
    seat.shoot(6, 1, weapon=GUN, **measured)
    return int(seat.told("damage rolls")[0]["needed"])


def a_vehicle(kind: str) -> None:
    assert needs(kind) == facts.VEHICLES[kind].value - PEN
    assert Seat([{}], [{"kind": kind}]).unit("b1")["armour"] == facts.VEHICLES[kind].value


def penetration() -> None:
    for measured, plus in (
        ({"arc": "side"}, facts.SIDE_OR_TOP),
        ({"arc": "top"}, facts.SIDE_OR_TOP),
        ({"arc": "rear"}, facts.REAR),
        ({"band": "long"}, facts.LONG_RANGE),
        ({"band": "point blank"}, facts.POINT_BLANK),
    ):
        assert needs(**measured) == needs() - plus.value


def damaged(die: int, *rolls: int, **tank: object) -> Seat:
    """A shot at a light tank whose damage die is so much above what was needed."""
    seat = duel(None, {"kind": "light tank", "start": 1, "turrets": 1, **tank})
    seat.shoot(6, TANK - PEN + die, *rolls, weapon=GUN)
    return seat


def by_how_much() -> None:
    for over in (*facts.SUPERFICIAL.value, *facts.NORMAL.value):
        light = over in facts.SUPERFICIAL.value
        found = damaged(over, 1).told("damage")
        assert [one["superficial"] for one in found] == [int(light)]
    found = damaged(facts.MASSIVE_FROM.value, 1, 1).told("damage")
    assert [one["superficial"] for one in found] == [0] * facts.MASSIVE_ROLLS.value


def effect(name: str) -> None:
    full, light = facts.EFFECTS[name].value
    ours = {"turret jam": "turret"}.get(name, name)
    for over, rolls in ((1, full), (0, light)):
        for roll in rolls:
            more = [1, 1] if name == "on fire" else []
            seat = damaged(over, roll, *more)
            assert seat.told("damage")[0]["effect"] == ours
            pins = 0 if name == "knocked out" else 1 + facts.EFFECT_PINS.value
            assert seat.unit("b1")["pins"] in (pins, 1 if name == "knocked out" else pins)
            _what_becomes(seat, name)


def _what_becomes(seat: Seat, name: str) -> None:
    if name == "turret jam":
        seat.do("jam", player=1, arc="left")
    tank = seat.unit("b1")
    assert {
        "stunned": tank["order"] == "down",
        "steering": tank["steering"] == facts.STEERING_PIVOTS_LOST.value,
        "turret jam": [jam["arc"] for jam in tank["jams"]] == ["left"],
        "engine": tank["slow"],
        "immobilised": tank["immobilised"],
        "on fire": tank["order"] == "down",
        "knocked out": tank["wreck"],
    }[name]


def steering_again() -> None:
    seat = damaged(0, facts.EFFECTS["steering"].value[1][0])
    for _more in range(facts.STEERING_KNOCKS_OUT_AT.value - 1):
        assert not seat.unit("b1")["destroyed"]
        values = {"shooter": "a1", "target": "b1", "weapon": GUN, "shots": 1}
        seat.do("shoot", 6, TANK - PEN, facts.EFFECTS["steering"].value[1][0], **values)
    assert seat.unit("b1")["wreck"]


def open_topped() -> None:
    plus = facts.OPEN_TOPPED_INDIRECT.value
    seat = duel(None, {"kind": "armoured car", "start": 1, "open_topped": True})
    pen = facts.HE[3].value[0]
    needed = facts.VEHICLES["armoured car"].value - pen
    seat.shoot(6, 1, needed, 1, weapon="Heavy mortar", indirect=True)
    rolled = 1 + plus
    expected = next(name for name, fact in facts.EFFECTS.items() if rolled in fact.value[1])
    assert seat.told("damage")[0]["effect"] == expected


def a_turret_check() -> None:
    for die in range(1, 7):
        seat = Seat([{}], [{"kind": "light tank", "start": 1, "turrets": 1}])
        seat.do("turret check", die, player=1, unit="b1", arc="rear")
        jammed = [jam["arc"] for jam in seat.unit("b1")["jams"]]
        assert jammed == (["rear"] if die in facts.TURRET_JAMS_ON.value else [])
        assert (die in facts.TURRET_HOLDS_ON.value) is not bool(jammed)


def an_ampulomet() -> None:
    for die in (facts.AMPULOMET_FIRE_ON.value - 1, facts.AMPULOMET_FIRE_ON.value):
        seat = duel(None, {"kind": "light tank", "start": 1})
        burns = die >= facts.AMPULOMET_FIRE_ON.value
        seat.shoot(6, 1, 1, die, *([6, 6] if burns else []), weapon="AT weapon")
        assert seat.unit("b1")["destroyed"] is burns


def assaults() -> None:
    for order, needed in (
        ("advance", facts.HIT_ON_ADVANCE),
        ("fire", facts.HIT_OTHERWISE),
        ("", facts.HIT_OTHERWISE),
    ):
        seat = Seat([{}], [{"kind": "soft-skin", "start": 1}])
        if order:
            seat.order("b1", order)
            seat.do("done", player=1)
        seat.order("a1", "run")
        seat.do("assault", needed.value - 1, shooter="a1", target="b1", own_dice=1)
        assert seat.told("hits")[0]["hits"] == 0
        seat.do("assault", needed.value, 1, shooter="a1", target="b1", own_dice=1)
        assert seat.told("hits")[1]["hits"] == 1


def checks() -> Iterator[Check]:
    """All of them, by name."""
    for kind in facts.VEHICLES:
        if kind != "soft-skin":
            yield f"damage.{kind}", partial(a_vehicle, kind)
    yield "pen", penetration
    yield "armour", by_how_much
    for name in facts.EFFECTS:
        yield f"effect {name}", partial(effect, name)
    yield "effect steering again", steering_again
    yield "open-topped", open_topped
    yield "jam.from", a_turret_check
    yield "ampulomet", an_ampulomet
    yield "vehicle.hit", assaults
