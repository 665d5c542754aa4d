"""The companion at the table: a session, its places, the phones that sit at it, and all that was done."""

from __future__ import annotations

from django.conf import settings
from django.db import models

from campaign.ids import random_id
from campaign.models import Battle

WATCHER = -1
"""The number of the place of those who only watch."""


class Table(models.Model):
    """A battle at a table. ``state`` is the whole truth of it, secrets included: no page may read it raw."""

    public_id = models.CharField(max_length=32, unique=True, default=random_id, editable=False)
    code = models.CharField(max_length=8, unique=True, help_text="What the second phone types in.")
    name = models.CharField(max_length=80)
    battle = models.OneToOneField(
        Battle, null=True, blank=True, on_delete=models.CASCADE, related_name="table"
    )
    opened_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    sealed_seed = models.BinaryField()
    commitment = models.CharField(max_length=64, help_text="SHA-256 of the seed, shown before the first die.")
    state = models.JSONField()
    next_die = models.PositiveIntegerField(default=0)
    actions_count = models.PositiveIntegerField(default=0)
    proposal = models.JSONField(null=True, help_text="What all connected sides have to agree to.")
    questions = models.JSONField(
        default=list,
        help_text="What was done without a side, until that has answered.",
    )
    waits = models.JSONField(
        null=True,
        help_text="An action that waits for a player's own dice: cid, kind, player, values, the"
        " dice that lie, and what it wants of which place.",
    )
    over = models.BooleanField(default=False)
    rematch_of = models.OneToOneField(
        "self", null=True, blank=True, on_delete=models.SET_NULL, related_name="rematch"
    )
    share_token = models.CharField(
        max_length=32,
        blank=True,
        default="",
        db_index=True,
        help_text="The link of its summary; empty if it is not shared.",
    )
    opened_at = models.DateTimeField(auto_now_add=True)
    changed_at = models.DateTimeField(auto_now=True)

    def __str__(self) -> str:
        return self.name


class Place(models.Model):
    """A player's place, or with number -1 that of the watchers. ``version`` rises by what it may see."""

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="places")
    number = models.SmallIntegerField()
    version = models.PositiveIntegerField(default=0)
    pin = models.CharField(max_length=4, help_text="The owner's four digits: to show secrets, to come back.")
    met = models.BooleanField(
        default=False, help_text="On a shared tablet its owner has been told the digits."
    )
    own_dice = models.BooleanField(default=False, help_text="The player rolls himself and types it in.")
    tries = models.PositiveSmallIntegerField(default=0)
    barred_until = models.DateTimeField(null=True)

    class Meta:
        constraints = (models.UniqueConstraint(fields=("table", "number"), name="table_place_unique"),)

    def __str__(self) -> str:
        return f"{self.number} at {self.table}"


class Phone(models.Model):
    """A phone or tablet at a table, with the places that are played on it; none: it watches."""

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="phones")
    public_id = models.CharField(max_length=32, unique=True, default=random_id, editable=False)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    numbers = models.JSONField(default=list)
    opener = models.BooleanField(default=False)
    seen_at = models.DateTimeField(null=True, help_text="When it was last heard of.")
    joined_at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return f"{self.public_id} at {self.table}"


class TableAction(models.Model):
    """One action: what was asked, what came of it, and the state before it."""

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="actions")
    n = models.PositiveIntegerField()
    cid = models.CharField(max_length=40, help_text="The phone's own id of it: sent twice, it counts once.")
    player = models.SmallIntegerField()
    kind = models.CharField(max_length=20)
    values = models.JSONField(default=dict)
    events = models.JSONField(default=list)
    before = models.BinaryField(null=True)
    undoable = models.BooleanField(default=True)
    undone = models.BooleanField(default=False)
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ("n",)
        constraints = (
            models.UniqueConstraint(fields=("table", "n"), name="table_action_number"),
            models.UniqueConstraint(fields=("table", "cid"), name="table_action_once"),
        )

    def __str__(self) -> str:
        return f"{self.n} {self.kind} at {self.table}"


class Intake(models.Model):
    """A list that a place has given in and that is being asked about, or the sealed one of its side.

    ``source`` is what it was read from; no original is kept.
    """

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="intakes")
    number = models.SmallIntegerField(help_text="Of the place.")
    source = models.JSONField()
    answers = models.JSONField(default=dict, help_text="By the number of the unit and the question's key.")
    sealed = models.BooleanField(default=False, help_text="The army list of its side, opened with the table.")
    again = models.BooleanField(default=False, help_text="It replaces the units that are there.")
    document = models.JSONField(null=True, help_text="The list as it was entered; None while it is asked.")
    kept = models.ForeignKey(
        "battles.Roster",
        null=True,
        on_delete=models.SET_NULL,
        related_name="+",
        help_text="The list that it was loaded from, which keeps its answers.",
    )
    at = models.DateTimeField(auto_now=True)

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=("table", "number", "sealed"), name="table_intake_unique"),
        )

    def __str__(self) -> str:
        return f"The list of {self.number} at {self.table}"


class Roster(models.Model):
    """A list of units that a person keeps for later battles: its text, and what it was ``read`` as.

    ``read`` is ``{"source", "list"}`` as of an army list, with all that its owner has answered since; None
    for one that was kept before lists were read.
    """

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="rosters")
    name = models.CharField(max_length=60)
    text = models.TextField()
    read = models.JSONField(null=True)
    changed_at = models.DateTimeField(auto_now=True)

    class Meta:
        ordering = ("name",)
        constraints = (models.UniqueConstraint(fields=("user", "name"), name="roster_name_unique"),)

    def __str__(self) -> str:
        return self.name
