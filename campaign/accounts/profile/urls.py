"""The pages' addresses of this room."""

from __future__ import annotations

from django.urls import URLPattern, path

from campaign.accounts.profile import views

urlpatterns: list[URLPattern] = [
    path("account/profile/", views.own_profile, name="own_profile"),
    path("profiles/<str:person_id>/", views.profile, name="profile"),
]
