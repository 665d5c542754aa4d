"""Clocks that go apart: nothing is resolved until they have agreed for a while, or the operator says so."""

from __future__ import annotations

import time
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from unittest.mock import patch

import pytest
from django.core.management import call_command
from django.test import Client

from campaign.base.dates import clock, jumps
from campaign.base.dates.downtime import WEB
from campaign.models import Downtime, Heartbeat, Machine, Phase, Turn, TurnStart
from campaign.turn import tick
from campaign.turn.clockwork import turn_starts as starts
from campaign.turn.deadlines import beat
from campaign.turn.locked_turn import LockedTurn
from tests.wars import APART, War, begin_war

pytestmark = pytest.mark.django_db


class Clocks:
    """The machine's two clocks and the database's, turned by hand."""

    def __init__(self) -> None:
        self.wall = time.time()
        self.running = 5000.0
        self.database = 0.0
        """So far it is ahead of the machine's."""

    def pass_by(self, seconds: float) -> None:
        self.wall += seconds
        self.running += seconds

    def now(self) -> datetime:
        return datetime.fromtimestamp(self.wall + self.database, UTC)


@pytest.fixture
def clocks(monkeypatch: pytest.MonkeyPatch) -> Clocks:
    made = Clocks()
    monkeypatch.setattr(jumps, "_running", lambda: made.running)
    monkeypatch.setattr(jumps.time, "time", lambda: made.wall)
    monkeypatch.setattr(clock, "now", made.now)
    for room in ("campaign.turn.tick", "campaign.turn.deadlines", "campaign.operations.selectors"):
        monkeypatch.setattr(f"{room}.clock.now" if "select" not in room else f"{room}.now", made.now)
    return made


def war_due(clocks: Clocks) -> War:
    war = begin_war(APART)
    assert tick.tick() == 0
    Turn.objects.filter(pk=war.turn.pk).update(resolve_after=clocks.now() + timedelta(minutes=30))
    return war


@pytest.mark.parametrize("far", [3600, -3600, 61, -61])
def test_after_a_jump_nothing_is_resolved_until_a_quarter_of_an_hour_of_agreement(
    clocks: Clocks, far: float, caplog: pytest.LogCaptureFixture
) -> None:
    war = war_due(clocks)
    clocks.pass_by(2)
    assert tick.tick() == 0
    clocks.wall += far
    Turn.objects.filter(pk=war.turn.pk).update(resolve_after=clocks.now() - timedelta(seconds=5))
    clocks.pass_by(2)
    for _ in range(29):
        assert tick.tick() == 0
        clocks.pass_by(30)
    assert war.turn.phase == Phase.PLANNING
    answer = Client().get("/clockz")
    assert (answer.status_code, answer.json()["jumped"]) == (503, True)
    assert Heartbeat.objects.get(name="tick").at == clocks.now() - timedelta(seconds=30)
    assert f"the machine's clock jumped by {far:.0f} seconds" in caplog.text
    clocks.pass_by(30)
    assert tick.tick() == 1
    assert Client().get("/clockz").json()["jumped"] is False


def test_a_jump_within_it_begins_it_anew(clocks: Clocks) -> None:
    war_due(clocks)
    clocks.wall += 4000
    assert tick.tick() == 0
    clocks.pass_by(600)
    clocks.wall -= 4000
    assert tick.tick() == 0
    clocks.pass_by(600)
    assert tick.tick() == 0
    assert jumps.is_parted(clocks.now())
    clocks.pass_by(301)
    tick.tick()
    assert not jumps.is_parted(clocks.now())


def test_the_operator_may_say_that_the_time_is_right(
    clocks: Clocks, capsys: pytest.CaptureFixture[str]
) -> None:
    war_due(clocks)
    clocks.wall += 4000
    assert tick.tick() == 0
    call_command("tick", trust_clock=True)
    assert capsys.readouterr().out == "the time is trusted as it is now\n"
    assert tick.tick() == 1


def test_a_clock_that_is_put_right_little_by_little_and_a_machine_that_slept_have_not_jumped(
    clocks: Clocks,
) -> None:
    war_due(clocks)
    for _ in range(10):
        clocks.wall += 20
        clocks.pass_by(30)
        tick.tick()
        assert not jumps.is_parted(clocks.now())
    clocks.pass_by(8 * 3600)  # the time of running counts sleep, too
    assert tick.tick() == 1


def test_the_databases_clock_may_not_be_far_from_the_machines(clocks: Clocks) -> None:
    war_due(clocks)
    with patch("campaign.base.dates.jumps.connection") as connection:
        connection.vendor = "postgresql"
        clocks.database = 59.0
        assert jumps.look()
        clocks.database = -61.0
        assert not jumps.look()
        clocks.database = 0.0
        clocks.pass_by(901)
        assert jumps.look()


