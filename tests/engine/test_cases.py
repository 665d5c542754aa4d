"""The cases of the rules, each played as a campaign: saved plans, passing deadlines, a published outcome."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from campaign.models import Phase
from rules.agreement import differences
from tests.scenarios import play

CASES = sorted((Path(__file__).parent.parent / "cases").glob("*.json"))


@pytest.mark.shared(2)
@pytest.mark.django_db
@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem[:60])
def test_a_case_comes_out_the_same_through_the_services_and_the_deadlines(path: Path) -> None:
    case = json.loads(path.read_text())
    turn = play(case["scenario"])
    assert turn.phase == Phase.PUBLISHED
    assert differences(case["expect"], turn.outcome) == []
