"""The API's addresses of this room, below ``/api/v1/``."""

from __future__ import annotations

from django.urls import URLPattern, path

from battles.desk import api

urlpatterns: list[URLPattern] = [
    path("campaigns/<slug:campaign_id>/desk/missions/", api.MissionTables.as_view(), name="mission_tables"),
    path(
        "campaigns/<slug:campaign_id>/desk/missions/<slug:name>/",
        api.MissionTable.as_view(),
        name="mission_table",
    ),
    path(
        "campaigns/<slug:campaign_id>/desk/battles/remind/",
        api.BattleReminders.as_view(),
        name="battle_reminders",
    ),
    path("campaigns/<slug:campaign_id>/desk/claims/", api.OpenClaims.as_view(), name="open_claims"),
    path("campaigns/<slug:campaign_id>/desk/stand-ins/", api.BotStandIns.as_view(), name="bot_stand_ins"),
    path(
        "campaigns/<slug:campaign_id>/desk/battles/<slug:battle_id>/claims/",
        api.Claims.as_view(),
        name="claims",
    ),
]
