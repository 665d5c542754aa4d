"""Maps, posters and cards that a child draws: kept for the next who asks for the same."""

from __future__ import annotations

import base64
import json
from collections.abc import Callable
from hashlib import sha256

from django.core.cache import caches

from campaign.base.answers import JsonObject
from campaign.base.sandbox import children
from campaign.base.sandbox.children import ChildFailedError, Limits

LIMITS = Limits(seconds=20, megabytes=512, niceness=5, clock=30)
KEPT = 24 * 3600
"""Seconds: what a picture is drawn from is all that it shows, so it never grows old."""
PICTURES = "pictures"
"""The cache for what was drawn."""
MAKER = "campaign.film.drawing.maker"


def drawn_once(
    wanted: JsonObject, limits: Limits = LIMITS, more: Callable[[], JsonObject] | None = None
) -> bytes:
    """A picture that the child makes of this, kept for the next who asks for the same.

    ``more`` is what the child gets besides: large, asked for only where something is to be drawn, and named
    in ``wanted`` already. Raises ``NoTurnError`` while too many are drawn, and ``ChildFailedError``.
    """
    text = json.dumps(wanted, ensure_ascii=False).encode()
    key = f"still:{sha256(text).hexdigest()}"
    kept = caches[PICTURES]
    drawn: bytes | None = kept.get(key)
    if drawn is None:
        if more is not None:
            text = json.dumps({**wanted, **more()}, ensure_ascii=False).encode()
        with children.in_turn():
            head, *parts = [one for one in children.lines(MAKER, text, limits) if one]
        if json.loads(head)["state"] != "done":
            raise ChildFailedError("it made nothing")
        drawn = b"".join(base64.b64decode(part) for part in parts)
        kept.set(key, drawn, KEPT)
    return drawn
