"""What the clock and those who send remember from one run to the next."""

from __future__ import annotations

from django.db import models

from campaign.models.jobs import Leased
from campaign.models.turns import Turn


class Round(models.Model):
    """Where a round of care had to stop: the next run begins behind that row."""

    name = models.CharField(max_length=40, unique=True)
    behind = models.BigIntegerField()

    def __str__(self) -> str:
        return f"{self.name}: behind {self.behind}"


class AccountMail(Leased):
    """A mail about somebody's account on its way: codes and links, so all of it is sealed.

    The row is gone as soon as the mail is sent, has become pointless or is given up.
    """

    QUEUED, TAKEN = "queued", "sending"

    state = models.CharField(max_length=9, default=QUEUED)
    sealed = models.BinaryField()
    not_before = models.DateTimeField()
    expires = models.DateTimeField()
    created_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"account mail {self.pk}"


class Breaker(models.Model):
    """Another host that could not be reached of late; there is no row of one that can be.

    ``faults`` counts the faults of its connection in a row. From the third on it is open: nothing is sent
    there ``until``, and then one thing, as a probe. ``opened`` counts how often that was so in a row.
    """

    host = models.CharField(max_length=255, unique=True)
    faults = models.PositiveIntegerField(default=0)
    opened = models.PositiveIntegerField(default=0)
    until = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return f"{self.host}: {self.faults} faults"


class TurnStart(models.Model):
    """A step of a turn was begun by a process; of the canary if there is no ``turn``.

    One without an ``ended`` is at work, or its process is gone. One that is not ``well`` has brought its turn
    nowhere; those of a turn are forgotten with its next step that is.
    """

    turn = models.ForeignKey(Turn, null=True, on_delete=models.CASCADE, related_name="+")
    process = models.CharField(max_length=80)
    begun = models.DateTimeField()
    ended = models.DateTimeField(null=True)
    well = models.BooleanField(default=False)

    class Meta:
        indexes = (
            models.Index(fields=("ended",), condition=models.Q(well=True), name="turnstart_well_index"),
        )

    def __str__(self) -> str:
        return f"{self.turn_id or 'canary'} by {self.process}"


class Machine(models.Model):
    """What the clocks of a machine said last, since its ``boot``: that of the wall, and its time of running.

    ``parted`` is the time of running when they last went apart, or the database's from them; empty as long as
    they are trusted.
    """

    boot = models.CharField(max_length=40, unique=True)
    wall = models.FloatField()
    running = models.FloatField()
    parted = models.FloatField(null=True)
    seen = models.DateTimeField()

    def __str__(self) -> str:
        return self.boot
