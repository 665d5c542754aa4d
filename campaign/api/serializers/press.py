"""The shapes of messages, notices, the paper and the end."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from campaign.api.paging import Part
from campaign.api.reading import Strict
from campaign.api.serializers.fields import Switch, Text, Whole
from campaign.models import ArticleKind, Channel, ThreadKind
from campaign.notice_groups import GROUPS
from campaign.sending.push import MOST_ADDRESS as MOST_PUSH_ADDRESS
from campaign.sending.webhooks import MOST_ADDRESS
from campaign.services.devices import MOST_NAME
from campaign.services.flags import MOST_REASON
from campaign.services.messages import MOST_IN_A_GROUP, MOST_TEXT, MOST_TITLE
from campaign.services.news import MOST_CAPTION
from campaign.services.news import MOST_TEXT as MOST_ARTICLE
from campaign.services.news import MOST_TITLE as MOST_HEADLINE

MOST_SEATS = 32767
MOST_PICTURE = 7_000_000

# Messages


class Author(serializers.Serializer[Any]):
    """Who wrote: an army (0 and empty for those who run the campaign), and as what."""

    seat = serializers.IntegerField(source="number")
    army = serializers.CharField(allow_blank=True)
    voice = serializers.CharField(allow_blank=True)


class EarlierWords(serializers.Serializer[Any]):
    """What a message said until it was edited."""

    text = serializers.CharField()
    until = serializers.DateTimeField()


class Message(serializers.Serializer[Any]):
    """A message; ``hidden`` is why moderators have taken it away."""

    id = serializers.CharField()
    author = Author()
    mine = serializers.BooleanField()
    text = serializers.CharField(allow_blank=True)
    at = serializers.DateTimeField()
    edited_at = serializers.DateTimeField(allow_null=True)
    earlier = serializers.SerializerMethodField()
    hidden = serializers.CharField(allow_blank=True)
    flagged = serializers.BooleanField()
    new = serializers.BooleanField()
    client_id = serializers.CharField(allow_blank=True)

    @extend_schema_field(EarlierWords(many=True))
    def get_earlier(self, line: Any) -> list[dict[str, Any]]:
        """What it said before, the oldest first."""
        return [{"text": text, "until": until.isoformat()} for text, until in line.earlier]


class ThreadLine(serializers.Serializer[Any]):
    """A conversation in the list; ``name`` is its address."""

    name = serializers.CharField()
    kind = serializers.ChoiceField(choices=ThreadKind.values)
    title = serializers.CharField(allow_blank=True)
    people = Author(many=True)
    unread = serializers.IntegerField()
    muted = serializers.BooleanField()
    last_at = serializers.DateTimeField()


class Threads(Part):
    """All conversations, to whom one may write, and the campaign's press."""

    press = serializers.ChoiceField(choices=("full", "public", "none"))
    armies = Author(many=True)
    may_all = serializers.BooleanField()
    may_group = serializers.BooleanField()
    may_facilitators = serializers.BooleanField()
    items = ThreadLine(many=True, source="threads")


class Conversation(serializers.Serializer[Any]):
    """A conversation with its messages, the oldest first; ``earlier`` is to be sent as ``before``."""

    name = serializers.CharField()
    kind = serializers.ChoiceField(choices=ThreadKind.values)
    title = serializers.CharField(allow_blank=True)
    people = Author(many=True)
    may_write = serializers.BooleanField()
    muted = serializers.BooleanField()
    earlier = serializers.CharField(allow_blank=True)
    items = Message(many=True, source="lines")


class FoundMessage(serializers.Serializer[Any]):
    """A message that holds the words, and the conversation that it is in."""

    conversation = serializers.CharField()
    message = Message()


class FoundMessages(Part):
    """What was found, the newest first."""

    items = FoundMessage(many=True)


class MessageFlagShape(serializers.Serializer[Any]):
    """A flagged message as its moderators see it."""

    id = serializers.CharField()
    author = Author()
    by = Author()
    text = serializers.CharField()
    at = serializers.DateTimeField()
    reason = serializers.CharField()
    flagged_at = serializers.DateTimeField()
    settled_at = serializers.DateTimeField(allow_null=True)
    answer = serializers.CharField(allow_blank=True)
    hidden = serializers.CharField(allow_blank=True)


class MessageFlags(Part):
    """The flagged messages, the unsettled ones first."""

    items = MessageFlagShape(many=True)


class Words(Strict):
    """A message to be sent; sent again under its ``client_id`` it is not stored twice."""

    text = Text(max_length=MOST_TEXT)
    client_id = Text(max_length=64, required=False, default="")


class NewWords(Strict):
    """What a message shall say instead."""

    text = Text(max_length=MOST_TEXT)


class NewGroup(Words):
    """A group to be opened with its first message."""

    title = Text(max_length=MOST_TITLE)
    seats = serializers.ListField(
        child=Whole(min_value=1, max_value=MOST_SEATS), min_length=1, max_length=MOST_IN_A_GROUP
    )


class Muting(Strict):
    """Whether one hears of a conversation."""

    muted = Switch()


class WhyWrong(Strict):
    """What is wrong with a message."""

    reason = Text(max_length=MOST_REASON)


class Settling(Strict):
    """What becomes of a flagged message, and why."""

    hide = Switch()
    answer = Text(max_length=MOST_REASON)


class Done(serializers.Serializer[Any]):
    """That it is done."""

    done = serializers.BooleanField()


# Notices


class NoticeLine(serializers.Serializer[Any]):
    """A notice: its line, and the page that it is about."""

    text = serializers.CharField()
    path = serializers.CharField()
    at = serializers.DateTimeField()
    new = serializers.BooleanField()


