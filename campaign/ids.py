"""Public ids: random for what people make, derived for what the engine causes.

No id is sequential, and two worlds that look alike to a player have the same ids (architecture, "The truth
in rows"): what the engine causes is named by a keyed hash of what it is, so that neither its value nor its
order tells how many hidden things were made before it.
"""

from __future__ import annotations

import hashlib
import hmac
import re
import secrets
from collections.abc import Callable


def random_id() -> str:
    """A new unguessable id of 128 bits, 22 URL-safe characters."""
    return source()


def random_key() -> bytes:
    """A new secret of 256 bits, for a campaign's id key or seed."""
    return secrets.token_bytes(32)


def derived_id(id_key: bytes, kind: str, seat: str, engine_id: str, turn: int) -> str:
    """The id of something the engine caused: the first 128 bits of an HMAC, 32 hex digits.

    ``kind`` is a fixed word (``battle``, ``sighting``, ``banner``), ``seat`` the seat it is shown to or an
    empty string, ``turn`` the turn it began.
    """
    message = f"{kind}/{seat}/{engine_id}/{turn}".encode()
    return hmac.new(id_key, message, hashlib.sha256).hexdigest()[:32]


_FORM = re.compile(r"[A-Za-z0-9_-]{22}|[0-9a-f]{32}")


def is_id(text: str) -> bool:
    """Whether a text that came from outside has the form of a public id, so that it fits into an address."""
    return _FORM.fullmatch(text) is not None


def _token() -> str:
    return secrets.token_urlsafe(16)


source: Callable[[], str] = _token
"""Where random ids come from; tests replace it to compare two worlds."""
