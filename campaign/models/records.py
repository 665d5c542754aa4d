"""What is kept of what people and the app did: audit, corrections, notices, heartbeats, keys of requests."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from campaign.models.campaigns import Campaign, Seat
from campaign.models.turns import Turn


class AuditEntry(models.Model):
    """An act in a campaign; ``public`` ones are shown to all at once, the whole log at the end."""

    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="audit")
    turn = models.ForeignKey(Turn, null=True, blank=True, on_delete=models.CASCADE, related_name="audit")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    kind = models.CharField(max_length=40)
    text = models.TextField()
    public = models.BooleanField(default=False)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ("-id",)

    def __str__(self) -> str:
        return self.text


class CorrectionStage(models.TextChoices):
    """Which review a correction belongs to."""

    INPUT = "input", _("Input of the movement")
    OUTCOME = "outcome", _("Outcome of the turn")


class Correction(models.Model):
    """A facilitator's change in a review, with its reason; replayed in order of ``id``.

    ``change`` is one operation, for example ``{"banner": "a1", "level": 12}``; ``seats`` are the keys of
    those whom it touches and who are shown it. One that was ``withdrawn_at`` never took effect: it is kept
    for the log alone.
    """

    turn = models.ForeignKey(Turn, on_delete=models.CASCADE, related_name="corrections")
    stage = models.CharField(max_length=8, choices=CorrectionStage.choices)
    change = models.JSONField()
    reason = models.CharField(max_length=500)
    seats = models.JSONField(default=list)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    created_at = models.DateTimeField(auto_now_add=True)
    withdrawn_at = models.DateTimeField(null=True)
    withdrawn_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )
    withdrawn_because = models.CharField(max_length=500, blank=True)

    def __str__(self) -> str:
        return self.reason


class NoticeState(models.TextChoices):
    """The life of a notice in the outbox."""

    QUEUED = "queued", _("Queued")
    SENDING = "sending", _("Being sent")
    SENT = "sent", _("Sent")
    FAILED = "failed", _("Failed")
    EXPIRED = "expired", _("Expired")
    HELD = "held", _("Held")


class Notice(models.Model):
    """One notice to one reader: a row of the outbox, written in the transaction that causes it.

    The text is rendered when it is sent, from what the reader may know then; ``key`` forbids repeats.
    """

    key = models.CharField(max_length=160, unique=True)
    kind = models.CharField(max_length=40)
    channel = models.CharField(max_length=10, default="mail")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="notices")
    campaign = models.ForeignKey(Campaign, null=True, on_delete=models.CASCADE, related_name="notices")
    turn = models.ForeignKey(Turn, null=True, on_delete=models.CASCADE, related_name="notices")
    seat = models.ForeignKey(Seat, null=True, on_delete=models.CASCADE, related_name="notices")
    detail = models.JSONField(default=dict)
    state = models.CharField(max_length=8, choices=NoticeState.choices, default=NoticeState.QUEUED)
    message_id = models.CharField(max_length=120)
    not_before = models.DateTimeField()
    expires = models.DateTimeField(null=True)
    lease_until = models.DateTimeField(null=True)
    attempts = models.PositiveSmallIntegerField(default=0)
    error = models.TextField(blank=True)
    created_at = models.DateTimeField(auto_now_add=True)
    sent_at = models.DateTimeField(null=True)
    read_at = models.DateTimeField(null=True)

    class Meta:
        indexes = (
            models.Index(fields=("not_before",), condition=models.Q(state="queued"), name="notice_due_index"),
        )

    def __str__(self) -> str:
        return self.key


class Heartbeat(models.Model):
    """The worker's sign of life, one row per name; gaps tell of downtime before a deadline."""

    name = models.CharField(max_length=20, unique=True)
    at = models.DateTimeField()
    down_from = models.DateTimeField(null=True, help_text="Start of the last gap of over 15 minutes.")
    down_until = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return self.name


class IdempotencyKey(models.Model):
    """An answered request of a program, stored with its effect: the same key and body get the same answer."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    key = models.CharField(max_length=80)
    request_hash = models.CharField(max_length=64)
    status = models.PositiveSmallIntegerField()
    answer = models.JSONField()
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = (models.UniqueConstraint(fields=("user", "key"), name="idempotency_key_unique"),)

    def __str__(self) -> str:
        return self.key
