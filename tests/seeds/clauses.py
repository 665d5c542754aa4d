"""What the documents rule beside their numbers: who may do what, and what comes of it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

import pytest

from rules.tabletop.action import RefusedError
from tests.seeds import facts
from tests.seeds.orders import NAMES, Check
from tests.seeds.seat import Seat, Traits, duel


def one_order_a_turn() -> None:
    """001:14."""
    seat = Seat([{}, {}], [{}])
    seat.order("a1", "fire")
    seat.do("done")
    seat.do("draw", side=0)
    with pytest.raises(RefusedError):
        seat.do("order", unit="a1", order="advance")


def dice_of_the_destroyed() -> None:
    """001:21, 004:24: the die beside it goes, or one out of the bag."""
    for ordered in (False, True):
        seat = Seat([{}, {}], [{}, {}])
        if ordered:
            seat.order("b1", "fire")
            seat.do("done", player=1)
        before = seat.seen["sides"][1]["bag"]
        seat.correct("b1", destroyed=True)
        brown = seat.seen["sides"][1]
        assert (brown["bag"], brown["out"]) == (before if ordered else before - 1, 1)
        seat.end_turn()
        seat.do("next turn")
        assert seat.seen["sides"][1]["bag"] == 1


def orders_that_are_kept() -> None:
    """001:21, 004:1: Ambush and Down alone; their dice stay out of the bag."""
    for order in ("ambush", "down", "fire"):
        seat = Seat([{}], [{}])
        seat.order("a1", order)
        if order == "fire":
            seat.do("done")
        seat.end_turn(keep=["a1"] if order != "fire" else [])
        if order == "fire":
            with pytest.raises(RefusedError):
                seat.do("keep", units=["a1"])
        seat.do("next turn")
        assert seat.unit("a1")["order"] == ("" if order == "fire" else order)
        assert seat.seen["sides"][0]["bag"] == int(order == "fire")


def friendly_fire() -> None:
    """001:37: the opponent chooses, a Fire order; if there is no target it panics."""
    for target in ("a2", ""):
        seat = Seat([{"pins": 1}, {}], [{}])
        seat.order("a1", "advance", *facts.FUBAR.value, facts.FRIENDLY_FIRE.value[0])
        with pytest.raises(RefusedError):
            seat.do("friendly", target="a2")
        seat.do("friendly", player=1, target=target)
        if target:
            assert (seat.unit("a1")["order"], seat.seen["acting"][0]["ask"]) == ("fire", ["a2"])
        else:
            assert seat.seen["acting"][0]["step"] == "panic"


def panic() -> None:
    """001:37: it runs, is lost at the edge, or goes Down, as does what cannot move."""
    for how, order, lost in (("run", "run", False), ("edge", "", True), ("down", "down", False)):
        seat = Seat([{"pins": 1}], [{}])
        seat.order("a1", "fire", *facts.FUBAR.value, facts.PANIC.value[0])
        seat.do("panic", how=how)
        assert (seat.unit("a1")["order"], seat.unit("a1")["destroyed"]) == (order, lost)
    seat = Seat([{"pins": 1, "kind": "light tank", "immobilised": True}], [{}])
    seat.order("a1", "fire", *facts.FUBAR.value, facts.PANIC.value[0])
    with pytest.raises(RefusedError):
        seat.do("panic", how="run")


def who_reacts_by_down() -> None:
    """001:153: who has no order yet."""
    seat = duel()
    assert seat.declare(weapon="Rifle")["step"] == "react"
    seat = Seat([{}], [{}])
    seat.order("b1", "fire")
    seat.do("done", player=1)
    seat.order("a1", "fire")
    seat.do("shoot", 1, shooter="a1", target="b1", weapon="Rifle", shots=1)
    assert seat.seen["attack"] is None


def close_quarters() -> None:
    """001:101 to 109: a reaction only from afar; the loser is lost, a draw is fought again."""
    for far in (True, False):
        seat = duel({"start": 2}, {"start": 2}, order="run")
        seat.do("assault", *([] if far else [6, 6, 1, 1]), shooter="a1", target="b1", far=far)
        assert (seat.seen["attack"] is not None) is far
        assert seat.unit("b1")["destroyed"] is not far
    seat = duel({"start": 3}, {"start": 3}, order="run")
    seat.do("assault", 6, 1, 1, 6, 1, 1, shooter="a1", target="b1")
    assert seat.seen["attack"]["round"] == 2
    seat.do("go on", 1, 1, 6, 1)
    assert seat.unit("a1")["destroyed"]
    assert seat.told("regroups") == [{"unit": "b1"}]


def on_the_run() -> None:
    """001:114, 121: a vehicle on Run is not assaulted, unless it was brought to a halt."""
    for more, refused in (({}, True), ({"stopped": True}, False)):
        seat = Seat([{}], [{"kind": "soft-skin"}])
        seat.order("b1", "run")
        seat.do("done", player=1)
        seat.order("a1", "run")
        if refused:
            with pytest.raises(RefusedError):
                seat.do("assault", 1, shooter="a1", target="b1", own_dice=1)
            seat.correct("b1", immobilised=True)
            more = {}
        seat.do("assault", facts.HIT_OTHERWISE.value, 1, shooter="a1", target="b1", own_dice=1, **more)
        assert seat.told("hits")[0]["hits"] == 1


def assaulted(target: Traits, *dice: int, anti_tank: bool = False) -> Seat:
    seat = Seat([{"anti_tank": anti_tank}], [target])
    closed = not anti_tank and target["kind"] != "soft-skin" and not target.get("open_topped")
    charge = {"charge": "b1"} if closed else {}
    seat.order("a1", "run", *([1, 1] if closed else []), **charge)
    seat.do("assault", 6, *dice, shooter="a1", target="b1", own_dice=1)
    return seat


def damage_in_an_assault() -> None:
    """001:124: soft-skins and open tops are destroyed; closed armour superficially without anti-tank."""
    assert assaulted({"kind": "soft-skin"}, 6).unit("b1")["destroyed"]
    assert assaulted({"kind": "armoured car", "open_topped": True}, 6).unit("b1")["destroyed"]
    for anti_tank in (False, True):
        seat = assaulted({"kind": "armoured car"}, 6, 1, anti_tank=anti_tank)
        assert seat.told("damage")[0]["superficial"] == 1
    seat = Seat([{"anti_tank": True}], [{"kind": "armoured car"}])
    seat.order("a1", "run")
    seat.do("assault", 6, 6, 6, 1, shooter="a1", target="b1", own_dice=2)
    assert seat.told("damage")[0]["superficial"] == 0


def recce_escape() -> None:
    """001:116: once a turn, not when towing."""
    recce = {"kind": "armoured car", "recce": True}
    seat = duel(None, recce)
    seat.declare(weapon="Rifle")
    seat.do("answer", player=1, how="escape")
    assert seat.unit("b1")["escaped"]
    seat.do("call off")
    seat.do("done")
    seat.order("a2", "fire")
    seat.do("shoot", shooter="a2", target="b1", weapon="Rifle", shots=1)
    with pytest.raises(RefusedError):
        seat.do("answer", player=1, how="escape")
    seat = duel(None, {**recce, "towing": True})
    seat.declare(weapon="Rifle")
    with pytest.raises(RefusedError):
        seat.do("answer", player=1, how="escape")


def a_shell_on_armour() -> None:
    """001:219: once, by the penetration of the shell."""
    seat = duel(None, {"kind": "light tank"})
    pen, pins, _hits = facts.HE[2].value
    seat.shoot(6, pins, 1, weapon="Medium mortar", indirect=True, template=4)
    assert [one["needed"] for one in seat.told("damage rolls")] == [facts.VEHICLES["light tank"].value - pen]
    assert len(seat.sides("damage rolls")) == 1


def damaged_again() -> None:
    """001:237, 238: Fast is lost; a slow engine is halved, then stops; immobile twice is knocked out."""
    engine, immobile = facts.EFFECTS["engine"].value[1][0], facts.EFFECTS["immobilised"].value[1][0]
    needed = facts.VEHICLES["light tank"].value - (facts.HEAVY["Medium AT gun"].value.pen or 0)
    seat = duel(None, {"kind": "light tank", "fast": True})
    found = []
    for number, row in enumerate((engine, engine, engine, immobile)):
        values = {"shooter": "a1", "target": "b1", "weapon": "Medium AT gun", "shots": 1}
        if number:
            seat.do("shoot", 6, needed, row, **values)
        else:
            seat.shoot(6, needed, row, weapon="Medium AT gun")
        tank = seat.unit("b1")
        found.append([tank[name] for name in ("fast", "slow", "halved", "immobilised", "wreck")])
    assert found == [
        [False, True, False, False, False],
        [False, True, True, False, False],
        [False, True, True, True, False],
        [False, True, True, True, True],
    ]


def weapons_reach(name: str) -> None:
    """A volley at its range is fired, an inch farther it is silent; half of it is where long begins."""
    arm = (facts.SMALL_ARMS | facts.HEAVY)[name].value
    reaches = [(0, arm.reach, False)] if arm.reach else []
    reaches += [(*arm.indirect, True)] if arm.indirect else []
    for near, far, indirect in reaches:
        for inches, fires in ((near, True), (far, True), (far + 1, False), (near - 1, False)):
            if inches >= 0:
                assert heard(name, inches, indirect=indirect) is fires


def heard(name: str, inches: int, *, indirect: bool) -> bool:
    seat = duel({"kind": "artillery", "groups": [{"weapon": NAMES.get(name, name), "crew": 2}]})
    seat.do("volley", shooter="a1", fire=[{"group": 0, "target": "b1", "indirect": indirect}])
    seat.do("answer", player=1, how="stand")
    shots = (facts.SMALL_ARMS | facts.HEAVY)[name].value.shots
    try:
        seat.do("measure", *[1] * shots, at=[{"target": "b1", "inches": inches}])
    except RefusedError:
        seat.do("measure", at=[{"target": "b1", "inches": inches}])
    return not seat.told("silent")


def drawn_singly() -> None:
    """000:25: fewer than three dice, or dice of one colour, are drawn one by one."""
    for green, brown, count in ((1, 1, 1), (3, 0, 1), (2, 1, facts.THREE_DICE.value)):
        seat = Seat([{}] * max(green, 1), [{}] * max(brown, 1), "three dice")
        if not brown:
            seat.correct("b1", order="down")
        seat.do("draw")
        assert len(seat.seen["drawn"]) == count


def points_that_differ() -> None:
    """000:33, 37: who is emptied lets all add what they began with, to twice of it at most."""
    first, second = facts.POINTS_MAY_DIFFER.value
    seat = Seat([{}, {}], [{}, {}], "action points", points0=first, points1=second)
    seat.do("bid", points=first)
    seat.do("bid", player=1, points=1)
    seat.do("name", side=0)
    assert [side["points"] for side in seat.seen["sides"]] == [first, 2 * second - 1]
    seat.do("order", unit="a1", order="down")
    seat.do("bid", points=first)
    seat.do("bid", player=1, points=0)
    seat.do("name", side=0)
    most = facts.POINTS_AT_MOST_TIMES.value * second
    assert [side["points"] for side in seat.seen["sides"]] == [first, most]


def a_tie_passes_the_marker() -> None:
    """000:33: who has it picks and passes it on; with one colour left nobody bids."""
    seat = Seat([{}, {}], [{}, {}, {}], "action points")
    assert seat.seen["marker"] == 0
    seat.do("bid", points=2)
    seat.do("bid", player=1, points=2)
    assert (seat.seen["chooser"], seat.seen["marker"]) == (0, 1)
    seat.do("name", side=1)
    seat.do("order", player=1, unit="b1", order="down")
    for side, key in ((1, "b2"), (1, "b3")):
        seat.do("bid", points=0)
        seat.do("bid", player=1, points=1)
        seat.do("name", player=1, side=side)
        seat.do("order", player=side, unit=key, order="down")
    assert (seat.seen["stage"], seat.seen["acting"][0]["side"]) == ("", 0)


def placed(method: str, **traits: Traits) -> Seat:
    """Both sides have their first token on their first unit."""
    seat = Seat([traits.get("green", {})], [traits.get("brown", {}), {}], method)
    seat.do("tokens", tokens={"a1": 1})
    seat.do("tokens", player=1, tokens={"b1": 1, "b2": 2})
    return seat


def the_steadier_chooses() -> None:
    """000:53: morale less pins; equal: the marker, which then passes."""
    assert placed("assigned tokens", green={"quality": "veteran"}).seen["choice"]["side"] == 0
    assert placed("assigned tokens", brown={"quality": "veteran"}).seen["choice"]["side"] == 1
    seat = placed("assigned tokens")
    assert (seat.seen["choice"]["side"], seat.seen["marker"]) == (0, 1)


def pairs_are_bid_for() -> None:
    """000:61: all tokens are shown; a pair is bid for, a single one is not."""
    seat = placed("assigned tokens and points")
    assert all(unit["token_shown"] for unit in seat.seen["units"])
    assert seat.seen["stage"] == "bid"
    seat.do("bid", points=3)
    seat.do("bid", player=1, points=0)
    seat.do("name", side=1)
    seat.do("order", player=1, unit="b1", order="down")
    seat.do("order", unit="a1", order="down")
    assert seat.seen["acting"][0]["unit"] == "b2"


def off_the_end() -> None:
    """003:18: the reroll is had while the slider stays on the last space, and no longer."""
    seat = Seat([{}], [{}], momentum=True)
    assert seat.seen["momentum"]["slider"] == facts.TRACK_START.value
    seat.do("momentum", side0=facts.TRACK_END.value)
    seat.order("a1", "down")
    assert seat.seen["momentum"]["bonus"] == 0
    seat.do("momentum", side1=1)
    assert seat.seen["momentum"]["bonus"] == -1


def the_reward() -> None:
    """003:30, 34: a displacement does not use up the activation; or a boost for any friendly unit."""
    for what, boosts in (("displacement", 0), ("boost", 1)):
        seat = Seat([{}], [{}], momentum=True)
        seat.do("momentum", side0=facts.TRACK_END.value + 1)
        seat.do("reward", unit="a1", what=what)
        assert (seat.unit("a1")["order"], seat.unit("a1")["boosts"]) == ("", boosts)


def checks() -> Iterator[Check]:
    """All of them, by name."""
    for rule in (
        *(one_order_a_turn, dice_of_the_destroyed, orders_that_are_kept, friendly_fire, panic),
        *(who_reacts_by_down, close_quarters, on_the_run, damage_in_an_assault, recce_escape),
        *(
            a_shell_on_armour,
            damaged_again,
            drawn_singly,
            points_that_differ,
            a_tie_passes_the_marker,
            the_steadier_chooses,
        ),
        *(pairs_are_bid_for, off_the_end, the_reward),
    ):
        yield f"rule: {rule.__name__}", rule
    for name in facts.SMALL_ARMS | facts.HEAVY:
        yield f"reach of {name}", partial(weapons_reach, name)
