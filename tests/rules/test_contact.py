"""Which enemies meet, where, and who attacks (Rules 5.12)."""

from __future__ import annotations

import pytest

from rules.dice import Dice, attacker_label, mission_label
from rules.outcome import Battle, Movement
from tests.rules.builders import SEED, moved

STEADFAST = {"beta": ["steadfast"]}
EVERY_TURN = {"settings": {"engagement": "every_turn"}}


def pairs(movement: Movement) -> list[tuple[str, str]]:
    """Who meets whom."""
    return [battle.banners for battle in movement.battles]


def the_battle(movement: Movement) -> Battle:
    """The only battle."""
    (battle,) = movement.battles
    return battle


def test_a_battle_begins_when_ranges_begin_to_overlap() -> None:
    assert pairs(moved("a1:15 . . b1:15", "a1 march 1,0")) == [("a1", "b1")]
    assert pairs(moved("a1:15 . b1:15", "a1 march 1,0")) == []
    assert pairs(moved("a1:15 . b1:15")) == []
    assert pairs(moved("a1:15 . b1:15", **EVERY_TURN)) == [("a1", "b1")]


def test_banners_that_swap_in_contact_do_not_fight_again() -> None:
    assert pairs(moved("a1:15 b1:15", "a1 march 1,0", "b1 march 0,0")) == []


def test_a_failed_march_makes_no_contact() -> None:
    movement = moved(
        """
        a1:15 .     . b1:15
        .     g1:15 . .
        """,
        "a1 march 1,0",
        "g1 march 1,0",
    )
    assert ("a1", "b1") not in pairs(movement)


def test_ranges_that_share_only_rock_do_not_meet() -> None:
    assert pairs(moved("a1:15 # . b1:15", "b1 march 2,0")) == []
    beside = """
        a1:15 # . b1:15
        .     . . .
    """
    assert pairs(moved(beside, "b1 march 2,0")) == [("a1", "b1")]


def test_battlelust_meets_from_further_away() -> None:
    lust = {"rules": {"beta": ["battlelust"]}}
    assert pairs(moved("a1:15 . . . b1:15", "a1 march 1,0", **lust)) == [("a1", "b1")]
    assert pairs(moved("a1:15 . . . b1:15", "a1 march 1,0")) == []


def test_a_banner_fights_every_enemy_it_meets_but_no_friend() -> None:
    movement = moved("a1:15 . . b1:15 . . a2:15", "b1 march 2,0", "a2 march 5,0")
    assert pairs(movement) == [("a1", "b1")]
    movement = moved("a1:15 . . b1:15 . . . a2:15", "b1 march 2,0", "a1 march 1,0")
    assert pairs(movement) == [("a1", "b1")]
    movement = moved("a1:15 . . b1:15 . . a2:15", "a1 march 1,0", "a2 march 5,0")
    assert pairs(movement) == [("a1", "b1"), ("a2", "b1")]


def test_a_split_off_stands_in_its_parent_s_contacts() -> None:
    assert pairs(moved("a1:20 . b1:15", "a1 split")) == []
    assert pairs(moved("a1:20 . . b1:15", "a1 march 1,0 split")) == [("a1", "b1"), ("a1.3", "b1")]


def test_an_heir_was_in_contact_if_either_was() -> None:
    # a2, far away, marches to a1, which was in contact with b1; it stays, and does not fight.
    drawing = "b1:15 . a1:5 a2:12"
    assert pairs(moved(drawing, "a2 march 2,0 join a1", "a1 join a2")) == []
    assert pairs(moved(drawing, "a2 march 2,0")) == [("a2", "b1")]


def test_the_battle_is_in_the_shared_sector_nearest_to_both() -> None:
    assert the_battle(moved("a1:15 . . b1:15", "a1 march 1,0")).sector == (2, 0)
    # (3, 0) and (3, 1) are shared; of the greater distances, 4 and 5 squared, the lesser decides.
    lust = moved(
        """
        a1:15 . . . .
        .     . . . b1:15
        """,
        "a1 march 1,0",
        rules={"alpha": ["battlelust"]},
    )
    assert the_battle(lust).sector == (3, 0)


