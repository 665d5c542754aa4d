"""The pages' addresses of this room."""

from __future__ import annotations

from django.urls import URLPattern, path

from campaign.warmap import views

urlpatterns: list[URLPattern] = [
    path("c/<str:campaign_id>/turns/<int:number>/map.json", views.turn_map, name="turn_map"),
    path("c/<str:campaign_id>/turns/<int:number>/overview.png", views.turn_overview, name="turn_overview"),
]
