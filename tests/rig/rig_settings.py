"""The settings of the rig's site: the tests', for programs that ask as often as they like."""

from __future__ import annotations

from tests.settings import *  # noqa: F403
from tests.settings import REST_FRAMEWORK

REST_FRAMEWORK = {**REST_FRAMEWORK, "DEFAULT_THROTTLE_RATES": {"anon": "6000/min", "user": "6000/min"}}
