"""The short form of ``python -m tests.rig``, on a database of the kind that the tests run on."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest
from django.db import connection

from tests.faults.scratch import POSTGRESQL, SQLITE
from tests.rig.broken import BREAKAGES
from tests.rig.builds import BUILDS

ROOT = Path(__file__).resolve().parent.parent.parent
SEED = 20270302
HITS = 60

pytestmark = pytest.mark.timeout(900)


def rig(*arguments: str, database: str = "") -> subprocess.CompletedProcess[str]:
    """Run it as a person would, on a site of its own."""
    database = database or (POSTGRESQL if connection.vendor == "postgresql" else SQLITE)
    command = [sys.executable, "-m", "tests.rig", "--database", database, "--seed", str(SEED), *arguments]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)


@pytest.mark.wider
def test_what_was_acknowledged_stands_whatever_dies_hangs_fills_up_or_jumps() -> None:
    run = rig("--hits", str(HITS), "--plain")
    assert run.returncode == 0, run.stdout + run.stderr
    if "skipped" in run.stdout:
        return
    found = re.search(r"(\d+) hits in flight .* (\d+) requests, (\d+) acknowledged", run.stdout)
    assert found, run.stdout
    hits, sent, acknowledged = map(int, found.groups())
    assert hits >= HITS
    assert sent > acknowledged > HITS
    assert "time forward" in run.stdout
    assert "web1 kill" in run.stdout


@pytest.mark.once
def test_each_broken_build_is_named_and_can_be_built() -> None:
    assert BUILDS.keys() == BREAKAGES.keys()
    assert len(BUILDS) >= 12


@pytest.mark.long
@pytest.mark.timeout(3600)
def test_each_broken_build_is_found() -> None:
    run = rig("--broken", "all")
    assert run.returncode == 0, run.stdout + run.stderr
    assert f"{len(BUILDS)} of {len(BUILDS)} broken builds found" in run.stdout


@pytest.mark.long
@pytest.mark.timeout(3600)
def test_hits_and_backups_over_the_site() -> None:
    run = rig("--hits", str(HITS), "--restores", "2")
    assert run.returncode == 0, run.stdout + run.stderr


@pytest.mark.long
@pytest.mark.timeout(3600)
def test_hundreds_of_plans_at_their_deadlines() -> None:
    run = rig("--hits", "0", "--close", "500")
    assert run.returncode == 0, run.stdout + run.stderr
