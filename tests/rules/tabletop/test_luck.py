"""Luck: what the dice made against what was to be expected of them, and how likely that was (page 9 F)."""

from __future__ import annotations

import random
from collections.abc import Sequence
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from rules.tabletop import luck
from rules.tabletop.documents.wire import event_to_plain
from rules.tabletop.luck import Luck, by_one, by_two, distribution, luck_of
from tests.rules.tabletop.playing import METHODS, Robot, Table, two_sides
from tests.rules.tabletop.test_own_dice import begun, unit_of


def exact(chances: Sequence[int]) -> list[Fraction]:
    """The same by fractions, one try after the other."""
    found = [Fraction(1)]
    for chance in chances:
        hit = Fraction(chance, 36)
        missed, made = (one * (1 - hit) for one in found), (one * hit for one in found)
        found = [a + b for a, b in zip([*missed, Fraction(0)], [Fraction(0), *made], strict=True)]
    return found


@pytest.mark.parametrize("count", [0, 1, 7, 60])
def test_the_distribution_is_exact(count: int) -> None:
    chances = random.Random(count).choices([0, 1, 6, 12, 18, 24, 30, 36], k=count)
    first, spread = distribution(chances)
    wanted = exact(chances)
    for made, one in enumerate(wanted):
        at = made - first
        got = spread[at] if 0 <= at < len(spread) else 0.0
        assert got == pytest.approx(float(one), rel=1e-12, abs=1e-39)
    assert sum(spread) == pytest.approx(1, rel=1e-12)


def test_many_dice_are_still_worked_out_and_too_many_are_not() -> None:
    _first, spread = distribution([6, 12, 18, 24, 30] * 1000)
    assert sum(spread) == pytest.approx(1, rel=1e-9)
    assert luck._chances([6] * (luck.MOST + 1), 900) == (None, None, None)


def test_the_chance_of_dice_is_what_counting_them_says() -> None:
    for needed in range(-2, 9):
        assert by_one(needed) == 6 * sum(1 for die in range(1, 7) if die >= needed and die > 1)
    for value in range(1, 15):
        pairs = [one + two for one, two in product(range(1, 7), repeat=2)]
        assert by_two(value) == sum(1 for total in pairs if total <= value and total != 12)


def rows(table: Table) -> dict[tuple[int, str, bool], Luck]:
    """The luck at a table, from its log as it is stored."""
    found = luck_of(table.game, [event_to_plain(event) for event in table.events])
    return {(one.side, one.kind, one.typed): one for one in found}


def test_a_volley_counts_for_who_rolled_it() -> None:
    table = begun(set())
    table.do("draw", 0, side=0)
    shooter, target = unit_of(table, 0, kind="infantry"), unit_of(table, 1, kind="infantry")
    table.do("order", 0, unit=shooter, order="fire")
    table.do("shoot", 0, shooter=shooter, target=target, weapon="Rifle", shots=8, cover="soft")
    table.do("answer", 1, how="stand")
    found = rows(table)
    hits = found[0, luck.HITS, False]
    rolled = [die for event in table.events if event.kind == "hit rolls" for die in event.dice]
    assert (hits.dice, hits.tries, hits.expected) == (8, 8, pytest.approx(8 * 4 / 6))
    assert hits.made == sum(die.value >= 3 for die in rolled)
    through = exact([24] * 8)
    assert hits.at_least == pytest.approx(float(sum(through[hits.made :])))
    assert hits.at_most == pytest.approx(float(sum(through[: hits.made + 1])))
    assert {side for side, kind, _typed in found if kind == luck.SAVES} <= {1}
    assert found[0, luck.DAMAGE, False].dice == hits.made


def test_dice_that_people_rolled_stand_apart() -> None:
    table = begun({0})
    table.do("draw", 0, side=0)
    shooter, target = unit_of(table, 0, kind="infantry"), unit_of(table, 1, kind="infantry")
    table.do("order", 0, unit=shooter, order="fire")
    table.given = [6] * 40
    table.do("shoot", 0, shooter=shooter, target=target, weapon="Rifle", shots=4, cover="soft")
    table.do("answer", 1, how="stand")
    found = rows(table)
    assert found[0, luck.HITS, True].made == 4
    assert found[0, luck.HITS, True].at_least == pytest.approx((4 / 6) ** 4)
    assert (0, luck.HITS, False) not in found


def far(*dice: int) -> dict[tuple[int, str, bool], Luck]:
    """A pinned, inexperienced unit on the move fires through smoke: it needs a six and then another."""
    table = begun({0})
    table.do("draw", 0, side=0)
    shooter, target = unit_of(table, 0, kind="infantry"), unit_of(table, 1, kind="infantry")
    table.put(shooter, quality="inexperienced")
    table.do("order", 0, unit=shooter, order="advance")
    table.put(shooter, pins=1)
    table.given = list(dice)
    table.do("shoot", 0, shooter=shooter, target=target, weapon="Rifle", shots=3, smoke=True)
    table.do("answer", 1, how="stand")
    return rows(table)


@pytest.mark.parametrize(("dice", "made"), [((6, 6, 2, 6, 1, 1), 1), ((6, 6, 2, 3, 2), 0), ((5, 5, 5), 0)])
def test_a_hit_that_needs_two_sixes_is_one_try(dice: tuple[int, ...], made: int) -> None:
    hits = far(*dice)[0, luck.HITS, True]
    assert (hits.tries, hits.made, hits.expected) == (3, made, pytest.approx(3 / 36))


