"""Open dice: what seats seal and open, what froze with the plans, and what a public beacon said (Trust 4)."""

from __future__ import annotations

from django.db import models

from campaign.models.campaigns import Seat
from campaign.models.turns import Turn


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
