"""The pages' addresses of this room."""

from __future__ import annotations

from django.urls import URLPattern, path

from battles.desk import views

urlpatterns: list[URLPattern] = [
    path("c/<str:campaign_id>/desk/battles/", views.battles, name="desk_battles"),
    path("c/<str:campaign_id>/desk/battles/<str:battle_id>/", views.battle, name="desk_battle"),
    path("c/<str:campaign_id>/desk/claims/", views.claims, name="desk_claims"),
    path("c/<str:campaign_id>/desk/missions/", views.missions, name="desk_mission_tables"),
    path("c/<str:campaign_id>/desk/missions/<slug:name>/", views.missions, name="desk_missions"),
    path("c/<str:campaign_id>/desk/stand-ins/", views.stand_ins, name="desk_stand_ins"),
]
