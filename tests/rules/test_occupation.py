"""Occupation, disputes, Infestation and Blitz (Rules 6)."""

from __future__ import annotations

from typing import Any

import pytest

from rules.events import EventKind, Reason
from rules.state import PlayerId
from tests.rules.builders import holders, moved, played


def held(**sectors: str) -> dict[str, Any]:
    """The ``sectors`` of a scenario on one row: ``held(alpha="0 1", disputed="2")``."""
    made = []
    for player, columns in sectors.items():
        for x in columns.split():
            whose = {"disputed": True} if player == "disputed" else {"occupier": player}
            made.append({"at": [int(x), 0]} | whose)
    return {"sectors": made}


def row(drawing: str, *orders: str, **more: Any) -> str:
    """Who holds each sector of a one-row map after the movement: a, b, g, ``*`` disputed, ``.`` nobody."""
    movement = moved(drawing, *orders, **more)
    found = holders(movement.state)
    signs = {None: "*", "alpha": "a", "beta": "b", "gamma": "g"}
    width = len(movement.state.rows[0])
    return "".join(signs[found[x, 0]] if (x, 0) in found else "." for x in range(width))


def test_a_lone_battle_range_occupies_and_two_dispute() -> None:
    assert row(". a1:15 . b1:15 .") == "aa*bb"


def test_friends_do_not_dispute() -> None:
    assert row("a1:15 . a2:15 .") == "aaaa"


def test_what_nobody_has_in_range_stays_as_it_was_but_a_dispute_ends() -> None:
    assert row("a1:15 . . . . .", **held(beta="3", disputed="4")) == "aa.b.."


def test_an_enemy_s_range_takes_a_sector_and_a_dispute_takes_it_from_both() -> None:
    assert row("a1:15 . . .", **held(beta="1")) == "aa.."
    assert row("a1:15 . b1:15", **held(alpha="1")) == "a*b"


def test_impassable_sectors_belong_to_nobody() -> None:
    assert row("a1:15 # .") == "a.."


INFESTED = {"rules": {"beta": ["infestation"]}, **held(beta="1 5")}


@pytest.mark.parametrize("order", ["search", "fortify", "resupply"])
def test_an_infested_sector_is_swept_by_an_order_of_who_has_it_in_range(order: str) -> None:
    assert row("a1:15 . . . . .", f"a1 {order}", **INFESTED) == "aa...b"


@pytest.mark.parametrize("order", ["march 2,0", "split", "unfortify"])
def test_other_orders_do_not_sweep(order: str) -> None:
    assert row("a1:15 . . . . .", f"a1 {order}", **INFESTED)[1] == "b"


def test_entrenching_sweeps_too_and_a_void_order_does_not() -> None:
    assert row("a1:15f . . . . .", "a1 entrench", **INFESTED)[1] == "a"
    assert row("a1:15 . . . . .", "a1 entrench", **INFESTED)[1] == "b"


def test_one_sweeping_banner_of_several_is_enough_but_only_in_its_own_range() -> None:
    assert row("a1:15 . a2:15 . . .", "a2 search", **INFESTED)[1] == "a"
    more = INFESTED | held(beta="1 4")
    assert row("a1:15 . a2:15 . . .", "a1 search", **more) == "aaaab."


def test_whoever_has_nothing_but_infested_sectors_in_range_holds_none() -> None:
    outcome = played("a1:15 #", rules={"beta": ["infestation"]}, **held(beta="0"))
    assert holders(outcome.state) == {(0, 0): "beta"}
    assert [sector.occupier for sector in outcome.intelligence[PlayerId("alpha")].sectors] == ["beta"]


def test_an_infested_sector_is_disputed_as_usual() -> None:
    assert row("a1:15 . b1:15", **(INFESTED | held(beta="1"))) == "a*b"
    assert row("a1:15 . g1:15", **(INFESTED | held(beta="1"))) == "a*g"


def test_blitz_holds_only_what_is_in_range_and_lets_go_before_all_else() -> None:
    blitz = {"rules": {"beta": ["blitz"]}}
    assert row("b1:15 . . . .", **blitz, **held(beta="3 4")) == "bb..."
    both = {"rules": {"beta": ["blitz", "infestation"]}}
    assert row("a1:15 . . . b1:15", **both, **held(beta="1")) == "aa.bb"


def test_the_fall_of_a_banner_in_battle_frees_what_it_disputed() -> None:
    outcome = played("a1:15 . . b1:9 .", "a1 march 1,0", **held(beta="4"))
    assert holders(outcome.state) == {
        (0, 0): "alpha",
        (1, 0): "alpha",
        (2, 0): "alpha",
        (3, 0): "beta",
        (4, 0): "beta",
    }


def test_gains_and_losses_are_told_each_to_its_player() -> None:
    outcome = played("a1:15 . . . b1:15", "b1 march 3,0", **held(alpha="2 4", beta="1"))
    told = {(event.kind, event.player, event.at): event for event in outcome.events if event.rule == "6"}
    taken = told[EventKind.SECTOR_TAKEN, "beta", (4, 0)]
    lost = told[EventKind.SECTOR_LOST, "alpha", (4, 0)]
    assert (taken.rival, lost.rival, lost.reason) == ("alpha", "beta", Reason.TAKEN)
    assert told[EventKind.SECTOR_LOST, "beta", (1, 0)].reason == Reason.TAKEN
    assert told[EventKind.SECTORS_GAINED, "alpha", None].sectors == ((0, 0), (1, 0))
    assert told[EventKind.SECTORS_GAINED, "beta", None].sectors == ((2, 0), (3, 0), (4, 0))


def test_a_sector_lost_to_a_dispute_or_released_says_so() -> None:
    outcome = played("a1:15 . b1:15", **held(alpha="1"))
    (lost,) = (event for event in outcome.events if event.kind == EventKind.SECTOR_LOST)
    assert (lost.reason, lost.rival) == (Reason.DISPUTED, None)
    outcome = played("b1:15 . .", **held(beta="2"), rules={"beta": ["blitz"]})
    (lost,) = (event for event in outcome.events if event.kind == EventKind.SECTOR_LOST)
    assert (lost.reason, lost.rival) == (Reason.RELEASED, None)
