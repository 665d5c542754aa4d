"""What visitors want adjudicated: a scenario each, and what came of it, for a day."""

from __future__ import annotations

from datetime import timedelta

from django.db import models

from campaign.ids import random_id

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


class Verdict(models.Model):
    """A scenario that a visitor pasted; the row is the queue, and its id the only way to it.

    ``scenario`` and ``answer`` are JSON texts, kept as text because they may hold what no database takes as
    JSON; ``answer`` is a line of ``campaign.offloading.adjudication``. ``asker`` counts, without telling who
    it was.
    """

    public_id = models.CharField(max_length=32, unique=True, default=random_id, editable=False)
    asker = models.CharField(max_length=32)
    scenario = models.TextField()
    state = models.CharField(max_length=8, choices=VerdictState.choices, default=VerdictState.WAITING)
    answer = models.TextField(blank=True)
    error = models.CharField(max_length=200, blank=True)
    attempts = models.PositiveSmallIntegerField(default=0)
    created_at = models.DateTimeField(db_index=True)
    leased_until = models.DateTimeField(null=True)

    class Meta:
        indexes = (
            models.Index(
                fields=("id",),
                condition=models.Q(state__in=("waiting", "running")),
                name="verdict_open_index",
            ),
        )

    def __str__(self) -> str:
        return f"verdict {self.pk}"

    @property
    def open(self) -> bool:
        """Whether it is still to be given."""
        return self.state in (VerdictState.WAITING, VerdictState.RUNNING)
