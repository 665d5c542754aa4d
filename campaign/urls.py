"""The addresses of a campaign and of its people."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, path

from campaign.views import account, home, plan, report, warmap

urlpatterns: list[URLPattern | URLResolver] = [
    path("", home.home, name="home"),
    path("account/", account.account, name="account"),
    path("theme/", account.theme, name="theme"),
    path("c/<str:campaign_id>/", warmap.show, name="war_map"),
    path("c/<str:campaign_id>/turns/<int:number>/map.json", warmap.turn_map, name="turn_map"),
    path("c/<str:campaign_id>/turns/<int:number>/report/", report.report, name="turn_report"),
    path("c/<str:campaign_id>/report/", report.latest, name="latest_report"),
    path("c/<str:campaign_id>/table/", plan.table, name="sector_table"),
    path("c/<str:campaign_id>/plan/", plan.save, name="plan_save"),
    path("c/<str:campaign_id>/plan/submit/", plan.submit, name="plan_submit"),
    path("c/<str:campaign_id>/plan/form/", plan.write, name="plan_write"),
]
