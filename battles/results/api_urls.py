"""The API's addresses of this room, below ``/api/v1/``."""

from __future__ import annotations

from django.urls import URLPattern, path

from battles.results import api

urlpatterns: list[URLPattern] = [
    path("campaigns/<slug:campaign_id>/battles/", api.BattleList.as_view(), name="battles"),
    path("campaigns/<slug:campaign_id>/battles/<slug:battle_id>/", api.OneBattle.as_view(), name="battle"),
    path(
        "campaigns/<slug:campaign_id>/battles/<slug:battle_id>/result/",
        api.BattleResult.as_view(),
        name="battle_result",
    ),
    path(
        "campaigns/<slug:campaign_id>/battles/<slug:battle_id>/confirm/",
        api.BattleConfirmation.as_view(),
        name="battle_confirm",
    ),
    path(
        "campaigns/<slug:campaign_id>/battles/<slug:battle_id>/sacrifice/",
        api.BattleSacrifice.as_view(),
        name="battle_sacrifice",
    ),
    path(
        "campaigns/<slug:campaign_id>/battles/<slug:battle_id>/reopen/",
        api.BattleReopening.as_view(),
        name="battle_reopen",
    ),
    path(
        "campaigns/<slug:campaign_id>/battles/<slug:battle_id>/dice/",
        api.BattleDice.as_view(),
        name="battle_dice",
    ),
]
