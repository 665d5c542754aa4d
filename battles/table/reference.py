"""The tables as a page that works without network, with dice of the phone's own that are marked as such."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from battles.table.words import reference_tables

SCRIPTS = (
    "arming",
    *("away", "board", "dice", "gone", "install", "left", "listening", "lobby", "offline", "pace", "queue"),
    *("redrawing", "reference", "rolling", "sight", "told", "typed", "unfolding", "wishes"),
)
KEPT = (
    "css/web/variables.css",
    "css/web/base.css",
    "css/battles/table.css",
    "js/web/base.js",
    "js/web/once.js",
    "js/web/kept.js",
    "js/web/tabs.js",
    "js/web/edges.js",
    "js/web/held.js",
    "js/web/unsent.js",
    "icons/sprite.svg",
    "icons/favicon.svg",
    *(f"js/battles/table/{name}.js" for name in SCRIPTS),
)
"""What the pages of the companion need without network; the worker fetches it when it is installed."""


@require_GET
def tables(request: HttpRequest) -> HttpResponse:
    """Every table of the companion."""
    return render(request, "battles/table/reference.html", reference_tables.tables())


@require_GET
def worker(request: HttpRequest) -> HttpResponse:
    """The service worker: keeps the tables and the last state of a table for when there is no network."""
    response = render(request, "battles/table/sw.js", {"kept": KEPT}, content_type="text/javascript")
    response["Cache-Control"] = "no-cache"
    return response
