"""House rules, triggers and sealed relics travel, replay, and are missing in files of before."""

from __future__ import annotations

import json
from typing import Any

import pytest

from campaign.archive.exchange.exporting import export_campaign
from campaign.archive.exchange.importing import import_campaign
from campaign.base.refusal import Refusal
from campaign.base.setup.house_rules import read_house
from campaign.founding.start.copying import copy_campaign
from campaign.models import Campaign, Draft, Order, PlanState, PlayerTurn, Relic, Seat, Trigger, Turn, User
from campaign.turn.replay import is_equal
from tests.archive.test_exchange import files_of, line_changed, pack
from tests.secrecy.test_triggers import SCENARIO
from tests.wars import War, begin_war

pytestmark = pytest.mark.django_db

BRAVE = {"id": "house_brave", "gives": ["tough"], "mods": [{"what": "march", "by": 1}]}
WORDS = read_house([{**BRAVE, "title": "Brave hearts", "text": "They never look back."}])


@pytest.fixture
def war() -> War:
    """A war in which the vault has been opened in the first turn."""
    war = begin_war(
        document={**SCENARIO, "house": [BRAVE]}, rules={"north": ["house_brave"]}, special_orders="use"
    )
    Campaign.objects.filter(pk=war.campaign.pk).update(house=WORDS)
    Trigger.objects.filter(campaign=war.campaign).update(hint="A lock.", told="It opens.", told_to="all")
    part, detail = war.part("north"), {"order": "use", "feature": "vault"}
    Order.objects.create(player_turn=part, banner="north1", slot="special", detail=detail)
    PlayerTurn.objects.filter(pk=part.pk).update(state=PlanState.SUBMITTED)
    war.publish()
    return war


@pytest.fixture
def friend(db: None) -> User:
    """Somebody of another club."""
    return User.objects.create_user("friend@club.example", name="Friend")


def file_of(war: War) -> bytes:
    """The campaign as a file."""
    return export_campaign(campaign=Campaign.objects.get(pk=war.campaign.pk), by=war.facilitator)


def test_a_turn_with_a_trigger_comes_to_the_same_again(war: War) -> None:
    turn = war.campaign.turns.get(number=1)
    assert turn.outcome["triggers"][0]["fired"]
    assert is_equal(turn)


def test_all_of_it_travels(war: War, friend: User) -> None:
    arrived = import_campaign(file=file_of(war), by=friend)
    assert arrived.house == WORDS
    assert Seat.objects.get(campaign=arrived, key="north").rules == ["house_brave"]
    row = Trigger.objects.get(campaign=arrived)
    old = Trigger.objects.get(campaign=war.campaign)
    told = ("key", "document", "hint", "told", "told_to", "holder", "held", "fired_by")
    assert [getattr(row, name) for name in told] == [getattr(old, name) for name in told]
    assert row.fired_by == ["north"]
    hints = PlayerTurn.objects.get(seat__campaign=arrived, seat__key="north", turn__number=1).map["hints"]
    assert [hint["text"] for hint in hints] == ["A lock."]
    ledger = Turn.objects.get(campaign=arrived, number=1).explained
    assert ledger == Turn.objects.get(campaign=war.campaign, number=1).explained
    assert "14.4" in json.dumps(ledger)


def test_a_ledger_is_truth_and_travels_for_those_alone_who_may_know_it(war: War, as_user: Any) -> None:
    south = war.users["south"]
    with pytest.raises(Refusal):
        export_campaign(campaign=war.campaign, by=south)
    known = as_user(south).get(f"/c/{war.campaign.public_id}/knowledge.json").content.decode()
    assert "explained" not in known
    assert "t1" not in known


def test_a_file_of_before_has_none_of_it_and_is_read(war: War, friend: User) -> None:
    files = files_of(file_of(war))
    del files["trigger.jsonl"]
    for name, key in (("relic.jsonl", "sealed"), ("turn.jsonl", "explained")):
        rows = [json.loads(line) for line in files[name].splitlines()]
        files[name] = "".join(json.dumps({one: row[one] for one in row if one != key}) + "\n" for row in rows)
    Campaign.objects.filter(pk=war.campaign.pk).delete()
    arrived = import_campaign(file=pack(files), by=friend)
    assert not Trigger.objects.filter(campaign=arrived).exists()
    assert not Relic.objects.filter(campaign=arrived, sealed=True).exists()


def test_what_is_broken_is_refused_with_its_place(war: War, friend: User) -> None:
    files = files_of(file_of(war))
    wrong = line_changed(files, "campaign.json", 1, house=[{"id": "house_x", "gives": ["swift"]}])
    with pytest.raises(Refusal, match=r"house\[0\].gives\[0\]"):
        import_campaign(file=pack(wrong), by=friend)
    wrong = line_changed(files, "trigger.jsonl", 1, document={"feature": "well", "do": [{"do": "wait"}]})
    with pytest.raises(Refusal, match="triggers"):
        import_campaign(file=pack(wrong), by=friend)


def test_a_copy_begins_with_the_triggers_as_they_were(war: War) -> None:
    made = copy_campaign(by=war.facilitator, source_id=war.campaign.public_id, name="Again")
    draft = Draft.objects.get(campaign=made)
    (trigger,) = draft.board["triggers"]
    assert (trigger["hint"], trigger["told_to"], trigger["do"][0]["relic"]) == ("A lock.", "all", "rod")
    assert made.house == WORDS
    assert {relic["id"]: relic["sealed"] for relic in draft.board["relics"]} == {"crown": False, "rod": True}
