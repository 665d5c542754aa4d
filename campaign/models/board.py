"""The truth on the map: banners, sectors that carry state, features, relics. Only the engine reads these."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _

from campaign.ids import random_id
from campaign.models.campaigns import Campaign, Seat


class Banner(models.Model):
    """An army on the map. ``key`` is the engine id; a destroyed banner keeps its row (``alive`` false)."""

    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="banners")
    seat = models.ForeignKey(Seat, on_delete=models.CASCADE, related_name="banners")
    key = models.CharField(max_length=80)
    public_id = models.CharField(max_length=32, unique=True, default=random_id, editable=False)
    name = models.CharField(max_length=60)
    x = models.PositiveSmallIntegerField()
    y = models.PositiveSmallIntegerField()
    level = models.PositiveIntegerField()
    works = models.CharField(
        max_length=10,
        choices=(("none", "No works"), ("fortified", "Fortified"), ("entrenched", "Entrenched")),
        default="none",
    )
    retreating = models.BooleanField(default=False)
    beaten_by = models.CharField(max_length=80, blank=True)
    alive = models.BooleanField(default=True)
    gone_in = models.PositiveIntegerField(
        null=True, help_text="The turn in which it was destroyed or joined."
    )

    class Meta:
        constraints = (models.UniqueConstraint(fields=("campaign", "key"), name="banner_key_unique"),)

    def __str__(self) -> str:
        return self.name


class Sector(models.Model):
    """A sector that somebody occupies or that is disputed; all others have no row."""

    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="sectors")
    x = models.PositiveSmallIntegerField()
    y = models.PositiveSmallIntegerField()
    occupier = models.ForeignKey(Seat, null=True, blank=True, on_delete=models.CASCADE, related_name="+")
    disputed = models.BooleanField(default=False)

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=("campaign", "x", "y"), name="sector_unique"),
            models.CheckConstraint(
                condition=models.Q(occupier__isnull=False, disputed=False)
                | models.Q(occupier__isnull=True, disputed=True),
                name="sector_carries_state",
            ),
        )

    def __str__(self) -> str:
        return f"{self.x},{self.y}"


class Feature(models.Model):
    """A feature of a sector. ``known_to`` lists seat keys, sorted."""

    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="features")
    key = models.CharField(max_length=40)
    public_id = models.CharField(max_length=32, unique=True, default=random_id, editable=False)
    name = models.CharField(max_length=60)
    description = models.TextField(blank=True)
    x = models.PositiveSmallIntegerField()
    y = models.PositiveSmallIntegerField()
    needs_search = models.BooleanField(default=False)
    effect = models.CharField(max_length=8, blank=True, choices=(("supply", "Supply"), ("sensor", "Sensor")))
    known_to = models.JSONField(default=list)

    class Meta:
        constraints = (models.UniqueConstraint(fields=("campaign", "key"), name="feature_key_unique"),)

    def __str__(self) -> str:
        return self.name


class Relic(models.Model):
    """A relic, carried by a banner (engine id in ``carrier``) or lying at (x, y); ``gone`` when destroyed."""

    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="relics")
    key = models.CharField(max_length=40)
    public_id = models.CharField(max_length=32, unique=True, default=random_id, editable=False)
    name = models.CharField(max_length=60)
    description = models.TextField(blank=True)
    carrier = models.CharField(max_length=80, blank=True)
    x = models.PositiveSmallIntegerField(null=True, blank=True)
    y = models.PositiveSmallIntegerField(null=True, blank=True)
    destructible = models.BooleanField(default=True)
    sealed = models.BooleanField(
        default=False, help_text="It lies unknown, and nobody finds it before a trigger or settlement does."
    )
    gone = models.BooleanField(default=False)
    known_to = models.JSONField(default=list)

    class Meta:
        constraints = (models.UniqueConstraint(fields=("campaign", "key"), name="relic_key_unique"),)

    def __str__(self) -> str:
        return self.name


class Audience(models.TextChoices):
    """To whom what is told of a trigger goes when it fires."""

    HOLDER = "holder", _("Its holder")
    ALL = "all", _("Everybody")


class Trigger(models.Model):
    """What happens by itself at a feature or with a relic.

    ``document`` is a scenario's trigger without ``id``, ``holder``, ``held`` and ``fired_by``, which are
    columns; ``holder`` is a seat key or empty, ``fired_by`` lists seat keys, sorted.
    """

    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="triggers")
    key = models.CharField(max_length=40)
    public_id = models.CharField(max_length=32, unique=True, default=random_id, editable=False)
    document = models.JSONField(default=dict)
    hint = models.CharField(
        max_length=500, blank=True, help_text="For who knows the feature or carries the relic."
    )
    told = models.CharField(max_length=2000, blank=True, help_text="Told when it fires.")
    told_to = models.CharField(max_length=6, choices=Audience.choices, default=Audience.HOLDER)
    holder = models.CharField(max_length=40, blank=True)
    held = models.PositiveIntegerField(default=0)
    fired_by = models.JSONField(default=list)

    class Meta:
        constraints = (models.UniqueConstraint(fields=("campaign", "key"), name="trigger_key_unique"),)

    def __str__(self) -> str:
        return self.key
