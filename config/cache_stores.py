"""The caches of a site: counts and pages in one, pictures in another, so that neither drives out the other.

A process's own memory holds few entries and gives up a third of them when it is full: among pictures, counts
of who tries too often would be forgotten.
"""

from __future__ import annotations

from typing import Any

PICTURES = "pictures"
MOST_PICTURES = 200
"""So many a process keeps in its own memory: of at most some 300 kB each, most a tenth of that."""


def caches(redis: str) -> dict[str, dict[str, Any]]:
    """The caches, with Redis or without one."""
    if not redis:
        memory = "django.core.cache.backends.locmem.LocMemCache"
        return {
            "default": {"BACKEND": memory},
            PICTURES: {"BACKEND": memory, "LOCATION": PICTURES, "OPTIONS": {"MAX_ENTRIES": MOST_PICTURES}},
        }
    there: dict[str, Any] = {"BACKEND": "config.cache.RedisOrMemory", "LOCATION": redis}
    patience = {"socket_connect_timeout": 1, "socket_timeout": 2}
    return {
        "default": {**there, "OPTIONS": patience},
        PICTURES: {**there, "KEY_PREFIX": PICTURES, "OPTIONS": patience},
    }
