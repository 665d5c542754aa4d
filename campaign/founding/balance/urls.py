"""The pages' addresses of this room."""

from __future__ import annotations

from django.urls import URLPattern, path

from campaign.founding.balance import views

urlpatterns: list[URLPattern] = [
    path("c/<str:campaign_id>/build/balance/", views.balance, name="build_balance"),
    path("c/<str:campaign_id>/build/balance/games/", views.progress, name="build_balance_games"),
]
