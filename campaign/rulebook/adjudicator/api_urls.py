"""The API's addresses of this room, below ``/api/v1/``."""

from __future__ import annotations

from django.urls import URLPattern, path

from campaign.rulebook.adjudicator import api

urlpatterns: list[URLPattern] = [
    path("verdicts/", api.Verdicts.as_view(), name="verdicts"),
    path("verdicts/<slug:verdict_id>/", api.OneVerdict.as_view(), name="verdict"),
]
