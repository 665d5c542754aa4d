"""Where else words stand: a reason is kept in the log, beside what it is given for, and in what was told.

Whoever takes it away takes all of these away.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from django.db import models

from campaign.models import (
    AuditEntry,
    Battle,
    Campaign,
    Correction,
    ForfeitClaim,
    Notice,
    PlayerTurn,
    Turn,
)
from campaign.press.moderation.replacing import says
from campaign.press.moderation.subjects import Change, Rewording

ARMY_KEYS = frozenset({"army", "armies", "other", "part", "who", "away"})
BANNER_KEYS = frozenset({"banner", "first", "second"})
PERSON_KEYS = frozenset({"person"})
REASON_KEYS = frozenset({"reason", "what"})
_TOLD = ("announcement", "report", "map")


def fitting(row: models.Model, field: str, words: str) -> str:
    """Words as a column of a row takes them."""
    most = row._meta.get_field(field).max_length  # type: ignore[union-attr]
    return words if most is None else words[:most]


def in_columns(rows: Iterable[models.Model], said: str, words: str, *fields: str) -> Iterator[Change]:
    """The rows of which one of these columns says exactly this."""
    for row in rows:
        found = {field: fitting(row, field, words) for field in fields if getattr(row, field) == said}
        if found:
            yield Change(row, found)


def in_documents(
    rows: Iterable[models.Model], said: str, words: str, keys: frozenset[str], *fields: str
) -> Iterator[Change]:
    """The rows of which one of these documents says exactly this where such a key leads."""
    for row in rows:
        found = {
            field: Rewording(said, words, keys) for field in fields if says(getattr(row, field), said, keys)
        }
        if found:
            yield Change(row, found)


def in_what_was_told(campaign: Campaign, said: str, words: str, keys: frozenset[str]) -> Iterator[Change]:
    """Announcements, reports and maps of all seats."""
    rows = PlayerTurn.objects.filter(turn__campaign=campaign).order_by("id").iterator(chunk_size=20)
    yield from in_documents(rows, said, words, keys, *_TOLD)


def in_the_log(
    campaigns: Iterable[Campaign], said: str, words: str, keys: frozenset[str]
) -> Iterator[Change]:
    """The log, which keeps names as they were, and notices that wait or are read again."""
    for model, field in ((AuditEntry, "values"), (Notice, "detail")):
        rows = model._default_manager.filter(campaign__in=list(campaigns)).order_by("id")
        yield from in_documents(rows.iterator(chunk_size=200), said, words, keys, field)


def reason_everywhere(campaign: Campaign, said: str, words: str) -> Iterator[Change]:
    """A reason in the log, in notices, in what was told, and beside what it was given for."""
    of_turns = {"turn__campaign": campaign}
    yield from in_columns([campaign], said, words, "pause_reason")
    yield from in_columns(
        Turn.objects.filter(campaign=campaign), said, words, *("held_movement", "held_aftermath")
    )
    excused = PlayerTurn.objects.filter(**of_turns, excuse_reason=said)
    yield from in_columns(excused, said, words, "excuse_reason")
    corrected = Correction.objects.filter(**of_turns)
    yield from in_columns(corrected, said, words, "reason", "withdrawn_because")
    yield from in_columns(Battle.objects.filter(**of_turns, ruling_reason=said), said, words, "ruling_reason")
    claims = ForfeitClaim.objects.filter(battle__turn__campaign=campaign, reason=said)
    yield from in_columns(claims, said, words, "reason")
    yield from in_columns(AuditEntry.objects.filter(campaign=campaign, text=said), said, words, "text")
    yield from in_the_log([campaign], said, words, REASON_KEYS)
    yield from in_what_was_told(campaign, said, words, REASON_KEYS)
