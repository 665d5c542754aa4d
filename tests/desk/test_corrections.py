"""Corrections in the two reviews, and turns resolved again."""

from __future__ import annotations

import json
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from campaign.base.refusal import Refusal
from campaign.models import Correction, Feature, Phase, Turn
from campaign.turn import tick
from campaign.turn.locked_turn import locked_turn
from rules.review import read_again
from rules.scenario import adjudicate, load, outcome_document
from tests.wars import APART, CLOSE, War, begin_war, march

CASES = sorted((Path(__file__).parent.parent / "cases").glob("*.json"))


def correct(war: War, stage: str, change: dict[str, Any], *seats: str) -> None:
    """A facilitator's correction, and the review worked out again."""
    with locked_turn(war.turn.pk) as held:
        Correction.objects.create(
            turn=held.turn, stage=stage, change=change, reason="A slip of the pen", seats=list(seats)
        )
        if stage == "input":
            tick.recompute_movement(held)
        else:
            tick.recompute_outcome(held)


def in_aftermath_review(where: Any = APART) -> War:
    war = begin_war(where)
    war.plan("north", {"north1": march(2, 2) if where is APART else march(2, 4)})
    for _ in range(3):
        war.pass_deadline()
    assert war.turn.phase == Phase.AFTERMATH_REVIEW
    return war


@pytest.mark.django_db
def test_a_correction_of_the_input_is_computed_anew_and_takes_effect() -> None:
    war = begin_war(APART)
    war.plan("north", {"north1": march(2, 2)})
    war.pass_deadline()
    correct(war, "input", {"banner": "north1", "at": [3, 2], "level": 12}, "north")
    assert war.turn.proposal["banners"][0]["at"] == [2, 2]
    assert war.turn.proposal["banners"][0]["level"] == 12
    war.pass_deadline()
    assert war.banner("north1").level == 12
    (told,) = war.part("north").announcement["corrections"]
    assert (told["reason"], told["level"]) == ("A slip of the pen", 12)
    assert war.part("south").announcement["corrections"] == []


@pytest.mark.django_db
def test_a_plan_may_be_corrected_before_the_announcement() -> None:
    war = begin_war(APART)
    war.plan("north", {"north1": march(2, 2)})
    war.pass_deadline()
    change = {"plan": "north", "banner": "north1", "orders": {"primary": {"order": "march", "to": [1, 1]}}}
    correct(war, "input", change, "north")
    war.pass_deadline()
    assert (war.banner("north1").x, war.banner("north1").y) == (1, 1)


@pytest.mark.django_db
def test_a_correction_of_the_outcome_is_seen_by_whoever_sees_the_banner() -> None:
    war = in_aftermath_review(CLOSE)
    correct(war, "outcome", {"banner": "south1", "level": 3}, "south")
    turn = war.publish()
    assert war.banner("south1").level == 3
    (seen,) = [one for one in war.part("north", 1).map["sightings"] if one["at"] == [2, 6]]
    assert seen["level"] == 3
    assert [one["level"] for one in turn.outcome["banners"] if one["id"] == "south1"] == [3]
    assert war.part("south", 1).report["corrections"][0]["banner"] == war.banner("south1").public_id


@pytest.mark.django_db
def test_knowledge_may_be_corrected() -> None:
    feature = {"id": "cache", "at": [12, 8], "needs_search": True, "known_to": []}
    war = begin_war(APART, document={"features": [feature]})
    for _ in range(3):
        war.pass_deadline()
    correct(war, "outcome", {"feature": "cache", "known_to": ["north"]}, "north")
    war.publish()
    assert [one["at"] for one in war.part("north", 1).map["features"]] == [[12, 8]]
    assert war.part("south", 1).map["features"] == []
    assert Feature.objects.get().known_to == ["north"]


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("stage", "change"),
    [
        ("outcome", {"banner": "north1", "at": [3, 3]}),
        ("outcome", {"banner": "nobody", "level": 3}),
        ("outcome", {"banner": "north1", "level": 21}),
        ("outcome", {"banner": "north1", "works": "castle"}),
        ("outcome", {"sector": [99, 99], "occupier": "north"}),
        ("outcome", {"sector": [1, 1], "occupier": "nobody"}),
        ("outcome", {"weather": "fair"}),
    ],
    ids=["position", "no banner", "level", "works", "off the map", "no player", "unknown"],
)
def test_a_correction_that_cannot_be_made_is_refused_and_nothing_is_stored(
    stage: str, change: dict[str, Any]
) -> None:
    war = in_aftermath_review()
    before = war.turn.proposal
    with pytest.raises(Refusal) as caught:
        correct(war, stage, change)
    assert caught.value.code == "correction"
    assert not Correction.objects.exists()
    assert war.turn.proposal == before


@pytest.mark.django_db
def test_a_published_turn_replays_byte_by_byte_corrections_included() -> None:
    war = in_aftermath_review(CLOSE)
    correct(war, "outcome", {"banner": "south1", "level": 3}, "south")
    war.publish()
    war.publish() if war.turn.phase == Phase.PUBLISHED else None
    out = StringIO()
    call_command("replay_turn", "--all", stdout=out)
    assert "1 turns replayed, 0 differ" in out.getvalue()


@pytest.mark.django_db
def test_a_replay_finds_what_has_been_tampered_with() -> None:
    war = in_aftermath_review()
    turn = war.publish()
    turn.outcome["banners"][0]["level"] += 1
    turn.save()
    with pytest.raises(CommandError, match="turn 1 differs"):
        call_command("replay_turn", "--", war.campaign.public_id, "1", stdout=StringIO())


@pytest.mark.django_db
def test_a_replay_needs_a_turn_that_exists() -> None:
    war = begin_war(APART)
    for arguments in (("nonsense",), (war.campaign.public_id, "7"), ()):
        with pytest.raises(CommandError):
            call_command("replay_turn", *arguments, stdout=StringIO())
    assert Turn.objects.count() == 2


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem[:60])
def test_an_outcome_read_again_without_a_correction_is_the_same(path: Path) -> None:
    scenario = load(json.loads(path.read_text())["scenario"])
    outcome = adjudicate(scenario)
    again = read_again(outcome, outcome.state)
    assert outcome_document(again) == outcome_document(outcome)
    assert sorted(map(repr, again.events)) == sorted(map(repr, outcome.events))
