"""What every template knows beside its own context."""

from __future__ import annotations

from django.conf import settings
from django.http import HttpRequest

from config.version import VERSION


def viewer(request: HttpRequest) -> dict[str, object]:
    """``theme``: paper, night or system; ``demo``: whether it is one; ``version``; ``site_url``: its
    address, by a name that no other program's pages take for something else.
    """
    return {
        "theme": getattr(request, "theme", "system"),
        "demo": settings.DEMO,
        "version": VERSION,
        "site_url": str(settings.SITE_URL),
    }
