"""What the two sides bring to a battle and what stays of it: lists, pictures, stories, a link to share."""

from __future__ import annotations

from django.db import models

from campaign.ids import random_id
from campaign.kept_bytes import KeptBytes
from campaign.models import Battle, Seat


class ArmyList(models.Model):
    """One side's army list: sealed from the other until both are in, and not changed after that."""

    battle = models.ForeignKey(Battle, on_delete=models.CASCADE, related_name="army_lists")
    seat = models.ForeignKey(Seat, on_delete=models.CASCADE, related_name="army_lists")
    text = models.TextField(blank=True)
    points = models.PositiveIntegerField()
    picture = KeptBytes(null=True, help_text="A photograph of the list, re-encoded (JPEG).")
    read = models.JSONField(
        null=True,
        help_text="What it was read from and as, when it was handed in: source, list. None: of a photograph.",
    )
    handed_in_at = models.DateTimeField()

    class Meta:
        constraints = (models.UniqueConstraint(fields=("battle", "seat"), name="army_list_unique"),)

    def __str__(self) -> str:
        return f"{self.seat} for {self.battle}"


class Tale(models.Model):
    """What one side tells of the battle afterwards; it stands in place of the story of its report."""

    battle = models.ForeignKey(Battle, on_delete=models.CASCADE, related_name="tales")
    seat = models.ForeignKey(Seat, on_delete=models.CASCADE, related_name="tales")
    text = models.TextField()
    changed_at = models.DateTimeField()

    class Meta:
        constraints = (models.UniqueConstraint(fields=("battle", "seat"), name="tale_unique"),)

    def __str__(self) -> str:
        return f"{self.seat} on {self.battle}"


class Picture(models.Model):
    """A picture that one side shows of the battle, re-encoded (JPEG)."""

    battle = models.ForeignKey(Battle, on_delete=models.CASCADE, related_name="pictures")
    seat = models.ForeignKey(Seat, on_delete=models.CASCADE, related_name="battle_pictures")
    public_id = models.CharField(max_length=32, unique=True, default=random_id, editable=False)
    data = KeptBytes()
    width = models.PositiveIntegerField()
    height = models.PositiveIntegerField()
    caption = models.CharField(max_length=200, blank=True)
    added_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.caption or 'A picture'} of {self.battle}"


class Sharing(models.Model):
    """A battle's link for everybody: it works while both sides want it, after publication."""

    battle = models.OneToOneField(Battle, on_delete=models.CASCADE, related_name="sharing")
    token = models.CharField(max_length=32, unique=True, default=random_id, editable=False)
    first = models.BooleanField(default=False)
    second = models.BooleanField(default=False)

    def __str__(self) -> str:
        return f"The link of {self.battle}"
