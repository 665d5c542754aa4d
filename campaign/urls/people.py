"""The addresses by which people come into a campaign, act for one another, and go."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, path

from campaign.views import army, calendar, join, own_seat, people

PEOPLE: list[URLPattern | URLResolver] = [
    path("join/<str:token>/", join.join, name="join"),
    path("c/<str:campaign_id>/army/", army.army, name="army"),
    path("c/<str:campaign_id>/people/", people.people, name="people"),
    path("c/<str:campaign_id>/leave/", people.leave, name="leave_role"),
    path("c/<str:campaign_id>/seat/", own_seat.own_seat, name="own_seat"),
    path("c/<str:campaign_id>/calendar/", calendar.calendar, name="calendar"),
]
