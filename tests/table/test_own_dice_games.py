"""Whole games with own dice on either phone, on both, on none, whose process is killed between dice.

No die is lost, none is doubled, none is asked of another, and the log verifies.
"""

from __future__ import annotations

import os
import random
import signal
import sys
import time
import traceback
from pathlib import Path

import pytest
from django.db import connections

from battles.models import TableAction
from battles.table.log_file import log_document
from rules.tabletop.tables import METHODS
from rules.tabletop.verify import faults
from tests.table.journal import Journal, opened, play

pytestmark = pytest.mark.django_db(transaction=True)

OWNERS = ((), (0,), (1,), (0, 1))
ACTIONS = 45


def in_a_process(journal: Journal, chance: int, *, killed_after: float | None) -> bool:
    """Play in a process of its own; whether it came to its end before it was killed."""
    connections.close_all()
    child = os.fork()
    if child == 0:
        code = 1
        try:
            play(Journal(journal.path, journal.key), chance, ACTIONS)
            code = 0
        except BaseException:
            traceback.print_exc()
            sys.stderr.flush()
        finally:
            os._exit(code)
    if killed_after is not None:
        time.sleep(killed_after)
        os.kill(child, signal.SIGKILL)
    _pid, status = os.waitpid(child, 0)
    assert os.WIFSIGNALED(status) or os.WEXITSTATUS(status) == 0, "the process failed by itself"
    return not os.WIFSIGNALED(status)


def played(path: Path, method: str, own: tuple[int, ...], chance: int, kills: int) -> int:
    """One game; gives how often it was really killed."""
    journal, moments, killed = opened(path, method, own), random.Random(chance), 0
    for attempt in range(kills):
        if in_a_process(journal, chance + attempt, killed_after=moments.uniform(0.02, 0.35)):
            break
        killed += 1
    else:
        assert in_a_process(journal, chance + kills, killed_after=None)
    checked(Journal(path, journal.key), own)
    return killed


def checked(journal: Journal, own: tuple[int, ...]) -> None:
    """Every die lies once, in its order; those typed are those that people rolled; the log verifies."""
    for side in (0, 1):
        if not journal.table.over:
            journal.do("finish", side, winner=-1)
    table = journal.table
    log = log_document(table, -1)
    assert [die["n"] for die in log["dice"]] == list(range(table.next_die))
    assert [die["value"] for die in log["dice"] if die["source"] == "typed"] == journal.typed()
    assert faults(log) == []
    cids = list(TableAction.objects.filter(table=table).values_list("cid", flat=True))
    sent = {one["cid"] for one in journal.entries if "kind" in one}
    assert len(cids) == len(set(cids))
    # Ending it by the other's word has no action of its own.
    assert set(cids) <= sent
    assert len(sent - set(cids)) <= 2
    rolled = {
        die.get("by")
        for row in table.actions.all()
        for event in row.events
        for die in event["dice"]
        if die.get("source") == "typed"
    }
    assert rolled <= set(own)


@pytest.mark.parametrize(("method", "own"), [("dice bag", (0, 1)), ("cards", (1,)), ("action points", (0,))])
def test_a_game_whose_process_is_killed_between_dice_goes_on(
    tmp_path: Path, method: str, own: tuple[int, ...]
) -> None:
    played(tmp_path / "journal", method, own, chance=7, kills=3)


@pytest.mark.long
@pytest.mark.parametrize("part", range(50))
def test_five_hundred_games(tmp_path: Path, part: int) -> None:
    killed = 0
    for game in range(part * 10, part * 10 + 10):
        method, own = METHODS[game % len(METHODS)], OWNERS[game // len(METHODS) % len(OWNERS)]
        killed += played(tmp_path / f"journal{game}", method, own, chance=1000 + game, kills=game % 4)
    assert killed >= 5
