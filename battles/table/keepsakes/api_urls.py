"""The API's addresses of this room, below ``/api/v1/``."""

from __future__ import annotations

from django.urls import URLPattern, path

from battles.table.keepsakes import api

urlpatterns: list[URLPattern] = [
    path("tables/<slug:table_id>/cards/", api.Cards.as_view(), name="api_table_cards"),
    path("tables/<slug:table_id>/luck/", api.Luck.as_view(), name="api_table_luck"),
    path("tables/<slug:table_id>/rematch/", api.Rematch.as_view(), name="api_table_rematch"),
    path("tables/<slug:table_id>/share/", api.Share.as_view(), name="api_table_share"),
    path("shared/tables/<slug:token>/", api.SharedTable.as_view(), name="api_shared_table"),
    path(
        "shared/tables/<slug:token>/summary/",
        api.SharedTablePicture.as_view(),
        name="api_shared_table_picture",
    ),
]
