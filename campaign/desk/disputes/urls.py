"""The pages' addresses of this room."""

from __future__ import annotations

from django.urls import URLPattern, path

from campaign.desk.disputes import views

urlpatterns: list[URLPattern] = [
    path("c/<str:campaign_id>/disputes/", views.disputes, name="disputes"),
    path("c/<str:campaign_id>/disputes/<str:battle_id>/", views.dispute, name="dispute"),
]
