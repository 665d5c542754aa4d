"""Two people at the desk at once: one wins, the other is told, and nothing is half done."""

from __future__ import annotations

from datetime import timedelta

import pytest

from battles.results.services import report_result
from campaign.base.dates import clock
from campaign.base.refusal import Refusal
from campaign.desk.services import announce_now, correct_outcome, publish_now, rule_on_battle
from campaign.models import AuditEntry, Correction, Phase
from campaign.turn.contact.battle_status import Standing
from campaign.turn.turn_rights import mark_of
from tests.desk.test_desk_reviews import in_aftermath_review, in_movement_review
from tests.fights import HARDLY, battle_in, meet, seen_by, while_fighting
from tests.turn.test_at_once import at_once
from tests.wars import START

pytestmark = pytest.mark.django_db


def code(given: object) -> str:
    return given.code if isinstance(given, Refusal) else "done"


@pytest.mark.django_db(transaction=True)
def test_of_a_publication_and_a_correction_at_once_one_wins_and_the_other_is_told() -> None:
    war = in_aftermath_review()
    seen = mark_of(war.turn)
    moment = war.turn.publish_due or START
    moment -= timedelta(hours=1)

    def publish() -> None:
        with clock.at(moment):
            publish_now(turn=war.turn, by=war.facilitator, seen=seen)

    def correct() -> None:
        with clock.at(moment):
            correct_outcome(
                turn=war.turn,
                change={"banner": "south1", "level": 3},
                reason="Wait.",
                by=war.facilitator,
                seen=seen,
            )

    turn = war.turn
    given = sorted(code(one) for one in at_once(publish, correct))
    turn.refresh_from_db()
    if turn.phase == Phase.PUBLISHED:
        assert given in (["changed", "done"], ["done", "phase"])
        assert not Correction.objects.exists()
        assert war.banner("south1").level == 13
    else:
        assert given == ["changed", "done"]
        assert Correction.objects.count() == 1


@pytest.mark.django_db(transaction=True)
def test_two_facilitators_who_announce_at_once_announce_once() -> None:
    war = in_movement_review()
    moment = war.turn.planned_at or START

    def announce() -> None:
        with clock.at(moment):
            announce_now(turn=war.turn, by=war.facilitator)

    assert sorted(code(one) for one in at_once(announce, announce, announce)) == ["done", "phase", "phase"]
    assert AuditEntry.objects.filter(kind="announced").count() == 1


@pytest.mark.django_db(transaction=True)
def test_a_ruling_and_a_report_at_once_leave_one_result() -> None:
    war = meet()

    def rule() -> None:
        with while_fighting(war):
            rule_on_battle(
                battle=battle_in(war), winner="draw", points=(0, 0), reason="Stop.", by=war.facilitator
            )

    def report() -> None:
        with while_fighting(war):
            report_result(battle=battle_in(war), seat=war.seat("north"), claim=HARDLY, by=war.users["north"])

    given = [code(one) for one in at_once(rule, report)]
    assert given[0] == "done"
    assert given[1] in ("done", "closed")
    assert seen_by(war, "north").standing == Standing.RULED
