"""The pages' addresses of this room."""

from __future__ import annotations

from django.urls import URLPattern, path

from campaign.warmap import views

urlpatterns: list[URLPattern] = [
    path("c/<str:campaign_id>/turns/<whole:number>/map.json", views.turn_map, name="turn_map"),
    path("c/<str:campaign_id>/turns/<whole:number>/overview.png", views.turn_overview, name="turn_overview"),
]
