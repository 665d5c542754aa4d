"""The API's addresses of this room, below ``/api/v1/``."""

from __future__ import annotations

from django.urls import URLPattern, path

from campaign.press.messages import api

urlpatterns: list[URLPattern] = [
    path("campaigns/<slug:campaign_id>/messages/", api.MessageThreads.as_view(), name="messages"),
    path("campaigns/<slug:campaign_id>/messages/search/", api.MessageSearch.as_view(), name="message_search"),
    path(
        "campaigns/<slug:campaign_id>/messages/<slug:name>/", api.Conversation.as_view(), name="conversation"
    ),
    path(
        "campaigns/<slug:campaign_id>/messages/<slug:name>/read/",
        api.ConversationReading.as_view(),
        name="conversation_read",
    ),
    path(
        "campaigns/<slug:campaign_id>/messages/<slug:name>/mute/",
        api.ConversationMuting.as_view(),
        name="conversation_mute",
    ),
    path(
        "campaigns/<slug:campaign_id>/messages/<slug:name>/leave/",
        api.ConversationLeaving.as_view(),
        name="conversation_leave",
    ),
    path(
        "campaigns/<slug:campaign_id>/messages/<slug:name>/<slug:message_id>/edit/",
        api.MessageEditing.as_view(),
        name="message_edit",
    ),
]
