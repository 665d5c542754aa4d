"""Moments in words, in the reader's own time zone: ``Fri 27 Nov, 23:59 CET (in 2 days)``."""

from __future__ import annotations

from datetime import datetime, timedelta, tzinfo
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext, ngettext

_DAY = timedelta(days=1)
_HOUR = timedelta(hours=1)
_MINUTE = timedelta(minutes=1)


def zone_named(name: str) -> ZoneInfo:
    """A person's time zone; UTC where this machine knows none of that name."""
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError):
        return ZoneInfo("UTC")


def when(moment: datetime, zone: tzinfo | None = None, *, now: datetime | None = None) -> str:
    """An aware moment as ``Fri 27 Nov, 23:59 CET``; the year is added when it is not the present one.

    ``zone`` is the reader's (default: the one that is active for this request).
    """
    local = timezone.localtime(moment, zone)
    today = timezone.localtime(now, zone)
    day = date_format(local, "D j M" if local.year == today.year else "D j M Y")
    return f"{day}, {date_format(local, 'H:i')} {_zone_name(local)}"


def until(moment: datetime, now: datetime | None = None) -> str:
    """How far away a moment is, rounded towards now: ``in 2 days``, ``in 47 hours``, ``5 minutes ago``."""
    away = moment - (now or timezone.now())
    size = abs(away)
    if size >= 2 * _DAY:
        words = _days(size // _DAY)
    elif size >= 2 * _HOUR:
        words = _hours(size // _HOUR)
    elif size >= _MINUTE:
        words = _minutes(size // _MINUTE)
    else:
        return gettext("now")
    pattern = gettext("in %(span)s") if away > timedelta(0) else gettext("%(span)s ago")
    return pattern % {"span": words}


def due(moment: datetime, zone: tzinfo | None = None, *, now: datetime | None = None) -> str:
    """A moment with its distance, as plain text: ``Fri 27 Nov, 23:59 CET (in 2 days)``."""
    return f"{when(moment, zone, now=now)} ({until(moment, now)})"


def _zone_name(local: datetime) -> str:
    """The zone as people there write it; one without a name of its own as its distance: ``UTC+10:30``."""
    name = local.tzname() or "UTC"
    if name[0] not in "+-":
        return name
    hours, minutes = name[:3], name[3:5]
    return f"UTC{hours}:{minutes}" if minutes else f"UTC{hours}"


def _days(count: int) -> str:
    return ngettext("%(count)d day", "%(count)d days", count) % {"count": count}


def _hours(count: int) -> str:
    return ngettext("%(count)d hour", "%(count)d hours", count) % {"count": count}


def _minutes(count: int) -> str:
    return ngettext("%(count)d minute", "%(count)d minutes", count) % {"count": count}
