"""A correction taken back before it takes effect: as if it had not been made, but for the log."""

from __future__ import annotations

import pytest
from django.test import Client

from campaign.base.refusal import Refusal
from campaign.base.words.log_words import words_of
from campaign.desk.services import (
    correct_input,
    correct_outcome,
    rule_on_battle,
    set_forfeit,
    withdraw_correction,
)
from campaign.models import AuditEntry, Notice, Phase
from campaign.turn.aftermath import publish
from campaign.turn.locked_turn import locked_turn
from campaign.turn.replay import is_equal
from tests.desk.test_corrections import in_aftermath_review
from tests.wars import APART, CLOSE, War, begin_war, march

pytestmark = pytest.mark.django_db


def in_movement_review() -> War:
    war = begin_war(APART)
    war.plan("north", {"north1": march(2, 2)})
    war.pass_deadline()
    return war


def level(war: War, change: int, why: str = "Mistyped") -> None:
    made = {"banner": "north1", "level": change}
    correct_input(turn=war.turn, change=made, reason=why, by=war.facilitator)


def withdraw(war: War, number: int = 1, why: str = "It was right after all") -> None:
    withdraw_correction(turn=war.turn, number=number, reason=why, by=war.facilitator)


def test_a_withdrawn_correction_of_the_input_has_never_been() -> None:
    war = in_movement_review()
    before = war.turn.proposal
    level(war, 4)
    assert war.turn.proposal != before
    withdraw(war)
    assert war.turn.proposal == before
    war.pass_deadline()
    assert war.part("north").announcement["corrections"] == []
    assert war.banner("north1").level != 4


def test_of_two_corrections_the_other_stands() -> None:
    war = in_movement_review()
    level(war, 4)
    level(war, 7, "Counted again")
    withdraw(war, 2)
    war.pass_deadline()
    assert war.banner("north1").level == 4
    assert [one["reason"] for one in war.part("north").announcement["corrections"]] == ["Mistyped"]


def test_a_withdrawn_correction_of_the_outcome_is_not_published_nor_replayed() -> None:
    war = in_aftermath_review()
    change = {"banner": "north1", "level": 3}
    correct_outcome(turn=war.turn, change=change, reason="Dark", by=war.facilitator)
    withdraw(war)
    turn = war.turn
    war.pass_deadline()
    turn.refresh_from_db()
    assert turn.phase == Phase.PUBLISHED
    assert war.banner("north1").level != 3
    assert war.part("north", turn.number).report["corrections"] == []
    assert is_equal(turn)


def test_it_is_in_the_log_with_its_reason() -> None:
    war = in_movement_review()
    level(war, 4)
    withdraw(war)
    entry = AuditEntry.objects.get(kind="correction_withdrawn")
    assert words_of(entry) == "Withdrew a correction (Mistyped): It was right after all"
    assert not entry.public
    assert entry.user == war.facilitator


def test_only_what_stands_in_the_review_that_runs_can_be_withdrawn() -> None:
    war = in_movement_review()
    level(war, 4)
    for number in (0, 2):
        with pytest.raises(Refusal) as refused:
            withdraw(war, number)
        assert (refused.value.code, refused.value.field) == ("correction", "number")
    withdraw(war)
    with pytest.raises(Refusal):
        withdraw(war)
    level(war, 5)
    with pytest.raises(Refusal) as refused:
        withdraw(war, 2, "")
    assert refused.value.field == "reason"
    war.pass_deadline()
    with pytest.raises(Refusal) as refused:
        withdraw(war, 2)
    assert refused.value.code == "phase"
    assert war.banner("north1").level == 5


def test_players_cannot() -> None:
    war = in_movement_review()
    level(war, 4)
    with pytest.raises(Refusal) as refused:
        withdraw_correction(turn=war.turn, number=1, reason="Mine", by=war.users["north"])
    assert refused.value.code == "not_yours"


def test_the_desk_offers_it() -> None:
    war = in_movement_review()
    client = Client()
    client.force_login(war.facilitator, "allauth.account.auth_backends.AuthenticationBackend")
    page = f"/c/{war.campaign.public_id}/desk/review/"
    assert "Withdraw a correction" not in client.get(page).content.decode()
    level(war, 4)
    assert "Withdraw a correction" in client.get(page).content.decode()
    wrong = client.post(page, {"act": "withdraw", "number": "1", "reason": ""})
    assert wrong.status_code == 422
    done = client.post(page, {"act": "withdraw", "number": "1", "reason": "Right after all"}, follow=True)
    html = done.content.decode()
    assert "Withdrawn, and worked out again." in html
    assert "Right after all" in html
    assert client.post(page, {"act": "withdraw", "number": "1", "reason": "Again"}).status_code == 422


# A ruling is told to both sides


def test_a_ruling_and_a_forfeit_are_told_to_both_sides_and_say_nothing() -> None:
    war = begin_war(CLOSE)
    war.plan("north", {"north1": march(2, 4)})
    war.plan("south", {})
    war.pass_deadline()
    war.pass_deadline()
    battle = war.turn.battles.get()
    Notice.objects.all().delete()
    set_forfeit(battle=battle, side="first", reason="Never came", by=war.facilitator)
    told = Notice.objects.filter(kind="ruled").order_by("id")
    assert {notice.user for notice in told} == {war.users["north"], war.users["south"]}
    assert {tuple(notice.detail) for notice in told} == {("battle",)}
    rule_on_battle(battle=battle, winner="first", points=(3, 7), reason="Seen it", by=war.facilitator)
    assert told.all().count() == 4


def test_a_champion_who_cannot_be_is_refused_by_the_armies_names() -> None:
    war = in_aftermath_review()
    with pytest.raises(Refusal) as refused, locked_turn(war.turn.pk) as held:
        publish(held, war.facilitator, champion="north")
    assert refused.value.message == "Nobody has won in this turn, so there is no champion to choose."
