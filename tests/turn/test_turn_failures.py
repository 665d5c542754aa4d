"""A turn that fails: tried again, put on hold while others go on, and mended."""

from __future__ import annotations

import io
import random
from contextlib import suppress
from datetime import timedelta
from typing import Any

import psycopg
import pytest
from django.core.management import CommandError, call_command
from django.db import DatabaseError, IntegrityError, InterfaceError, OperationalError, connection

from campaign.base.dates import clock
from campaign.base.words.log_words import words_of
from campaign.delivery.emails import headline_of, letter_of
from campaign.models import (
    AuditEntry,
    Campaign,
    CampaignStatus,
    Notice,
    Phase,
    Seat,
    Turn,
    TurnStart,
    User,
)
from campaign.turn import failures, tick
from tests.wars import APART, START, War, begin_war, march

pytestmark = pytest.mark.django_db


def broken(war: War) -> None:
    """An input that the engine cannot work with, as a bug might leave it."""
    Seat.objects.filter(campaign=war.campaign, key="north").update(conditions=[{"kind": "nonsense"}])


def test_a_failing_turn_is_tried_three_times_and_then_put_on_hold_while_others_go_on() -> None:
    war = begin_war(APART)
    broken(war)
    due = war.turn.plan_due
    assert due is not None
    assert tick.tick(now=due) == 0
    turn = war.turn
    assert turn.attempts == 1
    assert "nonsense" in turn.last_error
    assert turn.resolve_after == due + timedelta(seconds=10)
    assert turn.plan_due == due
    tick.tick(now=due + timedelta(seconds=10))
    tick.tick(now=due + timedelta(seconds=70))
    campaign = Campaign.objects.get()
    assert campaign.status == CampaignStatus.ON_HOLD
    assert Notice.objects.filter(kind="on_hold").count() == 3
    public = AuditEntry.objects.filter(kind="on_hold", public=True)
    assert [words_of(entry) for entry in public] == [
        "The campaign is on hold after a failure; all plans and results are safe"
    ]


def test_once_mended_it_goes_on() -> None:
    war = begin_war(APART)
    broken(war)
    for _ in range(3):
        war.pass_deadline()
    Seat.objects.filter(campaign=war.campaign, key="north").update(conditions=[])
    moment = (war.turn.resolve_after or START) + timedelta(days=1)
    with clock.at(moment):
        tick.take_off_hold(war.turn.pk, by=war.facilitator)
    tick.tick(now=moment)
    assert Turn.objects.get(number=1).phase != Phase.PLANNING


def test_one_that_nobody_runs_is_taken_off_hold_by_the_operator() -> None:
    war = begin_war(APART)
    named = war.campaign.public_id
    with pytest.raises(CommandError, match="not on hold"):
        call_command("tick", again=named)
    with pytest.raises(CommandError, match="no war nowhere has an open turn"):
        call_command("tick", again="nowhere")
    Campaign.objects.update(status=CampaignStatus.ON_HOLD)
    said = io.StringIO()
    call_command("tick", again=named, stdout=said)
    assert said.getvalue() == f"war {named} goes on at the next tick\n"
    assert Campaign.objects.get().status == CampaignStatus.RUNNING


def test_a_step_that_succeeds_forgets_failures() -> None:
    war = begin_war(APART)
    broken(war)
    war.pass_deadline()
    Seat.objects.filter(campaign=war.campaign, key="north").update(conditions=[])
    turn = war.pass_deadline()
    assert turn.phase == Phase.MOVEMENT_REVIEW
    assert (turn.attempts, turn.last_error) == (0, "")
    assert not TurnStart.objects.filter(turn=turn, well=False).exists()


# What the log and the operators are told


