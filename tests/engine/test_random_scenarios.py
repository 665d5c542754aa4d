"""Random scenarios, none of them kind: through forms, through the API, and through the engine alone.

Ten here; `make fuzz` plays a thousand (FUZZ_SCENARIOS says how many, FUZZ_SEED from which one on).
"""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

import pytest
from django.test import Client

from campaign.models import Phase, Turn, User
from rules.agreement import differences
from rules.armies import POINTS_LIMIT, points_of
from rules.results import InDispute
from rules.scenario import adjudicate, load, outcome_document
from tests.api.conftest import Program
from tests.api.test_cases import Played
from tests.engine.test_cases_form import BACKEND, Pages, PlayedByForm
from tests.oracle.scenarios import scenario

pytestmark = [pytest.mark.django_db, pytest.mark.once]
FIRST = int(os.environ.get("FUZZ_SEED", "1"))
SEEDS = range(FIRST, FIRST + int(os.environ.get("FUZZ_SCENARIOS", "10")))
Way = Callable[[dict[str, Any]], Turn]


def by_form(document: dict[str, Any]) -> Turn:
    """Plans, excuses and what is told of battles by the pages that need no script."""
    return PlayedByForm(document, Pages()).turn()


def by_api(document: dict[str, Any]) -> Turn:
    """Plans, excuses and what is told of battles by programs."""

    def program(user: User | None) -> Program:
        client = Client()
        assert user is not None
        client.force_login(user, BACKEND)
        return Program(client)

    return Played(document, program).turn()


@cache
def to_found(seed: int) -> dict[str, Any]:
    """The first scenario from this seed on, by millions, whose armies a campaign may be founded with:
    the adjudicator alone asks nobody what army rules are worth."""
    document = scenario(seed)
    if any(points_of(player.get("rules", [])) > POINTS_LIMIT for player in document["players"]):
        return to_found(seed + 1_000_000)
    return document


def settled(document: dict[str, Any]) -> dict[str, Any]:
    """The scenario without what no campaign comes to: reports that contradict each other, for a dispute waits
    for a person, and forfeits where both sides have seen the dice, for then there can only be a ruling."""
    try:
        adjudicate(load(document))
    except InDispute as dispute:
        open_ones = [sorted(pair) for pair in dispute.pairs]
        reports = [one for one in document["reports"] if sorted(one["battle"]) not in open_ones]
        document = {**document, "reports": reports}
    abstract = Counter(pair_of(one) for one in document.get("reports", ()) if one["method"] == "abstract")
    forfeits = [one for one in document.get("forfeits", ()) if abstract[pair_of(one)] < 2]
    return {**document, "forfeits": forfeits}


def pair_of(paper: Mapping[str, Any]) -> tuple[str, ...]:
    """The two banners of the battle that a report, forfeit or ruling is about."""
    return tuple(sorted(paper["battle"]))


def as_text(outcome: Mapping[str, Any]) -> str:
    """An outcome as ``python -m rules adjudicate`` prints it."""
    return json.dumps(outcome, indent=2, sort_keys=True)


@pytest.mark.shared(3)
@pytest.mark.parametrize("way", [by_form, by_api])
@pytest.mark.parametrize("seed", SEEDS)
def test_a_random_scenario_comes_out_the_same(seed: int, way: Way) -> None:
    document = settled(to_found(seed))
    alone = outcome_document(adjudicate(load(document)))
    turn = way(document)
    assert turn.phase == Phase.PUBLISHED
    assert turn.outcome is not None
    assert differences(alone, turn.outcome) == []
    assert as_text(turn.outcome) == as_text(alone)
