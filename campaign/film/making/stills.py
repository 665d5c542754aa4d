"""The map of a turn of a war that has ended, as a picture for whoever reads without scripts."""

from __future__ import annotations

import base64
import json
from hashlib import sha256

from django.core.cache import cache

from campaign.base.answers import JsonObject
from campaign.base.sandbox import children
from campaign.base.sandbox.children import ChildFailedError, Limits
from campaign.film.documents import TRUTH
from campaign.film.making.scenes import given, scenes_through
from campaign.film.making.selectors import Wish
from campaign.film.selectors import Onlooker
from campaign.models import FilmFormat, FilmKind

LIMITS = Limits(seconds=20, megabytes=512, niceness=5, clock=30)
KEPT = 24 * 3600
"""Seconds: nothing of a war that has ended changes."""


def still(who: Onlooker, number: int, eyes: int | None, *, light: str, size: str) -> bytes | None:
    """The PNG; None for what may not be seen, or is not.

    Raises ``NoTurnError`` while too many are drawn, and ``ChildFailedError``.
    """
    if not who.ended:
        return None
    wish = Wish(FilmKind.POSTER, TRUTH if eyes is None else eyes, number, number, FilmFormat.PNG, size, light)
    found = [one for one in scenes_through(who, wish) if one is not None]
    if not found:
        return None
    return drawn_once(given(who.campaign, wish, found))


def drawn_once(wanted: JsonObject) -> bytes:
    """A picture that the child makes of this, kept for the next who asks for the same.

    Raises ``NoTurnError`` while too many are drawn, and ``ChildFailedError``.
    """
    text = json.dumps(wanted, ensure_ascii=False).encode()
    key = f"still:{sha256(text).hexdigest()}"
    drawn: bytes | None = cache.get(key)
    if drawn is None:
        with children.in_turn():
            head, *parts = [one for one in children.lines("campaign.film.drawing.maker", text, LIMITS) if one]
        if json.loads(head)["state"] != "done":
            raise ChildFailedError("it made nothing")
        drawn = b"".join(base64.b64decode(part) for part in parts)
        cache.set(key, drawn, KEPT)
    return drawn
