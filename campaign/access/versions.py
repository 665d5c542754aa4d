"""The versions that open pages wait for: of a seat, of a desk, of what is public of a campaign."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable
from hashlib import sha256
from typing import Any

from django.db.models import Max, Model, QuerySet, Sum

from campaign.access.membership import acting_seats, run_by
from campaign.access.membership import campaigns_of as campaigns_with_a_part
from campaign.base.sse import hub
from campaign.models import AuditEntry, Campaign, PlayerTurn, Seat, Turn, User

SEAT, DESK, PUBLIC = "seat", "desk", "public"
DATES = ("plan_due", "announce_due", "results_due", "publish_due")
REVIEW = ("resolve_after", "held_movement", "held_aftermath")


def seat_versions(seats: Collection[int]) -> hub.Versions:
    """A seat's own version: it rises by what that seat may see, and by nothing else."""
    return dict(Seat.objects.filter(pk__in=seats).values_list("pk", "version"))


def public_versions(campaigns: Collection[int]) -> hub.Versions:
    """What everybody may know: the campaign's status, the open turn's number, phase and dates."""
    return {pk: _word(lines) for pk, lines in _gathered(_status(campaigns), _turns(campaigns)).items()}


def desk_versions(campaigns: Collection[int]) -> hub.Versions:
    """What a desk shows: the turn, whose plans are in, the log, and whatever the seats were told."""
    plans = PlayerTurn.objects.filter(turn__campaign__in=campaigns, turn__published_at=None)
    told = Seat.objects.filter(campaign__in=campaigns).values_list("campaign").annotate(Sum("version"))
    log = AuditEntry.objects.filter(campaign__in=campaigns).values_list("campaign").annotate(Max("pk"))
    states = plans.order_by("pk").values_list("turn__campaign", "pk", "state", "excused")
    gathered = _gathered(_status(campaigns), _turns(campaigns, *REVIEW), states, told, log)
    return {pk: _word(lines) for pk, lines in gathered.items()}


def keys_of_home(user: User) -> list[hub.Key]:
    """What a person's first page is made of: the seats acted in, the desks run, the campaigns watched."""
    seats = list(acting_seats(user).order_by("pk").values_list("pk", "campaign"))
    played = {campaign for _seat, campaign in seats}
    others = campaigns_with_a_part(user).exclude(pk__in=played).order_by("pk").values_list("pk", flat=True)
    run = set(run_by(user).values_list("pk", flat=True))
    keys: list[hub.Key] = [(SEAT, seat) for seat, _campaign in seats]
    return keys + [(DESK if campaign in run else PUBLIC, campaign) for campaign in others]


def keys_of(campaign: Campaign, seat: Seat | None, *, facilitator: bool) -> list[hub.Key]:
    """What one campaign's pages are made of for somebody: as a seat if there is one, else at the desk."""
    if seat is not None:
        return [(SEAT, seat.pk)]
    return [(DESK if facilitator else PUBLIC, campaign.pk)]


def _status(campaigns: Collection[int]) -> QuerySet[Model, tuple[Any, ...]]:
    return Campaign.objects.filter(pk__in=campaigns).values_list("pk", "status", "champion")


def _turns(campaigns: Collection[int], *more: str) -> QuerySet[Model, tuple[Any, ...]]:
    opened = Turn.objects.filter(campaign__in=campaigns, published_at=None).order_by("pk")
    return opened.values_list("campaign", "number", "phase", *DATES, *more)


def _gathered(*found: Iterable[tuple[Any, ...]]) -> dict[int, list[tuple[object, ...]]]:
    lines: dict[int, list[tuple[object, ...]]] = defaultdict(list)
    for rows in found:
        for pk, *values in rows:
            lines[pk].append(tuple(values))
    return lines


def _word(lines: list[tuple[object, ...]]) -> str:
    return sha256(repr(lines).encode()).hexdigest()[:16]


hub.register(SEAT, seat_versions)
hub.register(DESK, desk_versions)
hub.register(PUBLIC, public_versions)
