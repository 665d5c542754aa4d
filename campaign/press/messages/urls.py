"""The pages' addresses of this room."""

from __future__ import annotations

from django.urls import URLPattern, path

from campaign.press.messages import views

urlpatterns: list[URLPattern] = [
    path("c/<str:campaign_id>/messages/", views.threads, name="messages"),
    path("c/<str:campaign_id>/messages/new/", views.new_group, name="new_group"),
    path("c/<str:campaign_id>/messages/<str:name>/", views.conversation, name="conversation"),
    path("c/<str:campaign_id>/messages/<str:name>/mute/", views.mute, name="mute"),
    path("c/<str:campaign_id>/messages/<str:name>/leave/", views.leave, name="leave_group"),
    path("c/<str:campaign_id>/messages/<str:name>/<str:message_id>/edit/", views.edit, name="edit_message"),
]
