"""Victory conditions and who wins (Rules 10)."""

from __future__ import annotations

from typing import Any

import pytest

from rules.outcome import Holding, Outcome
from rules.turn import next_state
from tests.rules.builders import played

HOLD = {"kind": "occupation", "count": 2}


def held(outcome: Outcome, player: str = "alpha") -> list[tuple[bool, int]]:
    """How a player's conditions stand."""
    holdings: tuple[Holding, ...] = outcome.conditions[player]
    return [(holding.met, holding.held) for holding in holdings]


def wants(*conditions: dict[str, Any]) -> dict[str, Any]:
    """A player with these conditions."""
    return {"conditions": list(conditions)}


@pytest.mark.parametrize(
    ("condition", "stands"),
    [
        ({"kind": "occupation", "count": 4}, (True, 1)),
        ({"kind": "occupation", "count": 5}, (False, 0)),
        ({"kind": "occupation", "sectors": [[0, 0], [1, 1]]}, (True, 1)),
        ({"kind": "occupation", "sectors": [[0, 0], [2, 1]]}, (False, 0)),
        ({"kind": "retrieval", "relic": "orb"}, (True, 1)),
        ({"kind": "retrieval", "relic": "rod"}, (False, 0)),
        ({"kind": "retrieval", "relic": "gone"}, (False, 0)),
        ({"kind": "destruction", "player": "beta"}, (False, 0)),
        ({"kind": "destruction", "player": "gamma"}, (True, 1)),
        ({"kind": "destruction", "banners": ["b1"]}, (False, 0)),
        ({"kind": "destruction", "banners": ["b9", "b8"]}, (True, 1)),
        ({"kind": "destruction", "banners": ["b9", "b1"]}, (False, 0)),
        ({"kind": "occupation", "count": 4, "turns": 3, "held": 1}, (False, 2)),
        ({"kind": "occupation", "count": 4, "turns": 3, "held": 2}, (True, 3)),
        ({"kind": "occupation", "count": 5, "turns": 3, "held": 2}, (False, 0)),
        ({"kind": "occupation", "count": 4, "turns": 2, "held": 7}, (True, 8)),
    ],
)
def test_how_a_condition_stands(condition: dict[str, Any], stands: tuple[bool, int]) -> None:
    outcome = played(
        """
        a1:15 . . . . b1:15
        .     . . . . .
        """,
        alpha_is=wants(condition),
        rules={"gamma": []},
        relics=[{"id": "orb", "carried_by": "a1"}, {"id": "rod", "carried_by": "b1"}],
    )
    assert held(outcome) == [stands]


def test_a_disputed_sector_counts_for_nobody() -> None:
    outcome = played("a1:15 . b1:15", alpha_is=wants({"kind": "occupation", "sectors": [[1, 0]]}))
    assert held(outcome) == [(False, 0)]


def test_a_condition_follows_the_heir_of_a_banner_joined_away() -> None:
    wanted = wants({"kind": "destruction", "banners": ["b1"]})
    outcome = played("a1:15 . . . b1:5+b2:15", "b1 join b2", "b2 join b1", alpha_is=wanted)
    assert held(outcome) == [(False, 0)]
    (condition,) = outcome.state.players[0].conditions
    assert (condition.banners, condition.named) == (("b2",), ("b1",))


def test_the_state_at_the_end_remembers_how_long_a_condition_has_held() -> None:
    outcome = played("a1:15 . . .", alpha_is=wants(HOLD | {"turns": 3}))
    following = next_state(outcome)
    assert following.turn == 4
    assert following.players[0].conditions[0].held == 1


def test_all_primary_conditions_must_hold_and_secondary_ones_do_not_matter() -> None:
    missed = HOLD | {"count": 9}
    assert played("a1:15 . .", alpha_is=wants(HOLD, missed | {"primary": False})).victors == ("alpha",)
    assert played("a1:15 . .", alpha_is=wants(HOLD, missed)).victors == ()
    assert played("a1:15 . .", alpha_is=wants(HOLD | {"turns": 2})).victors == ()


def test_without_primary_conditions_nobody_wins_by_them() -> None:
    assert played("a1:15 . .").victors == ()
    assert played("a1:15 . .", alpha_is=wants(HOLD | {"primary": False})).victors == ()


SECONDARY = HOLD | {"primary": False}


@pytest.mark.parametrize(
    ("drawing", "alpha", "beta", "first"),
    [
        ("a1:15 . . . . b1:15", [SECONDARY], [SECONDARY, SECONDARY], "beta"),
        (". a1:15 . . . b1:15", [], [], "alpha"),
        ("a1:15 . . . b1:15 .", [], [], "beta"),
        ("a1:15 . . . . b1:16", [], [], "beta"),
        ("a1:9+a2:8 . . . . b1:16", [], [], "alpha"),
        ("a1:15 . . . . b1:15", [], [], "alpha"),
    ],
)
def test_several_victors_stand_in_the_order_of_the_rules(
    drawing: str, alpha: list[dict[str, Any]], beta: list[dict[str, Any]], first: str
) -> None:
    outcome = played(drawing, alpha_is=wants(HOLD, *alpha), beta_is=wants(HOLD, *beta))
    assert set(outcome.victors) == {"alpha", "beta"}
    assert outcome.victors[0] == first


def test_a_player_without_banners_may_still_win() -> None:
    outcome = played(
        ". . b1:15 .", sectors=[{"at": [0, 0], "occupier": "alpha"}], alpha_is=wants(HOLD | {"count": 1})
    )
    assert outcome.victors == ("alpha",)
