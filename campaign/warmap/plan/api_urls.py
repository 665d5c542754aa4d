"""The API's addresses of this room, below ``/api/v1/``."""

from __future__ import annotations

from django.urls import URLPattern, path

from campaign.warmap.plan import api

urlpatterns: list[URLPattern] = [
    path("campaigns/<slug:campaign_id>/turns/<whole:number>/plan/", api.MyPlan.as_view(), name="plan"),
    path(
        "campaigns/<slug:campaign_id>/turns/<whole:number>/plan/check/",
        api.PlanCheck.as_view(),
        name="plan_check",
    ),
    path(
        "campaigns/<slug:campaign_id>/turns/<whole:number>/plan/submit/",
        api.PlanSubmission.as_view(),
        name="plan_submit",
    ),
    path(
        "campaigns/<slug:campaign_id>/turns/<whole:number>/plan/receipt/",
        api.PlanReceipt.as_view(),
        name="plan_receipt",
    ),
    path(
        "campaigns/<slug:campaign_id>/banners/<slug:banner_id>/options/",
        api.BannerOptions.as_view(),
        name="options",
    ),
    path("campaigns/<slug:campaign_id>/fallback/", api.MyFallback.as_view(), name="fallback"),
]
