"""Where programs want to be told that something has happened."""

from __future__ import annotations

from django.conf import settings
from django.db import models

from campaign.ids import random_id
from campaign.models.campaigns import Campaign
from campaign.models.tokens import ApiToken

PROGRAM = "program"
"""The channel of notices to programs; no ``Channel``, for a program has no switches."""
CLUB = "club"
"""The channel of posts to a campaign's Discord channel: its facilitator chooses them, no reader."""
EVENT = "event"
"""The channel of what has happened, for all to know: it is told on to programs and to the club's channel."""
UNSEEN = (PROGRAM, CLUB, EVENT)
"""The channels of what no person reads: it stands in nobody's list."""


class Hook(models.Model):
    """A user's address to which the app posts what has happened, signed.

    ``campaign`` is the only one that it is told of, all of the user's if None; ``sealed`` the secret that
    signs; ``error`` why the last try failed, empty if it went well. One that a facilitator made for a
    campaign stops for good at ``stopped_at``, when its maker runs that campaign no more. One that a program
    made with a ``token`` is told nothing any more once that has ended.
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
    token = models.ForeignKey(ApiToken, null=True, on_delete=models.CASCADE, related_name="hooks")

    class Meta:
        ordering = ("-id",)

    def __str__(self) -> str:
        return f"program of {self.user}"


class ChannelHook(models.Model):
    """A facilitator's webhook of a Discord channel, to which public facts of one campaign are posted.

    ``sealed`` is its address, which is as good as a password; its ``host`` is not. ``off`` are the events
    that are not posted there; ``error`` is why the last try failed, empty if it went well. It wants to be
    left alone until ``rests_until``.
    """

    campaign = models.OneToOneField(Campaign, on_delete=models.CASCADE, related_name="channel_hook")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="channel_hooks")
    public_id = models.CharField(max_length=32, unique=True, default=random_id, editable=False)
    host = models.CharField(max_length=255)
    sealed = models.BinaryField()
    off = models.JSONField(default=list)
    error = models.CharField(max_length=300, blank=True)
    tried_at = models.DateTimeField(null=True)
    created_at = models.DateTimeField()
    rests_until = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return f"channel of {self.campaign}"
