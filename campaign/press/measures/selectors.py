"""The operators' queue: each flag alone with its snapshot, and what was done; of no war a map or a plan."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.core.paginator import Page, Paginator
from django.db.models import F, Q, QuerySet

from campaign.access.operators import operates, wars_of
from campaign.access.suspensions import FOR_GOOD
from campaign.models import CampaignStatus, Flag, Measure, MeasureKind, User
from campaign.press.moderation.subjects import SUBJECTS

A_PAGE = 20


@dataclass(frozen=True, slots=True)
class MeasureLine:
    """What an operator did, and whether it can still be undone."""

    id: str
    kind: str
    called: str
    reason: str
    by: str
    at: datetime
    until: datetime | None
    undone: bool
    may_undo: bool


@dataclass(frozen=True, slots=True)
class FlagCard:
    """A flag as operators see it."""

    id: str
    kind: str
    called: str
    whose: str
    by: str
    reason: str
    at: datetime
    title: str
    text: str
    pictured: bool
    erased: bool
    """Whether the snapshot has been erased with time."""
    settled: bool
    may_rename: bool
    has_person: bool
    measures: tuple[MeasureLine, ...]


@dataclass(frozen=True, slots=True)
class Queue:
    """A page of flags, the unsettled ones first, and how many are left to other operators."""

    cards: tuple[FlagCard, ...]
    page: Page[Any]
    waiting: int
    others: int


def queue(operator: User, number: int = 1) -> Queue:
    """What waits for this operator, the oldest first, and then what was settled, the latest first."""
    mine = decidable(operator)
    waiting = mine.filter(settled_at=None).count()
    everything = Flag.objects.filter(to_operators=True, settled_at=None).count()
    rows = mine.select_related("person", "by").defer("picture")
    rows = rows.annotate(pictured=Q(picture__isnull=False))
    shown = Paginator(rows.order_by(F("settled_at").desc(nulls_first=True), "id"), A_PAGE).get_page(number)
    return Queue(tuple(_cards(shown)), shown, waiting, everything - waiting)


def decidable(operator: User) -> QuerySet[Flag]:
    """The flags about which the operator may decide: none of own wars, none of or against oneself.

    Of a person, and of what belongs to no war, none where the two are together in a war that goes on.
    """
    if not operates(operator):
        return Flag.objects.none()
    own = wars_of(operator).order_by()
    going_on = own.exclude(status=CampaignStatus.ENDED).values("pk")
    fellows = User.objects.filter(Q(seats__campaign__in=going_on) | Q(roles__campaign__in=going_on))
    rows = Flag.objects.filter(to_operators=True).exclude(campaign__in=own.values("pk"))
    rows = rows.exclude(campaign=None, person__in=fellows.values("pk"))
    return rows.exclude(person=operator).exclude(by=operator)


def flag_picture(operator: User, flag_id: str) -> bytes | None:
    """The picture of a snapshot, for an operator who may decide on the flag."""
    flag = decidable(operator).filter(public_id=flag_id).first()
    return bytes(flag.picture) if flag is not None and flag.picture is not None else None


def _cards(flags: Iterable[Flag]) -> Iterable[FlagCard]:
    found = list(flags)
    done: dict[int, list[Measure]] = {flag.pk: [] for flag in found}
    rows = Measure.objects.filter(flag__in=done).select_related("by", "undone").order_by("id")
    for row in rows.defer("kept"):
        done[row.flag_id].append(row)
    kept = set(Measure.objects.filter(flag__in=done).exclude(kept=[]).values_list("pk", flat=True))
    for flag in found:
        lines = tuple(_line(one, one.pk in kept) for one in done[flag.pk])
        yield FlagCard(
            id=flag.public_id,
            kind=flag.kind,
            called=flag.get_kind_display(),
            whose=flag.person.name if flag.person is not None else "",
            by=flag.by.name if flag.by is not None else "",
            reason=flag.reason,
            at=flag.created_at,
            title=flag.snapshot.get("title", ""),
            text=flag.snapshot.get("text", ""),
            pictured=flag.pictured,  # type: ignore[attr-defined]
            erased=not flag.snapshot,
            settled=flag.settled_at is not None,
            may_rename=SUBJECTS[flag.kind].name is not None,
            has_person=flag.person is not None,
            measures=lines,
        )


def _line(one: Measure, kept: bool) -> MeasureLine:
    undone = hasattr(one, "undone")
    needs_kept = one.kind in (MeasureKind.HIDE, MeasureKind.RENAME)
    final = one.kind in (MeasureKind.UNDO, MeasureKind.DISMISS)
    return MeasureLine(
        id=one.public_id,
        kind=one.kind,
        called=one.get_kind_display(),
        reason=one.reason,
        by=one.by.name if one.by is not None else "",
        at=one.at,
        until=None if one.until is None or one.until >= FOR_GOOD else one.until,
        undone=undone,
        may_undo=not undone and not final and (kept or not needs_kept),
    )
