"""The worker's app. The database is the schedule: a task that is lost costs one tick, never a turn."""

from __future__ import annotations

import os
from typing import Any

from celery import Celery
from celery.signals import setup_logging

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

app = Celery("campaigns")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
app.conf.task_queues = None
app.conf.task_create_missing_queues = True


@setup_logging.connect
def keep_the_settings_logging(**kwargs: Any) -> None:
    """Leave logging as the settings have it: the worker would write each task's arguments."""
