"""Who asks without an account: counted by address, without keeping the address."""

from __future__ import annotations

import hashlib
import hmac
import ipaddress
import re

from django.conf import settings
from django.http import HttpRequest

_NETWORK = 64
"""Whoever has one IPv6 address has all of its first 64 bits."""


def asker_of(request: HttpRequest) -> str:
    """A name for the network that a request comes from: the same again for the same, and nothing else.

    It is a keyed hash, so that what is stored tells nobody who asked.
    """
    key = f"asker/{settings.SECRET_KEY}".encode()
    return hmac.new(key, _network(_address(request)).encode(), hashlib.sha256).hexdigest()[:32]


def _address(request: HttpRequest) -> str:
    """The address as the operator's own proxies tell it; what others claim is not looked at."""
    told = [one.strip() for one in request.headers.get("X-Forwarded-For", "").split(",") if one.strip()]
    if settings.TRUSTED_PROXIES and told:
        return told[-min(settings.TRUSTED_PROXIES, len(told))]
    return str(request.META.get("REMOTE_ADDR", ""))


def _without_port(address: str) -> str:
    """Some proxies tell the port too, which is another one for each connection."""
    bracketed = re.fullmatch(r"\[(.*)\](?::\d+)?", address)
    return bracketed[1] if bracketed else re.sub(r"^([\d.]+):\d+$", r"\1", address)


def _network(address: str) -> str:
    try:
        found = ipaddress.ip_address(_without_port(address))
    except ValueError:
        return address
    if isinstance(found, ipaddress.IPv6Address) and found.ipv4_mapped is None:
        return str(ipaddress.ip_network((found, _NETWORK), strict=False))
    return str(found)
