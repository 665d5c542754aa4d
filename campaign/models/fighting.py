"""Battles that the engine found, and what the two sides tell of them."""

from __future__ import annotations

from django.conf import settings
from django.db import models

from campaign.models.campaigns import Seat
from campaign.models.turns import Turn


class BattleMethod(models.TextChoices):
    """How a battle was decided (scenario document, ``method``)."""

    AUTO = "auto", "Below level 10"
    RULING = "ruling", "Ruled by the facilitator"
    TABLETOP = "tabletop", "Fought on the tabletop"
    ABSTRACT = "abstract", "Resolved abstractly"


class Battle(models.Model):
    """Two enemy banners meet. ``first`` and ``second`` are the engine ids of the key, in string order.

    ``seat_*`` and ``level_*`` belong to them in that order; levels are full levels. ``ruling`` is a
    scenario document's ruling without its ``battle``; the ``result`` is the outcome's battle, set when the
    aftermath is published.
    """

    turn = models.ForeignKey(Turn, on_delete=models.CASCADE, related_name="battles")
    public_id = models.CharField(max_length=32, unique=True, editable=False)
    first = models.CharField(max_length=80)
    second = models.CharField(max_length=80)
    seat_first = models.ForeignKey(Seat, on_delete=models.CASCADE, related_name="battles_first")
    seat_second = models.ForeignKey(Seat, on_delete=models.CASCADE, related_name="battles_second")
    name_first = models.CharField(max_length=60)
    name_second = models.CharField(max_length=60)
    level_first = models.PositiveIntegerField()
    level_second = models.PositiveIntegerField()
    x = models.PositiveSmallIntegerField()
    y = models.PositiveSmallIntegerField()
    city = models.BooleanField()
    attacker = models.CharField(max_length=80)
    category = models.CharField(max_length=12)
    mission_die = models.PositiveSmallIntegerField()
    auto = models.BooleanField()
    forfeit_first = models.BooleanField(default=False)
    forfeit_second = models.BooleanField(default=False)
    ruling = models.JSONField(null=True)
    ruling_reason = models.CharField(max_length=500, blank=True)
    ruled_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    closed_at = models.DateTimeField(
        null=True, help_text="When both results agreed, or it was bound otherwise."
    )
    dice = models.JSONField(
        null=True,
        help_text="The abstract resolution as an outcome has it (rolls, degree, winner, points_lost), set"
        " once the result is bound to be abstract and so may be shown to both sides.",
    )
    result = models.JSONField(null=True)

    class Meta:
        constraints = (models.UniqueConstraint(fields=("turn", "first", "second"), name="battle_unique"),)

    def __str__(self) -> str:
        return f"{self.name_first} against {self.name_second}"


class BattleResult(models.Model):
    """What one side tells of a battle: one row per side, replaced until the battle is closed."""

    battle = models.ForeignKey(Battle, on_delete=models.CASCADE, related_name="results")
    seat = models.ForeignKey(Seat, on_delete=models.CASCADE, related_name="battle_results")
    method = models.CharField(max_length=8, choices=(("tabletop", "Fought"), ("abstract", "Abstract")))
    winner = models.CharField(max_length=80, blank=True, help_text="Engine id; empty for a draw.")
    points_first = models.PositiveIntegerField(default=0)
    points_second = models.PositiveIntegerField(default=0)
    sacrifice = models.PositiveSmallIntegerField(default=0)
    story = models.TextField(blank=True)
    by_app = models.BooleanField(default=False, help_text="Put in by the app, not by a person.")
    reopen = models.BooleanField(default=False, help_text="This side wants the agreed result opened again.")
    created_at = models.DateTimeField(auto_now_add=True)
    changed_at = models.DateTimeField(auto_now=True)

    class Meta:
        constraints = (models.UniqueConstraint(fields=("battle", "seat"), name="battle_result_unique"),)

    def __str__(self) -> str:
        return f"{self.seat} on {self.battle}"
