"""The code by which somebody without a password shows that it is still the same person."""

from __future__ import annotations

import hashlib
import hmac
import time

from allauth.account.adapter import get_adapter
from django.conf import settings
from django.http import HttpRequest
from django.utils.translation import gettext as _

from campaign.access import attempts
from campaign.access.attempts import Count
from campaign.base.refusal import Refusal
from campaign.models import User

HOLDS = 10 * 60
"""Seconds for which a code holds."""
MOST_TRIES, MOST_CODES = 5, 5
"""In a quarter of an hour."""
_KEPT = "again_code"


def send_code(request: HttpRequest, user: User) -> None:
    """Mail a code, which takes the place of the one before. Raises ``Refusal`` (``guesses``) for too many."""
    if attempts.take(Count("codes again", str(user.pk), MOST_CODES)) is not None:
        raise Refusal(_("Too many codes were mailed. Try again in a quarter of an hour."), code="guesses")
    adapter = get_adapter()
    code = adapter.generate_login_code()
    request.session[_KEPT] = {"digest": _digest(user, code), "until": time.time() + HOLDS}
    adapter.send_mail("account/email/login_code", user.address, {"user": user, "code": code})


def has_code(request: HttpRequest) -> bool:
    """Whether a code is on its way, and holds."""
    return float(request.session.get(_KEPT, {}).get("until", 0)) > time.time()


def check_code(request: HttpRequest, user: User, code: str) -> None:
    """Whether this is the code that was mailed; it works once. Raises ``Refusal`` at the field ``code``."""
    kept = request.session.get(_KEPT)
    if kept is None or kept["until"] < time.time():
        raise Refusal(_("This code is no longer valid. Ask for another one."), code="late", field="code")
    count = Count("again", str(user.pk), MOST_TRIES)
    if attempts.take(count) is not None:
        message = _("There were too many wrong codes. Try again in a quarter of an hour.")
        raise Refusal(message, code="guesses", field="code")
    if not hmac.compare_digest(kept["digest"], _digest(user, code)):
        raise Refusal(_("This is not the code that was mailed last."), code="code", field="code")
    attempts.give_back(count)
    del request.session[_KEPT]


def _digest(user: User, code: str) -> str:
    text = f"again/{user.pk}/{code.replace('-', '').replace(' ', '').strip().upper()}"
    return hmac.new(settings.SECRET_KEY.encode(), text.encode(), hashlib.sha256).hexdigest()
