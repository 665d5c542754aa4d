"""The pages' addresses of this room."""

from __future__ import annotations

from django.urls import URLPattern, path

from campaign.press.moderation import views

urlpatterns: list[URLPattern] = [
    path("flag/<slug:kind>/<str:thing>/", views.flag_thing, name="flag_thing"),
    path("flag/<slug:kind>/<str:thing>/picture.jpg", views.thing_picture, name="flagged_picture"),
    path("c/<str:campaign_id>/messages/flags/", views.flags, name="flags"),
    path("c/<str:campaign_id>/messages/flags/<str:flag_id>/", views.settle, name="settle_flag"),
    path("c/<str:campaign_id>/messages/flags/<str:flag_id>/picture.jpg", views.picture, name="flag_picture"),
    path("c/<str:campaign_id>/messages/<str:name>/<str:message_id>/flag/", views.flag, name="flag_message"),
]
