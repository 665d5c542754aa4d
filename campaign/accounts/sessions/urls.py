"""The pages' addresses of this room."""

from __future__ import annotations

from django.urls import URLPattern, path

from campaign.accounts.sessions import views

urlpatterns: list[URLPattern] = [path("account/sessions/", views.sessions, name="sessions")]
