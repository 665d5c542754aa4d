"""How long one step of a turn may take, and what happens to one that takes longer.

Nothing can be taken back from outside but the whole process: its database then undoes the step. So a process
that does nothing but tick is ended. Where everything runs in one process, only the log tells.
"""

from __future__ import annotations

import logging
import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import copy_context
from functools import partial
from threading import Timer

from campaign.base.remedies import Cause

LONGEST = 120.0
"""Seconds."""

logger = logging.getLogger(__name__)

_mortal = False


def end_with_the_step() -> None:
    """From now on this process is ended if one of its steps takes too long: others follow it."""
    global _mortal
    _mortal = True


@contextmanager
def limited(named: str) -> Iterator[None]:
    """Watch over a step of what is called so."""
    timer = Timer(LONGEST, partial(copy_context().run, _over, named))
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()


def _over(named: str) -> None:
    what = "its process is ended" if _mortal else "it goes on, and nothing else of the clock does"
    words = "a step of %s takes over %d seconds; %s"
    logger.error(words, named, LONGEST, what, extra={"cause": Cause.SLOW})
    if _mortal:
        logging.shutdown()
        os.kill(os.getpid(), signal.SIGKILL)
