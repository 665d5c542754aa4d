"""The flagged messages as their moderators see them: each alone, with nothing around it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime

from django.db.models import QuerySet, Value
from django.db.models.functions import Coalesce

from campaign.base.answers import called
from campaign.models import Campaign, MessageFlag
from campaign.press.messages.selectors import Author, army_of, author_of, played

_UNSETTLED = datetime(2000, 1, 1, tzinfo=UTC)
FLAGS_BY = ("settled_or_not", "-id")
"""The order of flags: the unsettled ones first."""


@called("FlaggedMessage")
@dataclass(frozen=True, slots=True)
class FlagRow:
    """A flagged message as its moderators see it: that message and nothing around it."""

    id: str
    author: Author
    by: Author
    text: str
    at: datetime
    reason: str
    flagged_at: datetime
    settled_at: datetime | None
    answer: str
    hidden: str


def flags_of(campaign: Campaign) -> QuerySet[MessageFlag]:
    """The flags of a campaign, for its moderators."""
    rows = MessageFlag.objects.filter(message__thread__campaign=campaign).select_related("message__seat")
    return rows.annotate(settled_or_not=Coalesce("settled_at", Value(_UNSETTLED))).order_by(*FLAGS_BY)


def flag_rows(campaign: Campaign, flags: Iterable[MessageFlag]) -> tuple[FlagRow, ...]:
    """These flags as the moderators see them."""
    seats = {seat.user_id: seat for seat in played(campaign)}
    return tuple(
        FlagRow(
            id=row.public_id,
            author=author_of(row.message),
            by=army_of(seats[row.by_id]) if row.by_id in seats else Author(0, "", ""),
            text=row.message.text,
            at=row.message.created_at,
            reason=row.reason,
            flagged_at=row.created_at,
            settled_at=row.settled_at,
            answer=row.answer,
            hidden=row.message.hidden,
        )
        for row in flags
    )
