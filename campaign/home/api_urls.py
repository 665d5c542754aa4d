"""The API's addresses of this room, below ``/api/v1/``."""

from __future__ import annotations

from django.urls import URLPattern, path

from campaign.home import api, campaign_api

urlpatterns: list[URLPattern] = [
    path("home/", api.Home.as_view(), name="home"),
    path("account/", api.Account.as_view(), name="account"),
    path("campaigns/", campaign_api.CampaignList.as_view(), name="campaigns"),
    path("campaigns/<slug:campaign_id>/", campaign_api.OneCampaign.as_view(), name="campaign"),
    path("campaigns/<slug:campaign_id>/commitment/", campaign_api.Commitment.as_view(), name="commitment"),
    path("campaigns/<slug:campaign_id>/dice/", campaign_api.DiceLogs.as_view(), name="dice"),
    path("campaigns/<slug:campaign_id>/turns/", campaign_api.TurnList.as_view(), name="turns"),
]
