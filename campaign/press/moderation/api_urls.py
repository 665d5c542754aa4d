"""The API's addresses of this room, below ``/api/v1/``."""

from __future__ import annotations

from django.urls import URLPattern, path

from campaign.press.moderation import api

urlpatterns: list[URLPattern] = [
    path("flags/", api.Flagging.as_view(), name="flag"),
    path(
        "campaigns/<slug:campaign_id>/messages/<slug:name>/<slug:message_id>/flag/",
        api.MessageFlagging.as_view(),
        name="message_flag",
    ),
    path("campaigns/<slug:campaign_id>/flags/", api.FlagList.as_view(), name="flags"),
    path(
        "campaigns/<slug:campaign_id>/flags/<slug:flag_id>/", api.FlagSettling.as_view(), name="flag_settle"
    ),
]
