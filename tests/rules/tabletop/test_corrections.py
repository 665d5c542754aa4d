"""What can be corrected of a unit beside pins and men in all, and of a side's points (Tabletop, page 9 B)."""

from __future__ import annotations

from typing import Any

import pytest

from rules.tabletop.action import Action, RefusedError
from rules.tabletop.documents import corrected
from rules.tabletop.documents.view import view
from rules.tabletop.units import Group, Jam
from tests.rules.tabletop.playing import Table, check, two_sides

SQUAD = (Group("Submachine gun (SMG)", 1, leader=True), Group("Rifle", 6), Group("LMG", 1, 2))
SHOOTER, TARGET, TANK = "a2", "b1", "a5"


def squad(**changes: Any) -> Table:
    """Green has a squad of an NCO, six riflemen and an LMG with two men."""
    table = two_sides()
    table.put("a2", groups=SQUAD, **changes)
    return table


def lost(table: Table, key: str = "a2") -> list[int]:
    return [group.lost for group in table.unit(key).groups]


def correct(table: Table, key: str = "a2", **values: Any) -> str:
    """Correct a unit; what the log tells of it."""
    events = table.do("correct", 0, unit=key, reason="counted anew", **values)
    check(table)
    return str(dict(next(one for one in events if one.kind == "corrected").values)["to"])


def refused(table: Table, key: str = "a2", **values: Any) -> RefusedError:
    before = table.game
    with pytest.raises(RefusedError) as found:
        correct(table, key, **values)
    assert table.game == before
    return found.value


# Who has fallen.


def test_who_has_fallen_is_told_group_by_group_and_only_what_differs() -> None:
    table = squad()
    assert correct(table, lost={"0": 0, "1": "2", "2": 1}) == "lost Rifle 2, LMG 1"
    assert lost(table) == [0, 2, 1]
    assert table.unit("a2").models == 6
    assert correct(table, lost={"1": 0}) == "lost Rifle 0"
    assert lost(table) == [0, 0, 1], "of whom nothing is said, as it was"
    assert correct(table, lost={"1": 0}, pins=2) == "pins 2"


def test_with_the_last_man_of_his_group_the_nco_is_gone_unless_it_is_said() -> None:
    table = squad()
    correct(table, lost={"0": 1})
    assert not table.unit("a2").nco
    correct(table, nco=True)
    assert table.unit("a2").nco
    table = squad()
    assert correct(table, lost={"0": 1}, nco=True) == "lost Submachine gun (SMG) 1"
    assert table.unit("a2").nco


@pytest.mark.parametrize(
    ("values", "code", "told"),
    [
        ({"lost": {"1": 7}}, "group has fewer", {"group": "Rifle", "count": 6}),
        ({"lost": {"9": 1}}, "no such group", {"group": "9"}),
        ({"lost": {"1": -1}}, "not a number", {"low": 0}),
        ({"lost": "2"}, "not pairs", {"name": "lost"}),
        ({"lost": {"0": 1, "1": 6, "2": 2}}, "nobody left", {}),
        ({"lost": {"1": 2}, "models": 8}, "losses differ", {"count": 7, "models": 8}),
        ({"lost": {"1": 2}, "groups": [{"weapon": "Rifle"}]}, "losses twice", {}),
        ({"jams": {"1": "left"}}, "no turret", {}),
    ],
)
def test_what_cannot_be_is_refused_by_name(
    values: dict[str, Any], code: str, told: dict[str, object]
) -> None:
    error = refused(squad(), **values)
    assert error.code == code
    assert error.field in (*values, "1"), "the field at fault"
    assert told.items() <= error.values.items()


def test_men_in_all_may_be_said_beside_who_has_fallen_if_they_agree() -> None:
    table = squad()
    correct(table, lost={"1": 2}, models=7)
    assert lost(table) == [0, 2, 0]


def test_a_unit_that_was_destroyed_comes_back_with_those_who_are_said() -> None:
    table = squad()
    correct(table, destroyed=True)
    assert lost(table) == [1, 6, 2]
    assert correct(table, destroyed=False, lost={"1": 3}) == "destroyed False; lost Rifle 3"
    assert lost(table) == [1, 3, 2]
    assert table.unit("a2").models == 3
    correct(table, destroyed=True, lost={"1": 6})
    assert table.unit("a2").destroyed


def test_the_same_weapons_in_another_order_are_no_change() -> None:
    """A form sends them in the order of the tables: who holds what stays."""
    table = squad()
    weapons = sorted(table.unit("a2").weapons)
    assert tuple(weapons) != table.unit("a2").weapons
    sent = {"unit": "a2", "pins": "1", "weapons": weapons}
    assert corrected.proposed(table.game, sent) == {"unit": "a2", "pins": "1"}
    assert correct(table, pins=1, weapons=weapons) == "pins 1"
    assert table.unit("a2").groups == SQUAD


