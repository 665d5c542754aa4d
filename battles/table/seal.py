"""The seed of a table: bound by its SHA-256 from the start, encrypted at rest, shown at the end."""

from __future__ import annotations

import base64
import hashlib

from cryptography.fernet import Fernet, MultiFernet
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from django.conf import settings


def sealed(seed: bytes) -> bytes:
    """The seed as it is stored."""
    return _locks().encrypt(seed)


def opened(token: bytes) -> bytes:
    """The seed that was sealed."""
    return _locks().decrypt(token)


def commitment_of(seed: bytes) -> str:
    """What is shown of a seed before the first die."""
    return hashlib.sha256(seed).hexdigest()


def _locks() -> MultiFernet:
    secret = getattr(settings, "SEED_KEY", "") or settings.SECRET_KEY
    return MultiFernet([_lock(text) for text in (secret, *map(str, settings.SECRET_KEY_FALLBACKS))])


def _lock(secret: str) -> Fernet:
    key = HKDF(algorithm=SHA256(), length=32, salt=None, info=b"table seeds").derive(secret.encode())
    return Fernet(base64.urlsafe_b64encode(key))
