"""The API's addresses of this room, below ``/api/v1/``."""

from __future__ import annotations

from django.urls import URLPattern, path

from campaign.founding import api

urlpatterns: list[URLPattern] = [
    path("templates/", api.Templates.as_view(), name="templates"),
    path("campaigns/<slug:campaign_id>/draft/", api.Draft.as_view(), name="draft"),
    path("campaigns/<slug:campaign_id>/draft/story/", api.DraftStory.as_view(), name="draft_story"),
    path("campaigns/<slug:campaign_id>/draft/settings/", api.DraftSettings.as_view(), name="draft_settings"),
    path("campaigns/<slug:campaign_id>/draft/schedule/", api.DraftSchedule.as_view(), name="draft_schedule"),
    path("campaigns/<slug:campaign_id>/draft/house/", api.DraftHouse.as_view(), name="draft_house"),
    path("campaigns/<slug:campaign_id>/draft/lots/", api.DraftLots.as_view(), name="draft_lots"),
    path("campaigns/<slug:campaign_id>/draft/plant/", api.DraftPlant.as_view(), name="draft_plant"),
    path("campaigns/<slug:campaign_id>/draft/seats/", api.DraftSeats.as_view(), name="draft_seats"),
    path(
        "campaigns/<slug:campaign_id>/draft/seats/<whole:number>/",
        api.DraftDossier.as_view(),
        name="draft_dossier",
    ),
    path("campaigns/<slug:campaign_id>/draft/template/", api.DraftTemplate.as_view(), name="draft_template"),
    path("campaigns/<slug:campaign_id>/draft/own-seat/", api.OwnSeat.as_view(), name="draft_own_seat"),
    path("campaigns/<slug:campaign_id>/draft/start/", api.Start.as_view(), name="draft_start"),
    path("campaigns/<slug:campaign_id>/draft/discard/", api.Discard.as_view(), name="draft_discard"),
    path("campaigns/<slug:campaign_id>/packet/", api.MyPacket.as_view(), name="packet"),
]
