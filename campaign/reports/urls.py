"""The pages' addresses of this room."""

from __future__ import annotations

from django.urls import URLPattern, path

from campaign.reports import views

urlpatterns: list[URLPattern] = [
    path("c/<str:campaign_id>/turns/<whole:number>/report/", views.report, name="turn_report"),
    path("c/<str:campaign_id>/report/", views.latest, name="latest_report"),
]
