"""The API's addresses of this room, below ``/api/v1/``."""

from __future__ import annotations

from django.urls import URLPattern, path

from campaign.archive import api

urlpatterns: list[URLPattern] = [
    path("campaigns/<slug:campaign_id>/end/why/", api.WarReasons.as_view(), name="war_why"),
    path("campaigns/<slug:campaign_id>/end/statistics/", api.WarStatistics.as_view(), name="war_statistics"),
    path(
        "campaigns/<slug:campaign_id>/end/replay/<whole:number>/", api.WarReplay.as_view(), name="war_replay"
    ),
    path("campaigns/<slug:campaign_id>/end/war/", api.WholeWar.as_view(), name="war"),
]
