"""The pages' addresses of this room."""

from __future__ import annotations

from django.urls import URLPattern, path

from campaign.desk.standing import views

urlpatterns: list[URLPattern] = [path("c/<str:campaign_id>/desk/map/", views.show, name="desk_map")]
