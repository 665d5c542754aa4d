"""Web push: a line for one browser, encrypted for it alone, sent through the push service of its maker.

Messages are encrypted as RFC 8291 says and signed with the site's key (RFC 8292), so that the service knows
who sends and can read nothing. It learns that a line came and how long it is, rounded up.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import json
from dataclasses import dataclass
from email.utils import parseaddr
from functools import lru_cache
from urllib.parse import urlsplit

import http_ece
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from django.conf import settings
from django.utils.translation import gettext as _
from py_vapid import Vapid02

from campaign.base.dates import clock
from campaign.base.integrations import webhook_post
from campaign.base.integrations.webhook_post import WebhookError, allowed

MOST_ADDRESS = 1000
MOST_TITLE = 200
_CURVE = ec.SECP256R1()
_ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
_POINT, _AUTH = 65, 16
_PADDED = 256
_HALF_A_DAY = 12 * 60 * 60
_GONE = (404, 410)
_OTHER_KEY = (400, 401, 403)


class PushError(WebhookError):
    """A line that did not arrive; ``gone`` if the browser takes no more."""

    @property
    def gone(self) -> bool:
        """Whether the browser has ended it: it has to be turned on there again."""
        return self.status in _GONE


@dataclass(frozen=True, slots=True)
class Line:
    """What a browser shows, and where a tap leads; two of one ``mark`` are shown as one."""

    title: str
    link: str
    mark: str


def check_subscription(address: str, key: str, auth: str) -> None:
    """Check what a browser gave. Raises ``PushError``: what is wrong, what is allowed."""
    try:
        named = "@" in urlsplit(address).netloc
        scheme, host = ("", "") if named else webhook_post.host_of(address)
    except ValueError:
        raise PushError(_("This is no web address."), final=True) from None
    if named:
        raise PushError(_("A push service's address has no user name and no password."), final=True)
    if scheme not in webhook_post.SCHEMES or not allowed(host, settings.PUSH_HOSTS):
        known = ", ".join(settings.PUSH_HOSTS) or _("none")
        message = _("The push service of this browser is not known here; allowed are: %(hosts)s.")
        raise PushError(message % {"hosts": known}, final=True)
    if len(address) > MOST_ADDRESS:
        message = _("A push service's address has at most %(most)d characters.")
        raise PushError(message % {"most": MOST_ADDRESS}, final=True)
    try:
        ec.EllipticCurvePublicKey.from_encoded_point(_CURVE, _bytes(key, _POINT))
        _bytes(auth, _AUTH)
    except ValueError:
        message = _("A browser's keys are a point of P-256 and 16 bytes, both as base64url.")
        raise PushError(message, final=True) from None


def send(address: str, key: str, auth: str, line: Line, *, seconds: int) -> None:
    """Send a line, which the service keeps for so many seconds for a browser that is away.

    Raises ``PushError``.
    """
    check_subscription(address, key, auth)
    mark = base64.urlsafe_b64encode(hashlib.sha256(line.mark.encode()).digest()).decode()[:32]
    told = {"title": line.title[:MOST_TITLE], "link": line.link, "tag": mark}
    body = json.dumps(told, ensure_ascii=False).encode()
    sealed = http_ece.encrypt(
        body.ljust(-(-len(body) // _PADDED) * _PADDED),
        private_key=ec.generate_private_key(_CURVE),
        dh=_bytes(key, _POINT),
        auth_secret=_bytes(auth, _AUTH),
        version="aes128gcm",
    )
    headers = {
        "Content-Type": "application/octet-stream",
        "Content-Encoding": "aes128gcm",
        "TTL": str(seconds),
        "Urgency": "normal",
        "Topic": mark,
        **_signed(address),
    }
    try:
        webhook_post.post(address, sealed, headers)
    except WebhookError as error:
        raise PushError(_words(error), final=error.final, status=error.status) from None


def public_key() -> str:
    """The site's key as a browser wants it: base64url of the uncompressed point."""
    point = _key(settings.SECRET_KEY).public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    return base64.urlsafe_b64encode(point).rstrip(b"=").decode()


def _signed(address: str) -> dict[str, str]:
    parts = urlsplit(address)
    claims = {
        "sub": f"mailto:{parseaddr(settings.DEFAULT_FROM_EMAIL)[1]}",
        "aud": f"{parts.scheme}://{parts.netloc}",
        "exp": int(clock.now().timestamp()) + _HALF_A_DAY,
    }
    signed: dict[str, str] = Vapid02(private_key=_key(settings.SECRET_KEY)).sign(claims)
    return signed


@lru_cache(maxsize=2)
def _key(secret: str) -> ec.EllipticCurvePrivateKey:
    """The site's key, made from its secret: where that is changed, browsers have to be turned on again."""
    derived = HKDF(algorithm=SHA256(), length=48, salt=None, info=b"web push").derive(secret.encode())
    return ec.derive_private_key(int.from_bytes(derived) % (_ORDER - 1) + 1, _CURVE)


def _bytes(text: str, length: int) -> bytes:
    """What a base64url text holds. Raises ``ValueError`` unless it is so long."""
    try:
        found = base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)
    except binascii.Error as error:
        raise ValueError(str(error)) from error
    if len(found) != length:
        raise ValueError(length)
    return found


def _words(error: WebhookError) -> str:
    if error.status in _GONE:
        return _("The browser no longer takes push; turn push on in it again.")
    if error.status in _OTHER_KEY:
        return _("The push service refused the notice (%(status)s); turn push on in the browser again.") % {
            "status": error.status
        }
    if error.status:
        return _("The push service answered %(status)s.") % {"status": error.status}
    return _("The push service could not be reached.")
