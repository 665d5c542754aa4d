"""The API's addresses of building a map, below a campaign's."""

from __future__ import annotations

from django.urls import URLPattern, path

from campaign.api.views import mapping

DRAFT = "draft/"

MAPPING: list[URLPattern] = [
    path(f"{DRAFT}map/", mapping.BuildMap.as_view(), name="build_map"),
    path(f"{DRAFT}map/draw/", mapping.MapDrawing.as_view(), name="build_map_draw"),
    path(f"{DRAFT}map/read/", mapping.MapReading.as_view(), name="build_map_read"),
    path(f"{DRAFT}map/text/<slug:form>/", mapping.MapWriting.as_view(), name="build_map_text"),
    path(f"{DRAFT}map/picture/", mapping.MapPicture.as_view(), name="build_map_picture"),
    path(f"{DRAFT}map/picture/remove/", mapping.MapPictureRemoval.as_view(), name="build_map_picture_remove"),
    path(f"{DRAFT}balance/", mapping.BalanceCheck.as_view(), name="balance"),
    path(f"{DRAFT}balance/games/", mapping.BalanceGames.as_view(), name="balance_games"),
    path(f"{DRAFT}balance/games/cancel/", mapping.BalanceCancellation.as_view(), name="balance_cancel"),
]
