"""The API's addresses of this room, below ``/api/v1/``."""

from __future__ import annotations

from django.urls import URLPattern, path

from campaign.reports import api

urlpatterns: list[URLPattern] = [
    path("campaigns/<slug:campaign_id>/backdrop/", api.MapBackdrop.as_view(), name="backdrop"),
    path("campaigns/<slug:campaign_id>/turns/<whole:number>/map/", api.MyMap.as_view(), name="map"),
    path(
        "campaigns/<slug:campaign_id>/turns/<whole:number>/map/tiles/",
        api.MyMapTiles.as_view(),
        name="map_tiles",
    ),
    path(
        "campaigns/<slug:campaign_id>/turns/<whole:number>/map/overview/",
        api.MyMapOverview.as_view(),
        name="map_overview",
    ),
    path("campaigns/<slug:campaign_id>/turns/<whole:number>/report/", api.MyReport.as_view(), name="report"),
    path(
        "campaigns/<slug:campaign_id>/turns/<whole:number>/announcement/",
        api.MyAnnouncement.as_view(),
        name="announcement",
    ),
]
