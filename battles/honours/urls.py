"""The pages' addresses of this room."""

from __future__ import annotations

from django.urls import URLPattern, path

from battles.honours import views

urlpatterns: list[URLPattern] = [
    path("c/<str:campaign_id>/honours/", views.honours, name="honours"),
    path("account/availability/", views.availability, name="availability"),
    path("stand-in/<str:token>/", views.stand_in, name="stand_in"),
    path("stand-in/<str:token>/live/", views.stand_in_stream, name="stand_in_live"),
    path("shared/<str:token>/", views.shared, name="shared_battle"),
]
