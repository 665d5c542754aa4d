"""Devices on which somebody has logged in before: strangers' wrong passwords do not shut those out.

A log-in leaves a signed cookie with a name for the device and the accounts that were opened on it (device
cookies, as OWASP describes them). It opens nothing; a password that is tried on it has a count of its own.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets

from django.conf import settings
from django.contrib.auth.signals import user_logged_in
from django.core import signing
from django.dispatch import receiver
from django.http import HttpRequest
from django.http.response import HttpResponseBase

from campaign.models import User

COOKIE = f"{settings.HOST_COOKIE}device"
AGE = 365 * 24 * 60 * 60
MOST_ACCOUNTS = 5
_SALT = "campaign.access.known_devices"


def known_as(request: HttpRequest, account: str) -> str:
    """What the device is called for an account, by its address; empty for a stranger's."""
    name, accounts = _read(request)
    if name and _digest(account) in accounts:
        return f"device/{name}"
    user = getattr(request, "user", None)
    session = getattr(request, "session", None)
    if isinstance(user, User) and session is not None and session.session_key:
        return f"session/{session.session_key}" if user.address == _plain(account) else ""
    return ""


def keep(request: HttpRequest, response: HttpResponseBase) -> None:
    """Let the device know itself again if somebody has logged in with this request."""
    account = getattr(request, "opened_account", "")
    if not account:
        return
    name, accounts = _read(request)
    digest = _digest(account)
    accounts = [digest, *(one for one in accounts if one != digest)][:MOST_ACCOUNTS]
    value = signing.dumps({"name": name or secrets.token_urlsafe(16), "accounts": accounts}, salt=_SALT)
    response.set_cookie(
        COOKIE, value, max_age=AGE, httponly=True, samesite="Lax", secure=settings.SESSION_COOKIE_SECURE
    )


def opened(request: HttpRequest, user: User) -> None:
    """Let the device be known for the account, by the address that it has now, once this is answered."""
    request.opened_account = user.address  # type: ignore[attr-defined]


@receiver(user_logged_in)
def _opened(sender: object, request: HttpRequest, user: User, **_more: object) -> None:
    opened(request, user)


def _read(request: HttpRequest) -> tuple[str, list[str]]:
    """The device's name and the accounts opened on it, of a cookie that this site has signed."""
    try:
        kept = signing.loads(request.COOKIES.get(COOKIE, ""), salt=_SALT, max_age=AGE)
        return str(kept["name"]), [str(one) for one in kept["accounts"]]
    except (signing.BadSignature, KeyError, TypeError):
        return "", []


def _plain(account: str) -> str:
    return account.strip().lower()


def _digest(account: str) -> str:
    key = f"device/{settings.SECRET_KEY}".encode()
    return hmac.new(key, _plain(account).encode(), hashlib.sha256).hexdigest()[:16]
