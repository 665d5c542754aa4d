"""The outbox: notices are rows, written in the transaction that causes them (sent later by the app).

A notice says what happened and to whom it is told, never the text: that is rendered when it is sent, from
what its reader may know then. Its key makes a second one for the same thing impossible.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.conf import settings
from django.db.models import IntegerField, Value

from campaign import rows
from campaign.models import Campaign, Deputy, Notice, Role, RoleKind, Seat, Turn

CAMPAIGN_STARTS = "campaign_starts"
NEW_COMMITMENT = "new_commitment"
PLAN_MISSING = "plan_missing"
ANNOUNCED = "announced"
PUBLISHED = "published"
RESULT_WAITING = "result_waiting"
DISPUTE = "dispute"
DATE_MOVED = "date_moved"
ON_HOLD = "on_hold"
TURN_HELD = "turn_held"
CAMPAIGN_ENDED = "campaign_ended"
EARLY_CLOSE = "early_close"
PAUSED = "paused"
RESUMED = "resumed"
SEAT_MISSING = "seat_missing"
REVIEW_WAITING = "review_waiting"
KINDS = (
    CAMPAIGN_STARTS,
    NEW_COMMITMENT,
    PLAN_MISSING,
    ANNOUNCED,
    PUBLISHED,
    RESULT_WAITING,
    DISPUTE,
    DATE_MOVED,
    ON_HOLD,
    TURN_HELD,
    CAMPAIGN_ENDED,
    EARLY_CLOSE,
    PAUSED,
    RESUMED,
    SEAT_MISSING,
    REVIEW_WAITING,
)

_FIELDS = (
    "key",
    "kind",
    "channel",
    "user",
    "campaign",
    "turn",
    "seat",
    "detail",
    "state",
    "message_id",
    "not_before",
    "expires",
    "attempts",
    "error",
    "created_at",
)


Reader = tuple[int, int | None]
"""A user id, and the id of the seat in which the user reads, if any."""

Row = tuple[object, ...]


@dataclass(frozen=True, slots=True)
class Readers:
    """Who reads in a campaign just now: ``acting`` maps a seat's id to the deputies who act in it."""

    acting: Mapping[int, tuple[int, ...]]
    facilitators: tuple[Reader, ...]
    arbiters: tuple[Reader, ...]

    def of_seats(self, seats: Iterable[Seat]) -> list[Reader]:
        """Those who act in these seats: their players and their deputies."""
        told = sorted(seats, key=lambda seat: seat.number)
        players: list[Reader] = [(seat.user_id, seat.pk) for seat in told if seat.user_id is not None]
        return players + [(user, seat.pk) for seat in told for user in self.acting.get(seat.pk, ())]


def readers_of(campaign: Campaign, moment: datetime) -> Readers:
    """The readers of a campaign besides its players: one query."""
    acting: dict[int, tuple[int, ...]] = {}
    roles: dict[str, tuple[Reader, ...]] = {}
    deputies = Deputy.objects.filter(seat__campaign=campaign, since__lte=moment).exclude(until__lte=moment)
    others = Role.objects.filter(campaign=campaign).annotate(place=Value(None, IntegerField()))
    found = deputies.annotate(role=Value("")).values_list("id", "user_id", "seat_id", "role")
    for _, user, seat, role in sorted(
        found.union(others.values_list("id", "user_id", "place", "kind"), all=True),
        key=lambda one: (one[3], one[0]),
    ):
        if seat is not None:
            acting[seat] = (*acting.get(seat, ()), user)
        else:
            roles[role] = (*roles.get(role, ()), (user, None))
    return Readers(acting, roles.get(RoleKind.FACILITATOR, ()), roles.get(RoleKind.ARBITER, ()))


def notices_for(
    campaign: Campaign,
    kind: str,
    readers: Iterable[Reader],
    *,
    moment: datetime,
    turn: Turn | None = None,
    about: str = "",
    detail: Mapping[str, Any] | None = None,
    expires: datetime | None = None,
) -> list[Row]:
    """The rows of one notice to each reader; ``about`` tells two of a kind in one turn apart."""
    number = "" if turn is None else turn.number
    return [
        (
            f"{kind}:{campaign.pk}:{number}:{about}:{seat or ''}:{user}",
            kind,
            "mail",
            user,
            campaign.pk,
            None if turn is None else turn.pk,
            seat,
            dict(detail or {}),
            "queued",
            new_message_id(),
            moment,
            expires,
            0,
            "",
            moment,
        )
        for user, seat in readers
    ]


def store(notices: Sequence[Row]) -> None:
    """Put notices into the outbox; one that is there already stays as it is."""
    rows.insert(Notice, _FIELDS, notices, ignore=True)


def new_message_id() -> str:
    """A Message-ID of its own for one notice, which it keeps however often it is sent."""
    host = settings.DEFAULT_FROM_EMAIL.rpartition("@")[2].rstrip(">") or "localhost"
    return f"<{secrets.token_hex(16)}@{host}>"
