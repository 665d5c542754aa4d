"""Named points at which a fault test can kill the process; nothing happens unless ``FAILPOINT`` names one.

``FAILPOINT=publish.stored`` ends the process at that point as ``kill -9`` would: no clean-up, no commit.
``FAILPOINT_ONCE`` may name a file: the process dies only if it can make that file, so that a restarted worker
gets past.
"""

from __future__ import annotations

import os

KILLED = 137

POINTS = (
    "tick.claimed",
    "tick.locked",
    "close_planning.locked",
    "close_planning.resolved",
    "close_planning.stored",
    "announce.resolved",
    "announce.board",
    "announce.told",
    "close_battles.resolved",
    "close_battles.stored",
    "publish.resolved",
    "publish.board",
    "publish.told",
    "publish.opened",
    "notices.claimed",
    "notices.sent",
)
"""All points, in the order a turn passes them."""


def reach(point: str) -> None:
    """Die here if the environment asks for it."""
    if os.environ.get("FAILPOINT") != point:
        return
    once = os.environ.get("FAILPOINT_ONCE")
    if once:
        try:
            os.close(os.open(once, os.O_CREAT | os.O_EXCL | os.O_WRONLY))
        except FileExistsError:
            return
    os._exit(KILLED)
