"""The pages' addresses of this room."""

from __future__ import annotations

from django.urls import URLPattern, path

from campaign.press.promises import views

urlpatterns: list[URLPattern] = [
    path("c/<str:campaign_id>/promises/", views.promises, name="own_promises"),
    path("c/<str:campaign_id>/promises/<str:promise_id>/", views.answer, name="answer_promise"),
    path("c/<str:campaign_id>/messages/<str:name>/promise/", views.offer, name="offer_promise"),
]
