"""Promises as one of their two players may read them; whoever is neither reads nothing before the end."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated

from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _

from campaign.access.membership import has_ended
from campaign.base.answers import PAGE, Named, Sector, called, one_of
from campaign.base.coordinates import sector_name
from campaign.models import (
    Campaign,
    CampaignStatus,
    Promise,
    PromiseKind,
    PromiseState,
    Seat,
    ThreadKind,
    User,
)
from campaign.press.messages.press_modes import Person, conversation, person_in
from campaign.press.promises.partners import first_covered, last_allowed, other_in

PROMISES_BY = ("-offered_at", "-id")
LAPSED, RUNNING, OVER, KEPT, BROKEN = "lapsed", "running", "over", "kept", "broken"
STANDINGS = (
    PromiseState.OFFERED.value,
    PromiseState.DECLINED.value,
    PromiseState.WITHDRAWN.value,
    LAPSED,
    RUNNING,
    OVER,
    KEPT,
    BROKEN,
)


@called("PromiseBreach")
@dataclass(frozen=True, slots=True)
class Breach:
    """How a promise was broken, as far as your own reports show it; at the end all of it."""

    turn: int
    seat: Annotated[int, "The number of the seat that broke it."]
    how: Annotated[str, one_of(("battle", "sector"))]
    at: Sector
    text: Annotated[str, "The same in words."]


@called("Promise")
@dataclass(frozen=True, slots=True)
class PromiseLine:
    """A promise between your army and another. It binds nothing.

    ``standing`` is what you may know of it: ``over`` is an accepted one whose time has passed and of which
    you know no breach; ``kept`` is said at the end alone.
    """

    id: str
    kind: Annotated[str, one_of(PromiseKind)]
    number: Annotated[int, Named("seat"), "The other army's seat."]
    army: str
    mine: Annotated[bool, "Whether you have offered it."]
    since: Annotated[int | None, "The first turn that it covers, once it is accepted."]
    until: Annotated[int, "The last turn that it covers."]
    standing: Annotated[str, one_of(STANDINGS)]
    offered_at: datetime
    settled_at: Annotated[datetime | None, "When it was accepted, declined or withdrawn."]
    breaches: tuple[Breach, ...]
    may_answer: Annotated[bool, "Whether you may accept or decline it now."]
    may_withdraw: bool
    talk: Annotated[
        str, "The name of the conversation with the other army; empty while nobody holds its seat."
    ]
    text: Annotated[str, PAGE]


@called("TalkPromises")
@dataclass(frozen=True, slots=True)
class TalkPromises:
    """The promises of a talk between two armies, the latest first, and which can be offered now."""

    may_offer: bool
    first: Annotated[int | None, "The first turn that an offer of now may end with."]
    last: Annotated[int | None, "The last one."]
    promises: Annotated[tuple[PromiseLine, ...], Named("items")]


def offers_to_answer(user: User, campaign: Campaign) -> int:
    """How many open offers wait for the user's answer."""
    person, first = person_in(user, campaign), first_covered(campaign)
    if person.seat is None or not person.plays or first is None:
        return 0
    return Promise.objects.filter(seat_to=person.seat, state=PromiseState.OFFERED, until__gte=first).count()


def promises_of(person: Person) -> QuerySet[Promise]:
    """All promises of the seat that the person plays in; a deputy, who reads no private talk, has none."""
    if not person.plays or person.seat is None:
        return Promise.objects.none()
    mine = Q(seat_by=person.seat) | Q(seat_to=person.seat)
    rows = Promise.objects.filter(mine, campaign=person.campaign).order_by(*PROMISES_BY)
    return rows.select_related("seat_by", "seat_to")


def promise_lines(person: Person, rows: Iterable[Promise]) -> tuple[PromiseLine, ...]:
    """These ``promises_of`` a person, as the person may know them."""
    first = first_covered(person.campaign)
    may_accept = person.may_start(ThreadKind.PRIVATE) and _runs(person.campaign)
    return tuple(_line(person, row, first, may_accept) for row in rows)