def test_a_city_is_noticed() -> None:
    assert the_battle(moved("a1:15 . C b1:15", "a1 march 1,0")).city
    assert not the_battle(moved("a1:15 C . b1:15", "a1 march 1,0")).city


@pytest.mark.parametrize(
    ("drawing", "orders", "rules", "attacker", "category"),
    [
        ("a1:15 . . b1:15", ["a1 march 1,0"], {}, "a1", "raid"),
        ("a1:15 . . b1:15f", ["a1 march 1,0"], {}, "a1", "breakthrough"),
        ("a1:15f . b1:15", [], {}, "b1", "breakthrough"),
        ("a1:15 . . . b1:15", ["a1 march 1,0", "b1 march 3,0 fortify"], STEADFAST, "a1", "breakthrough"),
        ("a1:15 . b1:15", [], {"alpha": ["raiders"]}, "a1", "battle"),
        ("a1:15 . b1:15", [], {"beta": ["raiders"]}, "b1", "battle"),
        ("a1:15f . b1:15", [], {"alpha": ["raiders"]}, "b1", "breakthrough"),
        ("a1:15 . . b1:15", ["a1 march 1,0"], {"beta": ["raiders"]}, "a1", "raid"),
        ("a1:15e . b1:15", ["a1 search"], {}, "b1", "breakthrough"),
    ],
)  # fmt: skip
def test_who_attacks_and_on_which_table(
    drawing: str, orders: list[str], rules: dict[str, list[str]], attacker: str, category: str
) -> None:
    battle = the_battle(moved(drawing, *orders, rules=rules, **EVERY_TURN))
    assert (battle.attacker, battle.category, battle.attacker_die) == (attacker, category, None)


def test_where_nothing_decides_a_die_does_and_the_mission_has_its_own() -> None:
    dice = Dice(bytes.fromhex(SEED))
    battle = the_battle(moved("a1:15 . b1:15", **EVERY_TURN))
    die = dice.die(attacker_label(3, "a1:b1"), 2)
    assert (battle.attacker_die, battle.attacker) == (die, battle.banners[die - 1])
    assert battle.mission_die == dice.die(mission_label(3, "a1:b1"), 6)


def test_both_in_works_is_for_the_die_too() -> None:
    assert the_battle(moved("a1:15f . b1:15e", **EVERY_TURN)).attacker_die is not None


def test_a_retreat_is_no_move_but_a_split_off_has_its_parent_s() -> None:
    movement = moved("a1:15r . . . . b1:12", "a1 retreat 1,0", "b1 march 4,0")
    assert pairs(movement) == []
    movement = moved("a1:15r . . . b1:12 .", "a1 retreat 1,0", "b1 march 3,0")
    assert the_battle(movement).attacker == "b1"
    movement = moved("a1:20 . . b1:15", "a1 march 1,0 split")
    assert {battle.attacker for battle in movement.battles} == {"a1", "a1.3"}


def test_an_heir_has_moved_by_its_own_march_alone() -> None:
    drawing = "a2:15 a1:5 . . . b1:15"
    movement = moved(drawing, "a1 march 0,0 join a2", "a2 join a1", "b1 march 4,0", **EVERY_TURN)
    assert pairs(movement) == []
    movement = moved("a1:5 a2:15 . . b1:15", "a1 march 1,0 join a2", "a2 join a1", "b1 march 3,0")
    assert (the_battle(movement).banners, the_battle(movement).attacker) == (("a2", "b1"), "b1")


def test_a_teleport_of_its_own_counts_as_an_heir_s_march() -> None:
    # North-east of a single row is off the map: a1 lands where it was sent.
    orders = ("a1 teleport 4,0 join a2", "a2 join a1")
    army = {"alpha": ["teleport"]}
    battle = the_battle(moved("a1:12 . . . a2:5 . b1:15", *orders, rules=army, **EVERY_TURN))
    assert (battle.attacker, battle.category, battle.attacker_die) == ("a1", "raid", None)


@pytest.mark.parametrize(("level", "auto"), [(9, True), (10, False), (0, True)])
def test_a_level_of_9_or_less_is_not_played(level: int, auto: bool) -> None:
    assert the_battle(moved(f"a1:15 . . b1:{level}", "a1 march 1,0")).auto is auto
