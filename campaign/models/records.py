"""What is kept of what people and the app did: audit, corrections, notices, heartbeats, keys of requests."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from campaign.models.campaigns import Campaign, Seat
from campaign.models.jobs import Leased
from campaign.models.turns import Turn


class AuditEntry(models.Model):
    """An act in a campaign; ``public`` ones are shown to all at once, the whole log at the end.

    ``kind`` is a code of ``LogKind``, and ``values`` are what its sentence names: names and numbers that were
    true then, no engine ids. Only what was written before there were kinds, and says what no sentence does,
    has a ``text`` instead; its kind is any code.
    """

    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="audit")
    turn = models.ForeignKey(Turn, null=True, blank=True, on_delete=models.CASCADE, related_name="audit")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    kind = models.CharField(max_length=40)
    values = models.JSONField(default=dict)
    text = models.TextField(blank=True)
    public = models.BooleanField(default=False)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ("-id",)

    def __str__(self) -> str:
        return self.text or self.kind


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


class Settlement(models.Model):
    """What a facilitator says comes of an ``other`` order (Rules 14.3), and the words to its player.

    ``banner`` is the engine id, ``start`` and ``end`` are lists as a scenario's ``settlements`` have them.
    """

    turn = models.ForeignKey(Turn, on_delete=models.CASCADE, related_name="settlements")
    seat = models.ForeignKey(Seat, on_delete=models.CASCADE, related_name="settlements")
    banner = models.CharField(max_length=80)
    start = models.JSONField(default=list)
    end = models.JSONField(default=list)
    words = models.TextField(blank=True, max_length=1000)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    at = models.DateTimeField()

    class Meta:
        constraints = (models.UniqueConstraint(fields=("turn", "banner"), name="settlement_unique"),)

    def __str__(self) -> str:
        return f"{self.banner}: {self.words}"


class NoticeState(models.TextChoices):
    """The life of a notice in the outbox."""

    QUEUED = "queued", _("Queued")
    SENDING = "sending", _("Being sent")
    SENT = "sent", _("Sent")
    FAILED = "failed", _("Failed")
    EXPIRED = "expired", _("Expired")
    HELD = "held", _("Held")


class Notice(Leased):
    """One notice to one reader: a row of the outbox, written in the transaction that causes it.

    The text is rendered when it is sent, from what the reader may know then; ``key`` forbids repeats.
    """

    TAKEN = NoticeState.SENDING

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
    """A sign of life: of the clock (``tick``), and of the processes that take plans (``web``).

    ``bots_fell_short`` is when a plan of the bot was last not what its level should make.
    """

    name = models.CharField(max_length=20, unique=True)
    at = models.DateTimeField()

    def __str__(self) -> str:
        return self.name


class Downtime(models.Model):
    """A stretch of over two minutes in which no web process gave a sign of life: no plan could be saved.

    All are kept: a deadline may be looked at long after it, when there have been others.
    """

    down_from = models.DateTimeField()
    down_until = models.DateTimeField(db_index=True)

    def __str__(self) -> str:
        return f"{self.down_from:%Y-%m-%d %H:%M} to {self.down_until:%Y-%m-%d %H:%M}"


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
