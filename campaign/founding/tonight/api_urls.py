"""The API's addresses of this room, below ``/api/v1/``."""

from __future__ import annotations

from django.urls import URLPattern, path

from campaign.founding.tonight import api

urlpatterns: list[URLPattern] = [
    path("tonight/", api.Tonight.as_view(), name="tonight"),
    path("campaigns/<slug:campaign_id>/tonight/", api.OneTonight.as_view(), name="one_tonight"),
    path("campaigns/<slug:campaign_id>/tonight/bots/", api.TonightBots.as_view(), name="tonight_bots"),
    path("campaigns/<slug:campaign_id>/tonight/start/", api.TonightStart.as_view(), name="tonight_start"),
    path("campaigns/<slug:campaign_id>/bots/", api.Bots.as_view(), name="fill_with_bots"),
]
