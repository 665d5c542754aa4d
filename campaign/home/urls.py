"""The pages' addresses of this room."""

from __future__ import annotations

from django.urls import URLPattern, path

from campaign.home import about, views

urlpatterns: list[URLPattern] = [
    path("", views.home, name="home"),
    path("c/<str:campaign_id>/about/", about.about, name="campaign_about"),
]
