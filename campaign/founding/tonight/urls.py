"""The pages' addresses of this room."""

from __future__ import annotations

from django.urls import URLPattern, path

from campaign.founding.tonight import views

urlpatterns: list[URLPattern] = [
    path("tonight/", views.tonight, name="tonight"),
    path("c/<str:campaign_id>/tonight/", views.gathering, name="gathering"),
    path("c/<str:campaign_id>/tonight/screen/", views.screen, name="gathering_screen"),
]
