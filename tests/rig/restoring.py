"""A backup made while people save, put in the site's place: all are told, no old mail leaves, wars go on."""

from __future__ import annotations

import os
import random
import shutil
import subprocess
import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.db import connections

from campaign.models import Notice, NoticeState, Phase, PlayerTurn, Turn
from tests.faults.verify import problems_of
from tests.rig.field import Fought
from tests.rig.journal import requests
from tests.rig.rounds import PATIENCE, Outcome, Plan, fighting, found_wars, rest
from tests.rig.site import PROCESSES, Site

SAVED = 20
"""Answers before the backup, and after it."""
MAILED = 2
"""Of a war's people so many have mails: one player and the facilitator."""
GO_ON = 2
"""Turns that each war is played on."""


def restore(site: Site, chance: random.Random, outcome: Outcome, folder: Path) -> None:
    """Once: save, back up meanwhile, save on, restore, tell, and play on."""
    fields = found_wars(Plan(0), outcome)
    file = folder / f"backup-{outcome.rounds}"
    with fighting(site, fields, chance) as scene:
        _until(lambda: sum(one.answered for one in site.programs) > SAVED)
        before = len(site.journal.lines())
        _back_up(file)
        answered = sum(one.answered for one in site.programs)
        _until(lambda: sum(one.answered for one in site.programs) > answered + SAVED)
    scene.stop()
    site.kill_all(PROCESSES)
    connections.close_all()
    _put_back(file)
    waited = set(Notice.objects.filter(sent_at=None).values_list("message_id", flat=True))
    told_from = len(site.journal.lines())
    with open(os.devnull, "w") as nowhere:
        call_command("restored", stdout=nowhere)
    connections.close_all()
    site.start_all(PROCESSES)
    found = list(_problems_of_receipts(site.journal.lines()[:before], fields))
    found += _play_on(site, fields, chance, outcome)
    found += _problems_of_mails(site.journal.lines()[told_from:], waited, fields)
    found += [problem for one in fields for problem in problems_of(one.war)]
    outcome.problems += [f"restored {outcome.rounds}: {one}" for one in found]


def _until(true: Callable[[], bool]) -> None:
    end = time.monotonic() + PATIENCE
    while not true() and time.monotonic() < end:
        time.sleep(0.05)


def _postgres() -> str:
    return os.environ["DATABASE_URL"].replace("postgres://", "postgresql://")


def _back_up(file: Path) -> None:
    """As the handbook says."""
    if settings.DATABASES["default"]["ENGINE"].endswith("sqlite3"):
        with open(os.devnull, "w") as nowhere:
            call_command("backup", str(file), stdout=nowhere)
        return
    subprocess.run(["pg_dump", "-Fc", "--file", str(file), _postgres()], check=True, capture_output=True)


def _put_back(file: Path) -> None:
    name = settings.DATABASES["default"]["NAME"]
    if settings.DATABASES["default"]["ENGINE"].endswith("sqlite3"):
        for beside in ("-wal", "-shm"):
            Path(f"{name}{beside}").unlink(missing_ok=True)
        shutil.copyfile(file, name)
        return
    command = ["pg_restore", "--clean", "--if-exists", "--dbname", _postgres(), str(file)]
    subprocess.run(command, check=True, capture_output=True)


def _problems_of_receipts(lines: list[dict[str, Any]], fields: list[Fought]) -> Iterator[str]:
    """What had been acknowledged when the backup began is in it, or something later.

    Of wars before these an earlier backup may have taken something back, as it should.
    """
    last: dict[tuple[int, int], Any] = {}
    wars = {one.war.campaign.pk for one in fields}
    for request in requests(lines):
        if request.kind == "plan" and request.acknowledged and request.war in wars:
            last[(request.about["seat"], request.about["turn"])] = request
    for (seat, number), request in last.items():
        part = PlayerTurn.objects.filter(seat=seat, turn__number=number).first()
        saved = part.saved_at.timestamp() if part is not None and part.saved_at is not None else 0.0
        if saved + 1 < request.sent:
            yield f"plan {request.number} was acknowledged before the backup and is not in it"


def _play_on(site: Site, fields: list[Fought], chance: random.Random, outcome: Outcome) -> Iterator[str]:
    published = Turn.objects.filter(
        campaign__in=[one.war.campaign.pk for one in fields], phase=Phase.PUBLISHED
    )
    goal = published.count() + GO_ON * len(fields)
    with fighting(site, fields, chance) as scene:
        _until(lambda: published.count() >= goal)
    rest(site, scene, outcome)
    scene.stop()
    if published.count() < goal:
        yield "the wars do not go on"


def _problems_of_mails(lines: list[dict[str, Any]], waited: set[str], fields: list[Fought]) -> Iterator[str]:
    """Everybody is told of the restore; what waited in the backup is not sent any more."""
    taken: dict[str, int] = defaultdict(int)
    for line in lines:
        if line["fact"] == "mail":
            taken[line["message_id"]] += 1
    for old in sorted(waited & taken.keys()):
        yield f"mail {old} waited in the backup and was sent after all"
    for one in fields:
        told = Notice.objects.filter(campaign=one.war.campaign, kind="restored")
        sent = {notice.message_id for notice in told if notice.state == NoticeState.SENT}
        # All have it in their lists; by mail those who wish mails.
        if told.count() != len(one.places) + 1 or len(sent) != MAILED or not sent <= taken.keys():
            yield f"{one.war.campaign}: {told.count()} were told of the restore, {len(sent)} by mail"
