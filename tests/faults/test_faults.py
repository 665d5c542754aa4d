"""The short form of ``python -m tests.faults``, on the database that the tests run on."""

from __future__ import annotations

import re
import subprocess
import sys

import pytest
from django.db import connection

from campaign.base import failpoints
from tests.faults.scratch import POSTGRESQL, SQLITE
from tests.faults.workers import ROOT

KILLS = 18
"""Once at each point and some at any moment; the hundred and more are in ``make faults``: most of a worker's
time here is its start."""
SEED = 20270301
SHORTLY = ("--seconds", "45", "--pause", "3")
"""A sender that hangs is heard of after half a minute; one late turn of many is enough to be seen."""

pytestmark = pytest.mark.timeout(900)


def faults(*arguments: str, seed: int = SEED) -> subprocess.CompletedProcess[str]:
    """Run the harness as a person would, on a scratch database of the same kind as the tests'."""
    database = POSTGRESQL if connection.vendor == "postgresql" else SQLITE
    command = [sys.executable, "-m", "tests.faults", "--database", database, "--seed", str(seed), *arguments]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)


@pytest.mark.served
def test_killed_workers_lose_double_and_halve_nothing() -> None:
    at_points = len(failpoints.POINTS)
    run = faults("--only", "kills", "--kills", str(KILLS - at_points), "--plain")
    assert run.returncode == 0, run.stdout + run.stderr
    found = re.search(r"(\d+) kills, (\d+) of them in the middle of a step; (\d+) turns", run.stdout)
    assert found, run.stdout
    kills, in_a_step, turns = map(int, found.groups())
    assert kills >= KILLS * 0.95
    assert in_a_step >= KILLS / 2
    assert turns >= 4


@pytest.mark.served
def test_a_killed_web_process_loses_no_acknowledged_plan() -> None:
    run = faults("--only", "savers", "--savers", "20")
    assert run.returncode == 0, run.stdout + run.stderr
    assert "20 kills while plans were saved" in run.stdout


@pytest.mark.served
def test_the_last_save_acknowledged_before_the_deadline_counts_and_nothing_else() -> None:
    run = faults("--only", "race", "--rounds", "5")
    assert run.returncode == 0, run.stdout + run.stderr
    assert "5 deadlines raced" in run.stdout


@pytest.mark.long
@pytest.mark.once
def test_many_clicks_at_once_make_no_more_wars_than_the_limits_and_a_kill_loses_no_plan() -> None:
    run = faults("--only", "clicks", "--posts", "40", "--submits", "1")
    assert run.returncode == 0, run.stdout + run.stderr
    assert "40 clicks at once made 6 wars; 1 kills" in run.stdout


@pytest.mark.long
@pytest.mark.once
def test_a_backup_made_under_load_is_whole_and_can_be_played_on() -> None:
    run = faults("--only", "backups", "--backups", "1")
    assert run.returncode == 0, run.stdout + run.stderr
    found = re.search(r"1 backups under load restored and played on, (\d+) receipts", run.stdout)
    assert found, run.stdout
    assert int(found[1]) > 0


@pytest.mark.long
@pytest.mark.once
def test_broker_and_database_may_die() -> None:
    command = [sys.executable, "-m", "tests.faults.outage", "--rounds", "1", "--seed", str(SEED)]
    run = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stdout + run.stderr
    assert re.search(r"3 outages; \d+ turns published", run.stdout) or "skipped" in run.stdout, run.stdout


@pytest.mark.long
@pytest.mark.once
def test_a_worker_without_transactions_would_be_noticed() -> None:
    # Where kills fall is chance, and on a slow machine all of a dozen may miss.
    for seed in range(SEED, SEED + 5):
        run = faults("--only", "kills", "--kills", "12", "--broken", seed=seed)
        if run.returncode:
            break
    assert run.returncode == 1, run.stdout + run.stderr
    # Any one shows a step that was left half done; which it is depends on where the kills fall.
    done = "told nothing, or half|0 times|(are|is) not what|do not find|does not start|mail .* is queued"
    found = rf"{done}|: 0 open turns while it is running|: [0-3] notices of \w+ for 4 readers"
    assert re.search(found, run.stdout), run.stdout


@pytest.mark.once
@pytest.mark.long
@pytest.mark.parametrize(
    ("arguments", "status"),
    [
        (("--deployment", "one"), 0),
        (("--deployment", "many"), 0),
        (("--deployment", "many", "--redis-away", "40"), 0),
        (("--deployment", "one", "--one-lane"), 1),
    ],
    ids=["one process", "processes of their own", "without Redis", "one lane for all, which must be noticed"],
)
def test_the_last_turn_is_as_late_as_with_good_mail(arguments: tuple[str, ...], status: int) -> None:
    """A few turns; shorter forms are the tests of what hangs and of what dies. All of it: make faults."""
    command = [sys.executable, "-m", "tests.faults.late", "--turns", "20", *arguments]
    run = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    if "skipped" not in run.stdout:
        assert run.returncode == status, run.stdout + run.stderr


@pytest.mark.once
@pytest.mark.parametrize("deployment", ["one", pytest.param("many", marks=pytest.mark.long)])
def test_the_clock_does_not_notice_that_mail_discord_and_push_hang(deployment: str) -> None:
    command = [sys.executable, "-m", "tests.faults.hanging", "--deployment", deployment, *SHORTLY]
    run = subprocess.run(
        [*command, "--seed", str(SEED)], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert run.returncode == 0, run.stdout + run.stderr
    assert re.search(r"\d+ connections never answered; \d+ turns done", run.stdout) or "skipped" in run.stdout
