"""The pages' addresses of this room."""

from __future__ import annotations

from django.urls import URLPattern, path

from battles.table import ending, reference, views
from battles.table.intake import views as intake_views
from battles.table.keepsakes import urls as keepsakes

urlpatterns: list[URLPattern] = [
    path("t/", views.lobby, name="tables"),
    path("t/quick/", views.quick, name="table_quick"),
    path("t/find/", views.find, name="table_find"),
    path("t/tables/", reference.tables, name="table_reference"),
    path("t/sw.js", reference.worker, name="table_worker"),
    path("t/rosters/", ending.rosters, name="rosters"),
    path("t/<str:table_id>/", views.show, name="table"),
    path("t/<str:table_id>/join/<str:code>/", views.join, name="table_join"),
    path("t/<str:table_id>/act/", views.act, name="table_act"),
    path("t/<str:table_id>/units/", intake_views.unit_form, name="table_units"),
    path("t/<str:table_id>/arms/", views.arms, name="table_arms"),
    path("t/<str:table_id>/agree/", views.agree, name="table_agree"),
    path("t/<str:table_id>/respond/", views.respond, name="table_respond"),
    path("t/<str:table_id>/here/", views.here, name="table_here"),
    path("t/<str:table_id>/reveal/", views.reveal, name="table_reveal"),
    path("t/<str:table_id>/dice/", views.dice, name="table_dice"),
    path("t/<str:table_id>/lay/", views.lay, name="table_lay"),
    path("t/<str:table_id>/leave/", views.leave, name="table_leave"),
    path("t/<str:table_id>/log/", views.log, name="table_log"),
    path("t/<str:table_id>/log.json", views.log_file, name="table_log_file"),
    path("t/<str:table_id>/wall/", views.wall, name="table_wall"),
    path("t/<str:table_id>/live/", views.stream, name="table_live"),
    path("t/<str:table_id>/lists/", intake_views.give_in, name="table_lists"),
    path("t/<str:table_id>/lists/<whole:number>/", intake_views.one_list, name="table_list"),
    path("t/<str:table_id>/lists/<whole:number>/lines/", intake_views.list_lines, name="table_list_lines"),
    path("t/<str:table_id>/lists/<whole:number>/list.json", intake_views.list_file, name="table_list_file"),
    path("t/<str:table_id>/report/", ending.report, name="table_report"),
    path("c/<str:campaign_id>/battles/<str:battle_id>/table/", ending.from_battle, name="battle_table"),
    *keepsakes.urlpatterns,
]
