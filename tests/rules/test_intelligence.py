"""What each player sees (Rules 9)."""

from __future__ import annotations

from typing import Any

import pytest

from rules.outcome import Outcome
from tests.rules.builders import played


def seen(outcome: Outcome, player: str = "alpha") -> dict[str, int | None]:
    """The enemies a player knows the place of, with their levels if known."""
    sightings = outcome.intelligence[player].sightings
    return {sighting.id: sighting.level for sighting in sightings}


def row(apart: int, alpha: str = "a1:15", beta: str = "b1:13") -> str:
    """Two banners so many sectors apart."""
    return " ".join([alpha, *["."] * (apart - 1), beta, ".", "."])


@pytest.mark.parametrize(
    ("apart", "rules", "orders", "sees"),
    [
        (3, {}, [], {"b1": 13}),
        (4, {}, [], {"b1": None}),
        (5, {}, [], {}),
        (4, {}, ["a1 search"], {"b1": 13}),
        (5, {}, ["a1 search"], {"b1": None}),
        (6, {}, ["a1 search"], {}),
        (4, {"alpha": ["superior_intelligence"]}, [], {"b1": 13}),
        (5, {"alpha": ["superior_intelligence"]}, [], {"b1": None}),
        (5, {"beta": ["battlelust"]}, [], {"b1": None}),
        (4, {"beta": ["battlelust"]}, [], {"b1": 13}),
        (4, {"beta": ["ponderous"]}, [], {"b1": 13}),
        (5, {"beta": ["ponderous"]}, ["a1 search"], {"b1": 13}),
        (4, {"beta": ["unseen_presence"]}, ["a1 search"], {"b1": None}),
        (5, {"beta": ["unseen_presence"]}, ["a1 search"], {}),
        (5, {"beta": ["unseen_presence", "ponderous"]}, ["a1 search"], {}),
        (4, {"beta": ["unseen_presence", "ponderous"]}, [], {"b1": 13}),
        (4, {"alpha": ["wots_a_recon"]}, ["a1 search"], {"b1": None}),
        (9, {"beta": ["easily_observable"]}, [], {"b1": None}),
        (9, {"beta": ["easily_observable", "ponderous"]}, [], {"b1": None}),
    ],
)
def test_what_one_banner_sees_of_another(
    apart: int, rules: dict[str, list[str]], orders: list[str], sees: dict[str, int | None]
) -> None:
    assert seen(played(row(apart), *orders, rules=rules)) == sees


def test_two_search_ranges_tell_nothing_of_each_other() -> None:
    outcome = played(row(6), "a1 search", "b1 search")
    assert (seen(outcome), seen(outcome, "beta")) == ({}, {})


def test_rock_between_shortens_what_ranges_touch() -> None:
    assert seen(played("a1:15 . . . b1:13 .")) == {"b1": None}
    assert seen(played("a1:15 . . # b1:13 .")) == {}
    assert seen(played("a1:15 . # . b1:13 .")) == {}
    around = """
        a1:15 . # # b1:13
        .     . . . .
    """
    assert seen(played(around)) == {"b1": None}


SECTORS = [{"at": [3, 0], "occupier": "alpha"}]


@pytest.mark.parametrize(
    ("drawing", "sees"),
    [
        (". . . . . b1:13", {"b1": None}),
        (". . . . . . b1:13", {}),
        (". . . . # b1:13 . .", {}),
        (". . . # b1:13 . . .", {}),
    ],
)
def test_an_occupied_sector_sees_battle_ranges_in_it_or_adjacent(
    drawing: str, sees: dict[str, int | None]
) -> None:
    sectors = SECTORS if drawing.split()[3] == "." else []
    assert seen(played(drawing, sectors=sectors)) == sees


def test_a_player_without_banners_still_sees_from_its_sectors() -> None:
    assert seen(played(". . . . . b1:13 .", sectors=SECTORS)) == {"b1": None}


