"""The pages' addresses of this room."""

from __future__ import annotations

from django.urls import URLPattern, path

from campaign.desk import views

urlpatterns: list[URLPattern] = [
    path("c/<str:campaign_id>/pause/", views.pause, name="campaign_pause"),
    path("c/<str:campaign_id>/desk/", views.overview, name="desk"),
    path("c/<str:campaign_id>/desk/review/", views.review, name="desk_review"),
    path("c/<str:campaign_id>/desk/dates/", views.dates, name="desk_dates"),
    path("c/<str:campaign_id>/desk/look/", views.look_as, name="desk_watch"),
    path("c/<str:campaign_id>/desk/turns/<whole:number>.json", views.scenario, name="desk_scenario"),
]
