"""Where programs want to be told that something has happened."""

from __future__ import annotations

from django.conf import settings
from django.db import models

from campaign.ids import random_id
from campaign.models.campaigns import Campaign

PROGRAM = "program"
"""The channel of notices to programs; no ``Channel``, for a program has no switches."""


class Hook(models.Model):
    """A user's address to which the app posts that a turn was announced or published, signed.

    ``campaign`` is the only one that it is told of, all of the user's if None; ``sealed`` the secret that
    signs; ``error`` why the last try failed, empty if it went well. One that a facilitator made for a
    campaign stops for good at ``stopped_at``, when its maker runs that campaign no more.
    """

    public_id = models.CharField(max_length=32, unique=True, default=random_id, editable=False)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="hooks")
    campaign = models.ForeignKey(Campaign, null=True, on_delete=models.CASCADE, related_name="hooks")
    address = models.CharField(max_length=300)
    sealed = models.BinaryField()
    error = models.CharField(max_length=300, blank=True)
    tried_at = models.DateTimeField(null=True)
    created_at = models.DateTimeField()
    stopped_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ("-id",)

    def __str__(self) -> str:
        return f"program of {self.user}"
