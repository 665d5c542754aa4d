"""The pages' addresses of this room."""

from __future__ import annotations

from django.urls import URLPattern, path

from campaign.accounts.again import views

urlpatterns: list[URLPattern] = [path("account/again/", views.again, name="log_in_again")]
