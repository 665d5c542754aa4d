"""The API's addresses of this room, below ``/api/v1/``."""

from __future__ import annotations

from django.urls import URLPattern, path

from campaign.warmap.dice import api

urlpatterns: list[URLPattern] = [
    path("campaigns/<slug:campaign_id>/dice/own/", api.MyDice.as_view(), name="own_dice"),
    path("campaigns/<slug:campaign_id>/dice/seal/", api.DiceSeal.as_view(), name="dice_seal"),
    path("campaigns/<slug:campaign_id>/dice/share/", api.DiceShare.as_view(), name="dice_share"),
]
