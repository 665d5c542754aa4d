"""Relics handed over, picked up, dropped and destroyed (Rules 5.9, 8.5)."""

from __future__ import annotations

from typing import Any

from rules.events import EventKind, Reason
from rules.outcome import Movement, Outcome
from tests.rules.builders import moved, played


def lying(x: int, *known_to: str, name: str = "orb") -> dict[str, Any]:
    """A relic on the top row."""
    return {"id": name, "at": [x, 0], "known_to": list(known_to)}


def carried(by: str, name: str = "orb", **more: Any) -> dict[str, Any]:
    """A relic on a banner."""
    return {"id": name, "carried_by": by} | more


def relics(end: Movement | Outcome) -> dict[str, object]:
    """Where each relic is: its carrier or its sector."""
    return {relic.id: relic.carried_by or relic.at for relic in end.state.relics}


def test_a_relic_passes_to_a_friend_in_range() -> None:
    movement = moved("a1:15 . a2:15", "a1 transfer a2 orb", relics=[carried("a2")])
    assert relics(movement) == {"orb": "a1"}


def test_levels_and_a_relic_may_come_together() -> None:
    movement = moved("a1:12 a2:15", "a1 transfer a2 3 orb", relics=[carried("a2")])
    assert relics(movement) == {"orb": "a1"}
    assert {one.id: one.level for one in movement.state.banners} == {"a1": 15, "a2": 12}


def test_out_of_range_or_from_a_busy_giver_it_stays() -> None:
    assert relics(moved("a1:15 . . a2:15", "a1 transfer a2 orb", relics=[carried("a2")])) == {"orb": "a2"}
    movement = moved("a1:15 a2:15 .", "a1 transfer a2 orb", "a2 march 2,0", relics=[carried("a2")])
    assert relics(movement) == {"orb": "a2"}


def test_of_several_claims_the_smallest_receiver_has_it() -> None:
    movement = moved(
        "a10:15 a2:15 a3:15", "a2 transfer a3 orb", "a10 transfer a3 orb", relics=[carried("a3")]
    )
    assert relics(movement) == {"orb": "a10"}
    (event,) = (one for one in movement.events if one.kind == EventKind.RELIC_NOT_RECEIVED)
    assert (event.banner, event.reason) == ("a2", Reason.CLAIMED)


def test_a_claim_that_fails_leaves_the_relic_to_the_next() -> None:
    movement = moved(
        "a1:15 . . . a2:15 a3:15", "a1 transfer orb", "a2 transfer orb", relics=[lying(5, "alpha")]
    )
    assert relics(movement) == {"orb": "a2"}


def test_enemies_may_claim_one_relic_and_the_smallest_id_has_it() -> None:
    # Both have it in range: the sector is disputed, and nobody gets it.
    both = moved("a1:15 . b1:15", "a1 transfer orb", "b1 transfer orb", relics=[lying(1, "alpha", "beta")])
    assert relics(both) == {"orb": (1, 0)}


def test_a_banner_picks_up_where_its_march_has_brought_it_and_all_forget_the_place() -> None:
    movement = moved("a1:15 . . .", "a1 march 1,0 transfer orb", relics=[lying(2, "alpha", "beta")])
    assert relics(movement) == {"orb": "a1"}
    assert movement.state.relics[0].known_to == ()


def test_picking_up_needs_a_known_place_in_range_and_undisputed() -> None:
    assert relics(moved("a1:15 . .", "a1 transfer orb", relics=[lying(2, "alpha")])) == {"orb": (2, 0)}
    assert relics(moved("a1:15 .", "a1 transfer orb", relics=[lying(1)])) == {"orb": (1, 0)}
    assert relics(moved("a1:15 . b1:15", "a1 transfer orb", relics=[lying(1, "alpha")])) == {"orb": (1, 0)}


def test_a_destroyed_relic_is_gone_and_one_given_away_first_is_not() -> None:
    assert relics(moved("a1:15 .", "a1 destroy_relic orb", relics=[carried("a1")])) == {}
    movement = moved("a1:15 a2:15", "a1 destroy_relic orb", "a2 transfer a1 orb", relics=[carried("a1")])
    assert relics(movement) == {"orb": "a2"}
    assert [event.kind for event in movement.events if event.banner == "a1"][
        -1
    ] == EventKind.RELIC_NOT_DESTROYED


def test_an_indestructible_relic_survives() -> None:
    movement = moved("a1:15 .", "a1 destroy_relic orb", relics=[carried("a1", destructible=False)])
    assert (relics(movement), [void.order for void in movement.void]) == ({"orb": "a1"}, ["destroy_relic"])


def test_what_a_fallen_banner_carried_lies_there_known_to_nobody() -> None:
    outcome = played("a1:15 . . b1:9 .", "a1 march 1,0", relics=[carried("b1"), carried("a1", "rod")])
    assert relics(outcome) == {"orb": (3, 0), "rod": "a1"}
    assert outcome.state.relics[0].known_to == ()


def test_a_search_of_the_same_turn_finds_what_has_just_been_dropped() -> None:
    outcome = played("a1:15 . . b1:9 . .", "b1 march 2,0", "a1 search", relics=[carried("b1")])
    assert outcome.state.relics[0].known_to == ("alpha",)
    assert outcome.intelligence["alpha"].relics == ("orb",)
