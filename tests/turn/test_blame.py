"""A turn that kills its worker is put on hold; one that stands where something else kills is not."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from datetime import datetime, timedelta
from pathlib import Path

import pytest
from django.db import OperationalError

from campaign.base.dates import clock
from campaign.models import AuditEntry, Campaign, CampaignStatus, Notice, Phase, Turn, TurnStart, User
from campaign.operations.selectors import clock_health
from campaign.turn import failures, tick
from campaign.turn.clockwork import turn_starts as starts
from campaign.turn.clockwork.turn_starts import MOST_STARTS
from tests.gates import ROOT
from tests.sites import with_tables
from tests.wars import APART, War, begin_war

pytestmark = pytest.mark.django_db
SECOND, MINUTE = timedelta(seconds=1), timedelta(minutes=1)


def die_in_it(war: War, moment: datetime) -> None:
    """A worker starts the turn and is gone: killed by it, or by something else."""
    assert starts.mark_start(starts.named(war.turn.pk), moment) is not None


def end_well(war: War | None, moment: datetime) -> None:
    """A turn of this war comes to its end, or the canary."""
    turn = None if war is None else war.turn
    TurnStart.objects.create(turn=turn, process="x", begun=moment, ended=moment, well=True)


def held_against(war: War, moment: datetime) -> int:
    return starts.held_against(starts.named(war.turn.pk), moment)[0]


def two_wars() -> tuple[War, War, datetime]:
    war, other = begin_war(APART), begin_war(APART)
    due = war.turn.plan_due
    assert due is not None
    Turn.objects.filter(pk=other.turn.pk).update(resolve_after=due + timedelta(days=9))
    return war, other, due


def status(war: War) -> str:
    return Campaign.objects.get(pk=war.campaign.pk).status


@pytest.mark.parametrize("alibi", ["another turn", "the canary"])
def test_three_starts_without_an_end_while_others_end_well_put_a_campaign_on_hold(alibi: str) -> None:
    war, other, due = two_wars()
    operator = User.objects.create_superuser(email="operator@club.example", name="Otto")
    for number in range(MOST_STARTS):
        moment = due + number * MINUTE
        die_in_it(war, moment)
        assert held_against(war, moment) == number
        end_well(other if alibi == "another turn" else None, moment + 5 * SECOND)
    assert tick.tick(now=due + 9 * MINUTE) == 0
    assert [status(one) for one in (war, other)] == [CampaignStatus.ON_HOLD, CampaignStatus.RUNNING]
    assert Notice.objects.get(kind="site_on_hold").user == operator
    assert AuditEntry.objects.filter(kind="on_hold_started", campaign=war.campaign).exists()
    tick.take_off_hold(war.turn.pk, by=None)
    assert held_against(war, due + 10 * MINUTE) == 0


def test_what_ends_well_while_another_worker_waits_to_hold_it_is_not_held() -> None:
    """One counts a third start that another is still at; that one ends well before it can be held."""
    war, other, due = two_wars()
    for number in range(MOST_STARTS):
        die_in_it(war, due + number * MINUTE)
        end_well(other, due + number * MINUTE + 5 * SECOND)
    assert held_against(war, due + 9 * MINUTE) == MOST_STARTS
    starts.forget_starts(war.turn.pk)
    failures.hold(war.turn.pk)
    assert status(war) == CampaignStatus.RUNNING
    assert not Notice.objects.filter(kind="site_on_hold").exists()


def test_starts_without_an_alibi_of_the_machine_are_not_held_against_a_turn() -> None:
    """Ten workers are killed, whoever killed them: while this turn is the only one, it is not blamed."""
    war, other, due = two_wars()
    end_well(other, due - SECOND)
    for number in range(10):
        die_in_it(war, due + number * MINUTE)
    assert held_against(war, due + 10 * MINUTE) == 0
    assert tick.tick(now=due + 10 * MINUTE) == 1
    assert status(war) == CampaignStatus.RUNNING
    assert not TurnStart.objects.filter(turn__campaign=war.campaign, well=False).exists()


def test_a_turn_of_its_own_campaign_is_no_alibi() -> None:
    war, _other, due = two_wars()
    for number in range(10):
        die_in_it(war, due + number * MINUTE)
        end_well(war, due + number * MINUTE + 5 * SECOND)
    assert held_against(war, due + 10 * MINUTE) == 0


def test_who_was_only_just_started_is_not_said_to_have_ended_nobody() -> None:
    """Two workers look at it in the same moment: the first is about to lock it."""
    war, other, due = two_wars()
    for tenths in range(10):
        die_in_it(war, due + tenths * SECOND / 10)
        end_well(other, due + tenths * SECOND / 10 + SECOND / 20)
    assert held_against(war, due + SECOND) == 0


# The canary


def test_where_no_other_turn_ends_the_canary_is_asked() -> None:
    war, _other, due = two_wars()
    sung: list[int] = []
    for number in range(MOST_STARTS):
        die_in_it(war, due + number * MINUTE)
        Turn.objects.filter(pk=war.turn.pk).update(resolve_after=due + number * MINUTE + 20 * SECOND)
        with clock.at(due + number * MINUTE + 20 * SECOND):
            start = starts.named(war.turn.pk)
            begun = tick._begun(start, lambda: sung.append(1))
            if begun is not None:
                starts.never_began(begun)
    assert len(sung) == MOST_STARTS
    assert status(war) == CampaignStatus.ON_HOLD


def test_a_turn_that_ends_asks_no_canary() -> None:
    war, _other, due = two_wars()
    assert tick.tick(now=due, canary=lambda: pytest.fail("it was asked")) == 1
    assert war.turn.phase == Phase.MOVEMENT_REVIEW


@pytest.mark.parametrize("how", ["it raises", "it kills"])
def test_while_the_canary_is_dead_nobody_is_held_and_the_clock_is_sick(
    how: str, caplog: pytest.LogCaptureFixture
) -> None:
    war, _other, due = two_wars()

    def dies() -> None:
        raise MemoryError if how == "it raises" else KeyboardInterrupt

    for number in range(6):
        moment = due + 2 * number * MINUTE
        die_in_it(war, moment)
        with clock.at(moment + MINUTE):
            start = starts.named(war.turn.pk)
            if how == "it raises":
                begun = tick._begun(start, dies)
                assert begun is not None
                starts.never_began(begun)
            else:
                with pytest.raises(KeyboardInterrupt):
                    tick._begun(start, dies)
    assert status(war) == CampaignStatus.RUNNING
    late = due + 30 * MINUTE
    assert starts.is_sick(late)
    with clock.at(late):
        assert clock_health().sick
    if how == "it raises":
        assert "the canary failed (MemoryError): the clock is sick, and nobody is held" in caplog.text
    # As soon as anything ends well it is not, and the turn itself is still tried.
    assert tick.tick(now=late, canary=lambda: None) == 1
    assert not starts.is_sick(late + MINUTE)


def test_a_database_that_is_away_says_nothing_of_the_canary() -> None:
    _war, _other, due = two_wars()

    def away() -> None:
        raise OperationalError

    with clock.at(due):
        starts.sing(away)
    assert not TurnStart.objects.exists()
    assert not starts.is_sick(due + MINUTE)


def test_old_starts_are_forgotten() -> None:
    war, other, due = two_wars()
    end_well(other, due)
    die_in_it(war, due)
    with clock.at(due + timedelta(days=2)):
        assert starts.forget_old() == 1
    assert TurnStart.objects.count() == 1


# With real processes

KILLER = """
import os, signal
from datetime import timedelta
from unittest.mock import patch
import django
django.setup()
from django.core.management import call_command
from campaign.models import Phase, TurnStart
from campaign.turn import tick
step = tick.STEPS[Phase.PLANNING]
def kills(held):
    if held.campaign.name == "Killer":
        os.kill(os.getpid(), signal.SIGKILL)
    step(held)
