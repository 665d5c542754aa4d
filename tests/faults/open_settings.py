"""The settings of a site whose lines may go to a server of the fault tests."""

from __future__ import annotations

import os

from tests.settings import *  # noqa: F403
from tests.settings import INSTALLED_APPS

INSTALLED_APPS = [*INSTALLED_APPS, "tests.faults.doors.Doors"]
PUSH_HOSTS = WEBHOOK_HOSTS = [os.environ["DEAF"]]
