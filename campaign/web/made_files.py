"""Files that a worker has made, as they are fetched and as programs find them."""

from __future__ import annotations

from django.conf import settings
from django.http import HttpResponse
from django.urls import reverse


def attached(data: bytes, name: str, kind: str) -> HttpResponse:
    """A file to be kept under its name."""
    response = HttpResponse(data, content_type=kind)
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


def api_address(name: str, *args: str) -> str:
    """The whole address at which a program asks what has come of it, or fetches it."""
    return settings.SITE_URL + reverse(f"api:{name}", args=args)
