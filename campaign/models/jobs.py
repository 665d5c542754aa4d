"""Rows that are work for later: one process at a time is at each of them, under a lease."""

from __future__ import annotations

from typing import ClassVar

from django.db import models


class Leased(models.Model):
    """A row that whoever works at it holds until ``leased_until``: who dies loses it again.

    ``attempts`` counts how often it was taken, so that who has lost it is told from who holds it.
    """

    TAKEN: ClassVar[str]
    """The state of one that somebody is at."""

    state = models.CharField(max_length=9)
    attempts = models.PositiveSmallIntegerField(default=0)
    leased_until = models.DateTimeField(null=True)

    class Meta:
        abstract = True


class Job(Leased):
    """Something that is asked for on a page and done by a worker (``campaign.base.jobs``).

    Each kind has states of its own; all begin at *waiting*, are *running* once a worker has taken them, and
    may end as *failed*. ``error`` says why one ended badly, in words for whoever asked.
    """

    WAITING, TAKEN, FAILED = "waiting", "running", "failed"
    OPEN = (WAITING, TAKEN)

    state = models.CharField(max_length=9, default=WAITING)
    asked_at = models.DateTimeField(db_index=True)
    started_at = models.DateTimeField(null=True)
    ended_at = models.DateTimeField(null=True)
    error = models.TextField(blank=True)

    class Meta:
        abstract = True
        indexes = (
            models.Index(
                fields=("id",),
                condition=models.Q(state__in=("waiting", "running")),
                name="%(class)s_open_index",
            ),
        )

    @property
    def open(self) -> bool:
        """Whether it is still to be done."""
        return self.state in self.OPEN
