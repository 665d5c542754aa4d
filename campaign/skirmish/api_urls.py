"""The API's addresses of this room."""

from __future__ import annotations

from django.urls import URLPattern, path

from campaign.skirmish import api

urlpatterns: list[URLPattern] = [
    path("skirmishes/", api.Skirmishes.as_view(), name="skirmishes"),
]
