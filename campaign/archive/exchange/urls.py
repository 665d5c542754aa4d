"""The pages' addresses of this room."""

from __future__ import annotations

from django.urls import URLPattern, path

from campaign.archive.exchange import views

urlpatterns: list[URLPattern] = [
    path("campaigns/import/", views.take_in, name="campaign_import"),
    path("campaigns/import/<str:transfer_id>/", views.arrival, name="campaign_arrival"),
    path("c/<str:campaign_id>/export/", views.export, name="campaign_export"),
    path("c/<str:campaign_id>/export/campaign.zip", views.exported, name="campaign_file"),
    path("c/<str:campaign_id>/knowledge.json", views.knowledge, name="knowledge_file"),
]
