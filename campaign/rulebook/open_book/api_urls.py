"""The API's addresses of this room, below ``/api/v1/``."""

from __future__ import annotations

from django.urls import URLPattern, path

from campaign.rulebook.open_book import api

urlpatterns: list[URLPattern] = [
    path("campaigns/<slug:campaign_id>/rulebook/", api.Rulebook.as_view(), name="rulebook"),
    path("invitations/<slug:token>/rulebook/", api.InvitedRulebook.as_view(), name="invited_rulebook"),
]
