"""Seed 001, shooting: hits, damage, saves, high explosive, indirect fire, and the weapons' own rows."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

import pytest

from rules.tabletop.action import RefusedError
from tests.seeds import facts
from tests.seeds.orders import NAMES, Check
from tests.seeds.seat import Seat, Traits, duel

ARMS = facts.SMALL_ARMS | facts.HEAVY
HE_ARMS = {1: "Light mortar", 2: "Medium mortar", 3: "Heavy mortar", 4: "Heavy howitzer"}
"""A weapon for each template."""


def needs(shooter: Traits | None = None, **measured: object) -> int:
    """What a1 needs to hit b1."""
    return int(duel(shooter).declare(weapon="Rifle", **measured)["needed"])


def hits_on() -> None:
    needed = facts.HIT_ON.value
    assert needs() == needed
    for die, hits in ((needed, 1), (needed - 1, 0)):
        seat = duel()
        seat.shoot(die, *([1] * hits), weapon="Rifle")
        assert seat.told("hits")[0]["hits"] == hits


def point_blank() -> None:
    worse = {"smoke": True, "moved": True}
    assert needs(**worse) - needs(**worse, band="point blank") == facts.POINT_BLANK_TO_HIT.value


def pinned() -> None:
    assert needs({"pins": 2}) == facts.HIT_ON.value - facts.PINNED_TO_HIT.value


def inexperienced() -> None:
    assert needs({"quality": "inexperienced"}) == facts.HIT_ON.value - facts.INEXPERIENCED_TO_HIT.value


def moving() -> None:
    assert needs(moved=True) == facts.HIT_ON.value - facts.MOVING_TO_HIT.value
    seat = duel(order="advance")
    assert seat.declare(weapon="Rifle")["needed"] == facts.HIT_ON.value - facts.MOVING_TO_HIT.value


def smoke() -> None:
    assert needs(smoke=True) == facts.HIT_ON.value - facts.SMOKE_TO_HIT.value


def through(target: Traits, needed: int) -> None:
    """A rifle's damage roll on such a target: so much gets through, one less does not."""
    for die, lost in ((needed, 1), (needed - 1, 0)):
        seat = duel(None, {"start": 9, **target})
        seat.shoot(6, die, weapon="Rifle")
        assert seat.told("damaged")[0]["count"] == lost
        assert seat.told("damage rolls")[0]["needed"] == needed


def troops(quality: str) -> None:
    in_the_open, shielded = facts.TROOPS[quality].value
    for kind in ("infantry", "artillery"):
        through({"quality": quality, "kind": kind}, in_the_open)
    through({"quality": quality, "kind": "artillery", "gun_shield": True}, shielded)


def soft_skins() -> None:
    needed = facts.VEHICLES["soft-skin"].value
    through({"kind": "soft-skin", "start": 1}, needed)


def a_one_never_gets_through() -> None:
    seat = duel(None, {"quality": "inexperienced"})
    seat.shoot(6, facts.ALWAYS_FAILS.value, weapon="Heavy AT gun")
    assert seat.told("damaged")[0]["count"] == 0
    seat = duel(None, {"quality": "inexperienced"})
    seat.shoot(6, facts.ALWAYS_FAILS.value + 1, weapon="Heavy AT gun")
    assert seat.told("damaged")[0]["count"] == 1


def saves(cover: str, how: str, needed: int) -> None:
    for die, saved in ((needed, True), (needed - 1, False)):
        seat = duel()
        seat.shoot(6, 6, die, weapon="Rifle", cover=cover, how=how)
        assert seat.told("saves")[0]["needed"] == needed
        assert (seat.unit("b1")["models"] == 10) is saved


def soft_cover() -> None:
    saves("soft", "stand", facts.SOFT_COVER.value)


def hard_cover() -> None:
    saves("hard", "stand", facts.HARD_COVER.value)


def down() -> None:
    assert facts.COVER_DOWN.value == (facts.DOWN_SAVE.value, facts.DOWN_BETTER_BY.value)
    saves("none", "down", facts.DOWN_SAVE.value)
    saves("soft", "down", facts.SOFT_COVER.value - facts.DOWN_BETTER_BY.value)
    saves("hard", "down", facts.HARD_COVER.value - facts.DOWN_BETTER_BY.value)


def half_lost() -> None:
    assert facts.MORALE_AT_ONE_OVER.value == 2
    for lost, tests in ((4, 0), (5, 1)):
        seat = duel()
        seat.shoot(*[6] * lost, *[6] * lost, *[1, 1] * tests, weapon="Rifle", shots=lost)
        assert len(seat.told("morale")) == tests