def test_a_machine_that_is_gone_has_no_say(clocks: Clocks) -> None:
    war_due(clocks)
    Machine.objects.create(boot="another", wall=0, running=0, parted=1.0, seen=clocks.now())
    assert not jumps.look()
    clocks.pass_by(901)
    assert jumps.look()


def test_a_jump_is_no_downtime(clocks: Clocks) -> None:
    war_due(clocks)
    beat(WEB)
    clocks.wall += 3600
    clocks.pass_by(20)
    beat(WEB)
    assert not Downtime.objects.exists()
    clocks.pass_by(3600)  # and this is one: no web process has given a sign of life
    tick.tick()
    beat(WEB)
    assert Downtime.objects.exists()


def test_what_the_web_said_by_a_wrong_clock_is_no_downtime_once_the_time_is_trusted(clocks: Clocks) -> None:
    """An hour back, a sign of life, put right, and the operator is quicker than the next sign."""
    war_due(clocks)
    beat(WEB)
    clocks.wall -= 3600
    assert tick.tick() == 0
    beat(WEB)
    clocks.wall += 3600
    call_command("tick", trust_clock=True)
    clocks.pass_by(5)
    beat(WEB)
    assert not Downtime.objects.exists()


@pytest.mark.parametrize("far", [3600, -3600])
def test_a_wrong_clock_that_only_the_web_saw_is_no_downtime(clocks: Clocks, far: float) -> None:
    """An hour back or ahead, one sign of life by it, put right before anybody else has looked."""
    war_due(clocks)
    beat(WEB)
    clocks.wall += far
    clocks.pass_by(20)
    beat(WEB)
    assert jumps.is_parted(clocks.now())
    clocks.wall -= far
    call_command("tick", trust_clock=True)
    clocks.pass_by(20)
    beat(WEB)
    assert not Downtime.objects.exists()
    assert Heartbeat.objects.get(name=WEB).at == clocks.now()


def test_a_clock_put_right_while_a_sign_of_life_waits_is_no_downtime(
    clocks: Clocks, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The wrong time was read, and what is looked at next is right again."""
    war_due(clocks)
    beat(WEB)
    clocks.pass_by(20)
    told = [clocks.now() + timedelta(hours=1)]
    monkeypatch.setattr("campaign.turn.deadlines.clock.now", lambda: told.pop() if told else clocks.now())
    beat(WEB)
    assert not Downtime.objects.exists()
    assert Heartbeat.objects.get(name=WEB).at == clocks.now()


def test_trusting_a_clock_that_never_jumped_forgets_no_downtime(clocks: Clocks) -> None:
    war_due(clocks)
    beat(WEB)
    clocks.pass_by(3600)
    call_command("tick", trust_clock=True)
    beat(WEB)
    assert Downtime.objects.exists()


def test_a_jump_between_two_steps_of_a_tick_is_noticed(
    clocks: Clocks, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = war_due(clocks), war_due(clocks)
    Turn.objects.filter(pk=first.turn.pk).update(resolve_after=clocks.now() - timedelta(seconds=1))
    step = tick.STEPS[Phase.PLANNING]

    def jumping(held: LockedTurn) -> None:
        step(held)
        clocks.wall += 3600

    monkeypatch.setitem(tick.STEPS, Phase.PLANNING, jumping)
    monkeypatch.setattr(starts, "AT_A_TIME", 1)
    assert tick.tick() == 1
    assert [one.turn.phase for one in (first, second)] == [Phase.MOVEMENT_REVIEW, Phase.PLANNING]
    assert tick.tick() == 0


def test_a_jump_just_before_a_step_is_noticed(clocks: Clocks, monkeypatch: pytest.MonkeyPatch) -> None:
    war = war_due(clocks)
    assert tick.tick() == 0

    def jumping(named: str) -> None:
        clocks.wall += 3600

    row = TurnStart.objects.create(turn=war.turn, process="x", begun=clocks.now())
    monkeypatch.setattr(tick, "reach", jumping)
    assert tick._go(replace(starts.named(war.turn.pk), row=row.pk), watch=True) == (False, False)
    assert war.turn.phase == Phase.PLANNING


def test_a_pretended_time_is_trusted(clocks: Clocks) -> None:
    with clock.at(clocks.now() + timedelta(days=400)):
        assert jumps.look()
    assert not Machine.objects.exists()


@pytest.mark.django_db
def test_real_clocks_agree() -> None:
    assert jumps.look()
    assert jumps.look()
    (machine,) = Machine.objects.all()
    assert abs(machine.wall - time.time()) < 30
    assert machine.boot
