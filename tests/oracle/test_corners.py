"""Corners too rare for random scenarios, worked out by hand: engine and oracle must both have them."""

from typing import Any

from tests.oracle.adjudicator import adjudicate
from tests.oracle.compare import difference
from tests.oracle.world import Document

Drawn = tuple[str, str, tuple[int, int], int, Document]
WAIT: Document = {}
MUST_RETREAT: Document = {"retreating": True}


def turn(players: Document, banners: list[Drawn], orders: Document, **more: Any) -> Document:
    """Turn 3 on open ground, 12 sectors wide and 9 high."""
    plans: Document = {player: {"orders": {}} for player in players}
    for banner_id, owner, _, _, _ in banners:
        if banner_id in orders:
            plans[owner]["orders"][banner_id] = orders[banner_id]
    return {
        "turn": 3,
        "seed": "00" * 31 + "07",
        "map": ["." * 12] * 9,
        "players": [{"id": player, **details} for player, details in players.items()],
        "banners": [
            {"id": banner_id, "owner": owner, "at": list(at), "level": level, **details}
            for banner_id, owner, at, level, details in banners
        ],
        "plans": plans,
        **more,
    }


def test_the_reward_for_a_destroyed_retreater_passes_to_the_heir_but_its_destroyer_is_named() -> None:
    """The loss of the node makes both level 0, so the smaller id is the heir of the one with the credit."""
    document = turn(
        {"alpha": {"rules": ["hive_mentality", "blood_reward"], "node": "a9"}, "beta": {}},
        [
            ("a2", "alpha", (3, 2), 2, WAIT),
            ("a1", "alpha", (3, 2), 1, WAIT),
            ("a9", "alpha", (9, 2), 12, MUST_RETREAT),
            ("b1", "beta", (2, 2), 15, MUST_RETREAT),
            ("b2", "beta", (10, 2), 15, WAIT),
        ],
        {
            "a1": {"secondary": {"order": "join", "with": "a2"}},
            "a2": {"secondary": {"order": "join", "with": "a1"}},
            "a9": {"special": {"order": "retreat", "to": [10, 2]}},
            "b1": {"special": {"order": "retreat", "to": [3, 2]}},
        },
    )
    outcome = adjudicate(document)
    assert {"id": "b1", "by": "a2", "cause": "retreat"} in outcome["destroyed"]
    assert outcome["heirs"] == {"a2": "a1"}
    assert [(one["id"], one["level"]) for one in outcome["banners"]] == [("a1", 5), ("b2", 15)]
    assert difference(document, "whole") is None


def test_an_entrenched_loser_that_must_retreat_for_its_node_remembers_nobody() -> None:
    document = turn(
        {"alpha": {"rules": ["hive_mentality"], "node": "a9"}, "beta": {}},
        [
            ("a1", "alpha", (2, 6), 16, {"works": "entrenched"}),
            ("a9", "alpha", (9, 2), 12, MUST_RETREAT),
            ("b1", "beta", (5, 6), 15, WAIT),
            ("b2", "beta", (10, 2), 15, WAIT),
        ],
        {
            "a9": {"special": {"order": "retreat", "to": [10, 2]}},
            "b1": {"primary": {"order": "march", "to": [4, 6]}},
        },
        rulings=[{"battle": ["a1", "b1"], "winner": "b1", "points_lost": {"a1": 0, "b1": 0}}],
    )
    beaten = adjudicate(document)["banners"][0]
    assert (beaten["works"], beaten["retreating"], beaten["beaten_by"]) == ("fortified", True, None)
    assert difference(document, "whole") is None
