"""Who looks: their time zone, their palette; and that nothing they see is kept by what lies between."""

from __future__ import annotations

from collections.abc import Callable
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils import timezone

from config.errors import not_allowed

THEMES = ("paper", "night", "system")
PRIVATE = "private, no-store"


class ViewerMiddleware:
    """Activates the viewer's time zone, finds the palette, and forbids keeping what a person is shown.

    Everything that a logged-in viewer gets is ``no-store`` unless the view says otherwise, so that neither a
    proxy nor the back button on a shared machine shows one player's war to the next.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        user = request.user
        theme = user.theme if user.is_authenticated else request.COOKIES.get("theme", "")
        request.theme = theme if theme in THEMES else "system"  # type: ignore[attr-defined]
        _activate(user.time_zone if user.is_authenticated else "")
        response = self.get_response(request)
        if response.status_code == 405 and not getattr(response, "content", b"-"):
            response = not_allowed(request, response)
        if user.is_authenticated and not response.has_header("Cache-Control"):
            response["Cache-Control"] = PRIVATE
        return response


def _activate(zone: str) -> None:
    """Show times in ``zone``; a name that this machine does not know falls back to the site's zone."""
    try:
        timezone.activate(ZoneInfo(zone))
    except (ZoneInfoNotFoundError, ValueError):
        timezone.deactivate()
