"""The API's addresses of this room, below ``/api/v1/``."""

from __future__ import annotations

from django.urls import URLPattern, path

from campaign.accounts.privacy import api

urlpatterns: list[URLPattern] = [
    path("account/data/", api.MyData.as_view(), name="my_data"),
    path("account/delete/", api.AccountDeletion.as_view(), name="account_delete"),
]
