"""The pages' addresses of this room."""

from __future__ import annotations

from django.urls import URLPattern, path

from campaign.founding.packet import dossier_views, views

urlpatterns: list[URLPattern] = [
    path("c/<str:campaign_id>/build/players/", dossier_views.players, name="build_players"),
    path("c/<str:campaign_id>/build/players/<whole:number>/", dossier_views.player, name="build_player"),
    path("c/<str:campaign_id>/build/players/<whole:number>/packet/", views.preview, name="build_packet"),
    path("c/<str:campaign_id>/packet/", views.packet, name="packet"),
]
