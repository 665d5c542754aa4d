"""How people come into a campaign, what they pick, when they are away, and what they cannot unsee."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from campaign.ids import random_id
from campaign.models.campaigns import BotLevel, Campaign, Seat
from campaign.models.turns import Turn


class InvitationKind(models.TextChoices):
    """What an invitation makes of whoever accepts it."""

    PLAYER = "player", _("Player")
    OBSERVER = "observer", _("Observer")
    FACILITATOR = "facilitator", _("Facilitator")
    ARBITER = "arbiter", _("Arbiter")


class Invitation(models.Model):
    """A way into a campaign: a link that works until a date, so many times, and until it is revoked.

    With ``seat`` it is for that seat alone, with ``email`` it was mailed there, works once, and for whoever
    has that address. ``to`` is what its maker typed: the name of somebody known, or the address.
    """

    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="invitations")
    public_id = models.CharField(max_length=32, unique=True, default=random_id, editable=False)
    token = models.CharField(max_length=32, unique=True, default=random_id, editable=False)
    kind = models.CharField(max_length=12, choices=InvitationKind.choices, default=InvitationKind.PLAYER)
    seat = models.ForeignKey(
        Seat, null=True, blank=True, on_delete=models.CASCADE, related_name="invitations"
    )
    email = models.EmailField(blank=True)
    to = models.CharField(max_length=254, blank=True)
    most_uses = models.PositiveSmallIntegerField(default=1)
    uses = models.PositiveSmallIntegerField(default=0)
    expires_at = models.DateTimeField()
    revoked_at = models.DateTimeField(null=True, blank=True)
    made_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )
    created_at = models.DateTimeField()

    class Meta:
        constraints = (
            models.CheckConstraint(
                condition=models.Q(uses__lte=models.F("most_uses")), name="invitation_uses"
            ),
        )

    def __str__(self) -> str:
        return f"{self.get_kind_display()} of {self.campaign}"


class Gathering(models.Model):
    """A war that starts by itself: when all are in, at ``starts_at``, or when its host says so.

    It lies beside the campaign while that is built, and stays as what the war was founded by. ``pace`` is a
    key of the schedule's paces, ``bot_level`` how bots play who take empty seats. ``tried_at`` and ``wrong``
    say when and why it could not start by itself. ``after`` is the war whose people wanted another one.
    """

    campaign = models.OneToOneField(Campaign, on_delete=models.CASCADE, related_name="gathering")
    host = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="gatherings"
    )
    invitation = models.ForeignKey(Invitation, null=True, on_delete=models.SET_NULL, related_name="+")
    pace = models.CharField(max_length=20)
    bot_level = models.CharField(max_length=8, choices=BotLevel.choices, default=BotLevel.REGULAR)
    starts_at = models.DateTimeField(null=True, blank=True)
    tried_at = models.DateTimeField(null=True, blank=True)
    wrong = models.CharField(max_length=500, blank=True)
    created_at = models.DateTimeField()
    after = models.ForeignKey(Campaign, null=True, on_delete=models.SET_NULL, related_name="+")

    def __str__(self) -> str:
        return f"Gathering of {self.campaign}"


class PickState(models.TextChoices):
    """Where a player's choice of army stands."""

    DRAFT = "draft", _("Being chosen")
    SUBMITTED = "submitted", _("Waits for approval")
    RETURNED = "returned", _("Given back")
    APPROVED = "approved", _("Approved")


class ArmyPick(models.Model):
    """The army that a player has chosen for a seat; it becomes the seat's when it is approved (Rules 11).

    ``why`` holds the justification and ``called`` the player's own name of each rule, by its id; ``colour``
    is the number that the seat would have.
    """

    seat = models.OneToOneField(Seat, on_delete=models.CASCADE, related_name="pick")
    army = models.CharField(max_length=60, blank=True)
    colour = models.PositiveSmallIntegerField(null=True, blank=True)
    preset = models.CharField(max_length=40, blank=True)
    rules = models.JSONField(default=list)
    why = models.JSONField(default=dict)
    called = models.JSONField(default=dict)
    state = models.CharField(max_length=10, choices=PickState.choices, default=PickState.DRAFT)
    word = models.CharField(max_length=500, blank=True, help_text="The facilitator's, when given back.")
    changed_at = models.DateTimeField(null=True)
    decided_at = models.DateTimeField(null=True)
    decided_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )

    def __str__(self) -> str:
        return f"{self.army or self.seat} ({self.get_state_display()})"


