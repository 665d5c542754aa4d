"""How somebody wants to be told: switches, a webhook, a calendar feed."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from campaign.ids import random_id


class Channel(models.TextChoices):
    """The ways to a reader. *App* is the list on the site."""

    MAIL = "mail", _("E-mail")
    DISCORD = "discord", _("Discord")
    PUSH = "push", _("Push")
    APP = "app", _("On the site")


class Silence(models.Model):
    """A switch that is off: of this group of notices the user wants none by this channel."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="silences")
    group = models.CharField(max_length=20)
    channel = models.CharField(max_length=10, choices=Channel.choices)

    class Meta:
        constraints = (models.UniqueConstraint(fields=("user", "group", "channel"), name="silence_unique"),)

    def __str__(self) -> str:
        return f"{self.user}: no {self.group} by {self.channel}"


class Webhook(models.Model):
    """A user's own Discord webhook; ``error`` is why the last try failed, empty if it went well."""

    user = models.OneToOneField(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="webhook")
    address = models.CharField(max_length=300)
    error = models.CharField(max_length=300, blank=True)
    tried_at = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return f"webhook of {self.user}"


class Device(models.Model):
    """A browser that shows its user's notices while the site is closed, by the push service of its maker.

    ``address`` is secret: whoever has it can send. ``key`` and ``auth`` are what messages are encrypted for
    (RFC 8291). ``error`` is why the last try failed, empty if it went well.
    """

    public_id = models.CharField(max_length=32, unique=True, default=random_id, editable=False)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="devices")
    name = models.CharField(max_length=60)
    address = models.CharField(max_length=1000, unique=True)
    key = models.CharField(max_length=100)
    auth = models.CharField(max_length=40)
    error = models.CharField(max_length=300, blank=True)
    tried_at = models.DateTimeField(null=True)
    created_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.name} of {self.user}"


class Feed(models.Model):
    """The secret address of a user's calendar."""

    user = models.OneToOneField(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="feed")
    token = models.CharField(max_length=32, unique=True, default=random_id, editable=False)

    def __str__(self) -> str:
        return f"feed of {self.user}"


class FeedEntry(models.Model):
    """What the feed has last said of an event: when it says something else, its sequence rises."""

    feed = models.ForeignKey(Feed, on_delete=models.CASCADE, related_name="entries")
    uid = models.CharField(max_length=200)
    digest = models.CharField(max_length=64)
    sequence = models.PositiveIntegerField(default=0)
    changed_at = models.DateTimeField()

    class Meta:
        constraints = (models.UniqueConstraint(fields=("feed", "uid"), name="feed_entry_unique"),)

    def __str__(self) -> str:
        return self.uid


MOST_NAME = 60