class NoticeList(Part):
    """The last notices, the latest first."""

    unread = serializers.IntegerField()
    items = NoticeLine(many=True)


class Silence(serializers.Serializer[Any]):
    """A switch that is off."""

    group = serializers.ChoiceField(choices=tuple(GROUPS))
    channel = serializers.ChoiceField(choices=Channel.values)


class Device(serializers.Serializer[Any]):
    """A browser in which push is on, and why the last line did not arrive there, if it did not."""

    id = serializers.CharField(source="public_id")
    name = serializers.CharField()
    since = serializers.DateTimeField(source="created_at")
    error = serializers.CharField(allow_blank=True)
    tried_at = serializers.DateTimeField(allow_null=True)


class Wishes(serializers.Serializer[Any]):
    """How one is told: switches that are off, webhook (its last error), push, the calendar's address."""

    off = Silence(many=True)
    webhook = serializers.CharField(allow_blank=True)
    webhook_error = serializers.CharField(allow_blank=True)
    webhook_tried_at = serializers.DateTimeField(allow_null=True)
    push = Device(many=True)
    push_key = serializers.CharField(help_text="The site's key, which a browser wants to be turned on.")
    calendar = serializers.CharField()


class SilenceToSet(Strict):
    """A switch to turn off."""

    group = serializers.ChoiceField(choices=tuple(GROUPS))
    channel = serializers.ChoiceField(choices=Channel.values)


class SilencesToSet(Strict):
    """All switches that shall be off."""

    off = serializers.ListField(child=SilenceToSet(), max_length=len(GROUPS) * len(Channel.values))


class WebhookToSet(Strict):
    """The address of a webhook; empty removes it."""

    address = Text(max_length=MOST_ADDRESS, allow_blank=True)


class DeviceToAdd(Strict):
    """What a browser gives when it subscribes to push: its service's address, and its keys as base64url."""

    address = Text(max_length=MOST_PUSH_ADDRESS)
    key = Text(max_length=100, help_text="`p256dh`: the uncompressed point.")
    auth = Text(max_length=40, help_text="`auth`: 16 bytes.")
    name = Text(max_length=MOST_NAME, help_text="What to call the browser in the list.")


# The paper


class Plate(serializers.Serializer[Any]):
    """A picture of a piece."""

    id = serializers.CharField()
    width = serializers.IntegerField()
    height = serializers.IntegerField()
    caption = serializers.CharField()


class Article(serializers.Serializer[Any]):
    """A piece of the paper, its text in Markdown; not published: a draft, seen by its writers."""

    id = serializers.CharField()
    kind = serializers.ChoiceField(choices=ArticleKind.values)
    turn = serializers.IntegerField(allow_null=True)
    title = serializers.CharField()
    text = serializers.CharField()
    published_at = serializers.DateTimeField(allow_null=True)
    edited_at = serializers.DateTimeField(allow_null=True)
    plates = Plate(many=True)


class Paper(Part):
    """All pieces, the latest first, and the text to share."""

    open_to_all = serializers.BooleanField()
    share = serializers.CharField()
    items = Article(many=True)


class ArticleToWrite(Strict):
    """A piece to be stored as a draft, or changed."""

    kind = serializers.ChoiceField(choices=ArticleKind.values)
    title = Text(max_length=MOST_HEADLINE)
    text = Text(max_length=MOST_ARTICLE)
    turn = Whole(required=False, allow_null=True, default=None, min_value=0, max_value=1_000_000)


class PlateFile(serializers.Serializer[Any]):
    """A picture of the paper, or the one under the map."""

    picture = serializers.CharField(help_text="The picture as base64.")
    media_type = serializers.CharField()


class PlateToAdd(Strict):
    """A picture as base64, and what it shows."""

    picture = Text(max_length=MOST_PICTURE)
    caption = Text(max_length=MOST_CAPTION)


class Opening(Strict):
    """Whether anybody may read what is public of the campaign."""

    open_to_all = Switch()


# The end


class StandingAfter(serializers.Serializer[Any]):
    """An army after a turn; battles since the start; of the enemies on its map how many were right."""

    sectors = serializers.IntegerField()
    levels = serializers.IntegerField()
    banners = serializers.IntegerField()
    fought = serializers.IntegerField()
    won = serializers.IntegerField()
    seen = serializers.IntegerField()
    placed = serializers.IntegerField()
    levelled = serializers.IntegerField()
    exact = serializers.IntegerField()


class ArmyNumbers(serializers.Serializer[Any]):
    """An army, with its standing after each turn."""

    seat = serializers.IntegerField(source="number")
    army = serializers.CharField(source="name")
    champion = serializers.BooleanField()
    standings = StandingAfter(many=True)


class WarNumbers(serializers.Serializer[Any]):
    """A finished war in numbers."""

    turns = serializers.ListField(child=serializers.IntegerField())
    armies = ArmyNumbers(many=True)


class ReplayTurn(serializers.Serializer[Any]):
    """A turn as it was and as each army knew it, as documents of the map."""

    turn = serializers.IntegerField()
    truth = serializers.JSONField(allow_null=True)
    seats = serializers.DictField(child=serializers.JSONField(), help_text="By seat number.")


class War(serializers.Serializer[Any]):
    """The whole war: each turn's input with all plans, and its outcome."""

    campaign = serializers.CharField()
    champion = serializers.CharField(allow_null=True)
    armies = serializers.DictField(child=serializers.CharField(), help_text="Names by engine id.")
    banners = serializers.DictField(child=serializers.CharField(), help_text="Names by engine id.")
    turns = serializers.ListField(child=serializers.JSONField())
