"""A line to somebody's webhook: only to hosts that the operator allows, and never into a private network.

The name is resolved first and every address looked at; the connection then goes to the address that was
looked at, so that a name which answers otherwise a moment later leads nowhere else.
"""

from __future__ import annotations

import ipaddress
import json
import socket
from collections.abc import Mapping, Sequence
from urllib.parse import urlsplit

import httpx
from django.conf import settings
from django.utils.translation import gettext as _

TIMEOUT = 6.0
MOST_CHARACTERS = 1900
MOST_ADDRESS = 300
SCHEMES = ("https",)
_TOO_MANY = 429
_FOR_GOOD = (400, 401, 403, 404, 405, 410)


class WebhookError(Exception):
    """A line that did not arrive; ``final`` if trying again is of no use, ``status`` of the answer."""

    def __init__(self, message: str, *, final: bool, status: int = 0) -> None:
        super().__init__(message)
        self.message = message
        self.final = final
        self.status = status


def check_address(address: str) -> str:
    """The address of a webhook without blanks. Raises ``WebhookError``: what is wrong, what is allowed."""
    address = address.strip()
    try:
        parts = urlsplit(address)
        host = parts.netloc.lower()
        _port = parts.port
    except ValueError:
        raise WebhookError(_("This is no web address."), final=True) from None
    if parts.scheme not in SCHEMES or not parts.hostname:
        raise WebhookError(_("A webhook's address begins with https://."), final=True)
    if host not in settings.WEBHOOK_HOSTS or len(address) > MOST_ADDRESS:
        allowed = ", ".join(settings.WEBHOOK_HOSTS) or _("none")
        raise WebhookError(_("Webhooks go to these hosts only: %(hosts)s.") % {"hosts": allowed}, final=True)
    return address


def send_line(address: str, text: str) -> None:
    """Post a line of text as Discord takes it. Raises ``WebhookError``."""
    body = {"content": text[:MOST_CHARACTERS], "allowed_mentions": {"parse": []}}
    deliver(address, json.dumps(body).encode(), {})


def deliver(address: str, body: bytes, more: Mapping[str, str]) -> None:
    """Post a JSON body with these headers besides to a webhook. Raises ``WebhookError``."""
    post(check_address(address), body, {"Content-Type": "application/json", **more})


def allowed(host: str, hosts: Sequence[str]) -> bool:
    """Whether a host is one of these; one that begins with a dot stands for all below it."""
    return any(host == one or (one.startswith(".") and host.endswith(one)) for one in hosts)


def post(address: str, body: bytes, more: Mapping[str, str]) -> None:
    """Post a body to an address that was allowed, at the number that was looked at, following no redirect.

    Raises ``WebhookError``.
    """
    parts = urlsplit(address)
    host = parts.hostname or ""
    port = parts.port or (443 if parts.scheme == "https" else 80)
    found = _resolve(host, port)
    place = f"[{found}]" if ":" in found else found
    target = httpx.URL(address).copy_with(host=place.strip("[]"))
    headers = {
        "Host": parts.netloc,
        "User-Agent": "boltgun-campaigns",
        **more,
    }
    try:
        with httpx.Client(timeout=TIMEOUT, trust_env=False, follow_redirects=False) as client:
            extensions = {"sni_hostname": host}
            with client.stream(
                "POST", target, content=body, headers=headers, extensions=extensions
            ) as answer:
                status = answer.status_code
    except httpx.HTTPError as error:
        raise WebhookError(_said(error), final=False) from None
    _judge(status)


def _judge(status: int) -> None:
    if httpx.codes.is_success(status):
        return
    if status in _FOR_GOOD:
        raise WebhookError(
            _("The webhook answered %(status)s: it is gone or its address is wrong.") % {"status": status},
            final=True,
            status=status,
        )
    raise WebhookError(_("The webhook answered %(status)s.") % {"status": status}, final=False, status=status)


def _said(error: httpx.HTTPError) -> str:
    """What went wrong, without the address: it is a secret."""
    if isinstance(error, httpx.TimeoutException):
        return _("The webhook did not answer in time.")
    return _("The webhook could not be reached (%(kind)s).") % {"kind": type(error).__name__}


def _resolve(host: str, port: int) -> str:
    """An address of the host, all of whose addresses are public. Raises ``WebhookError``."""
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError):
        raise WebhookError(_("The webhook's host cannot be found."), final=False) from None
    addresses = [str(one[4][0]) for one in found]
    if not addresses or not all(is_public(address) for address in addresses):
        raise WebhookError(_("The webhook's host is in a private network."), final=True)
    return addresses[0]


def is_public(address: str) -> bool:
    """Whether an address is one of the open internet."""
    found = ipaddress.ip_address(address.partition("%")[0])
    if isinstance(found, ipaddress.IPv6Address):
        inner = found.ipv4_mapped or found.sixtofour
        if inner is not None:
            return is_public(str(inner))
    return found.is_global and not found.is_multicast
