"""The API's addresses of this room, below ``/api/v1/``."""

from __future__ import annotations

from django.urls import URLPattern, path

from campaign.notices.discord import api

_CHANNEL = "campaigns/<slug:campaign_id>/discord/"

urlpatterns: list[URLPattern] = [
    path(_CHANNEL, api.DiscordChannel.as_view(), name="discord"),
    path(f"{_CHANNEL}events/", api.DiscordEvents.as_view(), name="discord_events"),
    path(f"{_CHANNEL}test/", api.DiscordTest.as_view(), name="discord_test"),
]
