"""Which turns of which wars a person held a seat in, whole: only of those something is counted.

It is read from what is stored anyway: who holds a seat, who has known one as its player (``Insight``), and
when the log says that somebody came or left.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime

from django.db.models import F

from campaign.base.words.log_messages import LogKind
from campaign.models import (
    AuditEntry,
    CampaignKind,
    CampaignStatus,
    Insight,
    InsightKind,
    Seat,
    SeatStatus,
)


@dataclass(frozen=True, slots=True)
class Tenure:
    """A seat that a person holds or held, in a war that has started."""

    user: int
    seat: int
    army: str
    campaign: int
    ended_at: datetime | None
    """When the war ended; None while it runs."""
    since: datetime | None
    """When the person came; None from the start."""
    last: int | None
    """The last turn that was the person's, None if there is none after which it was not."""
    left_at: datetime | None = None
    """When the person gave the seat up, or the bot took it over for good; None if neither."""

    def holds(self, turn: int, opened_at: datetime | None) -> bool:
        """Whether a whole turn was the person's."""
        if self.last is not None and turn > self.last:
            return False
        return self.since is None or opened_at is None or opened_at >= self.since


_WARS = {"campaign__kind": CampaignKind.CAMPAIGN}
_HELD = ("user_id", "id", "army", "campaign_id", "campaign__ended_at", "status", "missed_in_a_row")
_LEFT = ("user_id", "seat_id", "seat__army", "campaign_id", "campaign__ended_at", "last_turn", "at")
Key = tuple[int, int]


def tenures_of(users: Collection[int]) -> list[Tenure]:
    """The seats of these people in wars that have started: three queries."""
    came, gone = _comings(users)
    held = Seat.objects.filter(user__in=users, **_WARS).exclude(campaign__status=CampaignStatus.BUILDING)
    found = [
        Tenure(
            user,
            seat,
            army,
            campaign,
            ended_at,
            came.get((user, campaign)),
            None,
            # The bot has played on since the plans that were missed, and nobody took the seat back.
            ended_at if ended_at and status == SeatStatus.BOT and missed else None,
        )
        for user, seat, army, campaign, ended_at, status, missed in held.order_by("id").values_list(*_HELD)
    ]
    left = Insight.objects.filter(user__in=users, kind=InsightKind.PLAYER, seat__isnull=False, **_WARS)
    # Who has come back holds the seat again: then there is no such row.
    for user, seat, army, campaign, ended_at, last, at in left.order_by("id").values_list(*_LEFT):
        since, own = came.get((user, campaign)), gone.get((user, campaign))
        by_itself = at if own is not None and (since is None or own >= since) else None
        found.append(Tenure(user, seat, army, campaign, ended_at, since, last or 0, by_itself))
    return found


def _comings(users: Collection[int]) -> tuple[Mapping[Key, datetime], Mapping[Key, datetime]]:
    """When each of these people last came into a war, and last gave a seat of it up."""
    came: dict[Key, datetime] = {}
    gone: dict[Key, datetime] = {}
    kinds = (LogKind.JOINED.value, LogKind.SEAT_LEFT.value)
    told = AuditEntry.objects.filter(user__in=users, kind__in=kinds).annotate(war=F("campaign_id"))
    for user, war, kind, at in told.order_by("id").values_list("user_id", "war", "kind", "created_at"):
        (came if kind == LogKind.JOINED.value else gone)[(user, war)] = at
    return came, gone
