"""The API's addresses of this room, below ``/api/v1/``."""

from __future__ import annotations

from django.urls import URLPattern, path

from campaign.archive.course import api

_END = "campaigns/<slug:campaign_id>/end/"
urlpatterns: list[URLPattern] = [
    path(f"{_END}facts/", api.WarFacts.as_view(), name="war_facts"),
    path(f"{_END}aims/", api.AimsTurnByTurn.as_view(), name="war_aims"),
    path(f"{_END}promises/", api.WarPromises.as_view(), name="war_promises"),
    path(f"{_END}course/<whole:number>/", api.TurnTold.as_view(), name="war_turn"),
]
