"""The addresses of battles and of what surrounds them."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, include, path

from battles.views import acts, desk, files, others, page

_BATTLE: list[URLPattern | URLResolver] = [
    path("", page.battle, name="battle"),
    path("confirm/", page.battle_confirm, name="battle_confirm"),
    path("sacrifice/", page.battle_sacrifice, name="battle_sacrifice"),
    path("act/<slug:name>/", acts.act, name="battle_act"),
    path("pictures/<str:picture_id>.jpg", files.picture, name="battle_picture"),
    path("lists/<slug:side>.jpg", files.list_photograph, name="battle_list_photograph"),
]
_CAMPAIGN: list[URLPattern | URLResolver] = [
    path("battles/", page.battles, name="battles"),
    path("battles/<str:battle_id>/", include(_BATTLE)),
    path("honours/", others.honours, name="honours"),
    path("desk/battles/", desk.battles, name="desk_battles"),
    path("desk/battles/<str:battle_id>/", desk.battle, name="desk_battle"),
    path("desk/claims/", desk.claims, name="desk_claims"),
    path("desk/missions/", desk.missions, name="desk_mission_tables"),
    path("desk/missions/<slug:name>/", desk.missions, name="desk_missions"),
    path("desk/stand-ins/", desk.stand_ins, name="desk_stand_ins"),
]

urlpatterns: list[URLPattern | URLResolver] = [
    path("c/<str:campaign_id>/", include(_CAMPAIGN)),
    path("account/availability/", others.availability, name="availability"),
    path("stand-in/<str:token>/", others.stand_in, name="stand_in"),
    path("stand-in/<str:token>/live/", others.stand_in_stream, name="stand_in_live"),
    path("shared/<str:token>/", others.shared, name="shared_battle"),
    path("shared/<str:token>/pictures/<str:picture_id>.jpg", files.shared_picture, name="shared_picture"),
]