# Turrets, tracks, reserve.


def test_a_turret_is_freed_jammed_or_turned_and_no_other_is_touched() -> None:
    table = two_sides()
    table.put(TANK, turrets=2, jams=(Jam(1, "left"),))
    assert correct(table, TANK, jams={"1": "free", "2": "rear"}) == "jams 1 free; jams 2 rear"
    assert table.unit(TANK).jams == (Jam(2, "rear"),)
    assert correct(table, TANK, jams={"2": "front"}, immobilised="1") == "immobilised True; jams 2 front"
    assert table.unit(TANK).jams == (Jam(2, "front"),)
    assert table.unit(TANK).immobilised
    for jams, allowed in (
        ({"3": "left"}, ("1", "2")),
        ({"1": "up"}, ("free", "front", "left", "right", "rear")),
    ):
        error = refused(table, TANK, jams=jams)
        assert (error.code, error.values["allowed"]) == ("not one of", allowed)


def test_a_unit_is_put_in_reserve_and_back_but_not_out_of_a_fight() -> None:
    table = two_sides()
    assert correct(table, TARGET, reserve="1") == "reserve True"
    assert not table.unit(TARGET).in_play
    correct(table, TARGET, reserve="0")
    assert table.unit(TARGET).in_play
    table.do("draw", 0, side="0")
    table.do("order", 0, unit=SHOOTER, order="fire")
    assert refused(table, SHOOTER, reserve=True).code == "acting now"
    table.do("volley", 0, shooter=SHOOTER, fire=[{"group": 0, "target": TARGET}])
    assert refused(table, TARGET, reserve=True).code == "attack not finished"
    assert correct(table, TARGET, reserve=False, pins=1) == "pins 1"


# What is proposed.


def test_of_groups_and_turrets_only_what_differs_is_proposed() -> None:
    table = squad()
    table.put(TANK, turrets=2, jams=(Jam(2, "left"),))
    stands = {"lost": (0, 1, 0), "jams": (), "models": 8, "reserve": False}
    was = corrected.opened(stands)
    assert was == "models=8;reserve=0;lost=0,1,0;jams="
    sent = {"unit": "a2", "models": "8", "reserve": "0", "lost": {"0": "0", "1": "1", "2": "2"}, "was": was}
    # Meanwhile others have fallen: nobody comes back with it.
    table.put("a2", groups=SQUAD, models=5)
    assert corrected.proposed(table.game, sent) == {"unit": "a2", "lost": {"2": "2"}}
    same = {"unit": TANK, "jams": {"1": "free", "2": "left"}, "immobilised": False, "lost": {}}
    assert corrected.proposed(table.game, same) == {"unit": TANK}
    assert corrected.proposed(table.game, {**same, "jams": {"2": "free"}})["jams"] == {"2": "free"}


# A side's points.


def test_a_sides_points_are_corrected_up_to_twice_what_it_began_with() -> None:
    table = two_sides("action points")
    start = table.game.sides[1].points_start
    events = table.do("correct", 0, side=1, points=str(2 * start), reason="one too few")
    assert table.game.sides[1].points == 2 * start
    assert dict(events[0].values) == {"side": 1, "points": 2 * start, "reason": "one too few"}
    with pytest.raises(RefusedError) as found:
        table.do("correct", 0, side=1, points=2 * start + 1, reason="one too many")
    assert (found.value.field, found.value.values["high"]) == ("points", 2 * start)


def test_a_bid_of_more_than_a_correction_has_left_is_all_that_is_left() -> None:
    """To refuse the correction would tell of the bid."""
    table = two_sides("action points")
    table.do("bid", 0, points=5)
    table.do("correct", 1, side=0, points=3, reason="it had paid")
    assert view(table.game, 1)["sides"][0]["bid"] == -1
    events = table.do("bid", 1, points=4)
    told = [dict(one.values) for one in events if one.kind == "revealed bid"]
    assert [(one["points"], one["left"]) for one in told] == [(3, 0), (4, table.game.sides[1].points)]
    assert table.game.sides[0].points == 0
    assert table.game.chooser == 1


def test_a_correction_is_told_of_what_a_program_sends_too() -> None:
    table = squad()
    told = corrected.told(table.unit("a2"), Action("correct", 0, {"nco": False, "lost": {"2": 1}}))
    assert told == "nco False; lost LMG 1"
