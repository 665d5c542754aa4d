"""The signs of life of a process that takes plans: gaps between them are downtime, which moves deadlines."""

from __future__ import annotations

import logging
import threading
from functools import cache

from django.db import DatabaseError, connection

from campaign.base.dates.downtime import WEB
from campaign.turn.deadlines import beat

EVERY = 20.0
"""Seconds between two; a gap counts from 15 minutes on, in wars by the minute from two."""

log = logging.getLogger("campaign.signs")


@cache
def start() -> None:
    """Give signs of life from now on until the process ends; a second call does nothing."""
    threading.Thread(target=_live, name="signs of life", daemon=True).start()


def _live() -> None:
    pause = threading.Event()
    while True:
        try:
            beat(WEB)
        except DatabaseError as error:
            # Without its database the process takes no plan: that there is no sign is the truth.
            log.warning("no sign of life could be left: %s", type(error).__name__)
        except Exception:
            log.exception("no sign of life could be left")
        finally:
            connection.close()
        pause.wait(EVERY)
