"""Every password that is tried, on pages and by programs, is counted and checked here.

The counts are of the account and the network from which a stranger tries, so that guessing is slow but shuts
nobody else out; a known device has its own. Past a number a day strangers' passwords are not looked at any
more: then a code that is mailed opens the account, and known devices go on.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from django.http import HttpRequest
from django.utils.translation import gettext as _

from campaign.access import attempts
from campaign.access.attempts import DAY, QUARTER, Count
from campaign.access.known_devices import known_as
from campaign.access.visitors import asker_of
from campaign.base.refusal import Refusal
from campaign.models import User

MOST = 10
"""Wrong passwords for one account in a quarter of an hour, from one network or known device."""
MOST_OF_A_NETWORK = 60
"""The same from one network for all accounts together."""
MOST_A_DAY = 50
"""The same in a day from everywhere, known devices apart."""
TOO_MANY = "guesses"


@dataclass
class Trial:
    """A password that is being tried."""

    right: bool = False


@contextmanager
def trial(request: HttpRequest, account: str) -> Iterator[Trial]:
    """Count a password that is tried for an account, by its e-mail address, unless it turns out right.

    Raises ``Refusal`` with code ``guesses`` before anything is looked at, for known and unknown addresses
    alike.
    """
    counts = _counts(request, account.strip().lower())
    full = attempts.take(*counts)
    if full is not None:
        raise Refusal(_words(full), code=TOO_MANY, field="password")
    tried = Trial()
    yield tried
    if tried.right:
        attempts.give_back(*counts)


def check_password(request: HttpRequest, user: User, password: str) -> bool:
    """Whether it is the person's password. Raises ``Refusal`` with code ``guesses``."""
    with trial(request, user.address) as tried:
        tried.right = user.check_password(password)
    return tried.right


def _counts(request: HttpRequest, account: str) -> tuple[Count, ...]:
    known = known_as(request, account)
    if known:
        return (Count("password", f"{account}/{known}", MOST),)
    network = asker_of(request)
    return (
        Count("password", f"{account}/network/{network}", MOST),
        Count("passwords of a network", network, MOST_OF_A_NETWORK),
        Count("passwords of a day", account, MOST_A_DAY, DAY),
    )


def _words(full: Count) -> str:
    if full.seconds == DAY:
        return _(
            "There were too many wrong passwords for this account today. Log in with a code that we mail you."
        )
    return _(
        "Too many wrong passwords. Wait %(minutes)d minutes, or log in with a code that we mail you."
    ) % {"minutes": QUARTER // 60}
