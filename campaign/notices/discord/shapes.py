"""What programs send about a campaign's Discord channel."""

from __future__ import annotations

from rest_framework import serializers

from campaign.base.integrations.webhook_post import MOST_ADDRESS
from campaign.outbox.public_events import EVENTS
from campaign.web.api.fields import Line
from campaign.web.api.request_parsing import Strict


class ChannelToSet(Strict):
    """The address of a channel's webhook; empty ends it."""

    address = Line(max_length=MOST_ADDRESS, allow_blank=True)


class EventsToChoose(Strict):
    """The events that are not posted."""

    off = serializers.ListField(child=serializers.ChoiceField(choices=EVENTS), max_length=len(EVENTS))
