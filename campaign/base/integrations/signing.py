"""Signed webhooks: the secret that both sides know, kept sealed, and what a request is signed with.

The headers and the signature are those of the Standard Webhooks specification (standardwebhooks.com), so
that programs can check them with what they have.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import secrets
from collections.abc import Mapping

from cryptography.fernet import Fernet, MultiFernet
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from django.conf import settings

_MARK = "whsec_"
WEBHOOKS = b"webhook secrets"


def new_secret() -> bytes:
    """A new secret of 256 bits."""
    return secrets.token_bytes(32)


def shown(secret: bytes) -> str:
    """The secret as its owner keeps it."""
    return _MARK + base64.b64encode(secret).decode()


def seal(secret: bytes, purpose: bytes = WEBHOOKS) -> bytes:
    """The secret as it is stored; what is sealed for one purpose cannot be opened for another."""
    return _locks(purpose).encrypt(secret)


def opened(sealed: bytes, purpose: bytes = WEBHOOKS) -> bytes:
    """The secret that was stored. Raises ``InvalidToken`` if the site's key has changed."""
    return _locks(purpose).decrypt(sealed)


def headers(secret: bytes, identity: str, timestamp: int, body: bytes) -> Mapping[str, str]:
    """What goes with a body: its id, which stays when it is sent again, the moment, and the signature."""
    signed = b".".join((identity.encode(), str(timestamp).encode(), body))
    signature = base64.b64encode(hmac.new(secret, signed, hashlib.sha256).digest()).decode()
    return {
        "Webhook-Id": identity,
        "Webhook-Timestamp": str(timestamp),
        "Webhook-Signature": f"v1,{signature}",
    }


def _locks(purpose: bytes) -> MultiFernet:
    keys = (settings.SECRET_KEY, *map(str, settings.SECRET_KEY_FALLBACKS))
    return MultiFernet([_lock(key, purpose) for key in keys])


def _lock(key: str, purpose: bytes) -> Fernet:
    derived = HKDF(algorithm=SHA256(), length=32, salt=None, info=purpose).derive(key.encode())
    return Fernet(base64.urlsafe_b64encode(derived))
