"""The pages' addresses of this room."""

from __future__ import annotations

from django.urls import URLPattern, path

from campaign.lessons import views

urlpatterns: list[URLPattern] = [
    path("lesson/", views.start, name="lesson"),
    path("lesson/hints/", views.hints_again, name="hints_again"),
    path("c/<str:campaign_id>/lesson/", views.step, name="lesson_step"),
]
