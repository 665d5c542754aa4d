"""The pages' addresses of this room."""

from __future__ import annotations

from django.urls import URLPattern, path

from campaign.founding import views

urlpatterns: list[URLPattern] = [
    path("campaigns/new/", views.new, name="campaign_new"),
    path("c/<str:campaign_id>/build/", views.overview, name="build"),
    path("c/<str:campaign_id>/build/story/", views.story, name="build_story"),
    path("c/<str:campaign_id>/build/texts/", views.texts, name="build_texts"),
    path("c/<str:campaign_id>/build/template/", views.template, name="build_template"),
    path("c/<str:campaign_id>/build/settings/", views.settings, name="build_settings"),
    path("c/<str:campaign_id>/build/schedule/", views.schedule, name="build_schedule"),
    path("c/<str:campaign_id>/build/seats/", views.seats, name="build_seats"),
]
