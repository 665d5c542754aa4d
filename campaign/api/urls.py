"""The addresses of the API, below ``/api/v1/``."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, include, path, re_path

from campaign.api.base import NothingHere
from campaign.api.urls_building import BUILDING
from campaign.api.urls_mapping import MAPPING
from campaign.api.urls_people import PEOPLE
from campaign.api.urls_press import PRESS, TELLING
from campaign.api.views import (
    battles,
    building,
    campaigns,
    desk,
    docs,
    exchange,
    home,
    hooks,
    live,
    own_data,
    people,
    plans,
    practice,
    reports,
    verdicts,
)

app_name = "api"

_BATTLE: list[URLPattern | URLResolver] = [
    path("", battles.OneBattle.as_view(), name="battle"),
    path("result/", battles.BattleResult.as_view(), name="battle_result"),
    path("confirm/", battles.BattleConfirmation.as_view(), name="battle_confirm"),
    path("sacrifice/", battles.BattleSacrifice.as_view(), name="battle_sacrifice"),
    path("reopen/", battles.BattleReopening.as_view(), name="battle_reopen"),
    path("dice/", battles.BattleDice.as_view(), name="battle_dice"),
]
_TURN: list[URLPattern | URLResolver] = [
    path("map/", reports.MyMap.as_view(), name="map"),
    path("map/tiles/", reports.MyMapTiles.as_view(), name="map_tiles"),
    path("map/overview/", reports.MyMapOverview.as_view(), name="map_overview"),
    path("report/", reports.MyReport.as_view(), name="report"),
    path("announcement/", reports.MyAnnouncement.as_view(), name="announcement"),
    path("plan/", plans.MyPlan.as_view(), name="plan"),
    path("plan/check/", plans.PlanCheck.as_view(), name="plan_check"),
    path("plan/submit/", plans.PlanSubmission.as_view(), name="plan_submit"),
    path("scenario/", desk.Scenario.as_view(), name="scenario"),
    path("plan/receipt/", plans.PlanReceipt.as_view(), name="plan_receipt"),
]
_DESK: list[URLPattern | URLResolver] = [
    path("", desk.Desk.as_view(), name="desk"),
    path("proposal/", desk.Proposal.as_view(), name="proposal"),
    path("log/", desk.Log.as_view(), name="log"),
    path("announce/", desk.Announcement.as_view(), name="announce"),
    path("publish/", desk.Publication.as_view(), name="publish"),
    path("hold/", desk.Hold.as_view(), name="hold"),
    path("extend/", desk.Extension.as_view(), name="extend"),
    path("excuse/", desk.Excuse.as_view(), name="excuse"),
    path("remind/", desk.Reminder.as_view(), name="remind"),
    path("stop-early-close/", desk.EarlyClose.as_view(), name="stop_early_close"),
    path("corrections/", desk.Corrections.as_view(), name="corrections"),
    path("corrections/withdraw/", desk.Withdrawal.as_view(), name="withdraw_correction"),
    path("pause/", desk.Pause.as_view(), name="pause"),
    path("resume/", desk.Resumption.as_view(), name="resume"),
    path("battles/<slug:battle_id>/ruling/", desk.Ruling.as_view(), name="ruling"),
    path("battles/<slug:battle_id>/forfeit/", desk.Forfeit.as_view(), name="forfeit"),
]
_CAMPAIGN: list[URLPattern | URLResolver] = [
    path("", campaigns.OneCampaign.as_view(), name="campaign"),
    *BUILDING,
    *MAPPING,
    path("export/", exchange.CampaignFile.as_view(), name="export"),
    path("export/file/", exchange.ExportedFile.as_view(), name="exported_file"),
    path("knowledge/", exchange.Knowledge.as_view(), name="knowledge"),
    path("webhooks/<slug:hook_id>/forget/", hooks.StoppedHookRemoval.as_view(), name="hook_forget"),
    path("backdrop/", reports.MapBackdrop.as_view(), name="backdrop"),
    path("live/", live.CampaignStream.as_view(), name="campaign_live"),
    path("commitment/", campaigns.Commitment.as_view(), name="commitment"),
    path("dice/", campaigns.DiceLogs.as_view(), name="dice"),
    path("turns/", campaigns.TurnList.as_view(), name="turns"),
    path("turns/<int:number>/", include(_TURN)),
    path("desk/", include(_DESK)),
    path("banners/<slug:banner_id>/options/", plans.BannerOptions.as_view(), name="options"),
    path("practice/", practice.PracticeGround.as_view(), name="practice"),
    path("fallback/", plans.MyFallback.as_view(), name="fallback"),
    *PEOPLE,
    *PRESS,
    path("battles/", battles.BattleList.as_view(), name="battles"),
    path("battles/<slug:battle_id>/", include(_BATTLE)),
]

urlpatterns: list[URLPattern | URLResolver] = [
    path("schema/", docs.Document.as_view(), name="schema"),
    path("docs/", docs.Explorer.as_view(), name="docs"),
    path("problems/<slug:slug>/", docs.ProblemMeaning.as_view(), name="problem"),
    path("templates/", building.Templates.as_view(), name="templates"),
    path("verdicts/", verdicts.Verdicts.as_view(), name="verdicts"),
    path("verdicts/<slug:verdict_id>/", verdicts.OneVerdict.as_view(), name="verdict"),
    path("webhooks/", hooks.Hooks.as_view(), name="hooks"),
    path("webhooks/<slug:hook_id>/test/", hooks.HookTest.as_view(), name="hook_test"),
    path("webhooks/<slug:hook_id>/remove/", hooks.HookRemoval.as_view(), name="hook_remove"),
    *TELLING,
    path("home/", home.Home.as_view(), name="home"),
    path("account/", home.Account.as_view(), name="account"),
    path("account/data/", own_data.MyData.as_view(), name="my_data"),
    path("account/delete/", own_data.AccountDeletion.as_view(), name="account_delete"),
    path("live/", live.MyStream.as_view(), name="live"),
    path("campaigns/import/", exchange.CampaignImport.as_view(), name="import"),
    path("campaigns/import/<slug:transfer_id>/", exchange.OneImport.as_view(), name="import_state"),
    path("campaigns/", campaigns.CampaignList.as_view(), name="campaigns"),
    path("invitations/<slug:token>/", people.OneInvitation.as_view(), name="invitation"),
    path("campaigns/<slug:campaign_id>/", include(_CAMPAIGN)),
    re_path(r"^[\s\S]*$", NothingHere.as_view(), name="nothing"),
]
