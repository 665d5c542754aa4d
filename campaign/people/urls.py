"""The pages' addresses of this room."""

from __future__ import annotations

from django.urls import URLPattern, path

from campaign.people import seat_views, views

urlpatterns: list[URLPattern] = [
    path("c/<str:campaign_id>/people/", views.people, name="people"),
    path("c/<str:campaign_id>/leave/", views.leave, name="leave_role"),
    path("c/<str:campaign_id>/seat/", seat_views.own_seat, name="own_seat"),
]
