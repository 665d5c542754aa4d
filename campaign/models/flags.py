"""What people find wrong and show to somebody who may act, and what the site's operators do about it."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from campaign.ids import random_id
from campaign.models.campaigns import Campaign
from campaign.models.messages import Message

MOST_REASON = 300


class FlagKind(models.TextChoices):
    """What can be flagged: whatever people write or show to others."""

    MESSAGE = "message", _("A message")
    ARTICLE = "article", _("A piece of the paper")
    CAMPAIGN = "campaign", _("A campaign's name and story")
    ARMY = "army", _("An army's name")
    PERSON = "person", _("A person's name")
    STORY = "story", _("The story of a battle")
    PICTURE = "picture", _("A picture of a battle")
    LIST = "list", _("An army list")


class Flag(models.Model):
    """Something shown to moderators or operators by one of its readers, until they have settled it.

    ``snapshot`` (title, text) and ``picture`` are what it said then, and are erased with time; ``person`` is
    whose it is. ``by`` is empty for visitors.
    """

    public_id = models.CharField(max_length=32, unique=True, default=random_id, editable=False)
    kind = models.CharField(max_length=8, choices=FlagKind.choices, default=FlagKind.MESSAGE)
    subject = models.CharField(max_length=80, help_text="The thing's own id.")
    campaign = models.ForeignKey(Campaign, null=True, on_delete=models.CASCADE, related_name="flags")
    message = models.ForeignKey(Message, null=True, on_delete=models.CASCADE, related_name="flags")
    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="flags_against"
    )
    by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.CASCADE, related_name="+")
    to_operators = models.BooleanField(default=False)
    reason = models.CharField(max_length=MOST_REASON)
    snapshot = models.JSONField(default=dict)
    picture = models.BinaryField(null=True)
    created_at = models.DateTimeField(db_index=True)
    settled_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )
    settled_at = models.DateTimeField(null=True)
    answer = models.CharField(max_length=MOST_REASON, blank=True)

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=("kind", "subject", "by"),
                condition=models.Q(settled_at__isnull=True, by__isnull=False),
                name="flag_once",
            ),
        )
        indexes = (
            models.Index(
                fields=("to_operators", "id"),
                condition=models.Q(settled_at__isnull=True),
                name="flag_open_index",
            ),
        )

    def __str__(self) -> str:
        return self.reason


class MeasureKind(models.TextChoices):
    """What an operator does about something that was flagged."""

    HIDE = "hide", _("Take it away")
    RENAME = "rename", _("Rename it")
    WARN = "warn", _("Warn the person")
    SUSPEND = "suspend", _("Suspend the account")
    BAN = "ban", _("Ban the account")
    DISMISS = "dismiss", _("Dismiss the flag")
    UNDO = "undo", _("Undo")


class Measure(models.Model):
    """An act of an operator about a flag, with its reason; none is ever deleted, one may be undone.

    ``kept`` is what stood there before, for the undoing: rows with their fields, erased with time. Of an undo
    ``undoes`` is what it takes back.
    """

    public_id = models.CharField(max_length=32, unique=True, default=random_id, editable=False)
    flag = models.ForeignKey(Flag, on_delete=models.CASCADE, related_name="measures")
    kind = models.CharField(max_length=8, choices=MeasureKind.choices)
    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="measures"
    )
    by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    reason = models.CharField(max_length=MOST_REASON)
    until = models.DateTimeField(null=True, help_text="Of a suspension.")
    kept = models.JSONField(default=list)
    undoes = models.OneToOneField("self", null=True, on_delete=models.CASCADE, related_name="undone")
    at = models.DateTimeField(db_index=True)

    class Meta:
        ordering = ("-id",)

    def __str__(self) -> str:
        return f"{self.kind}: {self.reason}"
