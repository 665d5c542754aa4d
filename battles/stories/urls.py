"""The pages' addresses of this room."""

from __future__ import annotations

from django.urls import URLPattern, path

from battles.stories import views

urlpatterns: list[URLPattern] = [
    path("shared/<str:token>/summary.png", views.shared_summary, name="shared_summary"),
    path("shared/<str:token>/pictures/<str:picture_id>.jpg", views.shared_picture, name="shared_picture"),
]
