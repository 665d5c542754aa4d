"""What every template knows beside its own context."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.http import HttpRequest


def viewer(request: HttpRequest) -> dict[str, Any]:
    """``theme``: paper, night or system; ``demo``: whether this is the demo."""
    return {"theme": getattr(request, "theme", "system"), "demo": settings.DEMO}
