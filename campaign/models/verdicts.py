"""What visitors want adjudicated: a scenario each, and what came of it, for a day."""

from __future__ import annotations

from datetime import timedelta

from django.db import models

from campaign.ids import random_id
from campaign.models.jobs import Job

KEPT_FOR = timedelta(days=1)
"""So long a verdict can be looked at; then it is deleted."""


class VerdictState(models.TextChoices):
    """How far a visitor's scenario is."""

    WAITING = "waiting", "Waiting"
    RUNNING = "running", "Running"
    DONE = "done", "Done"
    INVALID = "invalid", "Not a scenario"
    DISPUTED = "disputed", "A ruling is missing"
    FAILED = "failed", "Failed"


class Verdict(Job):
    """A scenario that a visitor pasted; the row is the queue, and its id the only way to it.

    ``scenario`` and ``answer`` are JSON texts, kept as text because they may hold what no database takes as
    JSON; ``answer`` is a line of ``campaign.base.sandbox.adjudication``. ``asker`` counts, without telling
    who it was.
    """

    public_id = models.CharField(max_length=32, unique=True, default=random_id, editable=False)
    asker = models.CharField(max_length=32)
    scenario = models.TextField()
    answer = models.TextField(blank=True)

    def __str__(self) -> str:
        return f"verdict {self.pk}"
