"""Battles that the engine found, and what the two sides tell of them."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from campaign.ids import random_id
from campaign.models.campaigns import Seat
from campaign.models.turns import Turn


class BattleMethod(models.TextChoices):
    """How a battle was decided (scenario document, ``method``)."""

    AUTO = "auto", _("Below level 10")
    RULING = "ruling", _("Ruled by the facilitator")
    TABLETOP = "tabletop", _("Fought on the tabletop")
    ABSTRACT = "abstract", _("Resolved abstractly")


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
    missions = models.JSONField(
        default=list, help_text="The mission table as it stood at the announcement; empty: the default."
    )
    rolled_at = models.DateTimeField(null=True, help_text="When one of the two called for the mission die.")
    shift_first = models.SmallIntegerField(
        null=True, help_text="Tactical Genius: -1, 0 or 1, secret until the mission is final."
    )
    shift_second = models.SmallIntegerField(null=True)
    night = models.BooleanField(null=True, help_text="The attacker's choice, where the mission leaves it.")
    attacker_by_first = models.CharField(
        max_length=8,
        blank=True,
        help_text="Who attacks (first, second), as the sides say it where the mission decides.",
    )
    attacker_by_second = models.CharField(max_length=8, blank=True)
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


class StandIn(models.Model):
    """Somebody without a seat who fights one battle for a player or a bot (spec: Roles).

    It begins as a link that is handed on; whoever opens it may take the place, once. For a bot's seat it is
    made before the battles are announced: ``battle`` is set then.
    """

    seat = models.ForeignKey(Seat, on_delete=models.CASCADE, related_name="stand_ins")
    battle = models.ForeignKey(Battle, null=True, on_delete=models.CASCADE, related_name="stand_ins")
    public_id = models.CharField(max_length=32, unique=True, default=random_id, editable=False)
    token = models.CharField(max_length=32, unique=True, default=random_id, editable=False)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.CASCADE, related_name="stand_ins"
    )
    made_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )
    made_at = models.DateTimeField()
    accepted_at = models.DateTimeField(null=True)
    ended_at = models.DateTimeField(null=True)
    version = models.PositiveIntegerField(
        default=0, help_text="It rises by what both sides see of this battle, and by nothing else."
    )

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=("battle", "seat"),
                condition=models.Q(ended_at__isnull=True, battle__isnull=False),
                name="one_stand_in_per_side",
            ),
        )

    def __str__(self) -> str:
        return f"{self.user} for {self.seat}"


class ClaimState(models.TextChoices):
    """What has come of a forfeit claim."""

    OPEN = "open", _("Open")
    GRANTED = "granted", _("Granted")
    REFUSED = "refused", _("Refused")
    WITHDRAWN = "withdrawn", _("Withdrawn")


class ForfeitClaim(models.Model):
    """One side says that the other has forfeited, and why (Rules 12).

    ``silent_since`` is the second date that was offered and never answered: set once the app's own times
    show 48 hours of silence after it.
    """

    battle = models.ForeignKey(Battle, on_delete=models.CASCADE, related_name="claims")
    seat = models.ForeignKey(Seat, on_delete=models.CASCADE, related_name="forfeit_claims")
    public_id = models.CharField(max_length=32, unique=True, default=random_id, editable=False)
    evidence = models.TextField()
    made_at = models.DateTimeField()
    silent_since = models.DateTimeField(null=True)
    answer = models.TextField(blank=True, help_text="What the other side says to it.")
    state = models.CharField(max_length=10, choices=ClaimState.choices, default=ClaimState.OPEN)
    reason = models.CharField(max_length=500, blank=True)
    settled_at = models.DateTimeField(null=True)
    settled_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=("battle", "seat"), condition=models.Q(state="open"), name="one_open_claim"
            ),
        )

    def __str__(self) -> str:
        return f"{self.seat} on {self.battle}"


MOST_POINTS = 2000
