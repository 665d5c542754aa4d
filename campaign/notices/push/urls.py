"""The pages' addresses of this room."""

from __future__ import annotations

from django.urls import URLPattern, path

from campaign.notices.push import views

urlpatterns: list[URLPattern] = [
    path("account/notices/worker.js", views.worker, name="push_worker"),
    path("account/notices/push/", views.add, name="push_add"),
    path("account/notices/push/test/", views.test, name="push_test"),
    path("account/notices/push/<str:device_id>/remove/", views.remove, name="push_remove"),
]
