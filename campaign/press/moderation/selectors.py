"""What was flagged as its moderators see it: each thing alone, with nothing around it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Annotated

from django.db.models import Exists, OuterRef, Q, QuerySet, Value
from django.db.models.functions import Coalesce

from campaign.base.answers import PAGE, called, one_of
from campaign.models import Campaign, Flag, FlagKind, Measure, MeasureKind, User
from campaign.press.messages.selectors import Author, army_of, author_of, played

_UNSETTLED = datetime(2000, 1, 1, tzinfo=UTC)
FLAGS_BY = ("settled_or_not", "-id")
"""The order of flags: the unsettled ones first."""


@called("Flagged")
@dataclass(frozen=True, slots=True)
class FlagRow:
    """Something flagged as its moderators see it: that alone, and nothing around it."""

    id: str
    kind: Annotated[str, one_of(FlagKind)]
    author: Author
    by: Author
    title: Annotated[str, "Its name or headline; empty for a message."]
    text: str
    picture: Annotated[bool, PAGE]
    at: datetime
    reason: str
    flagged_at: datetime
    settled_at: datetime | None
    answer: str
    hidden: Annotated[str, "What stands in its place."]

    @property
    def called(self) -> str:
        """What kind of thing it is, in words."""
        return str(FlagKind(self.kind).label)


def flags_of(campaign: Campaign, moderator: User) -> QuerySet[Flag]:
    """The flags of a campaign, for one of its moderators: none of what is the moderator's own."""
    rows = Flag.objects.filter(campaign=campaign, to_operators=False).exclude(person=moderator)
    rows = rows.select_related("message__seat", "person").defer("picture")
    taken = Measure.objects.filter(flag=OuterRef("pk"), kind=MeasureKind.HIDE)
    return rows.annotate(
        settled_or_not=Coalesce("settled_at", Value(_UNSETTLED)),
        pictured=Q(picture__isnull=False),
        taken=Exists(taken),
    ).order_by(*FLAGS_BY)


def flag_rows(campaign: Campaign, flags: Iterable[Flag]) -> tuple[FlagRow, ...]:
    """These flags as the moderators see them."""
    seats = {seat.user_id: seat for seat in played(campaign)}

    def army(user: int | None) -> Author:
        return army_of(seats[user]) if user in seats else Author(0, "", "")

    return tuple(
        FlagRow(
            id=row.public_id,
            kind=row.kind,
            author=author_of(row.message) if row.message is not None else army(row.person_id),
            by=army(row.by_id),
            title=row.snapshot.get("title", ""),
            text=row.message.text if row.message is not None else row.snapshot.get("text", ""),
            picture=row.pictured,  # type: ignore[attr-defined]
            at=row.message.created_at if row.message is not None else row.created_at,
            reason=row.reason,
            flagged_at=row.created_at,
            settled_at=row.settled_at,
            answer=row.answer,
            hidden=_hidden(row),
        )
        for row in flags
    )


def _hidden(row: Flag) -> str:
    if row.message is not None:
        return row.message.hidden
    return row.answer if row.taken else ""  # type: ignore[attr-defined]


def flag_picture(campaign: Campaign, moderator: User, flag_id: str) -> bytes | None:
    """The picture of a snapshot, for a moderator of the campaign."""
    rows = Flag.objects.filter(campaign=campaign, to_operators=False).exclude(person=moderator)
    flag = rows.filter(public_id=flag_id).first()
    return bytes(flag.picture) if flag is not None and flag.picture is not None else None
