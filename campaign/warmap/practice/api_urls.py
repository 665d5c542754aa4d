"""The API's addresses of this room, below ``/api/v1/``."""

from __future__ import annotations

from django.urls import URLPattern, path

from campaign.warmap.practice import api

urlpatterns: list[URLPattern] = [
    path("campaigns/<slug:campaign_id>/practice/", api.PracticeGround.as_view(), name="practice"),
]