def test_what_is_rolled_again_by_a_card_counts_too() -> None:
    events: list[dict[str, Any]] = [
        {"kind": "hit rolls", "values": {"shooter": "a1", "needed": 3}, "dice": [throw(0, 1), throw(1, 2)]},
        {
            "kind": "reroll card",
            "values": {"unit": "a1", "step": "hit"},
            "dice": [throw(2, 5, rerolled=True), throw(3, 1, rerolled=True)],
        },
        {
            "kind": "reroll momentum",
            "values": {"side": 0, "was": 1, "die": 3},
            "dice": [throw(4, 6, what="hit momentum")],
        },
    ]
    (hits,) = luck_of(two_sides().game, events)
    assert (hits.dice, hits.made) == (5, 2)


def test_of_a_volley_each_group_has_its_own_need() -> None:
    """A card rolls all of them again; two groups that need two sixes are told one after the other."""
    events: list[dict[str, Any]] = [
        {"kind": "hit rolls", "values": {"shooter": "a1", "needed": 3, "group": 0}, "dice": [throw(0, 2)]},
        {"kind": "hit rolls", "values": {"shooter": "a1", "needed": 7, "group": 1}, "dice": [throw(1, 3)]},
        {"kind": "hit rolls", "values": {"shooter": "a1", "needed": 7, "group": 2}, "dice": [throw(2, 6)]},
        {
            "kind": "reroll card",
            "values": {"unit": "a1", "step": "hit"},
            "dice": [throw(3, 4), throw(4, 6), throw(5, 6)],
        },
        {"kind": "hits", "values": {"shooter": "a1", "target": "b1", "hits": 1}, "dice": []},
        {"kind": "second sixes", "values": {"shooter": "a1"}, "dice": [throw(6, 2)]},
        {"kind": "hits", "values": {"shooter": "a1", "target": "b1", "hits": 0}, "dice": []},
        {"kind": "second sixes", "values": {"shooter": "a1"}, "dice": [throw(7, 6)]},
        {"kind": "hits", "values": {"shooter": "a1", "target": "b2", "hits": 1}, "dice": []},
        {"kind": "damage rolls", "values": {"unit": "b1", "needed": 4}, "dice": [throw(8, 4)]},
        {"kind": "damage rolls", "values": {"unit": "b2", "needed": 7}, "dice": [throw(9, 6)]},
    ]
    damage, hits = sorted(luck_of(two_sides().game, events), key=lambda row: row.kind)
    assert (hits.tries, hits.made, hits.expected) == (6, 2, pytest.approx(2 * 4 / 6 + 4 / 36))
    assert (damage.tries, damage.made, damage.expected) == (2, 1, 0.5)


def test_what_a_card_rolls_again_may_be_told_group_by_group() -> None:
    again = {"unit": "a1", "step": "hit"}
    events: list[dict[str, Any]] = [
        {"kind": "hit rolls", "values": {"shooter": "a1", "needed": 3, "group": 0}, "dice": [throw(0, 2)]},
        {"kind": "hit rolls", "values": {"shooter": "a1", "needed": 5, "group": 1}, "dice": [throw(1, 3)]},
        {"kind": "reroll card", "values": again | {"group": 0}, "dice": [throw(2, 4)]},
        {"kind": "reroll card", "values": again | {"group": 1}, "dice": [throw(3, 4)]},
    ]
    (hits,) = luck_of(two_sides().game, events)
    assert (hits.tries, hits.made, hits.expected) == (4, 1, pytest.approx(2 * 4 / 6 + 2 * 2 / 6))


@pytest.mark.parametrize(("told", "expected", "made"), [({"needed": 5}, 4 / 6, 1), ({}, 8 / 6, 2)])
def test_close_quarters_need_what_was_told_of_them_then(
    told: dict[str, Any], expected: float, made: int
) -> None:
    """A house rule of later changes nothing of it; a log of before tells no need: the quality says it."""
    table = two_sides()
    enemy = unit_of(table, 1, kind="infantry")
    table.put(enemy, quality="inexperienced")
    events: list[dict[str, Any]] = [
        {"kind": "assault", "values": {"shooter": "a1", "target": enemy}, "dice": []},
        {
            "kind": "fought",
            "values": {"unit": "a1", "round": 1, **told},
            "dice": [throw(0, 4), throw(1, 6)],
        },
    ]
    (row,) = luck_of(table.game, events)
    assert (row.kind, row.tries, row.made) == (luck.CLOSE, 2, made)
    assert row.expected == pytest.approx(expected)


def throw(n: int, value: int, what: str = "hit", **more: Any) -> dict[str, Any]:
    """A die of the log, thrown by Ada."""
    return {"n": n, "what": what, "sides": 6, "value": value, "by": 0, **more}


@pytest.mark.parametrize("method", METHODS[:3])
def test_in_whole_games_every_die_has_its_place_and_none_counts_twice(method: str) -> None:
    table = two_sides(method, momentum=True)
    Robot(table, 7).go(250)
    kinds = {*luck.NEEDED, *luck.TESTS, *luck.ALONE, "fought", "reroll card", "reroll momentum"}
    counted = {die.n for event in table.events if event.kind in kinds for die in event.dice}
    found = rows(table)
    assert sum(one.dice for one in found.values()) == len(counted)
    for one in found.values():
        assert 0 <= one.made <= one.tries
        assert one.exactly is not None
        assert one.at_least is not None
        assert one.at_most is not None
        assert one.at_least + one.at_most == pytest.approx(1 + one.exactly)
    drawn = [die for event in table.events for die in event.dice if event.kind in ("drawn", "shuffled")]
    assert all(die.by == -1 for die in drawn)
