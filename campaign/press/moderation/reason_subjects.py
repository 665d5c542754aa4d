"""A reason can be flagged by whoever has been told it: why a date moved, why somebody was excused, a ruling.

It is called by a keyed hash of its words, so that no id tells how much else the log holds.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from django.db.models import Q, QuerySet
from django.urls import reverse
from django.utils.translation import gettext as _

from campaign.access.membership import acting_seats, facilitators_of
from campaign.ids import derived_id
from campaign.models import AuditEntry, Battle, Campaign, Flag, FlagKind, Message, Notice, PlayerTurn, User
from campaign.press.moderation.own_subjects import read_by
from campaign.press.moderation.rewording import fitting, reason_everywhere
from campaign.press.moderation.subjects import (
    SUBJECTS,
    Change,
    Found,
    Subject,
    knows_all,
    member,
    open_to,
    page_of,
)

MOST_REASONS = 100
_KEPT = "message:"
"""So begins the id of why a message was taken away; its own id follows."""


def reason_id(campaign: Campaign, reason: str) -> str:
    """How a reason is called in a flag: by its campaign and a keyed hash."""
    return f"{campaign.public_id}.{derived_id(bytes(campaign.id_key), 'reason', '', reason, 0)}"


def reasons_read(reader: User | None, campaign: Campaign) -> dict[str, User | None]:
    """The reasons that people gave and the reader was told, each with who gave it last, the latest first.

    No other entry of the log is looked at, for the work might tell; who is told one in a report alone is not
    told by whom, and the first facilitator stands for all.
    """
    if not open_to(reader).filter(pk=campaign.pk).exists():
        return {}
    found: dict[str, User | None] = {}
    rows = _written(campaign).order_by("-id")
    all_ = knows_all(reader, campaign)
    if not all_:
        rows = rows.filter(public=True)
    for entry in rows.select_related("user"):
        reason = entry.text or _reason(entry.values)
        if reason:
            found.setdefault(reason, entry.user)
    if not all_:
        first = facilitators_of(campaign).first()
        for reason in filter(None, _told_to(member(reader), campaign)):
            found.setdefault(reason, first)
    return found


def _written(campaign: Campaign) -> QuerySet[AuditEntry]:
    """The entries that hold words of people: their own, and old ones kept as text, which files may bring."""
    return AuditEntry.objects.filter(Q(user__isnull=False) | ~Q(text=""), campaign=campaign)


def _reason(values: object) -> str:
    found = values.get("reason") if isinstance(values, Mapping) else None
    return found if isinstance(found, str) else ""


def _told_to(person: User | None, campaign: Campaign) -> Iterator[str]:
    """The reasons in one's own reports, notices and battles."""
    if person is None:
        return
    seats = acting_seats(person).filter(campaign=campaign)
    mine = PlayerTurn.objects.filter(seat__in=seats.values("pk"))
    yield from mine.exclude(excuse_reason="").values_list("excuse_reason", flat=True)
    for documents in mine.values_list("announcement", "report"):
        yield from _inside(list(documents))
    for side in ("seat_first__in", "seat_second__in"):
        fought = Battle.objects.filter(**{side: seats.values("pk")}, closed_at__isnull=False)
        yield from fought.values_list("ruling_reason", flat=True)
    for detail in Notice.objects.filter(user=person, campaign=campaign).values_list("detail", flat=True):
        yield _reason(detail)


def _inside(document: object) -> Iterator[str]:
    if isinstance(document, Mapping):
        yield _reason(document)
        for one in document.values():
            yield from _inside(one)
    elif isinstance(document, list):
        for one in document:
            yield from _inside(one)


def _find(reader: User | None, thing: str) -> Found | None:
    if thing.startswith(_KEPT):
        return _why_gone(reader, thing)
    campaign = open_to(reader).filter(public_id=thing.rpartition(".")[0]).first()
    if campaign is None:
        return None
    for reason, whose in reasons_read(reader, campaign).items():
        if reason_id(campaign, reason) == thing:
            path = page_of(campaign, reader)
            return Found(FlagKind.REASON, thing, campaign, whose, "", reason, path)
    return None


def _why_gone(reader: User | None, thing: str) -> Found | None:
    """What a moderator wrote in the place of a message, for whoever reads its conversation."""
    rows = Message.objects.filter(public_id=thing.removeprefix(_KEPT)).exclude(hidden="")
    read = read_by(reader, rows)
    if read is None:
        return None
    message, campaign = read
    settled = Flag.objects.filter(message=message, settled_by__isnull=False).order_by("-settled_at")
    whose = settled.select_related("settled_by").first()
    path = reverse("messages", args=[campaign.public_id])
    title = _("Why a message was taken away")
    by = whose.settled_by if whose is not None else None
    return Found(FlagKind.REASON, thing, campaign, by, title, message.hidden, path)


def _hide(thing: str, words: str) -> Iterable[Change]:
    if thing.startswith(_KEPT):
        rows = Message.objects.filter(public_id=thing.removeprefix(_KEPT)).exclude(hidden="")
        return [Change(row, {"hidden": fitting(row, "hidden", words)}) for row in rows]
    campaign = Campaign.objects.filter(public_id=thing.rpartition(".")[0]).first()
    if campaign is None:
        return []
    entries = _written(campaign)
    reasons = {entry.text or _reason(entry.values) for entry in entries}
    said = next((one for one in sorted(reasons) if one and reason_id(campaign, one) == thing), "")
    return list(reason_everywhere(campaign, said, words)) if said else []


def _beside(reader: User | None, campaign: Campaign) -> Iterator[tuple[str, str]]:
    for reason in list(reasons_read(reader, campaign))[:MOST_REASONS]:
        yield reason, reason_id(campaign, reason)


SUBJECTS[FlagKind.REASON] = Subject(
    _find,
    _hide,
    beside=_beside,
    fields=(
        "campaign.AuditEntry.text",
        "campaign.AuditEntry.values",
        "campaign.Battle.ruling_reason",
        "campaign.Campaign.pause_reason",
        "campaign.Correction.reason",
        "campaign.Correction.withdrawn_because",
        "campaign.Message.hidden",
        "campaign.Notice.detail",
        "campaign.PlayerTurn.excuse_reason",
        "campaign.Turn.held_aftermath",
        "campaign.Turn.held_movement",
    ),
)
