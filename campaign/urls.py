"""The addresses of a campaign and of its people."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, path

from campaign.views import account, home

urlpatterns: list[URLPattern | URLResolver] = [
    path("", home.home, name="home"),
    path("account/", account.account, name="account"),
    path("theme/", account.theme, name="theme"),
]
