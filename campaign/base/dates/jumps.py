"""Whether the time can be trusted: clocks that go apart are wrong, and nobody knows which of them.

A clock on the wall that jumps makes turns resolve before their time, for good. So the machine's clock is held
against its time of running, and PostgreSQL's against the machine's; where they part nothing is resolved until
they have agreed for a while, or the operator says that the time is right.
"""

from __future__ import annotations

import logging
import platform
import time
from datetime import datetime, timedelta
from functools import cache
from pathlib import Path

from django.db import connection

from campaign.base.dates import clock
from campaign.base.dates.downtime import WEB
from campaign.base.remedies import Cause
from campaign.models import Heartbeat, Machine

APART = 60.0
"""So many seconds apart clocks are not trusted any more."""
AGREED = timedelta(minutes=15)
FORGOTTEN = timedelta(days=30)
_BOOT = Path("/proc/sys/kernel/random/boot_id")

logger = logging.getLogger(__name__)

_agreed: float | None = None
"""By how much wall time and time of running differed when this process looked last."""


def look() -> bool:
    """Compare the clocks now; gives whether the time is trusted. A pretended time always is."""
    if clock.is_pretended():
        return True
    global _agreed
    moment, wall, running = clock.now(), time.time(), _running()
    _agreed = wall - running
    gap = moment.timestamp() - wall if connection.vendor == "postgresql" else 0.0
    known = Machine.objects.filter(boot=_boot()).first()
    if known is None:
        Machine.objects.filter(seen__lt=moment - FORGOTTEN).delete()
        known = Machine.objects.get_or_create(
            boot=_boot(), defaults={"wall": wall, "running": running, "seen": moment}
        )[0]
    jump = (wall - running) - (known.wall - known.running)
    found = {"wall": wall, "running": running, "seen": moment}
    if abs(jump) >= APART or abs(gap) >= APART:
        _say(known, jump, gap)
        found["parted"] = running
    elif known.parted is not None and running - known.parted >= AGREED.total_seconds():
        logger.warning("the clocks have agreed for %s; turns are resolved again", AGREED)
        found["parted"] = None
    Machine.objects.filter(pk=known.pk).update(**found)
    return not is_parted(moment)


def is_parted(moment: datetime) -> bool:
    """Whether the time is not trusted; a machine that has not been heard of for long has no say."""
    return Machine.objects.filter(parted__isnull=False, seen__gt=moment - AGREED).exists()


def steady(moment: datetime) -> bool:
    """Whether this process's clocks still agree as when it looked last; ``moment`` was now a moment ago.

    It asks nobody: for where turns are resolved between two looks.
    """
    wall = time.time()
    if clock.is_pretended() or _agreed is None:
        return True
    return abs(wall - _running() - _agreed) < APART and abs(moment.timestamp() - wall) < APART


def trust() -> None:
    """Take the time for right as it is now. What a process said of itself by a wrong clock was in time."""
    moment, wall, running = clock.now(), time.time(), _running()
    if Machine.objects.filter(parted__isnull=False).update(parted=None):
        Heartbeat.objects.filter(name=WEB).update(at=moment)
    Machine.objects.filter(boot=_boot()).update(wall=wall, running=running, seen=moment)


def _say(known: Machine, jump: float, gap: float) -> None:
    if known.parted is not None and abs(jump) < APART:
        return
    if abs(jump) >= APART:
        what = f"the machine's clock jumped by {jump:.0f} seconds"
    else:
        what = f"the database's clock is {gap:.0f} seconds from the machine's"
    words = "%s; until they agree for %s, or manage.py tick --trust-clock, no turn goes on"
    logger.error(words, what, AGREED, extra={"cause": Cause.JUMPED})


def _running() -> float:
    """Seconds since the machine was started, also those that it slept."""
    number = getattr(time, "CLOCK_BOOTTIME", None)
    return time.monotonic() if number is None else time.clock_gettime(number)


@cache
def _boot() -> str:
    """A name for this machine since it was started."""
    return _BOOT.read_text().strip() if _BOOT.exists() else platform.node()[:40]
