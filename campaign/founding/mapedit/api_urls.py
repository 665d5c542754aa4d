"""The API's addresses of this room, below ``/api/v1/``."""

from __future__ import annotations

from django.urls import URLPattern, path

from campaign.founding.mapedit import api

urlpatterns: list[URLPattern] = [
    path("campaigns/<slug:campaign_id>/draft/map/", api.BuildMap.as_view(), name="build_map"),
    path("campaigns/<slug:campaign_id>/draft/map/draw/", api.MapDrawing.as_view(), name="build_map_draw"),
    path("campaigns/<slug:campaign_id>/draft/map/read/", api.MapReading.as_view(), name="build_map_read"),
    path(
        "campaigns/<slug:campaign_id>/draft/map/text/<slug:form>/",
        api.MapWriting.as_view(),
        name="build_map_text",
    ),
    path(
        "campaigns/<slug:campaign_id>/draft/map/picture/", api.MapPicture.as_view(), name="build_map_picture"
    ),
    path(
        "campaigns/<slug:campaign_id>/draft/map/picture/remove/",
        api.MapPictureRemoval.as_view(),
        name="build_map_picture_remove",
    ),
]
