"""Every password that is tried, on pages and by programs, is counted and checked here.

The counts are of the account and the network from which a stranger tries, so that guessing is slow but shuts
nobody else out; a known device has its own. Past a number a day a stranger's right password is not enough: a
code that is mailed is asked for too, and known devices go on.
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
    code_too: bool = False
    """Strangers have tried so many in a day that a right one needs a mailed code beside it."""


@contextmanager
def trial(request: HttpRequest, account: str) -> Iterator[Trial]:
    """Count a password that is tried for an account, by its e-mail address, unless it turns out right.

    Raises ``Refusal`` with code ``guesses`` before anything is looked at, for known and unknown addresses
    alike.
    """
    counts, of_a_day = _counts(request, account.strip().lower())
    if attempts.take(*counts) is not None:
        raise _too_many()
    tried = Trial(code_too=of_a_day is not None and attempts.take(of_a_day) is not None)
    yield tried
    if tried.right:
        attempts.give_back(*counts)
        if of_a_day is not None and not tried.code_too:
            attempts.give_back(of_a_day)


def check_password(request: HttpRequest, user: User, password: str) -> bool:
    """Whether it is the person's password. Raises ``Refusal`` with code ``guesses``."""
    with trial(request, user.address) as tried:
        if tried.code_too:
            raise _too_many()
        tried.right = user.check_password(password)
    return tried.right


def _counts(request: HttpRequest, account: str) -> tuple[tuple[Count, ...], Count | None]:
    """What is full when there were too many; and for strangers what a day has seen."""
    known = known_as(request, account)
    if known:
        return (Count("password", f"{account}/{known}", MOST),), None
    network = asker_of(request)
    counts = (
        Count("password", f"{account}/network/{network}", MOST),
        Count("passwords of a network", network, MOST_OF_A_NETWORK),
    )
    return counts, Count("passwords of a day", account, MOST_A_DAY, DAY)


def _too_many() -> Refusal:
    words = _("Too many wrong passwords. Wait %(minutes)d minutes, or log in with a code that we mail you.")
    return Refusal(words % {"minutes": QUARTER // 60}, code=TOO_MANY, field="password")
