"""The army rules as data (Rules 11)."""

from __future__ import annotations

import pytest

from rules.armies import ARMY_RULE, ARMY_RULES, PRESETS, Trait, points_of, problems_with
from rules.sentences import ARMIES, filled

POINTS = {
    3: "highly_mobile teleport infestation very_tough superior_intelligence",
    2: "unseen_presence tough steadfast massive_armies hatred",
    1: "battlelust tactical_genius sacrifice blood_reward all_seeing_eye mobilization flexible_command",
    -3: "raiders easily_observable",
    -2: "suicide_troops blitz impetuous hive_mentality wots_a_recon",
    -1: "ponderous slow_resupply tribal_animosity irreplaceable_troops",
}


def test_every_rule_has_its_points() -> None:
    assert {rule.id.value: rule.points for rule in ARMY_RULES} == {
        rule: points for points, rules in POINTS.items() for rule in rules.split()
    }
    assert len(ARMY_RULES) == len(ARMY_RULE) == 28


def test_every_rule_has_a_name_and_says_what_it_does() -> None:
    assert [rule.id for rule in ARMY_RULES] == list(Trait)
    assert all(rule.name and rule.text.endswith(".") for rule in ARMY_RULES)


def test_the_ten_presets_may_be_played() -> None:
    assert len(PRESETS) == 10
    assert {name: problems_with(rules) for name, rules in PRESETS} == {name: () for name, _ in PRESETS}
    assert points_of(dict(PRESETS)["Necron"]) == 2


@pytest.mark.parametrize(
    ("rules", "said"),
    [
        ((), []),
        (("tough",), []),
        (("tough", "raiders", "very_tough"), []),
        (("very_tough",), ["the army rules are worth 3 points; at most 2 are allowed"]),
        (("tall",), ["there is no army rule 'tall'"]),
        (("blitz", "blitz"), ["army rule 'blitz' is chosen more than once"]),
    ],
)
def test_what_is_wrong_with_a_choice_is_said(rules: tuple[str, ...], said: list[str]) -> None:
    assert [filled(ARMIES[code], values) for code, values in problems_with(rules)] == said


def test_the_limit_is_the_campaign_s() -> None:
    assert problems_with(("very_tough",), limit=3) == ()
