"""The pages' addresses of this room."""

from __future__ import annotations

from django.urls import URLPattern, path

from campaign.rulebook.adjudicator import views

urlpatterns: list[URLPattern] = [
    path("rules/verdicts/", views.ask, name="verdicts"),
    path("rules/verdicts/<str:verdict_id>/", views.verdict, name="verdict"),
    path("rules/verdicts/<str:verdict_id>/outcome.json", views.outcome, name="verdict_outcome"),
]
