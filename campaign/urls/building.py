"""The addresses of founding a campaign, and of what a playing facilitator needs: the arbiter."""

from __future__ import annotations

from django.urls import URLPattern, path

from campaign.views import arbiter, building, dossiers, packets

BUILD = "c/<str:campaign_id>/build/"

BUILDING: list[URLPattern] = [
    path("campaigns/new/", building.new, name="campaign_new"),
    path(BUILD, building.overview, name="build"),
    path(f"{BUILD}story/", building.story, name="build_story"),
    path(f"{BUILD}template/", building.template, name="build_template"),
    path(f"{BUILD}settings/", building.settings, name="build_settings"),
    path(f"{BUILD}schedule/", building.schedule, name="build_schedule"),
    path(f"{BUILD}seats/", building.seats, name="build_seats"),
    path(f"{BUILD}players/", dossiers.players, name="build_players"),
    path(f"{BUILD}players/<int:number>/", dossiers.player, name="build_player"),
    path(f"{BUILD}players/<int:number>/packet/", packets.preview, name="build_packet"),
    path("c/<str:campaign_id>/packet/", packets.packet, name="packet"),
    path("c/<str:campaign_id>/disputes/", arbiter.disputes, name="disputes"),
    path("c/<str:campaign_id>/disputes/<str:battle_id>/", arbiter.dispute, name="dispute"),
]
