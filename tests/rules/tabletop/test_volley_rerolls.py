"""Rerolls of a volley: a card takes all dice of a wave or none, momentum one die of the hits (page 9 B)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rules.tabletop.action import RefusedError
from rules.tabletop.dice import Die, NeedDiceError, TableDice
from rules.tabletop.documents.view import wanted
from rules.tabletop.state import Momentum
from tests.rules.tabletop.playing import SEED, Table
from tests.rules.tabletop.test_resolvers import said
from tests.rules.tabletop.test_volleys import fire, squad

AT = [{"target": "b1", "inches": 10}, {"target": "b4", "inches": 10}]


def rolled(*, special: int = 0, typed: list[int], **more: object) -> Table:
    """A submachine gun and six rifles at one target, a Panzerfaust at another: nine dice to hit."""
    table = squad()
    acting = table.game.current
    assert acting is not None
    table.game = replace(table.game.with_acting(replace(acting, special=special)), **more)  # type: ignore[arg-type]
    fire(table, 0, 1, {"group": 3, "target": "b4"})
    table.do("measure", 0, typed=typed, at=AT)
    return table


@pytest.mark.parametrize("special", [5, 2])
def test_a_card_rerolls_the_hits_of_all_groups_at_all_targets_once(special: int) -> None:
    table = rolled(special=special, typed=[1] * 9)
    table.do("reroll card", 0, typed=[*[6] * 9, *[1] * 9])
    with pytest.raises(RefusedError, match="no card reroll"):
        table.do("reroll card", 0)
    assert [(one["group"], one["hits"]) for one in said(table, "hits")] == [(0, 2), (1, 6), (3, 1)]


def test_a_six_rerolls_the_damage_of_all_groups_at_all_targets() -> None:
    table = rolled(special=6, typed=[*[6] * 9, *[1] * 9])
    table.do("reroll card", 0, typed=[*[6] * 8, 1, 1, 1])
    assert [(one["group"], one["count"]) for one in said(table, "damaged")] == [(0, 2), (1, 6), (3, 0)]


@pytest.mark.parametrize(("special", "again"), [(5, [3, 3, 3]), (6, [4, 4, 2])])
def test_what_a_card_rolls_again_is_told_group_by_group(special: int, again: list[int]) -> None:
    first = [1] * 9 if special == 5 else [*[6] * 9, *[1] * 9]
    table = rolled(special=special, typed=first)
    table.do("reroll card", 0, typed=[1] * 9)
    told = [event for event in table.events if event.kind == "reroll card"]
    values = [dict(event.values) for event in told]
    assert [
        (one["group"], one["weapon"], len(event.dice)) for one, event in zip(values, told, strict=True)
    ] == [
        (0, "Submachine gun (SMG)", 2),
        (1, "Rifle", 6),
        (3, "Panzerfaust", 1),
    ]
    assert [one["needed"] for one in values] == again


def test_momentum_rerolls_one_die_of_the_whole_hit_wave() -> None:
    track = Momentum(on=True, slider=-2, reward=0, live=True)
    table = rolled(typed=[1] * 9, momentum=track)
    attack = table.game.attack
    assert attack is not None
    table.do("reroll one", 0, typed=[6, 1], die=attack.dice[-1].n)
    with pytest.raises(RefusedError, match="no momentum reroll"):
        table.do("reroll one", 0, typed=[6], die=attack.dice[0].n)
    assert [(one["group"], one["hits"]) for one in said(table, "hits")] == [(0, 0), (1, 0), (3, 1)]


def test_nobody_says_go_on_after_a_reroll_that_was_the_last() -> None:
    """The second roll binds, and nothing else can be done about it."""
    table = rolled(special=5, typed=[1] * 9)
    table.do("reroll card", 0, typed=[1] * 9)
    assert table.game.attack is None
    assert "go on" not in [one["kind"] for one in wanted(table.game)]


def test_where_something_may_still_be_rerolled_it_waits() -> None:
    """Momentum has rerolled its one die; the card has still the others."""
    track = Momentum(on=True, slider=-2, reward=0, live=True)
    table = rolled(special=5, typed=[1] * 9, momentum=track)
    attack = table.game.attack
    assert attack is not None
    table.do("reroll one", 0, typed=[1], die=attack.dice[0].n)
    assert [one["kind"] for one in wanted(table.game)] == ["go on"]
    table.do("reroll card", 0, typed=[1] * 8)
    assert table.game.attack is None


def test_the_dice_of_damage_that_follow_a_reroll_may_be_rerolled_by_a_two() -> None:
    """A Two rerolls one kind: whoever keeps it over the hits has it for the damage."""
    track = Momentum(on=True, slider=-2, reward=0, live=True)
    table = rolled(special=2, typed=[1] * 9, momentum=track)
    attack = table.game.attack
    assert attack is not None
    table.do("reroll one", 0, typed=[6], die=attack.dice[0].n)
    assert table.game.attack is not None
    assert table.game.attack.step == "hit"
    table.do("go on", 0, typed=[1])
    assert table.game.attack.step == "damage"
    table.do("reroll card", 0, typed=[1])
    assert table.game.attack is None


def test_rolled_again_and_a_second_six_are_told_apart() -> None:
    table = squad()
    table.put("a2", pins=1, quality="inexperienced")
    acting = table.game.current
    assert acting is not None
    table.game = table.game.with_acting(replace(acting, special=5))
    fire(table, 1)
    at = [{"target": "b1", "inches": 20, "smoke": True, "moved": True}]
    table.do("measure", 0, typed=[1] * 6, at=at)
    assert [one["needed"] for one in said(table, "hit rolls")] == [7]
    table.do("reroll card", 0, typed=[6, *[1] * 5, 5])
    names = {event.kind: {die.what for die in event.dice} for event in table.events if event.dice}
    assert (names["reroll card"], names["second sixes"]) == ({"hit again"}, {"second six"})


def test_who_rolls_one_die_again_himself_reads_of_which_group() -> None:
    track = Momentum(on=True, slider=-2, reward=0, live=True)
    table = rolled(typed=[1] * 9, momentum=track)
    attack = table.game.attack
    assert attack is not None
    for at, weapon, target in (
        (0, "Submachine gun (SMG)", "b1"),
        (4, "Rifle", "b1"),
        (8, "Panzerfaust", "b4"),
    ):
        with pytest.raises(NeedDiceError) as wants:
            table.do("reroll one", 0, typed=[], die=attack.dice[at].n)
        about = wants.value.about
        assert (wants.value.what, about.weapon, about.unit) == ("hit momentum", weapon, target)
        assert about.needed == 3


def test_who_rolls_again_himself_reads_for_what() -> None:
    table = rolled(special=5, typed=[1] * 9)
    with pytest.raises(NeedDiceError) as wants:
        table.do("reroll card", 0, typed=[1, 1, 1])
    about = wants.value.about
    assert (wants.value.what, wants.value.count) == ("hit again", 5)
    assert (about.weapon, about.unit, about.needed) == ("Rifle", "b1", 3)


def test_a_second_six_that_lies_by_its_name_of_before_is_final() -> None:
    lies = Die(5, "hit again", 6, 4)
    assert TableDice(SEED, "test", 5, lying=[lies]).roll("second six") == (lies,)
    with pytest.raises(ValueError, match="lies for hit again"):
        TableDice(SEED, "test", 5, lying=[lies]).roll("damage")
