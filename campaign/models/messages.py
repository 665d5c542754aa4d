"""What people write to each other: threads, who reads in them, messages, earlier words."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from campaign.ids import random_id
from campaign.models.campaigns import Campaign, Seat
from campaign.models.fighting import Battle


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
