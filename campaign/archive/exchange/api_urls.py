"""The API's addresses of this room, below ``/api/v1/``."""

from __future__ import annotations

from django.urls import URLPattern, path

from campaign.archive.exchange import api

urlpatterns: list[URLPattern] = [
    path("campaigns/import/", api.CampaignImport.as_view(), name="import"),
    path("campaigns/import/<slug:transfer_id>/", api.OneImport.as_view(), name="import_state"),
    path("campaigns/<slug:campaign_id>/export/", api.CampaignFile.as_view(), name="export"),
    path("campaigns/<slug:campaign_id>/export/file/", api.ExportedFile.as_view(), name="exported_file"),
    path("campaigns/<slug:campaign_id>/knowledge/", api.Knowledge.as_view(), name="knowledge"),
]
