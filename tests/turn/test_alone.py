"""Whatever one item of a list raises is that item's failure: the others are done, and the log names it."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest

from battles.claims import services as claims
from battles.dates import date_reminders
from battles.dates import services as dates
from battles.models import Phone, Table
from battles.stories import retention
from battles.tasks import keep_dates
from campaign.base.dates import clock
from campaign.base.jobs.singly import each
from campaign.base.sandbox import children
from campaign.models import PlayerTurn, Seat, Verdict, VerdictState
from campaign.notices.reminders import services as reminders
from campaign.rulebook.adjudicator import services as verdicts
from campaign.turn import failures, tick
from campaign.turn.bot_plans import plan_ahead
from tests.table.phones import sit_down
from tests.wars import APART, begin_war

pytestmark = pytest.mark.django_db


def test_each_is_done_and_what_fails_is_named(caplog: pytest.LogCaptureFixture) -> None:
    def half(number: int) -> int:
        return 6 // number

    assert each([1, 0, 3], half, log=failures.logger, what="the half of") == 8
    assert "the half of 0 failed and is left for the next time: ZeroDivisionError" in caplog.text


def test_a_seat_that_the_bot_cannot_play_keeps_no_other_from_its_plan(
    caplog: pytest.LogCaptureFixture,
) -> None:
    war = begin_war({**APART, "west": ((12, 0),)}, bots=("north", "west"))
    Seat.objects.filter(campaign=war.campaign, key="north").update(conditions=[{"kind": "nonsense"}])
    due = war.turn.plan_due
    assert due is not None
    with clock.at(due - timedelta(hours=5)):
        assert plan_ahead(limit=1) == 1
        assert plan_ahead(limit=1) == 0
    told = PlayerTurn.objects.filter(turn=war.turn)
    assert dict(told.values_list("seat__key", "state")) == {
        "north": "nothing",
        "south": "nothing",
        "west": "submitted",
    }
    assert f"the bot's plan for seat {war.seat('north').pk} failed" in caplog.text


def test_a_turn_whose_reminder_fails_keeps_no_other_from_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    first, second = begin_war(APART), begin_war(APART)
    due = first.turn.plan_due
    assert due is not None
    seen = reminders.plans_missing

    def fussy(turn: Any) -> Any:
        if turn.pk == first.turn.pk:
            raise KeyError("broken")
        return seen(turn)

    monkeypatch.setattr(reminders, "plans_missing", fussy)
    with clock.at(due - timedelta(hours=3)):
        assert reminders.remind() == 2
    assert second.campaign.notices.filter(kind="plan_missing").count() == 2


def test_dates_are_kept_part_by_part(monkeypatch: pytest.MonkeyPatch) -> None:
    done: list[str] = []

    def broken() -> int:
        raise KeyError("broken")

    monkeypatch.setattr(date_reminders, "remind_of_dates", broken)
    monkeypatch.setattr(claims, "grant_due_claims", broken)
    monkeypatch.setattr(dates, "forget_places", lambda: done.append("forgotten") or 1)
    assert keep_dates() == 1
    assert done == ["forgotten"]


def test_a_table_that_cannot_be_forgotten_keeps_no_other(monkeypatch: pytest.MonkeyPatch) -> None:
    tables = [sit_down().table for _ in range(3)]
    Table.objects.update(changed_at=clock.now() - timedelta(days=400))
    forget = retention._forget

    def fussy(table: int) -> int:
        if table == tables[0].pk:
            raise ValueError("bound")
        return forget(table)

    monkeypatch.setattr(retention, "_forget", fussy)
    Phone.objects.update(seen_at=clock.now() - timedelta(days=400))
    assert retention.forget_tables() == 2
    assert list(Table.objects.values_list("pk", flat=True)) == [tables[0].pk]


def test_an_answer_that_nobody_can_read_is_that_scenarios_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    answers: Iterator[list[str]] = iter([["no JSON"], ['{"state": "unheard of"}'], ['{"state": "done"}']])
    for number in range(3):
        verdicts.ask_verdict(text=f"{{{number}}}", asker=f"somebody {number}")
    monkeypatch.setattr(children, "lines", lambda *args: next(answers))
    assert verdicts.give_verdicts() == 3
    states = list(Verdict.objects.order_by("id").values_list("state", flat=True))
    assert states == [VerdictState.FAILED, VerdictState.FAILED, VerdictState.DONE]
    assert "stands in its log" in Verdict.objects.order_by("id")[0].error


def test_a_failure_that_cannot_be_written_down_stops_no_tick(monkeypatch: pytest.MonkeyPatch) -> None:
    first, second = begin_war(APART), begin_war(APART)
    Seat.objects.filter(campaign=first.campaign).update(conditions=[{"kind": "nonsense"}])
    due = first.turn.plan_due
    assert due is not None

    def broken(*args: Any, **named: Any) -> Any:
        raise KeyError("broken")

    monkeypatch.setattr(failures, "claim", broken)
    assert tick.tick(now=due) == 1
    assert second.turn.phase == "movement_review"
