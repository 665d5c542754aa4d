"""The addresses of the API, below ``/api/v1/``."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, path, re_path

from campaign.api.base import NothingHere
from campaign.api.views import docs

app_name = "api"

urlpatterns: list[URLPattern | URLResolver] = [
    path("schema/", docs.Document.as_view(), name="schema"),
    path("docs/", docs.Explorer.as_view(), name="docs"),
    path("problems/<slug:slug>/", docs.ProblemMeaning.as_view(), name="problem"),
    re_path(r"^.*$", NothingHere.as_view(), name="nothing"),
]
