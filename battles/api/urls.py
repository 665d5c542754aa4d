"""The addresses of the API around battles, below ``/api/v1/``."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, include, path

from battles.api import desk, others, views

app_name = "api_battles"

_BATTLE: list[URLPattern | URLResolver] = [
    path("around/", views.Around.as_view(), name="around"),
    path("dates/", views.OfferDates.as_view(), name="dates"),
    path("dates/<slug:offer_id>/take/", views.TakeDate.as_view(), name="date_take"),
    path("dates/<slug:offer_id>/decline/", views.DeclineDate.as_view(), name="date_decline"),
    path("dates/<slug:offer_id>/withdraw/", views.WithdrawDate.as_view(), name="date_withdraw"),
    path("meeting/call-off/", views.CallOff.as_view(), name="call_off"),
    path("meeting/no-show/", views.NoShow.as_view(), name="no_show"),
    path("hello/", views.Hello.as_view(), name="hello"),
    path("mission/roll/", views.RollMission.as_view(), name="mission_roll"),
    path("mission/shift/", views.ShiftMission.as_view(), name="mission_shift"),
    path("mission/night/", views.ChooseNight.as_view(), name="mission_night"),
    path("mission/attacker/", views.SayAttacker.as_view(), name="mission_attacker"),
    path("list/", views.HandInList.as_view(), name="army_list"),
    path("lists/<slug:side>/", views.ListPhotograph.as_view(), name="list_photograph"),
    path("story/", views.TellStory.as_view(), name="story"),
    path("pictures/", views.AddPicture.as_view(), name="pictures"),
    path("pictures/<slug:picture_id>/", views.BattlePicture.as_view(), name="picture"),
    path("pictures/<slug:picture_id>/remove/", views.RemovePicture.as_view(), name="picture_remove"),
    path("share/", views.ShareBattle.as_view(), name="share"),
    path("claim/", views.ClaimForfeit.as_view(), name="claim"),
    path("claim/answer/", views.AnswerClaim.as_view(), name="claim_answer"),
    path("claim/withdraw/", views.WithdrawClaim.as_view(), name="claim_withdraw"),
    path("stand-in/", views.AskStandIn.as_view(), name="stand_in"),
    path("stand-in/end/", views.EndStandIn.as_view(), name="stand_in_end"),
]
_CAMPAIGN: list[URLPattern | URLResolver] = [
    path("battles/<slug:battle_id>/", include(_BATTLE)),
    path("honours/", views.Honours.as_view(), name="honours"),
    path("desk/missions/", desk.MissionTables.as_view(), name="mission_tables"),
    path("desk/missions/<slug:name>/", desk.MissionTable.as_view(), name="mission_table"),
    path("desk/battles/remind/", desk.BattleReminders.as_view(), name="battle_reminders"),
    path("desk/claims/", desk.OpenClaims.as_view(), name="open_claims"),
    path("desk/stand-ins/", desk.BotStandIns.as_view(), name="bot_stand_ins"),
    path("desk/battles/<slug:battle_id>/claims/", desk.Claims.as_view(), name="claims"),
]

urlpatterns: list[URLPattern | URLResolver] = [
    path("campaigns/<slug:campaign_id>/", include(_CAMPAIGN)),
    path("availability/", others.MyAvailability.as_view(), name="availability"),
    path("stand-ins/", others.MyStandIns.as_view(), name="stand_ins"),
    path("stand-ins/<slug:token>/", others.OneStandIn.as_view(), name="stand_in_link"),
    path("shared/<slug:token>/", others.SharedBattle.as_view(), name="shared"),
    path(
        "shared/<slug:token>/pictures/<slug:picture_id>/",
        others.SharedPicture.as_view(),
        name="shared_picture",
    ),
]