def test_who_takes_a_sector_is_known_with_its_level_to_the_former_occupier() -> None:
    outcome = played("b1:13 b2:9 . . . .", sectors=[{"at": [2, 0], "occupier": "alpha"}])
    assert seen(outcome) == {"b2": 9}


def test_a_taker_that_does_not_hold_the_sector_at_the_end_is_not_known() -> None:
    # b1 takes (5, 0) and falls in the same turn: the sector is beta's, but nobody stands there any more.
    outcome = played(
        ". a1:15 . . . b1:9 .",
        "b1 march 4,0",
        "a1 march 2,0",
        sectors=[{"at": [5, 0], "occupier": "alpha"}],
    )
    assert outcome.destroyed[0].id == "b1"
    assert seen(outcome) == {}


def sensor(**more: Any) -> dict[str, Any]:
    """A sensor that alpha knows, in a sector it occupies far from its banners."""
    mast = {"id": "mast", "at": [3, 0], "effect": "sensor", "known_to": ["alpha"], "needs_search": True}
    return {"features": [mast | more], "sectors": SECTORS}


@pytest.mark.parametrize(("apart", "sees"), [(3, {"b1": 13}), (4, {"b1": None}), (5, {})])
def test_a_sensor_sees_like_a_recon_range(apart: int, sees: dict[str, int | None]) -> None:
    drawing = " ".join([*["."] * (3 + apart), "b1:13", ".", "."])
    assert seen(played(drawing, **sensor())) == sees


def test_a_sensor_needs_to_be_known_and_its_sector_occupied() -> None:
    drawing = ". . . . . . . b1:13 ."
    assert seen(played(drawing, **sensor(known_to=[]))) == {}
    assert seen(played(drawing, **(sensor() | {"sectors": []}))) == {}


def test_superior_intelligence_does_not_widen_a_sensor() -> None:
    drawing = ". . . . . . . . b1:13 ."
    assert seen(played(drawing, **sensor(), rules={"alpha": ["superior_intelligence"]})) == {}


def test_the_dead_are_not_seen_and_all_is_as_the_turn_ends() -> None:
    outcome = played("a1:15 . . b1:9 .", "a1 march 1,0")
    assert seen(outcome) == {}
    assert [sighting.at for sighting in played(row(3)).intelligence["alpha"].sightings] == [(3, 0)]


def ground(outcome: Outcome, player: str = "alpha") -> str:
    """The occupation a player knows of a one-row map: a, b, ``*`` disputed, ``.`` nobody, ``?`` unknown."""
    known = {sector.at[0]: sector for sector in outcome.intelligence[player].known_sectors()}
    signs = {"alpha": "a", "beta": "b", None: "."}
    return "".join(
        "?" if x not in known else "*" if known[x].disputed else signs[known[x].occupier]
        for x in range(len(outcome.state.rows[0]))
    )


def test_occupation_is_known_in_and_beside_recon_ranges() -> None:
    assert ground(played("a1:15 . . . . . . .")) == "aa..????"
    assert ground(played("a1:15 . . . . . . .", rules={"alpha": ["superior_intelligence"]})) == "aa...???"
    assert ground(played("a1:15 . b1:15 . . . . .")) == "a*bb????"


def test_beside_counts_from_passable_sectors_and_rock_itself_is_never_known() -> None:
    assert ground(played("a1:15 . # . . .")) == "aa????"
    assert ground(played("a1:15 # . . . .")) == "a?..??"


def test_own_sectors_and_those_lost_this_turn_are_known() -> None:
    outcome = played(
        "a1:15 . . . . . . . . b1:15 . .",
        sectors=[{"at": [6, 0], "occupier": "alpha"}, {"at": [10, 0], "occupier": "alpha"}],
    )
    assert ground(outcome) == "aa..??a???b?"
    released = played(
        "a1:15 . . . . . .", sectors=[{"at": [5, 0], "occupier": "alpha"}], rules={"alpha": ["blitz"]}
    )
    assert ground(released) == "aa..?.?"
