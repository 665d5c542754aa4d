"""The pages' addresses of this room."""

from __future__ import annotations

from django.urls import URLPattern, path

from campaign.rulebook import views

urlpatterns: list[URLPattern] = [
    path("rules/", views.rulebook, name="rules"),
    path("rules/short/", views.short, name="rules_short"),
    path("rules/aid/", views.aid, name="rules_aid"),
    path("rules/cases/", views.compliance, name="compliance"),
    path("rules/cases/<str:slug>/", views.case, name="rules_case"),
    path("rules/<str:number>/", views.section, name="rules_section"),
]
