"""The pages' addresses of this room."""

from __future__ import annotations

from django.urls import URLPattern, path

from campaign.accounts.tokens import views

urlpatterns: list[URLPattern] = [
    path("account/tokens/", views.tokens, name="tokens"),
    path("account/tokens/<str:token_id>/revoke/", views.revoke, name="token_revoke"),
]
