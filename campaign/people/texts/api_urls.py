"""The API's addresses of this room, below ``/api/v1/``."""

from __future__ import annotations

from django.urls import URLPattern, path

from campaign.people.texts import api

urlpatterns: list[URLPattern] = [
    path("campaigns/<slug:campaign_id>/texts/", api.CampaignTexts.as_view(), name="texts"),
]
