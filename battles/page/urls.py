"""The pages' addresses of this room."""

from __future__ import annotations

from django.urls import URLPattern, path

from battles.page import act_forms, picture_views, views

urlpatterns: list[URLPattern] = [
    path("c/<str:campaign_id>/battles/", views.battles, name="battles"),
    path("c/<str:campaign_id>/battles/<str:battle_id>/", views.battle, name="battle"),
    path("c/<str:campaign_id>/battles/<str:battle_id>/confirm/", views.battle_confirm, name="battle_confirm"),
    path(
        "c/<str:campaign_id>/battles/<str:battle_id>/sacrifice/",
        views.battle_sacrifice,
        name="battle_sacrifice",
    ),
    path("c/<str:campaign_id>/battles/<str:battle_id>/act/<slug:name>/", act_forms.act, name="battle_act"),
    path(
        "c/<str:campaign_id>/battles/<str:battle_id>/pictures/<str:picture_id>.jpg",
        picture_views.picture,
        name="battle_picture",
    ),
    path(
        "c/<str:campaign_id>/battles/<str:battle_id>/lists/<slug:side>.jpg",
        picture_views.list_photograph,
        name="battle_list_photograph",
    ),
]
