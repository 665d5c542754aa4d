"""What people write to each other, what they find wrong and flag, and what operators do about it."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from campaign.ids import random_id
from campaign.kept_bytes import KeptBytes
from campaign.models.campaigns import Campaign, Seat
from campaign.models.fighting import Battle

MOST_REASON = 300


class ThreadKind(models.TextChoices):
    """Whose thread it is. *Private* has two people, *group* those who were asked in."""

    ALL = "all", _("To all")
    PRIVATE = "private", _("Private")
    GROUP = "group", _("Group")
    FACILITATOR = "facilitator", _("With the facilitators")
    BATTLE = "battle", _("About a battle")


class Voice(models.TextChoices):
    """As what somebody writes."""

    PLAYER = "player", _("Player")
    DEPUTY = "deputy", _("Deputy")
    STAND_IN = "stand_in", _("Stand-in")
    FACILITATOR = "facilitator", _("Facilitator")
    ARBITER = "arbiter", _("Arbiter")


class Thread(models.Model):
    """A conversation. ``key`` makes it the only one of its kind: ``all``, ``private:3:7``, ``battle:12``.

    Private and group threads belong to their ``Member`` rows; of the others it is asked each time who may
    read: they belong to places, not to people. ``player`` is the one who talks with the facilitators.
    """

    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="threads")
    public_id = models.CharField(max_length=32, unique=True, default=random_id, editable=False)
    kind = models.CharField(max_length=12, choices=ThreadKind.choices)
    key = models.CharField(max_length=80)
    title = models.CharField(max_length=80, blank=True)
    battle = models.ForeignKey(Battle, null=True, on_delete=models.CASCADE, related_name="threads")
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.CASCADE, related_name="+"
    )
    created_at = models.DateTimeField()
    last_at = models.DateTimeField()

    class Meta:
        constraints = (models.UniqueConstraint(fields=("campaign", "key"), name="thread_key_unique"),)

    def __str__(self) -> str:
        return self.key


class Member(models.Model):
    """Somebody in a thread: how far it is read, whether it is muted, when it was left."""

    thread = models.ForeignKey(Thread, on_delete=models.CASCADE, related_name="members")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    seat = models.ForeignKey(Seat, null=True, on_delete=models.SET_NULL, related_name="+")
    read_to = models.PositiveBigIntegerField(default=0, help_text="The last message read.")
    muted = models.BooleanField(default=False)
    left_at = models.DateTimeField(null=True)

    class Meta:
        constraints = (models.UniqueConstraint(fields=("thread", "user"), name="member_unique"),)

    def __str__(self) -> str:
        return f"{self.user} in {self.thread}"


class Message(models.Model):
    """Something written. ``client_id`` is the sender's own name for it: sent again it is the same message."""

    thread = models.ForeignKey(Thread, on_delete=models.CASCADE, related_name="messages")
    public_id = models.CharField(max_length=32, unique=True, default=random_id, editable=False)
    author = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )
    seat = models.ForeignKey(Seat, null=True, on_delete=models.SET_NULL, related_name="+")
    voice = models.CharField(max_length=12, choices=Voice.choices)
    text = models.TextField()
    client_id = models.CharField(max_length=64)
    hidden = models.CharField(max_length=300, blank=True, help_text="Why moderators have taken it away.")
    created_at = models.DateTimeField()
    edited_at = models.DateTimeField(null=True)

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=("thread", "author", "client_id"), name="message_sent_once"),
        )

    def __str__(self) -> str:
        return self.public_id


class MessageEdit(models.Model):
    """What a message said before it was edited."""

    message = models.ForeignKey(Message, on_delete=models.CASCADE, related_name="edits")
    text = models.TextField()
    until = models.DateTimeField(help_text="When it stopped saying this.")

    class Meta:
        ordering = ("id",)

    def __str__(self) -> str:
        return f"{self.message}, {self.until}"


