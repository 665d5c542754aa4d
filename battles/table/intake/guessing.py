"""Codes of tables, and the four digits of a place, are tried a bounded number of times."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from django.http import HttpRequest
from django.utils.translation import gettext as _

from campaign.access import attempts
from campaign.access.attempts import QUARTER, Count
from campaign.access.visitors import asker_of
from campaign.base.refusal import Refusal
from campaign.models import User

MOST = 20
"""Wrong ones in a quarter of an hour, of one person."""
MOST_OF_A_NETWORK = 60
"""The same, of one network: a club has many phones behind one address."""


@dataclass
class Trial:
    """A code that is being tried."""

    right: bool = False


@contextmanager
def trial(request: HttpRequest, user: User | None) -> Iterator[Trial]:
    """Count a code that is tried, unless it turns out right. Raises ``Refusal`` with code ``guesses``."""
    counts = [Count("codes of tables", f"network/{asker_of(request)}", MOST_OF_A_NETWORK)]
    if user is not None:
        counts.append(Count("codes of tables", f"person/{user.pk}", MOST))
    if attempts.take(*counts) is not None:
        raise Refusal(
            _("Too many wrong codes. Wait %(minutes)d minutes.") % {"minutes": QUARTER // 60}, code="guesses"
        )
    tried = Trial()
    yield tried
    if tried.right:
        attempts.give_back(*counts)
