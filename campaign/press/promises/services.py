"""Promises: offered, accepted, declined, withdrawn, each by the player whose word it is; they bind nothing.

They are words between two players, and so under the campaign's press as a private message is: no deputy, no
facilitator, no bot. Nothing of them stands in the log, which opens to all at the end.
"""

from __future__ import annotations

from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext as _

from campaign.base.dates import clock
from campaign.base.refusal import Refusal
from campaign.models import (
    Campaign,
    CampaignStatus,
    Member,
    Promise,
    PromiseKind,
    PromiseState,
    Seat,
    ThreadKind,
    User,
)
from campaign.outbox import services as notices_out
from campaign.press.messages.press_modes import Conversation, Person, conversation, person_in
from campaign.press.messages.services import check_press, unknown
from campaign.press.promises.partners import first_covered, last_allowed, other_in

ACCEPT, DECLINE, WITHDRAW = "accept", "decline", "withdraw"
ANSWERS = (ACCEPT, DECLINE, WITHDRAW)
_STATES = {
    ACCEPT: PromiseState.ACCEPTED,
    DECLINE: PromiseState.DECLINED,
    WITHDRAW: PromiseState.WITHDRAWN,
}


def offer_promise(
    *, user: User, campaign: Campaign, name: str, until: int, kind: str = PromiseKind.PEACE
) -> Promise:
    """Offer the other side of a talk to promise each other ``kind`` until the end of turn ``until``.

    Raises ``Refusal``: ``unknown`` for a conversation that the user may not read, ``press``, ``no_talk``
    where there are not two armies, ``not_running``, ``kind``, ``until``, ``open_offer``.
    """
    person = person_in(user, campaign)
    found = conversation(person, name)
    if found is None:
        raise unknown()
    with transaction.atomic():
        campaign = Campaign.objects.select_for_update(no_key=True).get(pk=campaign.pk)
        own, other = _two(person, found)
        if kind not in PromiseKind.values:
            raise Refusal(
                _("Only this can be promised: %(kinds)s.") % {"kinds": ", ".join(PromiseKind.values)},
                code="kind",
                field="kind",
            )
        first = _first_covered(campaign)
        _check_until(campaign, first, until)
        if Promise.objects.filter(_between(own, other), state=PromiseState.OFFERED).exists():
            raise Refusal(
                _("There is an offer between you already: answer it, or withdraw it, first."),
                code="open_offer",
            )
        made = Promise.objects.create(
            campaign=campaign,
            kind=kind,
            seat_by=own,
            seat_to=other,
            until=until,
            offered_in=first,
            offered_at=clock.now(),
        )
        _tell(made, to=other, by=own)
        return made


def answer_promise(*, user: User, campaign: Campaign, promise_id: str, answer: str) -> Promise:
    """Accept or decline an offer, or withdraw one's own while it is open.

    Raises ``Refusal``: ``unknown`` for a promise of others, ``not_yours``, ``settled``, ``press``,
    ``not_running``, ``too_late``.
    """
    person = person_in(user, campaign)
    with transaction.atomic():
        campaign = Campaign.objects.select_for_update(no_key=True).get(pk=campaign.pk)
        promise = _own_promise(person, promise_id)
        asked = promise.seat_by if answer == WITHDRAW else promise.seat_to
        if person.seat is None or asked.pk != person.seat.pk:
            raise Refusal(
                _(
                    "Only the army that got an offer can answer it, and only the one that made it"
                    " can withdraw it."
                ),
                code="not_yours",
            )
        if promise.state != PromiseState.OFFERED:
            raise Refusal(_("This offer is not open any more."), code="settled")
        if answer == ACCEPT:
            _accept(person, campaign, promise)
        promise.state, promise.settled_at = _STATES[answer], clock.now()
        promise.save(update_fields=("state", "since", "settled_at"))
        notices_out.read_about(user, notices_out.PROMISE, promise=promise.public_id)
        if answer == ACCEPT:
            _tell(promise, to=promise.seat_by, by=promise.seat_to)
        return promise


def _accept(person: Person, campaign: Campaign, promise: Promise) -> None:
    check_press(person, Conversation("", ThreadKind.PRIVATE, ""))
    first = _first_covered(campaign)
    if promise.until < first:
        raise Refusal(
            _("Turn %(until)d, until which it was offered, is over: make an offer of your own.")
            % {"until": promise.until},
            code="too_late",
        )
    promise.since = first


def _own_promise(person: Person, promise_id: str) -> Promise:
    """A promise of the seat that the person plays in, and nobody else's. Raises ``Refusal``."""
    found = None
    if person.plays and person.seat is not None:
        mine = Q(seat_by=person.seat) | Q(seat_to=person.seat)
        rows = Promise.objects.filter(mine, campaign=person.campaign, public_id=promise_id)
        found = rows.select_related("campaign", "seat_by", "seat_to").first()
    if found is None:
        raise Refusal(_("There is no such promise here for you."), code="unknown")
    return found


def _two(person: Person, found: Conversation) -> tuple[Seat, Seat]:
    """The person's own seat and the other one of the talk. Raises ``Refusal``."""
    if found.kind == ThreadKind.PRIVATE:
        check_press(person, found)
    other = other_in(person, found)
    if person.seat is None or other is None:
        raise Refusal(
            _("A promise is made between two armies: in the conversation with one other player."),
            code="no_talk",
        )
    return person.seat, other


def _first_covered(campaign: Campaign) -> int:
    first = first_covered(campaign)
    if first is None or campaign.status not in (CampaignStatus.RUNNING, CampaignStatus.PAUSED):
        raise Refusal(_("Promises are made while the campaign runs."), code="not_running")
    return first


def _check_until(campaign: Campaign, first: int, until: int) -> None:
    last = last_allowed(campaign, first)
    if not first <= until <= last:
        raise Refusal(
            _("Choose a turn from %(first)d to %(last)d.") % {"first": first, "last": last},
            code="until",
            field="until",
        )


def _between(own: Seat, other: Seat) -> Q:
    return Q(seat_by=own, seat_to=other) | Q(seat_by=other, seat_to=own)


def _tell(promise: Promise, *, to: Seat, by: Seat) -> None:
    """A notice to the other player alone, who may have muted the talk."""
    if to.user_id is None:
        return
    low, high = sorted((by.user_id or 0, to.user_id))
    muted = Member.objects.filter(
        thread__campaign=promise.campaign, thread__key=f"private:{low}:{high}", user=to.user_id, muted=True
    )
    if muted.exists():
        return
    notices_out.store(
        notices_out.notices_for(
            promise.campaign,
            notices_out.PROMISE,
            [(to.user_id, to.pk)],
            when=notices_out.Window(clock.now()),
            about=f"{promise.public_id}.{promise.state}",
            detail={"promise": promise.public_id, "name": f"seat-{by.number}", "what": promise.state},
        )
    )
