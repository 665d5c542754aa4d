"""The pages' addresses of this room."""

from __future__ import annotations

from django.urls import URLPattern, path

from campaign.founding.house import views

urlpatterns: list[URLPattern] = [
    path("c/<str:campaign_id>/build/house/", views.rules, name="build_house"),
    path("c/<str:campaign_id>/build/house/new/", views.new, name="build_house_new"),
    path("c/<str:campaign_id>/build/house/<str:rule_id>/", views.rule, name="build_house_rule"),
]
