"""The pages' addresses of this room."""

from __future__ import annotations

from django.urls import URLPattern, path

from campaign.delivery import views

urlpatterns: list[URLPattern] = [
    path("notices/", views.notices, name="notices"),
    path("notices/unread.json", views.unread, name="unread"),
    path("account/notices/", views.wishes, name="wishes"),
    path("account/notices/webhook/", views.webhook, name="webhook"),
    path("account/notices/calendar/", views.reset_calendar, name="reset_calendar"),
    path("unsubscribe/<str:token>/", views.unsubscribe, name="unsubscribe"),
    path("calendar/<str:token>.ics", views.feed, name="feed"),
]
