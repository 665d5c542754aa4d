"""Rows about people that have had their time are erased, whether or not their people come back (Trust 5)."""

from __future__ import annotations

from datetime import timedelta

from django.contrib.sessions.models import Session
from django.db.models import Exists, OuterRef, QuerySet

from campaign.access.idempotency import KEPT as ANSWERS_KEPT
from campaign.base.dates import clock
from campaign.models import ApiToken, IdempotencyKey, Invitation, Login, Notice, Tally

NOTICES_KEPT = timedelta(days=365)
"""What somebody was told, by any way, with its state and last error."""
TOKENS_KEPT = timedelta(days=90)
"""Tokens that have ended, so that their person can see when they were used last."""
ADDRESSES_KEPT = timedelta(days=30)
"""Addresses of people who were invited, after the invitation has ended."""
AT_ONCE = 2000
"""Rows of a kind in one run, so that it never holds the database for long."""


def forget_rows() -> int:
    """Erase what is old; gives how many rows. Repeating it does no harm."""
    moment = clock.now()
    live = Session.objects.filter(session_key=OuterRef("session_key"), expire_date__gt=moment)
    gone = (
        Session.objects.filter(expire_date__lte=moment),
        Login.objects.filter(~Exists(live)),
        IdempotencyKey.objects.filter(created_at__lte=moment - ANSWERS_KEPT),
        Tally.objects.filter(ends_at__lte=moment),
        ApiToken.objects.filter(expires_at__lte=moment - TOKENS_KEPT),
        ApiToken.objects.filter(revoked_at__lte=moment - TOKENS_KEPT),
        Notice.objects.filter(created_at__lte=moment - NOTICES_KEPT),
    )
    invited = Invitation.objects.filter(expires_at__lte=moment - ADDRESSES_KEPT).exclude(email="", to="")
    return sum(_erase(rows) for rows in gone) + invited.update(email="", to="")


def _erase(rows: QuerySet) -> int:  # type: ignore[type-arg]
    keys = list(rows.order_by("pk").values_list("pk", flat=True)[:AT_ONCE])
    return rows.model._default_manager.filter(pk__in=keys).delete()[0] if keys else 0
