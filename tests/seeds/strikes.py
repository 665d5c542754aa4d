"""Seed 001, what comes from above: air strikes, barrages, smoke."""

from __future__ import annotations

from collections.abc import Iterator

from tests.seeds import facts
from tests.seeds.orders import Check
from tests.seeds.seat import Seat


def due(kind: str, **more: object) -> Seat:
    """Green's strike is due in turn 2."""
    seat = Seat([{}], [{}, {}])
    seat.do("call strike", strike=kind, side=0, **more)
    seat.end_turn()
    seat.do("next turn")
    assert seat.seen["phase"] == "preliminary"
    return seat


def step(seat: Seat) -> str:
    return str(seat.seen["strikes"][0]["step"]) if "step" in seat.seen["strikes"][0] else "due"


def air() -> None:
    for die in range(1, 7):
        seat = due("air", target="b1")
        seat.do("strike", die, strike_id="s1")
        expected = "due"
        if die in facts.ROOKIE.value:
            expected = "target"
        if die in facts.PLANE_COMES.value:
            expected = "flak"
        assert (die in facts.NO_PLANE.value) == (expected == "due")
        assert step(seat) == expected


def pins_of_a_plane() -> None:
    seat = due("air", target="b1")
    seat.do("strike", facts.PLANE_COMES.value[0], strike_id="s1")
    seat.do("flak", strike_id="s1", down=False)
    seat.do("strike near", facts.PLANE_PINS_DIE.value, 1, strike_id="s1", units=["b1", "b2"])
    assert set(seat.sides("strike pins")) == {facts.PLANE_PINS_DIE.value}
    assert seat.unit("b1")["pins"] == facts.PLANE_PINS_DIE.value
    seat = due("air", target="b1")
    seat.do("strike", facts.ROOKIE.value[0], strike_id="s1")
    seat.do("strike target", 1, player=1, strike_id="s1")
    assert seat.sides("fly-by") == [facts.FLY_BY_DIE.value]


def barrage() -> None:
    sides, more = facts.BARRAGE_WITHIN.value
    for die in range(1, 7):
        seat = due("barrage")
        dice, drift = facts.MISCALCULATED_BY.value
        drifts = [*[2] * dice, 7] if die in facts.MISCALCULATION.value else []
        seat.do("strike", die, *drifts, *([] if die in facts.DELAY.value else [3]), strike_id="s1")
        falls = die in (*facts.MISCALCULATION.value, *facts.BARRAGE_FALLS.value)
        assert step(seat) == ("near" if falls else "due")
        assert (die in facts.DELAY.value) is not falls
        if falls:
            assert seat.told("reach")[0]["inches"] == 3 + more
            assert seat.sides("reach") == [sides]
        else:
            assert seat.told("delayed")[0]["inches"] == facts.DELAYED_MARKER.value
        if drifts:
            assert seat.told("drift")[0]["inches"] == 2 * dice
            assert seat.sides("drift")[:dice] == [drift] * dice


def under_a_barrage() -> None:
    for die in range(1, 7):
        seat = due("barrage")
        seat.do("strike", facts.BARRAGE_FALLS.value[0], 1, strike_id="s1")
        hit = die in facts.BARRAGE_HIT_ON.value
        assert (die in facts.BARRAGE_PINS_ON.value) is not hit
        seat.do("strike near", die, *([] if hit else [1]), strike_id="s1", units=["b1"])
        assert step(seat) == ("hits" if hit else "done")
        if not hit:
            assert seat.sides("strike pins") == [facts.BARRAGE_PINS_DIE.value]


def a_direct_hit() -> None:
    template, pen = facts.BARRAGE_HIT.value
    for downs, count in (([], 4), (["b1"], 4 // facts.DOWN_HITS_ARE_ONE_OVER.value)):
        seat = due("barrage")
        seat.do("strike", facts.BARRAGE_FALLS.value[0], 1, strike_id="s1")
        seat.do("strike near", facts.BARRAGE_HIT_ON.value[0], strike_id="s1", units=["b1"])
        dice = [*[1] * count, 2]
        seat.do("strike hits", *dice, strike_id="s1", hits={"b1": 4}, downs=downs)
        assert seat.told("damage rolls")[0]["needed"] == facts.TROOPS["regular"].value[0] - pen
        assert seat.sides("strike pins") == [facts.BARRAGE_HIT_PINS_DIE.value]
    seat = due("barrage")
    seat.do("strike", facts.BARRAGE_FALLS.value[0], 1, strike_id="s1")
    seat.do("strike near", facts.BARRAGE_HIT_ON.value[0], strike_id="s1", units=["b1"])
    dice_in, sides_in = facts.HE[template].value[2]
    rolled = [*[1] * dice_in, *[1] * dice_in, 1]
    seat.do("strike hits", *rolled, strike_id="s1", hits={"b1": 1}, buildings=["b1"])
    assert seat.sides("building hits") == [sides_in] * dice_in


def smoke() -> None:
    for die in range(2, 7):
        seat = due("smoke")
        seat.do("strike", die, strike_id="s1")
        assert step(seat) == ("due" if die in facts.DELAY.value else "done")


def checks() -> Iterator[Check]:
    """All of them, by name."""
    yield "air", air
    yield "air.pins", pins_of_a_plane
    yield "barrage", barrage
    yield "barrage.hit", under_a_barrage
    yield "barrage.hit pins", a_direct_hit
    yield "smoke barrage", smoke