def high_explosive(size: int) -> None:
    pen, pins, (dice, sides) = facts.HE[size].value
    seat = duel()
    rolled = [6, pins, *[1] * dice, *[1] * dice]
    seat.shoot(*rolled, weapon=HE_ARMS[size], indirect=True, building=True)
    assert seat.sides("he pins") == [pins]
    assert seat.sides("building hits") == [sides] * dice
    assert seat.unit("b1")["pins"] == pins
    assert seat.told("damage rolls")[0]["needed"] == facts.TROOPS["regular"].value[0] - pen


def indirect() -> None:
    seat = Seat([{}], [{}])
    needed = []
    for _turn in range(6):
        seat.order("a1", "fire")
        seat.shoot(1, weapon="Medium mortar", indirect=True)
        needed.append(seat.told("hit rolls")[-1]["needed"])
        seat.do("done")
        seat.end_turn()
        seat.do("next turn")
    first = facts.INDIRECT.value
    assert tuple(needed[: len(first)]) == first
    assert needed[len(first) :] == [3, 2, 2]  # and so on; a 1 never hits


def indirect_while_somebody_moves() -> None:
    for mover in ("a1", "b1"):
        seat = Seat([{}], [{}])
        seat.order("a1", "fire")
        seat.shoot(1, weapon="Medium mortar", indirect=True)
        seat.do("done")
        seat.end_turn()
        seat.do("next turn")
        if mover == "b1":
            seat.order("b1", "advance")
            seat.do("done", player=1)
        seat.order("a1", "advance" if mover == "a1" else "fire")
        seat.do("shoot", *([1] if mover == "b1" else []), **AT_B1)
        if mover == "a1":
            seat.do("answer", 1, player=1, how="stand")
        assert seat.told("hit rolls")[-1]["needed"] == facts.INDIRECT.value[0]


AT_B1 = {"shooter": "a1", "target": "b1", "weapon": "Medium mortar", "shots": 1, "indirect": True}


def a_weapon(name: str) -> None:
    """What the table makes of a shot with it, as everybody sees it before the dice fall."""
    arm = ARMS[name].value
    ours = NAMES.get(name, name)
    seat = duel()
    seat.do("shoot", shooter="a1", target="b1", weapon=ours)
    attack = seat.seen["attack"]
    assert attack["shots"] == arm.shots
    only_he = arm.pen is None and arm.he is not None
    assert attack["indirect"] is (arm.reach is None)
    assert attack["penetration"] == (facts.HE[arm.he].value[0] if only_he and arm.he else arm.pen)
    shell = duel().declare(weapon=ours, he=True)
    assert shell["he"] == (arm.he or 0)
    may_be_indirect(ours, allowed=arm.indirect is not None)
    is_a_team(ours, team=facts.TEAM in arm.rules)
    is_counted_off(ours, once=facts.ONE_SHOT in arm.rules)


def may_be_indirect(name: str, *, allowed: bool) -> None:
    seat = duel()
    if allowed:
        assert seat.declare(weapon=name, indirect=True)["indirect"]
        return
    with pytest.raises(RefusedError, match="not indirect"):
        seat.declare(weapon=name, indirect=True)


def is_a_team(name: str, *, team: bool) -> None:
    found = Seat([{"weapons": [name], "start": 3, "models": 1}], [{}]).unit("a1")["morale"]
    assert found == facts.MORALE["regular"].value + (facts.CREW_OF_ONE.value if team else 0)


def is_counted_off(name: str, *, once: bool) -> None:
    seat = duel()
    seat.shoot(1, weapon=name)
    assert (name in seat.unit("a1")["spent"]) is once


def checks() -> Iterator[Check]:
    """All of them, by name."""
    yield "hit.base", hits_on
    yield "hit.point blank", point_blank
    yield "hit.pinned", pinned
    yield "hit.inexperienced", inexperienced
    yield "hit.moved", moving
    yield "hit.smoke", smoke
    for quality in facts.TROOPS:
        yield f"damage.{quality}", partial(troops, quality)
    yield "damage.soft-skin", soft_skins
    yield "damage.one", a_one_never_gets_through
    yield "save.soft", soft_cover
    yield "save.hard", hard_cover
    yield "down.save", down
    yield "morale at half", half_lost
    for size in facts.HE:
        yield f"he.{size}", partial(high_explosive, size)
    yield "indirect", indirect
    yield "indirect moved", indirect_while_somebody_moves
    for name in ARMS:
        yield f"weapon.{NAMES.get(name, name)}", partial(a_weapon, name)
