"""The pages' addresses of this room."""

from __future__ import annotations

from django.urls import URLPattern, path

from campaign.warmap.plan import views

urlpatterns: list[URLPattern] = [
    path("c/<str:campaign_id>/table/", views.table, name="sector_table"),
    path("c/<str:campaign_id>/plan/", views.save, name="plan_save"),
    path("c/<str:campaign_id>/plan/submit/", views.submit, name="plan_submit"),
    path("c/<str:campaign_id>/turns/<whole:number>/comes/", views.comes, name="turn_comes"),
    path("c/<str:campaign_id>/plan/form/", views.write, name="plan_write"),
]
