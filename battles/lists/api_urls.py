"""The API's addresses of this room, below ``/api/v1/``."""

from __future__ import annotations

from django.urls import URLPattern, path

from battles.lists import api

urlpatterns: list[URLPattern] = [
    path("lists/", api.ReadList.as_view(), name="api_lists"),
]
