"""The pages' addresses of this room."""

from __future__ import annotations

from django.urls import URLPattern, path

from campaign.rulebook.open_book import views

urlpatterns: list[URLPattern] = [
    path("join/<str:token>/rules/", views.invited, name="join_rules"),
    path("c/<str:campaign_id>/rules/", views.book, name="open_book"),
]
