"""The settings, read before anything else of a process: what is wrong with them is all that it then says."""

from __future__ import annotations

import sys

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured


def read_settings() -> None:
    """End the process with a line for each variable that is missing or wrong."""
    try:
        _ = settings.INSTALLED_APPS
    except ImproperlyConfigured as error:
        sys.exit(str(error))
