"""The addresses of building a map, and of what shows it."""

from __future__ import annotations

from django.urls import URLPattern, path

from campaign.views import balance, mapedit

BUILD = "c/<str:campaign_id>/build/"

MAPPING: list[URLPattern] = [
    path(f"{BUILD}map/", mapedit.edit, name="build_map"),
    path(f"{BUILD}map/files/", mapedit.files, name="build_map_files"),
    path(f"{BUILD}map/files/<slug:form>/", mapedit.export, name="build_map_export"),
    path(f"{BUILD}balance/", balance.balance, name="build_balance"),
    path(f"{BUILD}balance/games/", balance.progress, name="build_balance_games"),
    path("c/<str:campaign_id>/map/<str:picture_id>/", mapedit.backdrop, name="backdrop"),
]