class FlagKind(models.TextChoices):
    """What can be flagged: whatever people write or show to others."""

    MESSAGE = "message", _("A message")
    ARTICLE = "article", _("An article")
    CAMPAIGN = "campaign", _("A campaign's name and story")
    ARMY = "army", _("An army's name")
    PERSON = "person", _("A person's name")
    STORY = "story", _("The story of a battle")
    PICTURE = "picture", _("A picture of a battle")
    LIST = "list", _("An army list")
    TEXT = "text", _("A text of a campaign")
    BANNER = "banner", _("A banner's name")
    TABLE = "table", _("A battle at a table: its name, sides and units")
    ASK = "ask", _("Somebody's name and comment, who asks for a seat")
    ANSWER = "answer", _("The answer to a request for a seat")
    REASON = "reason", _("A reason that was given")
    DATE = "date", _("The place and note of a date")
    CLAIM = "claim", _("What is said to a claim")
    GROUP = "group", _("The name of a conversation")
    THING = "thing", _("Words about a feature or relic")
    LETTER = "letter", _("A private briefing")
    GROUND = "ground", _("The picture under a map")
    HOUSE = "house", _("An army rule of the club")
    MISSION = "mission", _("A mission of the club")
    PICK = "pick", _("What is said about an army")
    ORDER = "order", _("An order in words, and what came of it")


class Flag(models.Model):
    """Something shown to moderators or operators by one of its readers, until they have settled it.

    ``snapshot`` (title, text) and ``picture`` are what it said then, and are erased with time; ``person`` is
    whose it is. ``by`` is empty for visitors.
    """

    public_id = models.CharField(max_length=32, unique=True, default=random_id, editable=False)
    kind = models.CharField(max_length=8, choices=FlagKind.choices, default=FlagKind.MESSAGE)
    subject = models.CharField(max_length=80, help_text="The thing's own id.")
    campaign = models.ForeignKey(Campaign, null=True, on_delete=models.CASCADE, related_name="flags")
    message = models.ForeignKey(Message, null=True, on_delete=models.CASCADE, related_name="flags")
    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="flags_against"
    )
    by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.CASCADE, related_name="+")
    to_operators = models.BooleanField(default=False)
    reason = models.CharField(max_length=MOST_REASON)
    snapshot = models.JSONField(default=dict)
    picture = KeptBytes(null=True)
    created_at = models.DateTimeField(db_index=True)
    settled_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )
    settled_at = models.DateTimeField(null=True)
    answer = models.CharField(max_length=MOST_REASON, blank=True)

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=("kind", "subject", "by"),
                condition=models.Q(settled_at__isnull=True, by__isnull=False),
                name="flag_once",
            ),
        )
        indexes = (
            models.Index(
                fields=("to_operators", "id"),
                condition=models.Q(settled_at__isnull=True),
                name="flag_open_index",
            ),
        )

    def __str__(self) -> str:
        return self.reason


class MeasureKind(models.TextChoices):
    """What an operator does about something that was flagged."""

    HIDE = "hide", _("Take it away")
    RENAME = "rename", _("Rename it")
    WARN = "warn", _("Warn the person")
    SUSPEND = "suspend", _("Suspend the account")
    BAN = "ban", _("Ban the account")
    DISMISS = "dismiss", _("Dismiss the flag")
    UNDO = "undo", _("Undo")


class Measure(models.Model):
    """An act of an operator about a flag, with its reason; none is ever deleted, one may be undone.

    ``kept`` is what stood there before, for the undoing: rows with their fields, erased with time. Of an undo
    ``undoes`` is what it takes back.
    """

    public_id = models.CharField(max_length=32, unique=True, default=random_id, editable=False)
    flag = models.ForeignKey(Flag, on_delete=models.CASCADE, related_name="measures")
    kind = models.CharField(max_length=8, choices=MeasureKind.choices)
    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="measures"
    )
    by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    reason = models.CharField(max_length=MOST_REASON)
    until = models.DateTimeField(null=True, help_text="Of a suspension.")
    kept = models.JSONField(default=list)
    undoes = models.OneToOneField("self", null=True, on_delete=models.CASCADE, related_name="undone")
    at = models.DateTimeField(db_index=True)

    class Meta:
        ordering = ("-id",)

    def __str__(self) -> str:
        return f"{self.kind}: {self.reason}"
