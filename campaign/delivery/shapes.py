"""The shapes of notices, and of the ways by which they come."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Annotated

from rest_framework import serializers

from campaign.base.answers import one_of
from campaign.base.integrations.web_push import MOST_ADDRESS as MOST_PUSH_ADDRESS
from campaign.base.integrations.webhook_post import MOST_ADDRESS
from campaign.delivery.emails import Headline
from campaign.models import Channel
from campaign.models.notices import MOST_NAME
from campaign.outbox.groups import GROUPS
from campaign.web.api.fields import Line
from campaign.web.api.paging import ListPart
from campaign.web.api.request_parsing import Strict


@dataclass(frozen=True, slots=True)
class NoticeList(ListPart):
    """The last notices, the latest first."""

    unread: int
    items: tuple[Headline, ...]


@dataclass(frozen=True, slots=True)
class Silence:
    """A switch that is off."""

    group: Annotated[str, one_of(GROUPS)]
    channel: Annotated[str, one_of(Channel)]


@dataclass(frozen=True, slots=True)
class Device:
    """A browser in which push is on, and why the last line did not arrive there, if it did not."""

    id: str
    name: str
    since: datetime
    error: str
    tried_at: datetime | None


@dataclass(frozen=True, slots=True)
class Wishes:
    """How one is told: switches that are off, webhook (its last error), push, the calendar's address."""

    off: tuple[Silence, ...]
    mail_refused_at: Annotated[datetime | None, "When the last mail was written, if that did not arrive."]
    webhook: str
    webhook_error: str
    webhook_tried_at: datetime | None
    push: tuple[Device, ...]
    push_key: Annotated[str, "The site's key, which a browser wants to be turned on."]
    calendar: str


class SilenceToSet(Strict):
    """A switch to turn off."""

    group = serializers.ChoiceField(choices=tuple(GROUPS))
    channel = serializers.ChoiceField(choices=Channel.values)


class SilencesToSet(Strict):
    """All switches that shall be off."""

    off = serializers.ListField(child=SilenceToSet(), max_length=len(GROUPS) * len(Channel.values))


class WebhookToSet(Strict):
    """The address of a webhook; empty removes it."""

    address = Line(max_length=MOST_ADDRESS, allow_blank=True)


class DeviceToAdd(Strict):
    """What a browser gives when it subscribes to push: its service's address, and its keys as base64url."""

    address = Line(max_length=MOST_PUSH_ADDRESS)
    key = Line(max_length=100, help_text="`p256dh`: the uncompressed point.")
    auth = Line(max_length=40, help_text="`auth`: 16 bytes.")
    name = Line(max_length=MOST_NAME, help_text="What to call the browser in the list.")
