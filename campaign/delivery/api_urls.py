"""The API's addresses of this room, below ``/api/v1/``."""

from __future__ import annotations

from django.urls import URLPattern, path

from campaign.delivery import api

urlpatterns: list[URLPattern] = [
    path("notices/", api.NoticeList.as_view(), name="notices"),
    path("notices/read/", api.NoticeReading.as_view(), name="notices_read"),
    path("notices/wishes/", api.NoticeWishes.as_view(), name="wishes"),
    path("notices/webhook/", api.MyWebhook.as_view(), name="webhook"),
    path("notices/webhook/test/", api.WebhookTest.as_view(), name="webhook_test"),
    path("notices/push/", api.Devices.as_view(), name="push"),
    path("notices/push/test/", api.DeviceTest.as_view(), name="push_test"),
    path("notices/push/<slug:device_id>/remove/", api.DeviceRemoval.as_view(), name="push_remove"),
    path("notices/calendar/reset/", api.CalendarReset.as_view(), name="calendar_reset"),
]
