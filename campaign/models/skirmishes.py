"""Wars of one person: how skirmishes were begun, how far somebody is in a lesson, what its enemies do."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from campaign.models.campaigns import Campaign, Seat


class Founding(models.Model):
    """A click on "Play now": its one-time key, whose it was, and which war came of it.

    ``asker`` is of ``campaign.access.visitors`` for whoever had no account then. Kept for a little more than
    a day, to count by.
    """

    key = models.CharField(max_length=64, unique=True)
    asker = models.CharField(max_length=32, blank=True)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="foundings"
    )
    campaign = models.ForeignKey(Campaign, null=True, on_delete=models.SET_NULL, related_name="foundings")
    at = models.DateTimeField(db_index=True)

    class Meta:
        indexes = (models.Index(fields=("asker", "at"), name="founding_asker_index"),)

    def __str__(self) -> str:
        return self.key


class LessonState(models.TextChoices):
    """Whether a lesson is shown."""

    OPEN = "open", _("Under way")
    LEFT = "left", _("Left")
    DONE = "done", _("Done")


class LessonProgress(models.Model):
    """Where somebody is in a lesson: ``chapter`` and ``step`` count from 0 (``campaign.lessons.machine``)."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="lessons")
    lesson = models.CharField(max_length=40)
    campaign = models.ForeignKey(
        Campaign, null=True, blank=True, on_delete=models.SET_NULL, related_name="lessons"
    )
    chapter = models.PositiveSmallIntegerField(default=0)
    step = models.PositiveSmallIntegerField(default=0)
    state = models.CharField(max_length=4, choices=LessonState.choices, default=LessonState.OPEN)
    changed_at = models.DateTimeField(auto_now=True)

    class Meta:
        constraints = (models.UniqueConstraint(fields=("user", "lesson"), name="one_progress_per_lesson"),)

    def __str__(self) -> str:
        return f"{self.lesson}: {self.chapter}.{self.step}"


class ScriptedPlan(models.Model):
    """What a lesson's enemy does in a turn, with the engine's ids: as ``plans`` of a scenario document."""

    seat = models.ForeignKey(Seat, on_delete=models.CASCADE, related_name="script")
    turn = models.PositiveIntegerField()
    plan = models.JSONField(default=dict)

    class Meta:
        constraints = (models.UniqueConstraint(fields=("seat", "turn"), name="one_script_per_turn"),)

    def __str__(self) -> str:
        return f"{self.seat_id}, {self.turn}"
