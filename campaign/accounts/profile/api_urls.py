"""The API's addresses of this room, below ``/api/v1/``."""

from __future__ import annotations

from django.urls import URLPattern, path

from campaign.accounts.profile import api

urlpatterns: list[URLPattern] = [
    path("profile/", api.OwnProfile.as_view(), name="my_profile"),
    path("profiles/<slug:person_id>/", api.SomeProfile.as_view(), name="some_profile"),
]
