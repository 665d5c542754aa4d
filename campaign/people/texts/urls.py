"""The pages' addresses of this room."""

from __future__ import annotations

from django.urls import URLPattern, path

from campaign.people.texts import views

urlpatterns: list[URLPattern] = [
    path("c/<str:campaign_id>/desk/texts/", views.texts, name="desk_texts"),
]
