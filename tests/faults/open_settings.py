"""The settings of a site whose lines may go to a server of the fault tests."""

from __future__ import annotations

import os

from tests.settings import *  # noqa: F403
from tests.settings import CELERY_TASK_ROUTES, INSTALLED_APPS, LANES

INSTALLED_APPS = [*INSTALLED_APPS, "tests.faults.doors.Doors"]
PUSH_HOSTS = WEBHOOK_HOSTS = [os.environ["DEAF"]]
if os.environ.get("ONE_LANE"):
    # As it must not be: what hangs stands before the clock's ticks.
    CELERY_TASK_ROUTES |= {task: {"queue": "clock"} for task in LANES["post"]}
