"""The API's addresses of this room, below ``/api/v1/``."""

from __future__ import annotations

from django.urls import URLPattern, path

from campaign.public.directory import api

urlpatterns: list[URLPattern] = [
    path("wars/", api.WarList.as_view(), name="wars"),
    path("wars/asks/", api.OwnAsks.as_view(), name="own_asks"),
    path("wars/asks/<slug:ask_id>/withdraw/", api.AskWithdrawal.as_view(), name="withdraw_ask"),
    path("wars/<slug:campaign_id>/ask/", api.WarAsk.as_view(), name="war_ask"),
    path("campaigns/<slug:campaign_id>/advert/", api.CampaignAdvert.as_view(), name="advert"),
    path("campaigns/<slug:campaign_id>/asks/", api.CampaignAsks.as_view(), name="asks"),
    path("campaigns/<slug:campaign_id>/asks/<slug:ask_id>/", api.AskAnswers.as_view(), name="answer_ask"),
    path("campaigns/<slug:campaign_id>/vision/end/", api.VisionEnding.as_view(), name="end_vision"),
    path("campaigns/<slug:campaign_id>/front/", api.OpenFronts.as_view(), name="fronts"),
    path(
        "campaigns/<slug:campaign_id>/turns/<whole:number>/front/",
        api.OpenFrontOfTurn.as_view(),
        name="front",
    ),
]
