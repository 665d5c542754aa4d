"""Accounts that operators have suspended or banned: what is said of them, what stays open (Trust 5)."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime

from campaign.base.dates import clock
from campaign.models import User

FOR_GOOD = datetime(9999, 1, 1, tzinfo=UTC)
"""Until when a banned account is suspended."""
OPEN = frozenset(
    (
        *("account_logout", "theme", "privacy", "terms", "contact", "security_txt", "robots", "favicon"),
        # What the law gives everybody: their data, and an end of the account.
        *("own_data", "own_data_zip", "log_in_again", "csp_reports"),
        *("healthz", "readyz", "clockz", "metrics"),
    )
)
"""What a suspended person may open, by names of addresses."""


@dataclass(frozen=True, slots=True)
class Suspension:
    """Why an account is shut, and until when; None: for good."""

    reason: str
    until: datetime | None


def suspension_of(user: object) -> Suspension | None:
    """Why the person may do nothing now; None for all others. It asks no database."""
    if not isinstance(user, User) or user.suspended_until is None or user.suspended_until <= clock.now():
        return None
    until = None if user.suspended_until >= FOR_GOOD else user.suspended_until
    return Suspension(user.suspended_because, until)
