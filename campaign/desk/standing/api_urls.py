"""The API's addresses of this room, below ``/api/v1/``."""

from __future__ import annotations

from django.urls import URLPattern, path

from campaign.desk.standing import api

urlpatterns: list[URLPattern] = [
    path("campaigns/<slug:campaign_id>/desk/map/", api.Standing.as_view(), name="desk_map"),
]
