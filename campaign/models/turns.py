"""The turn, each seat's part in it, and the plan as rows."""

from __future__ import annotations

import json
import zlib
from typing import NoReturn

import msgspec
from django.core.exceptions import FieldError
from django.db import models
from django.db.backends.base.base import BaseDatabaseWrapper
from django.utils.translation import gettext_lazy as _

from campaign.models.campaigns import BotCharacter, BotLevel, Campaign, Seat


class Phase(models.TextChoices):
    """The turn's states, in order. There are never two turns that are not published."""

    PLANNING = "planning", _("Planning")
    MOVEMENT_REVIEW = "movement_review", _("Movement review")
    BATTLES = "battles", _("Battles")
    AFTERMATH_REVIEW = "aftermath_review", _("Aftermath review")
    PUBLISHED = "published", _("Published")


class PackedField(models.JSONField):
    """A document that is read whole and never searched: it lies packed, a quarter of its text or less.

    In Python, in forms and in the exchange file it is what a ``JSONField`` is. What a query may ask of it is
    whether it is there.
    """

    LEVEL = 3
    """Of zlib: what takes twice as long saves a twentieth more."""

    def get_internal_type(self) -> str:
        """The column's kind."""
        return "BinaryField"

    def get_transform(self, lookup_name: str) -> NoReturn:
        """There are no keys that the database could see."""
        raise FieldError(f"{self.name} is a PackedField: the database cannot look for {lookup_name!r} in it")

    def get_db_prep_value(
        self, value: object, connection: BaseDatabaseWrapper, prepared: bool = False
    ) -> bytes | None:
        """The packed bytes."""
        if value is None:
            return None
        return zlib.compress(msgspec.json.encode(value), self.LEVEL)

    def from_db_value(
        self,
        value: bytes | memoryview | str | None,
        expression: models.Expression,
        connection: BaseDatabaseWrapper,
    ) -> object:
        """The document."""
        if value is None or isinstance(value, str):
            return value
        return json.loads(zlib.decompress(value), cls=self.decoder)


DOCUMENTS = ("input", "movement", "outcome", "explained", "proposal", "mix", "last_error")
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
    last_error = models.TextField(blank=True)
    rules_version = models.CharField(max_length=16)
    input = PackedField(null=True)
    movement = PackedField(null=True)
    outcome = PackedField(null=True)
    explained = PackedField(
        null=True, help_text="Every change of a level, and how each battle was found: the truth."
    )
    proposal = models.JSONField(
        null=True, help_text="What a review window would make true: facilitators only."
    )
    closing = models.CharField(
        max_length=64, blank=True, help_text="With open dice: what bound seals and plans when these closed."
    )
    draw_due = models.DateTimeField(
        null=True, help_text="While the dice are being drawn: when they are drawn at the latest."
    )
    mix = PackedField(
        null=True, help_text="With open dice: what was mixed into the turn's seed, see rules.open_dice."
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


class BotShortfall(models.TextChoices):
    """Why a plan is not the work of the level that the seat has."""

    NONE = "", _("none")
    KILLED = "killed", _("its process was ended")
    LATE = "late", _("there was no time left for its own")
    HELD = "held", _("no plan could be made: all hold")


class BotDecision(models.Model):
    """What one plan of the bot was made from, and why: with it the same plan is made anew anywhere.

    No player's page, answer or mail reads it before the campaign has ended. ``knowledge`` and ``plan`` are
    documents of ``rules.bot.documents``, with the engine's ids for what the seat owns; ``reasons`` and
    ``beliefs`` as there.
    """

    player_turn = models.OneToOneField(PlayerTurn, on_delete=models.CASCADE, related_name="bot_decision")
    level = models.CharField(max_length=8, choices=BotLevel.choices)
    character = models.CharField(max_length=8, choices=BotCharacter.choices)
    shortfall = models.CharField(
        max_length=6, choices=BotShortfall.choices, default=BotShortfall.NONE, blank=True
    )
    seed = models.CharField(max_length=64, help_text="HMAC-SHA256(id key, bot/<seat>/<turn>), hex digits.")
    knowledge = PackedField()
    plan = PackedField()
    reasons = PackedField(default=list)
    beliefs = PackedField(default=list)
    made_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.player_turn}: {self.level}, {self.character}"


class OpenFront(models.Model):
    """What all may see of a war some turns late, told with a turn's publication (Face C1).

    ``shows`` is the turn that it shows; the document is ``campaign.turn.told.open_front``'s.
    """

    turn = models.OneToOneField(Turn, on_delete=models.CASCADE, related_name="open_front")
    shows = models.PositiveIntegerField()
    document = PackedField()

    def __str__(self) -> str:
        return f"{self.turn} shows turn {self.shows}"


# Open dice: what seats seal and open, what froze with the plans, what a public beacon said (Trust 4)


class DiceSeal(models.Model):
    """A seat's seal of a turn, and the share that opened it. Until the end only the seat itself is shown it.

    The last one that was acknowledged before the plans closed is the one that counts.
    """

    turn = models.ForeignKey(Turn, on_delete=models.CASCADE, related_name="dice_seals")
    seat = models.ForeignKey(Seat, on_delete=models.CASCADE, related_name="dice_seals")
    seal = models.CharField(max_length=64)
    sealed_at = models.DateTimeField()
    share = models.CharField(max_length=64, blank=True, help_text="What opened it, 64 hex digits.")
    opened_at = models.DateTimeField(null=True)
    unopened = models.BooleanField(
        default=False, help_text="It counted, and nobody had opened it by the time the dice were drawn."
    )

    class Meta:
        constraints = (models.UniqueConstraint(fields=("turn", "seat"), name="dice_seal_unique"),)

    def __str__(self) -> str:
        return f"seal of {self.seat}, {self.turn}"


class DiceClosing(models.Model):
    """What froze when a turn's plans closed; only its hash, the turn's ``closing``, is told before the end.

    ``round`` is that of the war's beacon, empty where it has none.
    """

    turn = models.OneToOneField(Turn, on_delete=models.CASCADE, related_name="dice_closing")
    salt = models.BinaryField()
    lines = models.TextField(help_text="A line for each seat: number, seal or -, receipt of its plan or -.")
    round = models.PositiveBigIntegerField(null=True)

    def __str__(self) -> str:
        return f"closing of {self.turn}"


class BeaconChain(models.Model):
    """A public beacon as its addresses agree on it: what a war that starts now fixes for good."""

    hash = models.CharField(max_length=64, unique=True)
    genesis = models.PositiveBigIntegerField()
    period = models.PositiveIntegerField()
    agreed_at = models.DateTimeField()

    def __str__(self) -> str:
        return self.hash


class BeaconRound(models.Model):
    """What a beacon's addresses agree on for a round; public, and kept until no turn waits for it."""

    hash = models.CharField(max_length=64)
    round = models.PositiveBigIntegerField()
    randomness = models.CharField(max_length=64)
    signature = models.CharField(max_length=512)
    agreed_at = models.DateTimeField()

    class Meta:
        constraints = (models.UniqueConstraint(fields=("hash", "round"), name="beacon_round_unique"),)

    def __str__(self) -> str:
        return f"{self.hash} {self.round}"
