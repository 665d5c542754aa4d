"""The pages' addresses of this room."""

from __future__ import annotations

from django.urls import URLPattern, path

from campaign.people.reliability import views

urlpatterns: list[URLPattern] = [path("account/reliability/", views.reliability, name="reliability")]
