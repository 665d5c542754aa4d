"""Campaigns on their way out or in as files: asked for on a page, done by a worker, kept for some days."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.conf import settings
from django.db import models

from campaign.ids import random_id
from campaign.kept_bytes import KeptBytes
from campaign.models.campaigns import Campaign
from campaign.models.jobs import Job

KEPT_FOR = timedelta(days=3)
"""So long a file that was made can be fetched, and what came of one that was sent be read."""


class TransferKind(models.TextChoices):
    """Which way a campaign goes."""

    EXPORT = "export", "Out"
    IMPORT = "import", "In"


class TransferState(models.TextChoices):
    """How far it is. *Refused* is what the file or the campaign is to blame for, *failed* the site."""

    WAITING = "waiting", "Waiting"
    RUNNING = "running", "Running"
    DONE = "done", "Done"
    REFUSED = "refused", "Refused"
    FAILED = "failed", "Failed"


class Transfer(Job):
    """A campaign that one person takes out or in; the row is the queue, ``Parcel`` holds the file.

    ``campaign`` is the one taken out, or the one that has arrived; ``name`` what the file is called.
    ``rules`` says whether the file was made for a facilitator: whoever is none any more may not fetch it.
    """

    public_id = models.CharField(max_length=32, unique=True, default=random_id, editable=False)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="transfers")
    campaign = models.ForeignKey(Campaign, null=True, on_delete=models.CASCADE, related_name="transfers")
    kind = models.CharField(max_length=6, choices=TransferKind.choices)
    name = models.CharField(max_length=120)
    size = models.PositiveIntegerField(default=0, help_text="Bytes of the file.")
    rules = models.BooleanField(default=False)
    language = models.CharField(max_length=10, help_text="In which its owner is told of it.")

    class Meta(Job.Meta):
        constraints = (
            models.UniqueConstraint(
                fields=("user", "campaign"),
                condition=models.Q(kind="export", state__in=("waiting", "running")),
                name="one_export_at_a_time",
            ),
        )

    def __str__(self) -> str:
        return f"{self.kind} {self.pk}"

    @property
    def expires_at(self) -> datetime:
        """When it is deleted, with its file."""
        return (self.ended_at or self.asked_at) + KEPT_FOR


class Parcel(models.Model):
    """The file of a transfer: one that was sent until it is taken in, one that was made until it expires."""

    transfer = models.OneToOneField(Transfer, on_delete=models.CASCADE, related_name="parcel")
    data = KeptBytes()

    def __str__(self) -> str:
        return f"file of {self.transfer}"
