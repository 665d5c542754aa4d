"""The pages' addresses of this room."""

from __future__ import annotations

from django.urls import URLPattern, path

from campaign.skirmish import views

urlpatterns: list[URLPattern] = [
    path("play/", views.play, name="play_now"),
    path("claim/", views.claim, name="claim"),
    path("claim/code/", views.claim_code, name="claim_code"),
    path("c/<str:campaign_id>/forget/", views.forget, name="forget_war"),
]
