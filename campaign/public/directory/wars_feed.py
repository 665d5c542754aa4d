"""All open wars as one Atom feed (RFC 4287): each is an entry, new whenever something was told of it."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from django.conf import settings
from django.urls import reverse
from django.utils.html import escape
from django.utils.translation import gettext as _

from campaign.public.directory.selectors import Listed, status_words
from campaign.public.feeds import MOST, FeedItem, plain, written

_NEVER = datetime.fromisoformat("2026-01-01T00:00:00+00:00")
"""When a feed without entries has changed last."""


def wars_feed(wars: Iterable[Listed]) -> bytes:
    """The feed of all open wars: each is an entry, new whenever something was told of it."""
    items = [
        FeedItem(
            id=f"{settings.SITE_URL}{one.path}",
            title=plain(one.name),
            link=f"{settings.SITE_URL}{one.path}",
            html=f"<p>{escape(status_words(one))}</p><p>{escape(plain(one.story))}</p>",
            published=one.since,
            updated=one.updated,
        )
        for one in wars
    ]
    items.sort(key=lambda one: (one.updated, one.id), reverse=True)
    return written(
        title=_("Open wars"),
        link=settings.SITE_URL + reverse("wars"),
        own=settings.SITE_URL + reverse("wars_feed"),
        author=_("BOLTGUN Campaigns"),
        items=items[:MOST],
        updated=max((one.updated for one in items), default=_NEVER),
    )
