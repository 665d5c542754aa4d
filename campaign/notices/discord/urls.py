"""The pages' addresses of this room."""

from __future__ import annotations

from django.urls import URLPattern, path

from campaign.notices.discord import views

urlpatterns: list[URLPattern] = [
    path("c/<str:campaign_id>/people/discord/", views.channel, name="discord_channel"),
]
