"""The shapes of messages."""

from __future__ import annotations

from dataclasses import dataclass

from rest_framework import serializers

from campaign.press.messages.selectors import Line as Message
from campaign.press.messages.services import MOST_IN_A_GROUP, MOST_TEXT, MOST_TITLE
from campaign.web.api.fields import Line, Switch, Text, Whole
from campaign.web.api.paging import ListPart
from campaign.web.api.request_parsing import Strict

MOST_SEATS = 32767


@dataclass(frozen=True, slots=True)
class FoundMessage:
    """A message that holds the words, and the conversation that it is in."""

    conversation: str
    message: Message


@dataclass(frozen=True, slots=True)
class FoundMessages(ListPart):
    """What was found, the newest first."""

    items: tuple[FoundMessage, ...]


class NewMessage(Strict):
    """A message to be sent; sent again under its ``client_id`` it is not stored twice."""

    text = Text(max_length=MOST_TEXT)
    client_id = Line(max_length=64, required=False, default="")


class EditedMessage(Strict):
    """What a message shall say instead."""

    text = Text(max_length=MOST_TEXT)


class NewGroup(NewMessage):
    """A group to be opened with its first message."""

    title = Line(max_length=MOST_TITLE)
    seats = serializers.ListField(
        child=Whole(min_value=1, max_value=MOST_SEATS), min_length=1, max_length=MOST_IN_A_GROUP
    )


class Muting(Strict):
    """Whether one hears of a conversation."""

    muted = Switch()
