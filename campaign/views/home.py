"""The first page: what needs me, by when."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from campaign.selectors.home import home_of


def home(request: HttpRequest) -> HttpResponse:
    """Over all campaigns of a person; a stranger is told what this is."""
    if not request.user.is_authenticated:
        return render(request, "landing.html")
    return render(request, "home.html", {"page": home_of(request.user)})
