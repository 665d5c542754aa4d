"""The pages' addresses of this room."""

from __future__ import annotations

from django.urls import URLPattern, path

from campaign.accounts.privacy import views

urlpatterns: list[URLPattern] = [
    path("account/data/", views.own_data, name="own_data"),
    path("account/data/everything.zip", views.own_data_zip, name="own_data_zip"),
]
