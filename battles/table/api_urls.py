"""The API's addresses of this room, below ``/api/v1/``."""

from __future__ import annotations

from django.urls import URLPattern, path

from battles.table import api
from battles.table.keepsakes import api_urls as keepsakes

urlpatterns: list[URLPattern] = [
    path("tables/", api.TableList.as_view(), name="api_tables"),
    path("tables/<slug:table_id>/", api.OneTable.as_view(), name="api_table"),
    path("tables/<slug:table_id>/join/", api.TableJoin.as_view(), name="api_table_join"),
    path("tables/<slug:table_id>/actions/", api.TableActions.as_view(), name="api_table_actions"),
    path("tables/<slug:table_id>/agreement/", api.TableAgreement.as_view(), name="api_table_agreement"),
    path("tables/<slug:table_id>/roster/", api.TableRoster.as_view(), name="api_table_roster"),
    path("tables/<slug:table_id>/reveal/", api.TableReveal.as_view(), name="api_table_reveal"),
    path("tables/<slug:table_id>/dice/", api.TableDice.as_view(), name="api_table_dice"),
    path("tables/<slug:table_id>/dice/lay/", api.TableLay.as_view(), name="api_table_lay"),
    path("tables/<slug:table_id>/response/", api.TableAnswer.as_view(), name="api_table_response"),
    path("tables/<slug:table_id>/log/", api.TableLogFile.as_view(), name="api_table_log"),
    path(
        "campaigns/<slug:campaign_id>/battles/<slug:battle_id>/table/",
        api.BattleTable.as_view(),
        name="api_battle_table",
    ),
    *keepsakes.urlpatterns,
]
