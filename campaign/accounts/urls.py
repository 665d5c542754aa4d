"""The pages' addresses of this room."""

from __future__ import annotations

from django.urls import URLPattern, path

from campaign.accounts import views

urlpatterns: list[URLPattern] = [
    path("account/", views.account, name="account"),
    path("theme/", views.theme, name="theme"),
]
