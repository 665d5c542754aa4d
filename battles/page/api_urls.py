"""The API's addresses of this room, below ``/api/v1/``."""

from __future__ import annotations

from django.urls import URLPattern, path

from battles.page import api

urlpatterns: list[URLPattern] = [
    path(
        "campaigns/<slug:campaign_id>/battles/<slug:battle_id>/around/", api.Around.as_view(), name="around"
    ),
    path(
        "campaigns/<slug:campaign_id>/battles/<slug:battle_id>/dates/", api.OfferDates.as_view(), name="dates"
    ),
    path(
        "campaigns/<slug:campaign_id>/battles/<slug:battle_id>/dates/<slug:offer_id>/take/",
        api.TakeDate.as_view(),
        name="date_take",
    ),
    path(
        "campaigns/<slug:campaign_id>/battles/<slug:battle_id>/dates/<slug:offer_id>/decline/",
        api.DeclineDate.as_view(),
        name="date_decline",
    ),
    path(
        "campaigns/<slug:campaign_id>/battles/<slug:battle_id>/dates/<slug:offer_id>/withdraw/",
        api.WithdrawDate.as_view(),
        name="date_withdraw",
    ),
    path(
        "campaigns/<slug:campaign_id>/battles/<slug:battle_id>/meeting/call-off/",
        api.CallOff.as_view(),
        name="call_off",
    ),
    path(
        "campaigns/<slug:campaign_id>/battles/<slug:battle_id>/meeting/no-show/",
        api.NoShow.as_view(),
        name="no_show",
    ),
    path("campaigns/<slug:campaign_id>/battles/<slug:battle_id>/hello/", api.Hello.as_view(), name="hello"),
    path(
        "campaigns/<slug:campaign_id>/battles/<slug:battle_id>/mission/roll/",
        api.RollMission.as_view(),
        name="mission_roll",
    ),
    path(
        "campaigns/<slug:campaign_id>/battles/<slug:battle_id>/mission/shift/",
        api.ShiftMission.as_view(),
        name="mission_shift",
    ),
    path(
        "campaigns/<slug:campaign_id>/battles/<slug:battle_id>/mission/night/",
        api.ChooseNight.as_view(),
        name="mission_night",
    ),
    path(
        "campaigns/<slug:campaign_id>/battles/<slug:battle_id>/mission/attacker/",
        api.SayAttacker.as_view(),
        name="mission_attacker",
    ),
    path(
        "campaigns/<slug:campaign_id>/battles/<slug:battle_id>/list/",
        api.HandInList.as_view(),
        name="army_list",
    ),
    path(
        "campaigns/<slug:campaign_id>/battles/<slug:battle_id>/lists/<slug:side>/",
        api.ListPhotograph.as_view(),
        name="list_photograph",
    ),
    path(
        "campaigns/<slug:campaign_id>/battles/<slug:battle_id>/story/", api.TellStory.as_view(), name="story"
    ),
    path(
        "campaigns/<slug:campaign_id>/battles/<slug:battle_id>/pictures/",
        api.AddPicture.as_view(),
        name="pictures",
    ),
    path(
        "campaigns/<slug:campaign_id>/battles/<slug:battle_id>/pictures/<slug:picture_id>/",
        api.BattlePicture.as_view(),
        name="picture",
    ),
    path(
        "campaigns/<slug:campaign_id>/battles/<slug:battle_id>/pictures/<slug:picture_id>/remove/",
        api.RemovePicture.as_view(),
        name="picture_remove",
    ),
    path(
        "campaigns/<slug:campaign_id>/battles/<slug:battle_id>/share/",
        api.ShareBattle.as_view(),
        name="share",
    ),
    path(
        "campaigns/<slug:campaign_id>/battles/<slug:battle_id>/claim/",
        api.ClaimForfeit.as_view(),
        name="claim",
    ),
    path(
        "campaigns/<slug:campaign_id>/battles/<slug:battle_id>/claim/answer/",
        api.AnswerClaim.as_view(),
        name="claim_answer",
    ),
    path(
        "campaigns/<slug:campaign_id>/battles/<slug:battle_id>/claim/withdraw/",
        api.WithdrawClaim.as_view(),
        name="claim_withdraw",
    ),
    path(
        "campaigns/<slug:campaign_id>/battles/<slug:battle_id>/stand-in/",
        api.AskStandIn.as_view(),
        name="stand_in",
    ),
    path(
        "campaigns/<slug:campaign_id>/battles/<slug:battle_id>/stand-in/end/",
        api.EndStandIn.as_view(),
        name="stand_in_end",
    ),
    path("campaigns/<slug:campaign_id>/honours/", api.Honours.as_view(), name="honours"),
]
