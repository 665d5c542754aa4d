"""A campaign, its seats, and the people who run or watch it."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from campaign.ids import random_id, random_key
from rules.maps.terrain import LEGEND


class CampaignStatus(models.TextChoices):
    """Where a campaign stands as a whole."""

    BUILDING = "building", _("Being built")
    RUNNING = "running", _("Running")
    PAUSED = "paused", _("Paused")
    ON_HOLD = "on_hold", _("On hold after a failure")
    ENDED = "ended", _("Ended")


class CampaignKind(models.TextChoices):
    """What a campaign is for: people against each other, one person against bots, or learning."""

    CAMPAIGN = "campaign", _("Campaign")
    SKIRMISH = "skirmish", _("Skirmish")
    LESSON = "lesson", _("Lesson")


class Campaign(models.Model):
    """A war: its map, its variables, its schedule, and the secrets that bind its dice and ids."""

    public_id = models.CharField(max_length=32, unique=True, default=random_id, editable=False)
    name = models.CharField(max_length=80)
    story = models.TextField(blank=True)
    kind = models.CharField(max_length=8, choices=CampaignKind.choices, default=CampaignKind.CAMPAIGN)
    status = models.CharField(max_length=8, choices=CampaignStatus.choices, default=CampaignStatus.BUILDING)
    automatic = models.BooleanField(default=False, help_text="Both review windows are zero.")
    blind = models.BooleanField(
        default=False, help_text="Set up by seed and shown to nobody, so that its facilitators may play."
    )
    demo = models.BooleanField(default=False)
    open_to_all = models.BooleanField(
        default=False, help_text="Anybody may read its public facts, and everything once it has ended."
    )
    map_rows = models.TextField(help_text=f"One line per row, north first: {LEGEND}.")
    settings = models.JSONField(
        default=dict, help_text="See campaign.base.setup.campaign_settings.Variables."
    )
    house = models.JSONField(
        default=list, help_text="The club's own army rules; see campaign.base.setup.house_rules."
    )
    schedule = models.JSONField(default=dict, help_text="See campaign.base.dates.schedule.Schedule.")
    missions = models.JSONField(
        default=dict,
        help_text="Mission tables that differ from the defaults; see campaign.base.setup.missions.",
    )
    id_key = models.BinaryField(default=random_key, editable=False)
    sealed_seed = models.BinaryField(
        default=bytes, editable=False, help_text="The last seed of the chain, encrypted at rest."
    )
    chain_start = models.PositiveIntegerField(default=1)
    chain_length = models.PositiveIntegerField(default=1000)
    old_chains = models.JSONField(default=list, editable=False, help_text="Chains used up, sealed.")
    commitment = models.CharField(max_length=64, blank=True)
    thrown = models.JSONField(
        default=dict,
        editable=False,
        help_text="Dice thrown before the campaign was taken in from a file: turn -> label -> sides, value.",
    )
    beacon = models.JSONField(
        default=dict,
        editable=False,
        help_text="With open dice, fixed at the start: the beacon's hash, genesis and period; else empty.",
    )
    dice_id = models.CharField(
        max_length=32,
        blank=True,
        editable=False,
        help_text="The public id under which it was mixed before it got another one; else empty.",
    )
    champion = models.ForeignKey(
        "campaign.Seat", null=True, blank=True, on_delete=models.SET_NULL, related_name="championships"
    )
    pause_reason = models.CharField(max_length=500, blank=True)
    paused_at = models.DateTimeField(null=True, blank=True)
    long_steps = models.BooleanField(
        default=False, editable=False, help_text="The clock's last step of it was a long one."
    )
    created_at = models.DateTimeField(auto_now_add=True)
    ended_at = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return self.name

    @property
    def mixed_as(self) -> str:
        """The public id that stands in its seals, closings and mixes."""
        return self.dice_id or self.public_id


class SeatStatus(models.TextChoices):
    """Who acts in a seat."""

    OPEN = "open", _("Open")
    PLAYER = "player", _("Played")
    BOT = "bot", _("Played by the bot")
    RESIGNED = "resigned", _("Left")


class BotLevel(models.TextChoices):
    """How well the bot plays; the values are those of ``rules.bot.characters.Level``."""

    RECRUIT = "recruit", _("Recruit")
    REGULAR = "regular", _("Regular")
    VETERAN = "veteran", _("Veteran")


class BotCharacter(models.TextChoices):
    """What the bot likes to do; the values are those of ``rules.bot.characters.Character``."""

    STEADY = "steady", _("Steady")
    CAUTIOUS = "cautious", _("Cautious")
    RAIDER = "raider", _("Raider")
    SEEKER = "seeker", _("Seeker")


class Seat(models.Model):
    """A player's place in a campaign, whoever acts in it. ``key`` is the engine's player id."""

    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="seats")
    key = models.CharField(max_length=40)
    public_id = models.CharField(max_length=32, unique=True, default=random_id, editable=False)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="seats"
    )
    status = models.CharField(max_length=8, choices=SeatStatus.choices, default=SeatStatus.OPEN)
    bot_level = models.CharField(
        max_length=8,
        choices=BotLevel.choices,
        default=BotLevel.REGULAR,
        help_text="How well the bot plays it, whenever the bot does. Public.",
    )
    bot_character = models.CharField(
        max_length=8,
        choices=BotCharacter.choices,
        default=BotCharacter.STEADY,
        help_text="What the bot likes to do in it. Public.",
    )
    number = models.PositiveSmallIntegerField(help_text="1 to n; chooses colour, pattern and sign.")
    army = models.CharField(max_length=60)
    preset = models.CharField(max_length=40, blank=True)
    rules = models.JSONField(default=list, help_text="Ids of army rules.")
    node = models.CharField(max_length=80, blank=True, help_text="Engine id of the Hive Mentality node.")
    conditions = models.JSONField(default=list, help_text="Victory conditions as in a scenario document.")
    briefing = models.JSONField(
        default=list, help_text="Engine ids of enemy banners whose places it knows from the start."
    )
    sightings = models.JSONField(
        default=list, help_text="What it heard before the war: see campaign.base.setup.early_sightings."
    )
    letter = models.TextField(blank=True, help_text="The private briefing: what its player reads first.")
    fallback = models.JSONField(default=dict, help_text="Banner engine id -> hold|fortify|resupply|retreat.")
    grace_left = models.PositiveSmallIntegerField(default=1)
    missed_in_a_row = models.PositiveSmallIntegerField(default=0)
    to_agree = models.BooleanField(
        default=False, help_text="Whether its player has still to agree to what taking part asks for now."
    )
    open_agreed = models.CharField(
        max_length=16,
        blank=True,
        help_text="What its player has agreed that anybody may see, and how late: banners:3. Face C1.",
    )
    version = models.PositiveIntegerField(
        default=0, help_text="Rises when something this seat may see has changed; never for anything else."
    )

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=("campaign", "key"), name="seat_key_unique"),
            models.UniqueConstraint(fields=("campaign", "number"), name="seat_number_unique"),
            models.UniqueConstraint(
                fields=("campaign", "user"),
                condition=models.Q(user__isnull=False),
                name="one_seat_per_user",
            ),
        )

    def __str__(self) -> str:
        return self.army


class Deputy(models.Model):
    """Someone who acts in a seat for a while; what a deputy does is marked."""

    seat = models.ForeignKey(Seat, on_delete=models.CASCADE, related_name="deputies")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="deputyships")
    since = models.DateTimeField()
    until = models.DateTimeField(null=True, blank=True, help_text="Empty: until the player returns.")

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=("seat", "user"), name="deputy_unique"),
            models.CheckConstraint(
                condition=models.Q(until__isnull=True) | models.Q(until__gt=models.F("since")),
                name="deputy_period",
            ),
        )

    def __str__(self) -> str:
        return f"{self.user} for {self.seat}"


class RoleKind(models.TextChoices):
    """Roles without a seat."""

    FACILITATOR = "facilitator", _("Facilitator")
    ARBITER = "arbiter", _("Arbiter")
    OBSERVER = "observer", _("Observer")


class Role(models.Model):
    """A role without a seat: facilitator, arbiter or observer. A facilitator holds no seat."""

    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="roles")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="roles")
    kind = models.CharField(max_length=12, choices=RoleKind.choices)

    class Meta:
        constraints = (models.UniqueConstraint(fields=("campaign", "user"), name="one_role_per_user"),)

    def __str__(self) -> str:
        return f"{self.user} as {self.kind}"
