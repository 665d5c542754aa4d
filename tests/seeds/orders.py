"""Seed 001, orders: morale, tests, officers, rally, Down, FUBAR; what is looked up; seed 004: the bag."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from tests.seeds import facts
from tests.seeds.seat import Seat

Check = tuple[str, Callable[[], None]]


def morale_of_a_quality(name: str) -> None:
    value = facts.MORALE[name].value
    for more, passes in ((0, True), (1, False)):
        seat = Seat([{"quality": name, "pins": 2}], [{}])
        assert seat.unit("a1")["morale"] == value + 2 * facts.PER_PIN.value
        total = value + 2 * facts.PER_PIN.value + more
        seat.order("a1", "fire", total // 2, total - total // 2)
        assert seat.unit("a1")["order"] == ("fire" if passes else "down")


def without_its_nco() -> None:
    found = Seat([{"nco": False}], [{}]).unit("a1")["morale"]
    assert found == facts.MORALE["regular"].value + facts.WITHOUT_NCO.value


def a_crew_of_one() -> None:
    found = Seat([{"kind": "artillery", "start": 3, "models": 1}], [{}]).unit("a1")["morale"]
    assert found == facts.MORALE["regular"].value + facts.CREW_OF_ONE.value


def an_officer(rank: str) -> None:
    bonus, orders, _reach = facts.OFFICERS[rank].value
    seat = Seat([{"pins": 1}, {"officer": rank}], [{}])
    seat.order("a1", "fire", 1, 1, officer="a2")
    expected = facts.MORALE["regular"].value + facts.PER_PIN.value + bonus
    assert seat.told("tested")[0]["value"] == expected
    seat.do("done")
    seat.order("a2", "advance")
    assert seat.seen["acting"][0]["snap"] == orders


def a_charge_at_closed_armour() -> None:
    seat = Seat([{}], [{"kind": "light tank"}])
    seat.order("a1", "run", 1, 1, charge="b1")
    assert facts.ASSAULTING_A_TANK.value == facts.ASSAULTING_CLOSED_ARMOUR.value
    expected = facts.MORALE["regular"].value + facts.ASSAULTING_A_TANK.value
    assert seat.told("tested")[0]["value"] == expected


def a_pass_takes_a_pin() -> None:
    seat = Seat([{"pins": 3}], [{}])
    seat.order("a1", "fire", 1, 1)
    assert seat.unit("a1")["pins"] == 3 - facts.PIN_FOR_A_PASS.value


def rally() -> None:
    seat = Seat([{"pins": 7}], [{}])
    seat.order("a1", "rally", 1, 1, 4)
    assert seat.sides("rallied") == [facts.RALLY_DIE.value]
    assert seat.unit("a1")["pins"] == 7 - facts.PIN_FOR_A_PASS.value - 4


def down_all_turn() -> None:
    seat = Seat([{}], [{}])
    seat.end_turn(keep=["a1"])
    seat.do("next turn")
    seat.correct("a1", pins=5)
    seat.end_turn()
    seat.do("next turn", 2)
    assert seat.sides("stayed down") == [facts.DOWN_ALL_TURN_DIE.value]
    assert seat.unit("a1")["pins"] == 3


def fubar() -> None:
    for die in range(1, 7):
        seat = Seat([{"pins": 1}, {}], [{}])
        seat.order("a1", "fire", *facts.FUBAR.value, die)
        expected = "friendly" if die in facts.FRIENDLY_FIRE.value else "panic"
        assert (die in facts.PANIC.value) == (expected == "panic")
        assert seat.seen["acting"][0]["step"] == expected


def the_bag() -> None:
    green, brown = facts.DICE_EXAMPLE.value
    seat = Seat([{}] * green, [{}] * (brown - 1) + [{"reserve": True, "entry": 2}])
    assert [side["bag"] for side in seat.seen["sides"]] == [green, brown]
    assert facts.DICE_PER_UNIT.value == 1
    seat.do("draw")
    assert sum(side["bag"] for side in seat.seen["sides"]) == green + brown - facts.DRAWN_AT_A_TIME.value


def looked_up() -> dict[str, int]:
    """What people measure or look up themselves: no resolver asks for it."""
    found = {
        "fubar.enemy within": facts.ENEMY_NEAR_A_FRIEND.value,
        "move.foot": facts.MOVES["infantry"].value[0],
        "close.react over": facts.REACTS_BEYOND.value,
        "air.rookie within": facts.ROOKIE_TARGET_WITHIN.value,
        "air.marker": facts.AIRCRAFT_MARKER.value,
        "air.within": facts.PLANE_PINS_WITHIN.value,
        "sight.smoke": facts.SMOKE_SIGHT.value,
    }
    found |= {f"move.{name}": row.value[0] for name, row in facts.MOVES.items() if name != "infantry"}
    for row in facts.PIVOTS.values():
        found |= dict(zip(("pivots.advance", "pivots.run"), row.value, strict=True))
    found |= {f"officer.{rank}.range": row.value[2] for rank, row in facts.OFFICERS.items()}
    for name, arm in (facts.SMALL_ARMS | facts.HEAVY).items():
        base = f"weapon.{NAMES.get(name, name)}"
        near, far = arm.value.indirect or (0, 0)
        found |= {f"{base}.range": arm.value.reach or 0, f"{base}.near": near, f"{base}.far": far}
    return found


NAMES = {"Submachine Gun": "Submachine gun (SMG)", "Rifle grenade": "VB launcher / rifle grenade"}
"""What the table calls a weapon that the document calls otherwise."""


def a_number_that_is_looked_up(path: str) -> None:
    """Whoever enters the document's number for himself has changed nothing; any other shows as changed."""
    value = looked_up()[path]
    seat = Seat([{}], [{}])
    seat.do("table", path=path, value=value)
    assert seat.seen["changes"] == []
    seat.do("table", path=path, value=value + 1)
    assert seat.seen["changes"] == [[path, value + 1]]


def vehicles_react_as_far_as_infantry() -> None:
    assert facts.VEHICLE_FIRES_BEYOND.value == facts.REACTS_BEYOND.value
    for advance, run in (row.value for row in facts.MOVES.values()):
        assert run == 2 * advance


def checks() -> Iterator[Check]:
    """All of them, by name."""
    for name in facts.MORALE:
        yield f"morale.{name}", partial(morale_of_a_quality, name)
    for rank in facts.OFFICERS:
        yield f"officer.{rank}", partial(an_officer, rank)
    yield "test.no NCO", without_its_nco
    yield "test.last crewman", a_crew_of_one
    yield "test.enclosed armour", a_charge_at_closed_armour
    yield "test.pin", a_pass_takes_a_pin
    yield "rally", rally
    yield "down.die", down_all_turn
    yield "fubar", fubar
    yield "bag", the_bag
    yield "close.react over", vehicles_react_as_far_as_infantry
    for path in looked_up():
        yield f"look up {path}", partial(a_number_that_is_looked_up, path)
