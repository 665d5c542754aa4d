"""Moments as people read them: absolute, with the zone."""

from __future__ import annotations

from datetime import datetime
from zoneinfo import ZoneInfo


def in_words(moment: datetime | None, zone: ZoneInfo) -> str:
    """``Friday 27 November 2026, 23:59 CET``."""
    if moment is None:
        return "no date"
    local = moment.astimezone(zone)
    return f"{local:%A} {local.day} {local:%B %Y, %H:%M %Z}"
