"""The ledger of a turn: from + items = to, for every banner of random turns, and nothing else changes."""

from __future__ import annotations

import json
import os
from collections import Counter
from typing import Any

import pytest

from tests.oracle.club import club, drawn, sums, words
from tests.oracle.engine import ask
from tests.oracle.scenarios import scenario

FIRST = int(os.environ.get("FUZZ_SEED", "1"))
LEDGERS = int(os.environ.get("FUZZ_LEDGERS", "10"))
"""How many times ten turns with Rules 14, and ten without."""

ORDER = (
    ("14.3", "settlement"),
    ("5.6", "destroyed"),
    ("8.4", "hive"),
    *(("5.7", item) for item in ("resupply", "supply", "bound")),
    ("5.8", None),
    ("5.10", "split"),
    ("5.11", "joined"),
    ("7", None),
    *(("8.2", item) for item in ("destroyed", "blood_reward", "bound")),
    ("8.4", "hive"),
    ("14.3", "settlement"),
    ("14.4", "trigger"),
)
"""In which order items stand; None: any item of the rule."""

OF_A_BATTLE = (
    "table",
    "suicide_troops",
    "irreplaceable_troops",
    "hatred",
    "enemy_sacrifice",
    "tough",
    "very_tough",
    "house",
    "least",
    "sacrifice",
)


def in_order(items: list[dict[str, Any]]) -> bool:
    """Whether the items stand in the order of ``ORDER``, those of a battle in that of ``OF_A_BATTLE``."""
    place = 0
    for item in items:
        while place < len(ORDER) and ORDER[place] not in ((item["rule"], item["item"]), (item["rule"], None)):
            place += 1
        if place == len(ORDER):
            return False
    fought: dict[str, list[int]] = {}
    for item in items:
        if item["rule"] == "7":
            fought.setdefault(item["with"], []).append(OF_A_BATTLE.index(item["item"]))
    return list(fought) == sorted(fought) and all(one == sorted(set(one)) for one in fought.values())


def explained(document: dict[str, Any]) -> dict[str, Any] | None:
    """What explains a turn, which must change nothing else; None if it is in dispute."""
    asked, plain = ask(document, ["--explain"]), ask(document)
    assert (asked.status, asked.err) == (plain.status, plain.err), asked.err
    assert asked.status in (0, 3), asked.err
    if asked.status == 3:
        assert asked.out == plain.out
        return None
    outcome = json.loads(asked.out)
    found: dict[str, Any] = outcome.pop("explained")
    assert outcome == json.loads(plain.out)
    levels = {banner["id"]: banner["level"] for banner in outcome["banners"]}
    ended = {row["banner"]: row["to"] for row in found["ledger"]}
    assert {banner: ended[banner] for banner in levels} == levels
    assert [one["banners"] for one in found["battles"]] == [
        one["banners"] for one in outcome["battles"] if not one["auto"]
    ]
    return found


@pytest.mark.shared(2)
@pytest.mark.parametrize("tens", range(LEDGERS))
@pytest.mark.parametrize("draw", [club, scenario], ids=("with rules 14", "without"))
def test_the_items_of_every_banner_make_up_what_its_level_became(draw: Any, tens: int) -> None:
    for seed in range(FIRST + 10 * tens, FIRST + 10 * tens + 10):
        found = explained(draw(seed))
        if found is not None:
            assert sums(found) == [], seed
            assert [row["banner"] for row in found["ledger"] if not in_order(row["items"])] == [], seed


def test_a_wrong_ledger_is_seen() -> None:
    items = [{"rule": "7", "item": "table", "levels": -3, "with": "b1"}]
    assert sums({"ledger": [{"banner": "a1", "from": 9, "to": 7, "items": items}]}) == ["a1"]
    late = [{"rule": "8.4", "item": "hive", "levels": -3, "with": None}]
    assert not in_order([{"rule": "14.4", "item": "trigger", "levels": 1, "with": "t"}, *late])


def test_every_word_of_rules_14_is_in_twenty_scenarios_drawn() -> None:
    found = Counter(word for seed in range(300) for word, times in words(drawn(seed)).items() if times)
    assert len(found) >= 88
    assert {word: times for word, times in found.items() if times < 20} == {}


def test_the_movement_alone_is_not_explained() -> None:
    document = drawn(3)
    asked = ask(document, ["--stage", "movement", "--explain"])
    assert asked == ask(document, ["--stage", "movement"])
