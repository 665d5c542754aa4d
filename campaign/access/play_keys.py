"""One-time keys of the button "Play now": however often a page sends its own, one war comes of it."""

from __future__ import annotations

from datetime import timedelta

from django.core import signing

from campaign.ids import is_id, random_id

_SALT = "campaign.play_key"
LASTS = timedelta(days=1)


def new_key() -> str:
    """A key for a page that is shown now; nothing is stored."""
    return signing.dumps(random_id(), salt=_SALT)


def token_of(key: str) -> str:
    """The random part of a key that a page of this site has had lately; empty for any other."""
    try:
        token = str(signing.loads(key, salt=_SALT, max_age=LASTS))
    except signing.BadSignature:
        return ""
    return token if is_id(token) else ""
