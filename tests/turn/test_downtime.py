"""Downtime is when no plan could be saved; it moves a deadline, and nothing else that stands still does."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterable
from datetime import timedelta
from pathlib import Path
from subprocess import Popen

import pytest

from battles.results.services import report_result
from campaign.base.dates import clock
from campaign.base.dates.downtime import WEB
from campaign.base.refusal import Refusal
from campaign.models import Downtime, Heartbeat, Notice, Phase, PlanState
from campaign.turn import tick
from campaign.turn.contact.battle_bounds import Claim
from campaign.turn.deadlines import beat
from tests.fights import battle_in, meet
from tests.gates import ROOT
from tests.operations.test_health import free_port, wait_for
from tests.sites import with_tables
from tests.wars import APART, War, begin_war, march

pytestmark = pytest.mark.django_db


def lives(war: War, name: str, minutes: Iterable[int]) -> None:
    """Signs of life so many minutes before the plan deadline; after it with a minus."""
    due = war.turn.plan_due
    assert due is not None
    for minute in minutes:
        with clock.at(due - timedelta(minutes=minute)):
            beat(name)


def tick_at(war: War, minutes: float) -> Phase:
    """The next tick comes so many minutes after the deadline; gives the phase then."""
    due = war.turn.plan_due
    assert due is not None
    with clock.at(due + timedelta(minutes=minutes)):
        tick.advance(war.turn.pk)
    return Phase(war.turn.phase)


def test_a_clock_that_stood_still_moves_no_deadline() -> None:
    war = begin_war(APART)
    due = war.turn.plan_due
    lives(war, "tick", (130, -300))
    lives(war, WEB, range(130, -301, -10))
    assert tick_at(war, 300) == Phase.MOVEMENT_REVIEW
    assert war.turn.plan_due == due
    assert not Notice.objects.filter(kind="date_moved").exists()


def test_a_web_that_was_down_moves_it_though_the_clock_ticked() -> None:
    war = begin_war(APART)
    due = war.turn.plan_due
    lives(war, "tick", range(130, 0, -1))
    lives(war, WEB, (130, 60, 40))
    lives(war, WEB, range(40, 0, -10))
    assert due is not None
    assert tick_at(war, 0) == Phase.PLANNING
    assert war.turn.plan_due == due + timedelta(hours=12)


def test_it_counts_while_it_lasts() -> None:
    war = begin_war(APART)
    due = war.turn.plan_due
    lives(war, WEB, (200, 16))
    assert not Downtime.objects.filter(down_until__gt=due).exists()
    Downtime.objects.all().delete()
    assert due is not None
    assert tick_at(war, 0) == Phase.PLANNING
    assert war.turn.plan_due == due + timedelta(hours=12)


@pytest.mark.parametrize(("gaps", "moved"), [((8, 8), False), ((16,), True), ((16, 20), True)])
def test_gaps_of_over_a_quarter_of_an_hour_are_added_up(gaps: tuple[int, ...], moved: bool) -> None:
    war = begin_war(APART)
    due = war.turn.plan_due
    minute = 110
    lives(war, WEB, range(130, minute, -10))
    lives(war, WEB, [minute])
    for gap in gaps:
        minute -= gap
        lives(war, WEB, [minute, minute - 5])
        minute -= 5
    lives(war, WEB, range(minute, -1, -10))
    lives(war, WEB, [0])
    tick_at(war, 1)
    assert (war.turn.plan_due != due) is moved


def test_a_second_gap_does_not_make_the_first_forgotten() -> None:
    """Thirty hours down over the deadline, a sign of life without a step, and another gap."""
    war = begin_war(APART)
    due = war.turn.plan_due
    assert due is not None
    lives(war, WEB, (60, -29 * 60, -29 * 60 - 16))
    assert Downtime.objects.count() == 2
    assert tick_at(war, 29 * 60 + 17) == Phase.PLANNING
    assert war.turn.plan_due == due + timedelta(minutes=29 * 60 + 17, hours=12)


def test_signs_of_life_that_were_ahead_are_put_right() -> None:
    war = begin_war(APART)
    lives(war, WEB, (10, -60, 9))
    due = war.turn.plan_due
    assert due is not None
    assert Heartbeat.objects.get(name=WEB).at == due - timedelta(minutes=9)


# A save is answered as the next tick will


@pytest.mark.parametrize("beaten", [False, True], ids=["before its first sign", "after it"])
def test_who_saves_after_downtime_before_the_clock_ticks_is_not_late(beaten: bool) -> None:
    war = begin_war(APART)
    due = war.turn.plan_due
    assert due is not None
    lives(war, WEB, (130, 100))
    with clock.at(due + timedelta(minutes=30)):
        if beaten:
            beat(WEB)
        war.plan("north", {"north1": march(2, 2)}, at=due + timedelta(minutes=30))
    assert war.part("north").state == PlanState.SUBMITTED
    assert tick_at(war, 31) == Phase.PLANNING
    assert war.turn.plan_due == due + timedelta(hours=12)


def test_a_dead_clock_keeps_no_deadline_open() -> None:
    war = begin_war(APART)
    due = war.turn.plan_due
    assert due is not None
    lives(war, "tick", (130,))
    lives(war, WEB, range(130, -31, -10))
    with pytest.raises(Refusal, match="has passed") as refused:
        war.plan("north", {"north1": march(2, 2)}, at=due + timedelta(minutes=30))
    assert refused.value.code == "late"
    assert tick_at(war, 31) == Phase.MOVEMENT_REVIEW


def test_a_deadline_that_was_moved_once_is_not_open_for_ever() -> None:
    war = begin_war(APART)
    lives(war, WEB, (130, 100))
    assert tick_at(war, 1) == Phase.PLANNING
    due = war.turn.plan_due
    assert due is not None
    with pytest.raises(Refusal, match="has passed"):
        war.plan("north", {"north1": march(2, 2)}, at=due + timedelta(minutes=1))
    assert tick_at(war, 2) == Phase.MOVEMENT_REVIEW


def test_a_result_is_taken_by_the_same_rule() -> None:
    war = meet()
    due = war.turn.results_due
    assert due is not None
    claim = Claim("tabletop", "own", 100, 50)
    battle, seat = battle_in(war), war.seat("north")
    late = due + timedelta(minutes=5)
    with clock.at(late), pytest.raises(Refusal, match="were due"):
        report_result(battle=battle, seat=seat, claim=claim, by=seat.user)
    with clock.at(due - timedelta(minutes=100)):
        beat(WEB)
    with clock.at(late):
        report_result(battle=battle, seat=seat, claim=claim, by=seat.user)
        tick.advance(war.turn.pk)
    assert war.turn.phase == Phase.BATTLES
    assert war.turn.results_due == due + timedelta(hours=12)


# The processes


@pytest.mark.once
@pytest.mark.parametrize("server", ["one process", "uvicorn"])
def test_a_web_process_leaves_signs_of_life_without_a_visitor(tmp_path: Path, server: str) -> None:
    env = with_tables(tmp_path)
    port = str(free_port())
    command = {
        "one process": [sys.executable, "manage.py", "serve", "--port", port],
        "uvicorn": [sys.executable, "-m", "uvicorn", "config.asgi:application", "--port", port],
    }[server]
    with Popen(command, cwd=ROOT, env={**env, "HOME": os.environ["HOME"]}) as site:
        try:
            assert wait_for(f"http://127.0.0.1:{port}/healthz")
            until = time.monotonic() + 20
            while not _signs(tmp_path) and time.monotonic() < until:
                time.sleep(0.2)
            assert _signs(tmp_path) == 1
        finally:
            site.terminate()


def _signs(folder: Path) -> int:
    import sqlite3
    from contextlib import closing

    with closing(sqlite3.connect(folder / "site.sqlite3")) as database:
        count: int = database.execute("SELECT COUNT(*) FROM campaign_heartbeat WHERE name='web'").fetchone()[
            0
        ]
        return count
