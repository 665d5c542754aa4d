"""The API's addresses of this room, below ``/api/v1/``."""

from __future__ import annotations

from django.urls import URLPattern, path

from campaign.desk.disputes import api

urlpatterns: list[URLPattern] = [
    path("campaigns/<slug:campaign_id>/disputes/", api.DisputeList.as_view(), name="disputes"),
    path("campaigns/<slug:campaign_id>/disputes/<slug:battle_id>/", api.OneDispute.as_view(), name="dispute"),
    path(
        "campaigns/<slug:campaign_id>/disputes/<slug:battle_id>/ruling/",
        api.DisputeRuling.as_view(),
        name="dispute_ruling",
    ),
]