class Vacation(models.Model):
    """Days on which a seat's player is away, announced to all; it moves one plan deadline at most.

    ``turn`` is the turn whose deadline it has moved, by ``days`` days: what it has cost of the budget.
    """

    seat = models.ForeignKey(Seat, on_delete=models.CASCADE, related_name="vacations")
    public_id = models.CharField(max_length=32, unique=True, default=random_id, editable=False)
    first_day = models.DateField()
    last_day = models.DateField()
    announced_at = models.DateTimeField()
    cancelled_at = models.DateTimeField(null=True, blank=True)
    turn = models.ForeignKey(Turn, null=True, blank=True, on_delete=models.SET_NULL, related_name="vacations")
    days = models.PositiveSmallIntegerField(default=0)

    class Meta:
        constraints = (
            models.CheckConstraint(
                condition=models.Q(last_day__gte=models.F("first_day")), name="vacation_days"
            ),
        )

    def __str__(self) -> str:
        return f"{self.seat}: {self.first_day} to {self.last_day}"


class InsightKind(models.TextChoices):
    """What a person has seen."""

    TRUTH = "truth", _("The truth")
    PLAYER = "player", _("What a seat knows, as its player")
    DEPUTY = "deputy", _("What a seat knows, as its deputy")


class Insight(models.Model):
    """What a person has seen of a campaign and cannot unsee; it closes seats to that person until the end.

    ``seat`` is the seat whose knowledge it was, empty for the truth; ``last_turn`` the last turn of which its
    former player was told, and may go on reading.
    """

    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="insights")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="insights")
    seat = models.ForeignKey(Seat, null=True, blank=True, on_delete=models.CASCADE, related_name="insights")
    kind = models.CharField(max_length=8, choices=InsightKind.choices)
    last_turn = models.PositiveIntegerField(null=True, blank=True)
    at = models.DateTimeField()

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=("campaign", "user"), condition=models.Q(seat__isnull=True), name="truth_once"
            ),
            models.UniqueConstraint(fields=("seat", "user", "kind"), name="insight_once"),
        )

    def __str__(self) -> str:
        return f"{self.user}: {self.get_kind_display()}"


class Experience(models.TextChoices):
    """Whom a war looks for."""

    ANY = "any", _("Anybody")
    NEW = "new", _("Newcomers too")
    PLAYED = "played", _("Whoever has played a war to its end")


class Advert(models.Model):
    """That a war looks for players: its free seats stand on the list of wars, and anybody may ask for one."""

    campaign = models.OneToOneField(Campaign, on_delete=models.CASCADE, related_name="advert")
    seeking = models.BooleanField(default=False)
    language = models.CharField(max_length=8, blank=True, help_text="Of its people: de, en-gb. Empty: any.")
    experience = models.CharField(max_length=6, choices=Experience.choices, default=Experience.ANY)
    word = models.CharField(
        max_length=300, blank=True, help_text="What its facilitators say to whoever asks."
    )
    changed_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.campaign} is seeking" if self.seeking else str(self.campaign)


class AskState(models.TextChoices):
    """Where somebody's asking for a seat stands."""

    OPEN = "open", _("Waits for an answer")
    ACCEPTED = "accepted", _("Accepted")
    DECLINED = "declined", _("Declined")
    WITHDRAWN = "withdrawn", _("Taken back")


class SeatAsk(models.Model):
    """Somebody asks for a seat in a war that looks for players; a facilitator answers with a word.

    ``invitation`` is what an accepted one is taken by.
    """

    public_id = models.CharField(max_length=32, unique=True, default=random_id, editable=False)
    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="seat_asks")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="seat_asks")
    word = models.CharField(max_length=500, blank=True)
    state = models.CharField(max_length=9, choices=AskState.choices, default=AskState.OPEN)
    answer = models.CharField(max_length=500, blank=True)
    asked_at = models.DateTimeField()
    answered_at = models.DateTimeField(null=True)
    answered_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )
    invitation = models.ForeignKey(Invitation, null=True, on_delete=models.SET_NULL, related_name="+")

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=("campaign", "user"), condition=models.Q(state="open"), name="one_open_ask"
            ),
        )

    def __str__(self) -> str:
        return f"{self.user} asks for a seat in {self.campaign}"
