"""The pages' addresses of this room."""

from __future__ import annotations

from django.urls import URLPattern, path

from campaign.notices.webhooks import views

urlpatterns: list[URLPattern] = [
    path("account/webhooks/", views.hooks, name="hooks"),
    path("account/webhooks/<str:hook_id>/test/", views.test, name="hook_test"),
    path("account/webhooks/<str:hook_id>/remove/", views.remove, name="hook_remove"),
]
