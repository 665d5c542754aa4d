"""The worker's app. The database is the schedule: a task that is lost costs one tick, never a turn."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from billiard import current_process
from celery import Celery
from celery.signals import setup_logging, worker_process_init

from config.reading import read_settings

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
if "celery" in Path(sys.argv[0]).parts[-2:]:  # its own command line, which would answer with a stack trace
    read_settings()


def make_app(*, current: bool = True) -> Celery:
    """An app with the settings and all tasks; a process that runs two workers needs one for each."""
    made = Celery("campaigns", set_as_current=current)
    made.config_from_object("django.conf:settings", namespace="CELERY")
    made.autodiscover_tasks()
    made.conf.task_queues = None
    made.conf.task_create_missing_queues = True
    return made


app = make_app()


@worker_process_init.connect
def end_what_hangs(**kwargs: object) -> None:
    """A pool's process that hangs in a step is ended, and another takes its place; threads have none."""
    if current_process().daemon:
        from campaign.turn.clockwork.step_limit import end_with_the_step

        end_with_the_step()


@setup_logging.connect
def keep_the_settings_logging(**kwargs: object) -> None:
    """Leave logging as the settings have it: the worker would write each task's arguments."""
