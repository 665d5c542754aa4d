"""A line to somebody's webhook: only to hosts that the operator allows, and never into a private network.

The name is resolved first and every address looked at; the connection then goes to the address that was
looked at, so that a name which answers otherwise a moment later leads nowhere else.
"""

from __future__ import annotations

import ipaddress
import json
import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from urllib.parse import urlsplit

import httpx
from django.conf import settings
from django.utils.translation import gettext as _

from campaign.base.answers import Json
from campaign.base.integrations.time_limits import ONE, left, look_up, watch, within

TIMEOUT = 6.0
MOST_CHARACTERS = 1900
MOST_ADDRESS = 300
SCHEMES = ("https",)
DISCORD = ("discord.com", "discordapp.com", "ptb.discord.com", "canary.discord.com")
_TOO_MANY = 429
_FOR_GOOD = (400, 401, 403, 404, 405, 410)


_LONGEST_NAME = 253
_LABEL = re.compile(r"(?!-)[a-z0-9-]{1,63}(?<!-)")
_PRINTED = re.compile(r"[!-\[\]-~]*")
_UNICAST = ipaddress.IPv6Network("2000::/3")
_NAT64 = ipaddress.IPv6Network("64:ff9b::/96")


class WebhookError(Exception):
    """A line that did not arrive; ``final`` if trying again is of no use, ``status`` of the answer."""

    def __init__(self, message: str, *, final: bool, status: int = 0) -> None:
        super().__init__(message)
        self.message = message
        self.final = final
        self.status = status

    @property
    def unreached(self) -> bool:
        """Whether the other side gave no answer at all."""
        return not self.status and not self.final


def host_of(address: str) -> tuple[str, str]:
    """Scheme and host of a web address, the host with its port if one is named.

    Nothing but a real name or number is a host: no log-in before it, no brackets within it, and nothing in
    the address that a reader might drop or turn into something else. Raises ``ValueError``.
    """
    if not _PRINTED.fullmatch(address):
        raise ValueError(address)
    parts = urlsplit(address)
    host, port = parts.hostname or "", parts.port
    if host and not _is_host(host):
        raise ValueError(host)
    written = f"[{host}]" if ":" in host else host
    if parts.netloc.lower() not in (written, f"{written}:{port}"):
        raise ValueError(parts.netloc)
    return parts.scheme, parts.netloc.lower()


def _is_host(host: str) -> bool:
    if len(host) <= _LONGEST_NAME and all(_LABEL.fullmatch(label) for label in host.split(".")):
        return True
    return ":" in host and "%" not in host and bool(ipaddress.IPv6Address(host))


def check_address(address: str, hosts: Sequence[str] | None = None) -> str:
    """The address of a webhook without blanks, at one of these hosts: by default all that are allowed.

    Raises ``WebhookError``: what is wrong, what is allowed.
    """
    address = address.strip()
    hosts = settings.WEBHOOK_HOSTS if hosts is None else hosts
    try:
        scheme, host = host_of(address)
    except ValueError:
        raise WebhookError(_("This is no web address."), final=True) from None
    if scheme not in SCHEMES or not host:
        raise WebhookError(_("A webhook's address begins with https://."), final=True)
    if host not in hosts or len(address) > MOST_ADDRESS:
        listed = ", ".join(hosts) or _("none")
        raise WebhookError(_("Webhooks go to these hosts only: %(hosts)s.") % {"hosts": listed}, final=True)
    return address


def check_program(address: str) -> str:
    """The address of a program's webhook without blanks. Raises ``WebhookError``, also for Discord's.

    Discord takes lines for people and refuses everything else.
    """
    with suppress(ValueError):
        if host_of(address.strip())[1].partition(":")[0] in DISCORD:
            raise WebhookError(
                _(
                    "This is the address of a Discord channel, and Discord cannot read what programs are"
                    ' sent. Give it on the page "How you are told": lines for people go there.'
                ),
                final=True,
            )
    return check_address(address, program_hosts())


def program_hosts() -> list[str]:
    """The hosts at which programs may be told."""
    return [host for host in settings.WEBHOOK_HOSTS if host.partition(":")[0] not in DISCORD]


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
    with within(ONE):
        _judge(_posted(address, body, more))


def _posted(address: str, body: bytes, more: Mapping[str, str]) -> int:
    parts = urlsplit(address)
    host = parts.hostname or ""
    port = parts.port or (443 if parts.scheme == "https" else 80)
    found = _resolve(host, port)
    seconds = min(TIMEOUT, left())
    if seconds <= 0:
        raise WebhookError(_("There was no time left to reach it."), final=False)
    place = f"[{found}]" if ":" in found else found
    target = httpx.URL(address).copy_with(host=place.strip("[]"))
    headers = {
        "Host": parts.netloc,
        "User-Agent": "boltgun-campaigns",
        **more,
    }
    try:
        with httpx.Client(timeout=seconds, trust_env=False, follow_redirects=False) as client:
            extensions = {"sni_hostname": host, "trace": _watched}
            with client.stream(
                "POST", target, content=body, headers=headers, extensions=extensions
            ) as answer:
                return answer.status_code
    except httpx.HTTPError as error:
        raise WebhookError(_said(error), final=False) from None


def _watched(event: str, facts: Mapping[str, Json]) -> None:
    """Have the connection end with the time that is left: each step's own limit is none for all of them."""
    if event == "connection.connect_tcp.complete":
        watch(facts["return_value"].get_extra_info("socket"))


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
    if isinstance(error, httpx.TimeoutException) or left() <= 0:
        return _("The webhook did not answer in time.")
    return _("The webhook could not be reached (%(kind)s).") % {"kind": type(error).__name__}


def _resolve(host: str, port: int) -> str:
    """An address of the host, all of whose addresses are public. Raises ``WebhookError``."""
    try:
        found = look_up(host, port)
    except (OSError, UnicodeError):
        raise WebhookError(_("The webhook's host cannot be found."), final=False) from None
    addresses = [str(one[4][0]) for one in found]
    if not addresses or not all(is_public(address) for address in addresses):
        raise WebhookError(_("The webhook's host is in a private network."), final=True)
    return addresses[0]


def is_public(address: str) -> bool:
    """Whether an address is one of the open internet.

    What stands for an address of IPv4 is as public as that one: mapped, 6to4, and through the well-known
    translator (NAT64). Everything else outside of global unicast is not: compatible and translated addresses,
    translators of one's own, and Teredo, which leads through tunnels.
    """
    found = ipaddress.ip_address(address.partition("%")[0])
    if not isinstance(found, ipaddress.IPv6Address):
        return found.is_global and not found.is_multicast
    inner = found.ipv4_mapped or found.sixtofour
    if found in _NAT64:
        inner = ipaddress.IPv4Address(int(found) & 0xFFFFFFFF)
    if inner is not None:
        return is_public(str(inner))
    return found in _UNICAST and found.teredo is None and found.is_global
