"""The API's addresses of this room, below ``/api/v1/``."""

from __future__ import annotations

from django.urls import URLPattern, path

from campaign.founding.balance import api

urlpatterns: list[URLPattern] = [
    path("campaigns/<slug:campaign_id>/draft/balance/", api.BalanceCheck.as_view(), name="balance"),
    path(
        "campaigns/<slug:campaign_id>/draft/balance/games/", api.BalanceGames.as_view(), name="balance_games"
    ),
    path(
        "campaigns/<slug:campaign_id>/draft/balance/games/cancel/",
        api.BalanceCancellation.as_view(),
        name="balance_cancel",
    ),
]
