"""The pages' addresses of this room."""

from __future__ import annotations

from django.urls import URLPattern, path

from campaign.founding.things import views

urlpatterns: list[URLPattern] = [
    path("c/<str:campaign_id>/build/things/", views.things, name="build_things"),
    path("c/<str:campaign_id>/build/things/new/", views.new, name="build_trigger_new"),
    path("c/<str:campaign_id>/build/things/triggers/<str:key>/", views.trigger, name="build_trigger"),
]
