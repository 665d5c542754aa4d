"""The turn, each seat's part in it, and the plan as rows."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _

from campaign.models.campaigns import Campaign, Seat


class Phase(models.TextChoices):
    """The turn's states, in order. There are never two turns that are not published."""

    PLANNING = "planning", _("Planning")
    MOVEMENT_REVIEW = "movement_review", _("Movement review")
    BATTLES = "battles", _("Battles")
    AFTERMATH_REVIEW = "aftermath_review", _("Aftermath review")
    PUBLISHED = "published", _("Published")


DOCUMENTS = ("input", "movement", "outcome", "explained", "proposal", "last_error")
"""The large fields of a turn: read only where they are shown. A year's war has megabytes of them."""


def documents(*paths: str) -> tuple[str, ...]:
    """The large fields of the turns at these paths, to be deferred: ``turn__input`` and so on."""
    return tuple(f"{path}__{name}" for path in paths for name in DOCUMENTS)


class Turn(models.Model):
    """One turn. Turn 0 is the deployment: published, with each seat's starting knowledge as its report.

    The four ``*_due`` dates are the promise to people; ``resolve_after`` is when the worker next acts on the
    present phase, and only it may be pushed by a failure. ``input`` is the scenario document of the turn's
    start with everybody's plans (no seed), ``movement`` and ``outcome`` what the engine answered.
    """

    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="turns")
    number = models.PositiveIntegerField()
    phase = models.CharField(max_length=16, choices=Phase.choices, default=Phase.PLANNING)
    plan_due = models.DateTimeField(null=True)
    announce_due = models.DateTimeField(null=True)
    results_due = models.DateTimeField(null=True)
    publish_due = models.DateTimeField(null=True)
    resolve_after = models.DateTimeField(null=True)
    opened_at = models.DateTimeField(null=True)
    planned_at = models.DateTimeField(null=True)
    announced_at = models.DateTimeField(null=True)
    results_at = models.DateTimeField(null=True)
    published_at = models.DateTimeField(null=True)
    held_movement = models.CharField(max_length=500, blank=True)
    held_aftermath = models.CharField(max_length=500, blank=True)
    early_stopped = models.BooleanField(default=False)
    early_from = models.DateTimeField(
        null=True, help_text="The plan deadline before all plans were in and it was brought forward."
    )
    moved_for_downtime = models.JSONField(
        default=list, help_text="Deadlines that have been moved because the app was down."
    )
    attempts = models.PositiveSmallIntegerField(default=0)
    starts = models.PositiveSmallIntegerField(default=0)
    first_start = models.DateTimeField(
        null=True, help_text="The last start that has neither ended nor been held against the turn."
    )
    ended_well_at = models.DateTimeField(
        null=True, help_text="When the clock last brought a step of it to its end."
    )
    last_error = models.TextField(blank=True)
    rules_version = models.CharField(max_length=16)
    input = models.JSONField(null=True)
    movement = models.JSONField(null=True)
    outcome = models.JSONField(null=True)
    explained = models.JSONField(
        null=True, help_text="Every change of a level, and how each battle was found: the truth."
    )
    proposal = models.JSONField(
        null=True, help_text="What a review window would make true: facilitators only."
    )
    contenders = models.JSONField(
        default=list, help_text="Seat keys among whom the facilitator chooses the champion; else empty."
    )

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=("campaign", "number"), name="turn_number_unique"),
            models.UniqueConstraint(
                fields=("campaign",), condition=~models.Q(phase="published"), name="one_open_turn"
            ),
        )
        indexes = (
            models.Index(
                fields=("resolve_after",), condition=~models.Q(phase="published"), name="turn_due_index"
            ),
        )

    def __str__(self) -> str:
        return f"Turn {self.number}"


class PlanState(models.TextChoices):
    """What the board says of a seat's plan. *Missing* is nothing."""

    NOTHING = "nothing", _("Nothing")
    DRAFT = "draft", _("Draft")
    SUBMITTED = "submitted", _("Submitted")


class PlanCounted(models.TextChoices):
    """What of a seat's plan counted at the deadline, as the seat itself is told; never a rival."""

    SUBMITTED = "submitted", _("submitted")
    DRAFT = "draft", _("draft")
    FALLBACK = "fallback", _("fallback")
    BOT = "bot", _("bot")
    EXCUSED = "excused", _("excused")
    MISSED = "missed", _("missed")


class PlayerTurn(models.Model):
    """One seat's part in one turn: its plan with receipt, and what it is told.

    ``announcement`` is set when the battles are announced, ``report`` and ``map`` when the turn is published;
    nothing else answers a player. The row exists for every seat from the moment the turn opens.
    """

    turn = models.ForeignKey(Turn, on_delete=models.CASCADE, related_name="player_turns")
    seat = models.ForeignKey(Seat, on_delete=models.CASCADE, related_name="player_turns")
    state = models.CharField(max_length=10, choices=PlanState.choices, default=PlanState.NOTHING)
    receipt = models.CharField(max_length=64, blank=True, help_text="SHA-256 of the plan's canonical JSON.")
    node = models.CharField(max_length=80, blank=True)
    saved_at = models.DateTimeField(null=True)
    submitted_at = models.DateTimeField(null=True)
    by_deputy = models.BooleanField(default=False)
    by_bot = models.BooleanField(default=False)
    used_fallback = models.BooleanField(default=False)
    excused = models.BooleanField(default=False)
    excuse_reason = models.CharField(max_length=200, blank=True)
    announcement = models.JSONField(null=True)
    report = models.JSONField(null=True)
    map = models.JSONField(null=True, help_text="What the seat's war map shows after this turn.")
    read_at = models.DateTimeField(null=True)

    class Meta:
        constraints = (models.UniqueConstraint(fields=("turn", "seat"), name="player_turn_unique"),)

    def __str__(self) -> str:
        return f"{self.seat}, {self.turn}"


class Order(models.Model):
    """One order of a plan. ``banner`` is the engine id, ``detail`` the order as in a scenario document.

    A row with slot ``hold`` says that the banner is meant to have no orders; one with slot ``sacrifice``
    gives the levels it would sacrifice in a battle, where all battles are abstract.
    """

    player_turn = models.ForeignKey(PlayerTurn, on_delete=models.CASCADE, related_name="orders")
    banner = models.CharField(max_length=80)
    slot = models.CharField(
        max_length=10,
        choices=(
            ("primary", "Primary"),
            ("secondary", "Secondary"),
            ("special", "Special"),
            ("hold", "Hold"),
            ("sacrifice", "Sacrifice"),
        ),
    )
    detail = models.JSONField(default=dict)

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=("player_turn", "banner", "slot"), name="order_slot_unique"),
        )

    def __str__(self) -> str:
        return f"{self.banner} {self.slot}"
