"""The pages' addresses of this room."""

from __future__ import annotations

from django.urls import URLPattern, path

from campaign.operations.metrics import views

urlpatterns: list[URLPattern] = [
    path("operator/", views.operator, name="operator"),
    path("metrics", views.metrics, name="metrics"),
]