def test_the_log_names_the_campaign_its_turn_and_the_cause_and_operators_are_told(
    caplog: pytest.LogCaptureFixture,
) -> None:
    war = begin_war(APART)
    operator = User.objects.create_superuser(email="operator@club.example", name="Otto")
    broken(war)
    for _ in range(3):
        war.pass_deadline()
    identity = war.campaign.public_id
    said = [record.getMessage() for record in caplog.records]
    kind = next(line for line in said if "cannot be resolved" in line).rpartition(" ")[2]
    assert f"turn 1 of campaign {identity} cannot be resolved: {kind}" in said
    assert f"campaign {identity} is on hold in turn 1: it failed 3 times in a row ({kind})" in said
    notice = Notice.objects.get(kind="site_on_hold")
    assert notice.user == operator
    letter = letter_of(notice)
    assert letter is not None
    assert letter.subject == f"Campaign {identity} is on hold after a failure"
    assert f"it failed 3 times in a row ({kind})" in letter.text
    shown = letter.subject + letter.text + letter.html + headline_of(notice).text
    assert war.campaign.name not in shown
    assert "north" not in shown.lower()
    assert "nonsense" not in shown


def test_who_is_no_operator_any_more_gets_no_such_mail() -> None:
    war = begin_war(APART)
    operator = User.objects.create_superuser(email="operator@club.example", name="Otto")
    broken(war)
    for _ in range(3):
        war.pass_deadline()
    User.objects.filter(pk=operator.pk).update(is_superuser=False)
    assert letter_of(Notice.objects.get(kind="site_on_hold")) is None


@pytest.mark.once
@pytest.mark.django_db(transaction=True)
def test_a_full_disk_is_called_that(caplog: pytest.LogCaptureFixture) -> None:
    if connection.vendor != "sqlite":
        pytest.skip("SQLite can be told how much room there is")
    # Large enough that what a turn holds needs pages of its own, packed as it is.
    draw = random.Random(7)
    war = begin_war(APART, document={"map": ["".join(draw.choices(".C", k=250)) for _ in range(200)]})
    due = war.turn.plan_due
    assert due is not None
    with connection.cursor() as cursor:
        cursor.execute("CREATE TABLE filler (bytes BLOB)")
        cursor.execute("PRAGMA page_count")
        pages = cursor.fetchone()[0]
        cursor.execute(f"PRAGMA max_page_count = {pages}")
        try:
            _fill(cursor)
            with clock.at(due):
                assert not tick.advance(war.turn.pk)
        finally:
            cursor.execute("PRAGMA max_page_count = 1073741823")
            cursor.execute("DROP TABLE IF EXISTS filler")
    assert f"turn 1 of campaign {war.campaign.public_id} waits: the database's disk is full" in caplog.text
    assert (war.turn.attempts, war.turn.phase) == (0, Phase.PLANNING)
    with clock.at(due):
        assert tick.advance(war.turn.pk)


def _fill(cursor: Any) -> None:
    for size in (100_000, 1000, 10, 1, 1):
        with suppress(OperationalError):
            while True:
                cursor.execute("INSERT INTO filler VALUES (zeroblob(%s))", [size])


def test_what_servers_say_of_a_full_disk_is_understood() -> None:
    error = OperationalError("no space")
    assert not failures.disk_is_full(error)
    error.__cause__ = psycopg.errors.DiskFull("could not extend file")
    assert failures.disk_is_full(error)


@pytest.mark.parametrize("kind", [OperationalError, InterfaceError, DatabaseError, IntegrityError])
def test_what_the_database_says_is_nobodys_fault(
    kind: type[Exception], monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    war = begin_war(APART)
    due = war.turn.plan_due
    assert due is not None

    def fails(held: object) -> None:
        raise kind("values of a plan")

    monkeypatch.setitem(tick.STEPS, Phase.PLANNING, fails)
    for minute in range(5):
        assert tick.tick(now=due + timedelta(minutes=minute)) == 0
    campaign = Campaign.objects.get()
    assert (campaign.status, war.turn.attempts) == (CampaignStatus.RUNNING, 0)
    assert war.turn.resolve_after == due
    assert f"turn 1 of campaign {campaign.public_id} waits: the database" in caplog.text
    assert "values of a plan" not in caplog.text
    assert not TurnStart.objects.filter(ended=None).exists()
    monkeypatch.undo()
    assert tick.tick(now=due + timedelta(minutes=6)) == 1


def test_a_failure_leaves_nothing_half_done() -> None:
    war = begin_war(APART)
    war.plan("north", {"north1": march(2, 2)})
    broken(war)
    before: list[Any] = list(war.campaign.banners.order_by("key").values())
    war.pass_deadline()
    assert list(war.campaign.banners.order_by("key").values()) == before
    assert war.turn.input is None
    assert not war.part("south").excused
