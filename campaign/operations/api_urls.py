"""The API's addresses of this room, below ``/api/v1/``."""

from __future__ import annotations

from django.urls import URLPattern, path

from campaign.operations import docs_api, live_api

urlpatterns: list[URLPattern] = [
    path("schema/", docs_api.Document.as_view(), name="schema"),
    path("docs/", docs_api.Explorer.as_view(), name="docs"),
    path("problems/<slug:slug>/", docs_api.ProblemMeaning.as_view(), name="problem"),
    path("live/", live_api.MyStream.as_view(), name="live"),
    path("campaigns/<slug:campaign_id>/live/", live_api.CampaignStream.as_view(), name="campaign_live"),
]
