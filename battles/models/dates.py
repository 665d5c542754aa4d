"""When and where a battle is fought: what the two sides offer, agree on, and when each has done something."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from campaign.ids import random_id
from campaign.models import Battle, Seat


class PlaceKind(models.TextChoices):
    """What sort of place it is."""

    CLUB = "club", _("At a club")
    HOME = "home", _("At somebody's home")
    TABLE = "table", _("On a virtual table")
    ELSEWHERE = "elsewhere", _("Elsewhere")


class Place(models.Model):
    """Where to meet. It is seen by the two sides alone and erased 30 days after the date."""

    place_kind = models.CharField(max_length=10, choices=PlaceKind.choices, default=PlaceKind.CLUB)
    place = models.CharField(max_length=200, blank=True)
    link = models.URLField(max_length=500, blank=True)
    note = models.CharField(max_length=300, blank=True)
    erased = models.BooleanField(default=False)

    class Meta:
        abstract = True


class OfferState(models.TextChoices):
    """What has come of a date that was offered."""

    OPEN = "open", _("Open")
    TAKEN = "taken", _("Taken")
    DECLINED = "declined", _("Declined")
    WITHDRAWN = "withdrawn", _("Withdrawn")


class Offer(Place):
    """A date that one side offers to the other."""

    battle = models.ForeignKey(Battle, on_delete=models.CASCADE, related_name="offers")
    seat = models.ForeignKey(Seat, on_delete=models.CASCADE, related_name="date_offers")
    public_id = models.CharField(max_length=32, unique=True, default=random_id, editable=False)
    starts_at = models.DateTimeField()
    state = models.CharField(max_length=10, choices=OfferState.choices, default=OfferState.OPEN)
    made_at = models.DateTimeField()
    settled_at = models.DateTimeField(null=True)

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=("battle", "seat", "starts_at"),
                condition=models.Q(state="open"),
                name="offer_once",
            ),
        )

    def __str__(self) -> str:
        return f"{self.starts_at} offered by {self.seat}"


class Meeting(Place):
    """The date that both sides agreed on; ``sequence`` rises with every change, for their calendars."""

    battle = models.OneToOneField(Battle, on_delete=models.CASCADE, related_name="meeting")
    starts_at = models.DateTimeField()
    agreed_at = models.DateTimeField()
    changed_at = models.DateTimeField()
    cancelled_at = models.DateTimeField(null=True)
    sequence = models.PositiveIntegerField(default=0)

    def __str__(self) -> str:
        return f"{self.battle} at {self.starts_at}"


class ActKind(models.TextChoices):
    """What a side has done on a battle's page."""

    OFFERED = "offered", _("offered dates")
    TOOK = "took", _("took a date")
    DECLINED = "declined", _("declined a date")
    WITHDREW = "withdrew", _("withdrew a date")
    CANCELLED = "cancelled", _("called the date off")
    NO_SHOW = "no_show", _("said that nobody came")
    HERE = "here", _("said hello")
    LIST = "list", _("brought an army list")
    ROLLED = "rolled", _("called for the mission die")
    SHIFTED = "shifted", _("made a secret declaration")
    NIGHT = "night", _("chose day or night")
    SIDES = "sides", _("said who attacks")
    STORY = "story", _("told the story")
    PICTURE = "picture", _("showed a picture")
    CLAIMED = "claimed", _("claimed a forfeit")
    ANSWERED = "answered", _("answered the claim")
    WITHDREW_CLAIM = "withdrew_claim", _("withdrew the claim")
    RESULT = "result", _("entered the result")
    MESSAGE = "message", _("wrote a message")
    STAND_IN = "stand_in", _("asked for a stand-in")


class Act(models.Model):
    """That a side did something on a battle's page: the app keeps the times (Rules 12)."""

    battle = models.ForeignKey(Battle, on_delete=models.CASCADE, related_name="acts")
    seat = models.ForeignKey(Seat, on_delete=models.CASCADE, related_name="battle_acts")
    kind = models.CharField(max_length=16, choices=ActKind.choices)
    at = models.DateTimeField()

    class Meta:
        indexes = (models.Index(fields=("battle", "at"), name="act_by_battle"),)

    def __str__(self) -> str:
        return f"{self.seat} {self.get_kind_display()}"


class Availability(models.Model):
    """When a person can usually play: one window a weekday, in the person's own time zone."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="availability")
    weekday = models.PositiveSmallIntegerField(help_text="0 is Monday.")
    starts = models.TimeField()
    ends = models.TimeField()

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=("user", "weekday"), name="availability_once_a_day"),
            models.CheckConstraint(condition=models.Q(weekday__lt=7), name="availability_weekday"),
            models.CheckConstraint(condition=models.Q(ends__gt=models.F("starts")), name="availability_span"),
        )

    def __str__(self) -> str:
        return f"{self.user} on weekday {self.weekday}"
