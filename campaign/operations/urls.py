"""The pages' addresses of this room."""

from __future__ import annotations

from django.urls import URLPattern, path

from campaign.operations import live_views, views

urlpatterns: list[URLPattern] = [
    path("healthz", views.alive, name="healthz"),
    path("readyz", views.ready, name="readyz"),
    path("clockz", views.clock, name="clockz"),
    path("live/", live_views.home_stream, name="home_live"),
    path("c/<str:campaign_id>/live/", live_views.campaign_stream, name="campaign_live"),
]
