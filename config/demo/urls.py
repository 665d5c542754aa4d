"""The pages' addresses of this room."""

from __future__ import annotations

from django.urls import URLPattern, path

from config.demo import views

urlpatterns: list[URLPattern] = [
    path("c/<str:campaign_id>/demo/run/", views.run_deadline, name="demo_run"),
]