def own_promises(user: User, campaign: Campaign) -> tuple[PromiseLine, ...]:
    """Everything that was promised to and by the seat that the user plays in."""
    person = person_in(user, campaign)
    return promise_lines(person, promises_of(person))


def promise_of(user: User, campaign: Campaign, promise_id: str) -> PromiseLine | None:
    """One of the user's own promises."""
    person = person_in(user, campaign)
    return next(iter(promise_lines(person, promises_of(person).filter(public_id=promise_id))), None)


def promises_in(user: User, campaign: Campaign, name: str) -> TalkPromises | None:
    """The promises of the conversation of this name; None if the user may not read it."""
    person = person_in(user, campaign)
    found = conversation(person, name)
    if found is None:
        return None
    other = other_in(person, found)
    if other is None:
        return TalkPromises(may_offer=False, first=None, last=None, promises=())
    rows = promises_of(person).filter(Q(seat_by=other) | Q(seat_to=other))
    lines = promise_lines(person, rows)
    first = first_covered(campaign)
    last = last_allowed(campaign, first) if first is not None else None
    is_open = any(line.standing == PromiseState.OFFERED for line in lines)
    in_time = first is not None and last is not None and first <= last
    may = in_time and not is_open and _runs(campaign) and person.may_start(found.kind)
    return TalkPromises(may, first if may else None, last if may else None, lines)


def open_offer(promise_id: str, state: str) -> Promise | None:
    """The promise that a notice is about, while it is what the notice says."""
    rows = Promise.objects.filter(public_id=promise_id, state=state)
    return rows.select_related("seat_by", "seat_to").first()


def _runs(campaign: Campaign) -> bool:
    return campaign.status in (CampaignStatus.RUNNING, CampaignStatus.PAUSED)


def _line(person: Person, row: Promise, first: int | None, may_accept: bool) -> PromiseLine:
    own = person.seat
    assert own is not None
    mine = row.seat_by_id == own.pk
    other = row.seat_to if mine else row.seat_by
    breaches = tuple(_breaches(row, own, other, everything=has_ended(person.campaign)))
    standing = _standing(person.campaign, row, breaches, first)
    is_open = standing == PromiseState.OFFERED
    return PromiseLine(
        id=row.public_id,
        kind=row.kind,
        number=other.number,
        army=other.army,
        mine=mine,
        since=row.since,
        until=row.until,
        standing=standing,
        offered_at=row.offered_at,
        settled_at=row.settled_at,
        breaches=breaches,
        may_answer=is_open and not mine and may_accept,
        may_withdraw=is_open and mine,
        talk=f"seat-{other.number}" if other.user_id is not None else "",
        text=_("Peace until the end of turn %(until)d") % {"until": row.until},
    )


def _standing(campaign: Campaign, row: Promise, breaches: tuple[Breach, ...], first: int | None) -> str:
    """How it stands, of what its reader may know."""
    if row.state == PromiseState.OFFERED:
        lapsed = has_ended(campaign) or (first is not None and row.until < first)
        return LAPSED if lapsed else row.state
    if row.state != PromiseState.ACCEPTED:
        return row.state
    if breaches:
        return BROKEN
    if has_ended(campaign):
        return KEPT
    return OVER if first is not None and row.until < first else RUNNING


def _breaches(row: Promise, own: Seat, other: Seat, *, everything: bool) -> Iterator[Breach]:
    for one in row.breaches:
        if everything or own.key in one["told"]:
            breaker = own if one["seat"] == own.key else other
            x, y = one["at"]
            values = {"turn": one["turn"], "army": other.army, "sector": sector_name(x, y)}
            words = _words(one["how"], by_own=breaker is own) % values
            yield Breach(one["turn"], breaker.number, one["how"], (x, y), words)


def _words(how: str, *, by_own: bool) -> str:
    if how == "battle":
        if by_own:
            return _("Turn %(turn)d: a banner of yours moved into battle with %(army)s at %(sector)s.")
        return _("Turn %(turn)d: a banner of %(army)s moved into battle with yours at %(sector)s.")
    if by_own:
        return _("Turn %(turn)d: you took %(sector)s from %(army)s.")
    return _("Turn %(turn)d: %(army)s took %(sector)s from you.")
