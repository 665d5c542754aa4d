"""How much is sent at a table in lists: of a person as of all that he sends, of guests by the table."""

from __future__ import annotations

from django.utils.translation import gettext as _

from battles.models import Phone
from campaign.access import attempts, uploads
from campaign.access.attempts import DAY, Count
from campaign.base.refusal import Refusal

MOST_BYTES = 20_000_000
"""Bytes of lists that guests send at one table in a day."""


def count_list(phone: Phone, raw: bytes | str) -> None:
    """Count a list before it is read. Raises ``Refusal`` with code ``uploads``. Outside of transactions."""
    size = len(raw) if isinstance(raw, bytes) else len(raw.encode())
    if phone.user is not None:
        uploads.count(phone.user, size, field="roster")
    elif attempts.take(Count("bytes of lists", f"table/{phone.table_id}", MOST_BYTES, DAY, size)) is not None:
        message = _("At this table %(most)d MB of lists were sent today. Send this tomorrow, or log in.")
        raise Refusal(message % {"most": MOST_BYTES // 1_000_000}, code=uploads.TOO_MUCH, field="roster")
