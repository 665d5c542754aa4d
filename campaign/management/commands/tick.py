"""The clock from the command line: for cron, or beside a worker, or instead of one."""

from __future__ import annotations

import logging
import signal
import sys
import threading
import time
from argparse import ArgumentParser
from collections.abc import Callable
from functools import partial
from types import FrameType
from typing import Any

from celery import current_app
from django.conf import settings
from django.core.checks import Tags
from django.core.management.base import BaseCommand, CommandError
from django.db import DatabaseError, close_old_connections

from campaign.base.dates import jumps
from campaign.base.refusal import Refusal
from campaign.founding.start import canary
from campaign.models import Phase, Turn
from campaign.turn import tick
from campaign.turn.clockwork.step_limit import end_with_the_step

logger = logging.getLogger("campaign.tick")

SOON = 1.0
"""Seconds after which a loop that does nothing ends when it is told to."""


def _lane(lane: str) -> str:
    """Do here what a worker of this lane does; says what came of it."""
    done = []
    for name in settings.LANES[lane]:
        try:
            count = current_app.tasks[name]()
        except DatabaseError:
            raise
        except Exception:
            logger.exception("%s failed; trying on", name)
        else:
            done += [f"{name.rpartition('.')[2].replace('_', ' ')}: {count}"] if count else []
    return ", ".join(done)


BESIDE = tuple(lane for lane in settings.LANES if lane != "clock")
"""The lanes beside the clock's."""


class Command(BaseCommand):
    """``manage.py tick``: do what is due, once or in a loop."""

    _stopped = False
    help = "Carry on the turns that are due, remind, send the outbox, and do what else workers do."
    # What an environment gets wrong; what a program does, half of a start, is found by `manage.py check`.
    requires_system_checks = (Tags.security, Tags.database)

    def add_arguments(self, parser: ArgumentParser) -> None:
        """``--loop SECONDS`` repeats until stopped, ``--turns`` leaves all else to workers."""
        parser.add_argument("--loop", type=float, metavar="SECONDS", help="repeat every so many seconds")
        parser.add_argument(
            "--turns", action="store_true", help="only carry on turns: needs the database and nothing else"
        )

        parser.add_argument(
            "--trust-clock", action="store_true", help="say that the time is right although the clock jumped"
        )
        parser.add_argument(
            "--again", metavar="WAR", help="let this war, which is on hold, go on: for one that nobody runs"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Run once, or until stopped by Ctrl-C."""
        if sys.argv[1:2] == ["tick"]:
            # Nothing else runs in this process; cron, or whoever keeps the loop, starts it again.
            end_with_the_step()
        if options["trust_clock"]:
            jumps.trust()
            self.stdout.write("the time is trusted as it is now")
            return
        if options.get("again"):
            self._again(options["again"])
            return
        if not options["turns"]:
            # A worker does so when it starts.
            current_app.loader.import_default_modules()
        seconds: float | None = options["loop"]
        if seconds is None:
            self._once(turns_only=options["turns"])
            return
        if not options["turns"]:
            # Each in a thread of its own: no tick waits for a mail server.
            for lane in BESIDE:
                work = partial(_lane, lane)
                threading.Thread(target=self._repeat, args=(work, seconds), daemon=True).start()
        if sys.argv[1:2] == ["tick"]:
            # Whoever is the first process of a container is not ended by this signal unless it listens.
            signal.signal(signal.SIGTERM, self._stop)
        try:
            self._repeat(lambda: _told(tick.tick(canary=canary.sing)), seconds)
        except KeyboardInterrupt:
            self.stdout.write("stopped")

    def _again(self, war: str) -> None:
        """Take a war off hold, by its id; its turn is tried at the next tick."""
        turn = Turn.objects.filter(campaign__public_id=war).exclude(phase=Phase.PUBLISHED).first()
        if turn is None:
            raise CommandError(f"--again: no war {war} has an open turn; /operator/ names those on hold")
        try:
            tick.take_off_hold(turn.pk, by=None)
        except Refusal as refusal:
            raise CommandError(f"--again: {refusal.message}") from None
        self.stdout.write(f"war {war} goes on at the next tick")

    def _once(self, *, turns_only: bool) -> None:
        close_old_connections()
        self.stdout.write(f"{tick.tick(canary=canary.sing)} steps taken")
        if not turns_only:
            for lane in BESIDE:
                if said := _lane(lane):
                    self.stdout.write(said)

    def _stop(self, _number: int, _frame: FrameType | None) -> None:
        """End after what is being done: a step that is cut off would be held against its turn."""
        self._stopped = True

    def _repeat(self, work: Callable[[], str], seconds: float) -> None:
        while not self._stopped:
            close_old_connections()
            try:
                said = work()
            except DatabaseError as error:
                logger.warning("the database does not answer; trying on: %s", type(error).__name__)
            except Exception:
                logger.exception("failed; trying on")
            else:
                if said:
                    self.stdout.write(said)
            until = time.monotonic() + seconds
            while not self._stopped and (left := until - time.monotonic()) > 0:
                time.sleep(min(left, SOON))


def _told(steps: int) -> str:
    return f"{steps} steps taken" if steps else ""
