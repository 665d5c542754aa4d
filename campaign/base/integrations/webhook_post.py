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
from datetime import UTC
from email.utils import parsedate_to_datetime
from urllib.parse import urlsplit

import httpx
from django.conf import settings
from django.utils.translation import gettext as _

from campaign.base.answers import Json
from campaign.base.dates import clock
from campaign.base.integrations.time_limits import ONE, left, look_up, watch, within

TIMEOUT = 6.0
MOST_CHARACTERS = 1900
MOST_ADDRESS = 300
SCHEMES = ("https",)
DISCORD = ("discord.com", "discordapp.com", "ptb.discord.com", "canary.discord.com")
LONGEST_WAIT = 3600.0
TOO_MANY = 429
_SECONDS = re.compile(r"[0-9]{1,6}(?:\.[0-9]{1,6})?")
_FOR_GOOD = (400, 401, 403, 404, 405, 410)


_OF_CHANNEL = re.compile(r"/api(?:/v\d+)?/webhooks/\d+/[\w-]+/?")
_LONGEST_NAME = 253
_LABEL = re.compile(r"(?!-)[a-z0-9-]{1,63}(?<!-)")
_PRINTED = re.compile(r"[!-\[\]-~]*")
_UNICAST = ipaddress.IPv6Network("2000::/3")
_NAT64 = ipaddress.IPv6Network("64:ff9b::/96")


class WebhookError(Exception):
    """A line that did not arrive; ``final`` if trying again is of no use, ``status`` of the answer.

    ``after`` are the seconds for which the other side wants to be left alone (Retry-After).
    """

    def __init__(self, message: str, *, final: bool, status: int = 0, after: float = 0) -> None:
        super().__init__(message)
        self.message = message
        self.final = final
        self.status = status
        self.after = after

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
    """The address of a webhook for people without blanks, at one of these hosts: by default ``line_hosts``.

    Raises ``WebhookError``: what is wrong, what is allowed.
    """
    hosts = line_hosts() if hosts is None else hosts
    address, host = _address(address)
    if host not in hosts or len(address) > MOST_ADDRESS:
        listed = ", ".join(hosts) or _("none")
        raise WebhookError(_("Webhooks go to these hosts only: %(hosts)s.") % {"hosts": listed}, final=True)
    return address


def check_channel(address: str) -> str:
    """The address of a webhook for people, as it is given; at Discord a whole one, with its number and key.

    Raises ``WebhookError``.
    """
    address = check_address(address)
    parts = urlsplit(address)
    if parts.hostname in DISCORD and _OF_CHANNEL.fullmatch(parts.path) is None:
        raise WebhookError(
            _(
                "This is no address of a webhook at Discord: copy it whole, it begins with"
                " https://discord.com/api/webhooks/ and a number."
            ),
            final=True,
        )
    return address


def _address(address: str) -> tuple[str, str]:
    """A web address without blanks, and its host. Raises ``WebhookError``."""
    address = address.strip()
    try:
        scheme, host = host_of(address)
    except ValueError:
        raise WebhookError(_("This is no web address."), final=True) from None
    if scheme not in SCHEMES or not host:
        raise WebhookError(_("A webhook's address begins with https://."), final=True)
    return address, host


def check_program(address: str) -> str:
    """The address of a program's webhook without blanks. Raises ``WebhookError``, also for Discord's.

    Discord takes lines for people and refuses everything else.
    """
    with suppress(ValueError):
        if host_of(address.strip())[1].partition(":")[0] in DISCORD:
            raise WebhookError(
                _(
                    "This is the address of a Discord channel, and Discord cannot read what programs are"
                    ' sent. Give it on the page "Notice settings": lines for people go there.'
                ),
                final=True,
            )
    hosts = program_hosts()
    if hosts is not None:
        return check_address(address, hosts)
    address, _host = _address(address)
    if len(address) > MOST_ADDRESS:
        message = _("A webhook's address has at most %(most)d characters.")
        raise WebhookError(message % {"most": MOST_ADDRESS}, final=True)
    return address


def program_hosts() -> list[str] | None:
    """The hosts at which programs may be told, as the operator has narrowed them; None: any public one."""
    if not settings.WEBHOOK_HOSTS:
        return None
    return [host for host in settings.WEBHOOK_HOSTS if host.partition(":")[0] not in DISCORD]


def line_hosts() -> list[str]:
    """The hosts that take lines for people: Discord's, unless the operator has narrowed or named them."""
    return list(settings.WEBHOOK_HOSTS or DISCORD)


def send_line(address: str, text: str) -> None:
    """Post a line of text as Discord takes it. Raises ``WebhookError``."""
    body = {"content": text[:MOST_CHARACTERS], "allowed_mentions": {"parse": []}}
    deliver(address, json.dumps(body).encode(), {})


def deliver(address: str, body: bytes, more: Mapping[str, str]) -> None:
    """Post a JSON body with these headers besides to a webhook for people. Raises ``WebhookError``."""
    post(check_address(address), body, {"Content-Type": "application/json", **more})


def tell_program(address: str, body: bytes, more: Mapping[str, str]) -> None:
    """Post a JSON body with these headers besides to a program. Raises ``WebhookError``."""
    post(check_program(address), body, {"Content-Type": "application/json", **more})


def allowed(host: str, hosts: Sequence[str]) -> bool:
    """Whether a host is one of these; one that begins with a dot stands for all below it."""
    return any(host == one or (one.startswith(".") and host.endswith(one)) for one in hosts)


def post(address: str, body: bytes, more: Mapping[str, str]) -> None:
    """Post a body to an address that was allowed, at the number that was looked at, following no redirect.

    Raises ``WebhookError``.
    """
    with within(ONE):
        _judge(*_posted(address, body, more))


def _posted(address: str, body: bytes, more: Mapping[str, str]) -> tuple[int, float]:
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
                return answer.status_code, _wait(answer.headers)
    except httpx.HTTPError as error:
        raise WebhookError(_said(error), final=False) from None


def _watched(event: str, facts: Mapping[str, Json]) -> None:
    """Have the connection end with the time that is left: each step's own limit is none for all of them."""
    if event == "connection.connect_tcp.complete":
        watch(facts["return_value"].get_extra_info("socket"))


def _wait(headers: httpx.Headers) -> float:
    """The seconds that an answer asks to wait; 0 if it does not, an hour at most."""
    said = headers.get("Retry-After", "")
    if _SECONDS.fullmatch(said):
        return min(float(said), LONGEST_WAIT)
    try:
        until = parsedate_to_datetime(said)
    except ValueError:
        return 0
    away = until if until.tzinfo is not None else until.replace(tzinfo=UTC)
    return min(max(0.0, (away - clock.now()).total_seconds()), LONGEST_WAIT)


def _judge(status: int, after: float = 0) -> None:
    if httpx.codes.is_success(status):
        return
    if status in _FOR_GOOD:
        raise WebhookError(
            _("The webhook answered %(status)s: it is gone or its address is wrong.") % {"status": status},
            final=True,
            status=status,
        )
    message = _("The webhook answered %(status)s.") % {"status": status}
    raise WebhookError(message, final=False, status=status, after=after if status == TOO_MANY else 0)


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
