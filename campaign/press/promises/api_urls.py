"""The API's addresses of this room, below ``/api/v1/``."""

from __future__ import annotations

from django.urls import URLPattern, path

from campaign.press.promises import api

urlpatterns: list[URLPattern] = [
    path("campaigns/<slug:campaign_id>/promises/", api.Promises.as_view(), name="promises"),
    path(
        "campaigns/<slug:campaign_id>/promises/<slug:promise_id>/",
        api.PromiseAnswering.as_view(),
        name="promise",
    ),
    path(
        "campaigns/<slug:campaign_id>/messages/<slug:name>/promises/",
        api.ConversationPromises.as_view(),
        name="conversation_promises",
    ),
]
