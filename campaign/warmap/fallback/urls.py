"""The pages' addresses of this room."""

from __future__ import annotations

from django.urls import URLPattern, path

from campaign.warmap.fallback import views

urlpatterns: list[URLPattern] = [
    path("c/<str:campaign_id>/fallback/", views.fallback, name="fallback"),
]
