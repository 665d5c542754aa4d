"""Cookies whose names begin with ``__Host-`` where the site is https: no other host plants or reads them."""

from __future__ import annotations

from django.conf import settings
from django.contrib.messages.storage.cookie import CookieStorage
from django.contrib.messages.storage.fallback import FallbackStorage
from django.contrib.messages.storage.session import SessionStorage

LEFT = f"{settings.HOST_COOKIE}left"
"""Set when somebody logs out: the next page has the browser forget what it kept for people (kept.js)."""


class _Cookie(CookieStorage):
    cookie_name = f"{settings.HOST_COOKIE}messages"


class Messages(FallbackStorage):
    """What is said once on the next page: in a cookie, or in the session if it is long."""

    storage_classes = (_Cookie, SessionStorage)
