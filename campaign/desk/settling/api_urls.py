"""The API's addresses of this room, below ``/api/v1/``."""

from __future__ import annotations

from django.urls import URLPattern, path

from campaign.desk.settling import api

urlpatterns: list[URLPattern] = [
    path("campaigns/<slug:campaign_id>/desk/settlements/", api.Settlements.as_view(), name="settlements"),
    path(
        "campaigns/<slug:campaign_id>/desk/settlements/<slug:banner_id>/",
        api.OneSettlement.as_view(),
        name="settlement",
    ),
    path(
        "campaigns/<slug:campaign_id>/desk/settlements/<slug:banner_id>/remove/",
        api.SettlementRemoval.as_view(),
        name="remove_settlement",
    ),
]
