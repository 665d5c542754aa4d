"""The pages' addresses of this room."""

from __future__ import annotations

from django.urls import URLPattern, path

from campaign.people.invitations import views

urlpatterns: list[URLPattern] = [
    path("join/<str:token>/", views.join, name="join"),
]
