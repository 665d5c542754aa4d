"""The API's addresses of this room, below ``/api/v1/``."""

from __future__ import annotations

from django.urls import URLPattern, path

from campaign.notices.webhooks import api

urlpatterns: list[URLPattern] = [
    path("webhooks/", api.Hooks.as_view(), name="hooks"),
    path("webhooks/<slug:hook_id>/test/", api.HookTest.as_view(), name="hook_test"),
    path("webhooks/<slug:hook_id>/remove/", api.HookRemoval.as_view(), name="hook_remove"),
    path(
        "campaigns/<slug:campaign_id>/webhooks/<slug:hook_id>/forget/",
        api.StoppedHookRemoval.as_view(),
        name="hook_forget",
    ),
]