tick.STEPS[Phase.PLANNING] = kills
# A while has passed since the last start, and since all that came before it.
for row in TurnStart.objects.all():
    row.begun -= timedelta(seconds=11)
    row.ended = row.ended and row.ended - timedelta(seconds=11)
    row.save()
call_command("tick", turns=True)
"""
FOUND = """
import django
django.setup()
from campaign.models import Campaign, Turn
from campaign.base.dates import clock
from tests.wars import APART, begin_war
war = begin_war(APART)
Campaign.objects.update(name="Killer")
Turn.objects.filter(campaign=war.campaign, number=1).update(resolve_after=clock.now())
"""
SAY = """
import django
django.setup()
from campaign.models import Campaign, TurnStart
print(Campaign.objects.get().status, TurnStart.objects.filter(turn=None, well=True).count())
"""


@pytest.mark.once
@pytest.mark.long
def test_a_turn_that_kills_its_workers_is_held_though_it_is_the_only_one(tmp_path: Path) -> None:
    """Three real processes are killed by it; each time the canary ends well in the next."""
    env = {**with_tables(tmp_path), "HOME": os.environ["HOME"], "DJANGO_SETTINGS_MODULE": "config.settings"}

    def run(code: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-c", code]
        return subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True, check=False)

    done = run(FOUND)
    assert done.returncode == 0, done.stderr
    codes = [run(KILLER).returncode for _ in range(MOST_STARTS + 1)]
    assert codes == [*[-signal.SIGKILL] * MOST_STARTS, 0]
    assert run(SAY).stdout.split() == ["on_hold", str(MOST_STARTS)]
