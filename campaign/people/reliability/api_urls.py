"""The API's addresses of this room, below ``/api/v1/``."""

from __future__ import annotations

from django.urls import URLPattern, path

from campaign.people.reliability import api

urlpatterns: list[URLPattern] = [path("reliability/", api.MyReliability.as_view(), name="my_reliability")]
