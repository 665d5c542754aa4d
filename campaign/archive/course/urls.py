"""The pages' addresses of this room."""

from __future__ import annotations

from django.urls import URLPattern, path

from campaign.archive.course import views

urlpatterns: list[URLPattern] = [
    path("c/<str:campaign_id>/end/facts/", views.facts, name="war_facts"),
    path("c/<str:campaign_id>/end/course/", views.course, name="war_course"),
    path("c/<str:campaign_id>/end/course/<whole:number>/", views.turn, name="war_turn"),
]
