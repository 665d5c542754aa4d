"""The addresses of founding a campaign, inside of it."""

from __future__ import annotations

from django.urls import URLPattern, path

from campaign.api.views import building, disputes

BUILDING: list[URLPattern] = [
    path("draft/", building.Draft.as_view(), name="draft"),
    path("draft/story/", building.DraftStory.as_view(), name="draft_story"),
    path("draft/settings/", building.DraftSettings.as_view(), name="draft_settings"),
    path("draft/schedule/", building.DraftSchedule.as_view(), name="draft_schedule"),
    path("draft/seats/", building.DraftSeats.as_view(), name="draft_seats"),
    path("draft/seats/<int:number>/", building.DraftDossier.as_view(), name="draft_dossier"),
    path("draft/template/", building.DraftTemplate.as_view(), name="draft_template"),
    path("draft/own-seat/", building.OwnSeat.as_view(), name="draft_own_seat"),
    path("draft/start/", building.Start.as_view(), name="draft_start"),
    path("draft/discard/", building.Discard.as_view(), name="draft_discard"),
    path("packet/", building.MyPacket.as_view(), name="packet"),
    path("disputes/", disputes.DisputeList.as_view(), name="disputes"),
    path("disputes/<slug:battle_id>/", disputes.OneDispute.as_view(), name="dispute"),
    path("disputes/<slug:battle_id>/ruling/", disputes.DisputeRuling.as_view(), name="dispute_ruling"),
]
