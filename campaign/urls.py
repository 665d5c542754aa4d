"""The addresses of a campaign and of its people."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, path

from campaign.views import about, account, battles, demo, desk, home, plan, report, rules, warmap

urlpatterns: list[URLPattern | URLResolver] = [
    path("", home.home, name="home"),
    path("account/", account.account, name="account"),
    path("theme/", account.theme, name="theme"),
    path("rules/", rules.rulebook, name="rules"),
    path("c/<str:campaign_id>/", warmap.show, name="war_map"),
    path("c/<str:campaign_id>/turns/<int:number>/map.json", warmap.turn_map, name="turn_map"),
    path("c/<str:campaign_id>/turns/<int:number>/report/", report.report, name="turn_report"),
    path("c/<str:campaign_id>/report/", report.latest, name="latest_report"),
    path("c/<str:campaign_id>/table/", plan.table, name="sector_table"),
    path("c/<str:campaign_id>/demo/run/", demo.run_deadline, name="demo_run"),
    path("c/<str:campaign_id>/plan/", plan.save, name="plan_save"),
    path("c/<str:campaign_id>/plan/submit/", plan.submit, name="plan_submit"),
    path("c/<str:campaign_id>/plan/form/", plan.write, name="plan_write"),
    path("c/<str:campaign_id>/about/", about.about, name="campaign_about"),
    path("c/<str:campaign_id>/battles/", battles.battles, name="battles"),
    path("c/<str:campaign_id>/battles/<str:battle_id>/", battles.battle, name="battle"),
    path(
        "c/<str:campaign_id>/battles/<str:battle_id>/confirm/", battles.battle_confirm, name="battle_confirm"
    ),
    path("c/<str:campaign_id>/battles/<str:battle_id>/reopen/", battles.battle_reopen, name="battle_reopen"),
    path("c/<str:campaign_id>/battles/<str:battle_id>/dice/", battles.battle_dice, name="battle_dice"),
    path(
        "c/<str:campaign_id>/battles/<str:battle_id>/sacrifice/",
        battles.battle_sacrifice,
        name="battle_sacrifice",
    ),
    path("c/<str:campaign_id>/pause/", desk.pause, name="campaign_pause"),
    path("c/<str:campaign_id>/desk/", desk.overview, name="desk"),
    path("c/<str:campaign_id>/desk/review/", desk.review, name="desk_review"),
    path("c/<str:campaign_id>/desk/dates/", desk.dates, name="desk_dates"),
    path("c/<str:campaign_id>/desk/battles/", desk.battles, name="desk_battles"),
    path("c/<str:campaign_id>/desk/battles/<str:battle_id>/", desk.battle, name="desk_battle"),
    path("c/<str:campaign_id>/desk/log/", desk.log, name="desk_log"),
    path("c/<str:campaign_id>/desk/look/", desk.look_as, name="desk_watch"),
    path("c/<str:campaign_id>/desk/turns/<int:number>.json", desk.scenario, name="desk_scenario"),
]
