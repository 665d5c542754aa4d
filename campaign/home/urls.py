"""The pages' addresses of this room."""

from __future__ import annotations

from django.urls import URLPattern, path

from campaign.home import views

urlpatterns: list[URLPattern] = [
    path("", views.home, name="home"),
]
