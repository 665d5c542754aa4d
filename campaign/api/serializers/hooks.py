"""The shapes of webhooks for programs."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from campaign.api.reading import Strict
from campaign.sending.webhooks import MOST_ADDRESS


class HookToMake(Strict):
    """Where a program wants to be told."""

    address = serializers.CharField(max_length=MOST_ADDRESS, help_text="https:// and an allowed host.")
    campaign = serializers.CharField(
        max_length=32, required=False, allow_blank=True, help_text="A campaign's id; all of yours without it."
    )


class Hook(serializers.Serializer[Any]):
    """A webhook as its owner sees it."""

    id = serializers.CharField(source="public_id")
    address = serializers.CharField()
    campaign = serializers.CharField(
        source="campaign.public_id", allow_null=True, default=None, help_text="Null: all campaigns."
    )
    error = serializers.CharField(allow_blank=True, help_text="Why the last post failed, or empty.")
    tried_at = serializers.DateTimeField(allow_null=True)
    created_at = serializers.DateTimeField()
    stopped_at = serializers.DateTimeField(
        allow_null=True, help_text="Since when nothing is told: its maker runs the campaign no more."
    )


class NewHook(Hook):
    """A webhook just made, with its secret."""

    secret = serializers.CharField(help_text="It signs each post, and cannot be had again.")


class StoppedHook(serializers.Serializer[Any]):
    """A webhook of a campaign that stopped when the facilitator who had made it left."""

    id = serializers.CharField()
    host = serializers.CharField()
    by = serializers.CharField()
    stopped_at = serializers.DateTimeField()


class HookList(serializers.Serializer[Any]):
    """All webhooks of a person."""

    items = Hook(many=True)
