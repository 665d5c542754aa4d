"""The pages' addresses of this room."""

from __future__ import annotations

from django.urls import URLPattern, path

from campaign.archive import log_views, views

urlpatterns: list[URLPattern] = [
    path("c/<str:campaign_id>/desk/log/", log_views.log, name="desk_log"),
    path("c/<str:campaign_id>/end/", views.end, name="war_end"),
    path("c/<str:campaign_id>/end/statistics/", views.numbers, name="war_numbers"),
    path("c/<str:campaign_id>/end/revealed/", views.reveal, name="war_reveal"),
    path("c/<str:campaign_id>/end/replay/", views.replay, name="war_replay"),
    path("c/<str:campaign_id>/end/replay/<whole:number>.json", views.replay_turn, name="war_replay_turn"),
]
