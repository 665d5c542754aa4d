"""The pages' addresses of this room."""

from __future__ import annotations

from django.urls import URLPattern, path

from campaign.press.measures import views

urlpatterns: list[URLPattern] = [
    path("operator/flags/", views.queue, name="operator_flags"),
    path("operator/flags/<str:flag_id>/", views.act, name="act_on_flag"),
    path("operator/flags/<str:flag_id>/picture.jpg", views.picture, name="operator_flag_picture"),
    path("operator/measures/<str:measure_id>/undo/", views.undo, name="undo_measure"),
]
