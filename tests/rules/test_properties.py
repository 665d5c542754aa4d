"""What holds in every turn, whatever the players do: tried on hundreds of crowded scenarios."""

from __future__ import annotations

import copy
import random
from collections import Counter
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rules import scenario
from rules.format.outcome import outcome_document
from rules.reports.report import publication, to_document
from rules.results import InDispute
from tests.oracle.scenarios import scenario as nasty

seeds = st.integers(min_value=0, max_value=10**9)
often = settings(max_examples=150, deadline=None, suppress_health_check=list(HealthCheck))


def resolve(document: dict[str, Any]) -> tuple[dict[str, Any], dict[str, Any]] | None:
    """The outcome and every player's report as documents; None while a ruling is missing."""
    try:
        outcome = scenario.adjudicate(scenario.load(document))
    except InDispute:
        return None
    reports = {
        player["id"]: to_document(publication(outcome, player["id"])) for player in document["players"]
    }
    return outcome_document(outcome), reports


@often
@given(seeds)
def test_no_two_enemies_share_a_sector_and_levels_stay_in_bounds(seed: int) -> None:
    document = nasty(seed)
    found = resolve(document)
    if found is None:
        return
    outcome, _ = found
    massive = {p["id"] for p in document["players"] if "massive_armies" in (p.get("rules") or ())}
    owners: dict[tuple[int, int], str] = {}
    for banner in outcome["banners"]:
        at = tuple(banner["at"])
        assert owners.setdefault(at, banner["owner"]) == banner["owner"]
        assert document["map"][at[1]][at[0]] != "#"
        assert banner["level"] >= 0
        assert banner["level"] <= 20 or banner["owner"] in massive


@often
@given(seeds)
def test_relics_are_never_lost_or_doubled(seed: int) -> None:
    document = nasty(seed)
    found = resolve(document)
    if found is None:
        return
    outcome, _ = found
    before = Counter(relic["id"] for relic in document.get("relics") or ())
    after = Counter(relic["id"] for relic in outcome["relics"])
    living = {banner["id"] for banner in outcome["banners"]}
    destructible = {r["id"] for r in document.get("relics") or () if r.get("destructible", True)}
    assert all(count == 1 for count in after.values())
    assert set(before) - set(after) <= destructible
    assert set(after) <= set(before)
    for relic in outcome["relics"]:
        assert ("at" in relic) != ("carried_by" in relic)
        assert relic.get("carried_by", next(iter(living), None)) in living or "at" in relic


@often
@given(seeds, seeds)
def test_the_order_of_the_input_does_not_matter(seed: int, shuffle: int) -> None:
    document = nasty(seed)
    mixed = shuffled(document, random.Random(shuffle))
    # The players' conditions keep their places: the outcome answers them in the order of the input.
    assert resolve(mixed) == resolve(document)


def shuffled(value: Any, chance: random.Random, key: str = "") -> Any:
    """The same document with lists of things and keys in another order; places and rows keep theirs."""
    if isinstance(value, dict):
        keys = list(value)
        chance.shuffle(keys)
        return {one: shuffled(value[one], chance, one) for one in keys}
    if isinstance(value, list) and key not in ("map", "at", "to", "conditions"):
        items = [shuffled(one, chance) for one in value]
        if not all(isinstance(one, int) for one in items):
            chance.shuffle(items)
        return items
    if isinstance(value, list) and key == "conditions":
        return [shuffled(one, chance) for one in value]
    return value


@often
@given(seeds)
def test_a_report_does_not_change_with_what_its_player_cannot_know(seed: int) -> None:
    """An enemy banner's works, far from everything, and features nobody of the player's has found."""
    document = nasty(seed)
    found = resolve(document)
    if found is None:
        return
    player = document["players"][0]["id"]
    other = copy.deepcopy(document)
    for feature in other.get("features") or ():
        if player not in (feature.get("known_to") or ()):
            feature["known_to"] = sorted({*(feature.get("known_to") or ()), document["players"][-1]["id"]})
    for rival in other["players"][1:]:
        for condition in rival.get("conditions") or ():
            condition["primary"] = True
            condition["turns"] = 9
    changed = resolve(other)
    if changed is None or changed[0]["victors"] != found[0]["victors"]:
        return
    mine, same = found[0]["intelligence"][player], changed[0]["intelligence"][player]
    if not supplied(other):
        assert same == mine
        assert changed[1][player] == found[1][player]


def supplied(document: dict[str, Any]) -> bool:
    """Whether knowing a feature changes what an army can do, and so what others may see of it."""
    return any(feature.get("effect") for feature in document.get("features") or ())
