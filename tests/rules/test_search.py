"""Searches, and what shows itself to the occupier (Rules 8.7, 8.8)."""

from __future__ import annotations

from typing import Any

import pytest

from rules.outcome import Outcome
from tests.rules.builders import played


def feature(x: int, y: int = 0, **more: Any) -> dict[str, Any]:
    """A hidden feature, named by its place."""
    return {"id": f"f{x}{y}", "at": [x, y], "needs_search": True} | more


def found(outcome: Outcome, player: str = "alpha") -> tuple[str, ...]:
    """The features a player has found this turn."""
    return outcome.intelligence[player].features


ROW = "a1:15 . . . . . . . . ."


@pytest.mark.parametrize(
    ("rules", "settings", "finds"),
    [
        ([], {}, ("f30",)),
        (["wots_a_recon"], {}, ()),
        (["wots_a_recon", "superior_intelligence"], {}, ("f30",)),
        (["superior_intelligence"], {}, ("f30",)),
        ([], {"search_radius": 4}, ("f30", "f40")),
    ],
)
def test_a_search_reaches_as_far_as_its_range(
    rules: list[str], settings: dict[str, int], finds: tuple[str, ...]
) -> None:
    outcome = played(
        ROW, "a1 search", rules={"alpha": rules}, settings=settings, features=[feature(3), feature(4)]
    )
    assert found(outcome) == finds


def test_without_a_search_nothing_hidden_is_found_and_a_search_after_a_march_is_no_thing() -> None:
    assert found(played(ROW, features=[feature(1)])) == ()


def test_known_features_are_not_found_again() -> None:
    outcome = played(ROW, "a1 search", features=[feature(1, known_to=["alpha"]), feature(2)])
    assert found(outcome) == ("f20",)
    assert outcome.state.features[0].known_to == ("alpha",)


def test_an_enemy_s_battle_range_and_a_dispute_hide_what_lies_there_except_from_the_eye() -> None:
    drawing = "a1:15 . b1:15 . . ."
    features = [feature(0), feature(1), feature(3)]
    assert found(played(drawing, "a1 search", features=features)) == ("f00",)
    eye = {"alpha": ["all_seeing_eye"]}
    assert found(played(drawing, "a1 search", features=features, rules=eye)) == ("f00", "f10", "f30")


def test_a_sector_that_an_enemy_merely_occupies_is_searched() -> None:
    outcome = played(ROW, "a1 search", features=[feature(3)], sectors=[{"at": [3, 0], "occupier": "beta"}])
    assert found(outcome) == ("f30",)


def test_a_search_sees_past_rock_and_what_a_fallen_enemy_hid() -> None:
    assert found(played("a1:15 # . .", "a1 search", features=[feature(3)])) == ("f30",)
    outcome = played("a1:15 . . . b1:9 . .", "a1 search", "b1 march 3,0", features=[feature(3)])
    assert found(outcome) == ()
    outcome = played("a1:15 . . b1:9 . . .", "b1 march 2,0", "a1 search", features=[feature(3)])
    assert found(outcome) == ("f30",)


def test_a_banner_that_falls_or_joins_away_finds_nothing() -> None:
    outcome = played("a1:9 . . b1:15 .", "a1 search", "b1 march 2,0", features=[feature(0)])
    assert found(outcome) == ()
    outcome = played("a1:5+a2:15 . .", "a1 search join a2", "a2 join a1", features=[feature(2)])
    assert found(outcome) == ()


def test_what_needs_no_search_shows_itself_to_whoever_occupies_it() -> None:
    mill = {"id": "mill", "at": [1, 0]}
    assert found(played("a1:15 . .", features=[mill])) == ("mill",)
    assert found(played("a1:15 . b1:15", features=[mill])) == ()
    outcome = played(
        "a1:15 . .", features=[mill | {"at": [2, 0]}], sectors=[{"at": [2, 0], "occupier": "beta"}]
    )
    assert (found(outcome), found(outcome, "beta")) == ((), ("mill",))


def test_a_search_finds_relics_that_lie_and_not_those_that_are_carried() -> None:
    outcome = played(
        ROW,
        "a1 search",
        relics=[{"id": "rod", "at": [2, 0]}, {"id": "orb", "carried_by": "a1"}, {"id": "axe", "at": [5, 0]}],
    )
    assert outcome.intelligence["alpha"].relics == ("rod",)
    assert {relic.id: relic.known_to for relic in outcome.state.relics} == {
        "axe": (),
        "orb": (),
        "rod": ("alpha",),
    }
