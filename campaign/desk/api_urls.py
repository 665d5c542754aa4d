"""The API's addresses of this room, below ``/api/v1/``."""

from __future__ import annotations

from django.urls import URLPattern, path

from campaign.desk import api

urlpatterns: list[URLPattern] = [
    path(
        "campaigns/<slug:campaign_id>/turns/<whole:number>/scenario/",
        api.TurnScenario.as_view(),
        name="scenario",
    ),
    path("campaigns/<slug:campaign_id>/desk/", api.Desk.as_view(), name="desk"),
    path("campaigns/<slug:campaign_id>/desk/proposal/", api.Proposal.as_view(), name="proposal"),
    path("campaigns/<slug:campaign_id>/desk/log/", api.Log.as_view(), name="log"),
    path("campaigns/<slug:campaign_id>/desk/announce/", api.Announcement.as_view(), name="announce"),
    path("campaigns/<slug:campaign_id>/desk/publish/", api.Publication.as_view(), name="publish"),
    path("campaigns/<slug:campaign_id>/desk/hold/", api.Hold.as_view(), name="hold"),
    path("campaigns/<slug:campaign_id>/desk/extend/", api.Extension.as_view(), name="extend"),
    path("campaigns/<slug:campaign_id>/desk/excuse/", api.Excuse.as_view(), name="excuse"),
    path("campaigns/<slug:campaign_id>/desk/remind/", api.Reminder.as_view(), name="remind"),
    path(
        "campaigns/<slug:campaign_id>/desk/stop-early-close/",
        api.EarlyClose.as_view(),
        name="stop_early_close",
    ),
    path("campaigns/<slug:campaign_id>/desk/corrections/", api.Corrections.as_view(), name="corrections"),
    path(
        "campaigns/<slug:campaign_id>/desk/corrections/withdraw/",
        api.Withdrawal.as_view(),
        name="withdraw_correction",
    ),
    path("campaigns/<slug:campaign_id>/desk/pause/", api.Pause.as_view(), name="pause"),
    path("campaigns/<slug:campaign_id>/desk/resume/", api.Resumption.as_view(), name="resume"),
    path(
        "campaigns/<slug:campaign_id>/desk/battles/<slug:battle_id>/ruling/",
        api.Ruling.as_view(),
        name="ruling",
    ),
    path(
        "campaigns/<slug:campaign_id>/desk/battles/<slug:battle_id>/forfeit/",
        api.Forfeit.as_view(),
        name="forfeit",
    ),
]
