"""The pages' addresses of this room."""

from __future__ import annotations

from django.urls import URLPattern, path

from campaign.archive.dice import views

urlpatterns: list[URLPattern] = [
    path("c/<str:campaign_id>/dice/", views.dice, name="campaign_dice"),
    path("c/<str:campaign_id>/dice/<whole:first>.json", views.dice_file, name="campaign_dice_file"),
]
