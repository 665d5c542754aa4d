"""Dates: each side offers some, the other takes one or offers others (Rules 12).

A place is seen by the two sides alone and erased 30 days after its date.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, time

from django.core.exceptions import ValidationError
from django.core.validators import URLValidator
from django.db import transaction
from django.utils.translation import gettext as _

from battles.models import ActKind, Availability, Meeting, Offer, OfferState, PlaceKind
from battles.rights.counted import KEPT
from battles.rights.page_rights import At, still_to_fight
from campaign.base.dates import times
from campaign.base.dates.clock import now
from campaign.base.refusal import Refusal
from campaign.models import Battle, Seat, User
from campaign.outbox.services import DATE_AGREED, DATE_OFF, DATE_OFFERED, NO_SHOW

MOST_OPEN = 12
"""How many dates of one side may be open at once."""
MOST_AT_ONCE = 8
LONGEST_PLACE, LONGEST_LINK, LONGEST_NOTE = 200, 500, 300


@dataclass(frozen=True, slots=True)
class Where:
    """Where to meet: a kind of ``PlaceKind``, its name or address, a link (https), and a word."""

    kind: str = PlaceKind.CLUB
    place: str = ""
    link: str = ""
    note: str = ""


def offer_dates(
    *, battle: Battle, seat: Seat, dates: Sequence[datetime], where: Where, by: User | None
) -> list[Offer]:
    """Offer dates to the other side; one that is offered already is not offered twice.

    Raises ``Refusal`` with the field: ``dates``, ``place_kind``, ``place``, ``link``, ``note``.
    """
    with still_to_fight(battle, seat, by) as at:
        where = _check_where(where)
        wanted = _check_dates(at, dates)
        mine = Offer.objects.filter(battle=at.battle, seat=seat, state=OfferState.OPEN)
        known = set(mine.values_list("starts_at", flat=True))
        fresh = [one for one in wanted if one not in known]
        if len(known) + len(fresh) > MOST_OPEN:
            raise Refusal(
                _("At most %(most)s of your dates can be open at once: withdraw some.") % {"most": MOST_OPEN},
                code="too_many",
                field="dates",
            )
        made = [
            Offer.objects.create(
                battle=at.battle,
                seat=seat,
                starts_at=one,
                made_at=at.held.now,
                place_kind=where.kind,
                place=where.place,
                link=where.link,
                note=where.note,
            )
            for one in fresh
        ]
        if made:
            at.note(ActKind.OFFERED)
            dates_made = [one.starts_at.isoformat() for one in made]
            at.tell_other(DATE_OFFERED, about=made[0].public_id, detail={"dates": dates_made})
        return made


def take_date(*, battle: Battle, seat: Seat, offer_id: str, by: User | None) -> Meeting:
    """Take a date that the other side offered: it is agreed, and all other offers lapse.

    Raises ``Refusal``: ``unknown`` for an offer that is not there any more, ``past``.
    """
    with still_to_fight(battle, seat, by) as at:
        offer = _offer(at, offer_id, at.other)
        if offer.starts_at <= at.held.now:
            raise Refusal(_("This date has passed: offer another."), code="past")
        _settle(offer, OfferState.TAKEN, at.held.now)
        others = Offer.objects.filter(battle=at.battle, state=OfferState.OPEN)
        others.update(state=OfferState.WITHDRAWN, settled_at=at.held.now)
        meeting = _agree(at, offer)
        at.note(ActKind.TOOK)
        at.tell_both(
            DATE_AGREED, about=str(meeting.sequence), detail={"dates": [meeting.starts_at.isoformat()]}
        )
        return meeting


def _agree(at: At, offer: Offer) -> Meeting:
    moment = at.held.now
    old = Meeting.objects.filter(battle=at.battle).first()
    values = {
        "starts_at": offer.starts_at,
        "place_kind": offer.place_kind,
        "place": offer.place,
        "link": offer.link,
        "note": offer.note,
        "erased": False,
        "agreed_at": moment,
        "changed_at": moment,
        "cancelled_at": None,
        "sequence": 0 if old is None else old.sequence + 1,
    }
    return Meeting.objects.update_or_create(battle=at.battle, defaults=values)[0]


def decline_date(*, battle: Battle, seat: Seat, offer_id: str, by: User | None) -> None:
    """Say that a date of the other side's does not suit. Raises ``Refusal``."""
    with still_to_fight(battle, seat, by) as at:
        _settle(_offer(at, offer_id, at.other), OfferState.DECLINED, at.held.now)
        at.note(ActKind.DECLINED)


def withdraw_date(*, battle: Battle, seat: Seat, offer_id: str, by: User | None) -> None:
    """Take back a date that this side offered. Raises ``Refusal``."""
    with still_to_fight(battle, seat, by) as at:
        _settle(_offer(at, offer_id, seat), OfferState.WITHDRAWN, at.held.now)
        at.note(ActKind.WITHDREW)


def call_off(*, battle: Battle, seat: Seat, by: User | None) -> None:
    """Call the agreed date off; both offer anew. Raises ``Refusal`` with code ``no_date``."""
    with still_to_fight(battle, seat, by) as at:
        meeting = _meeting(at)
        meeting.cancelled_at = meeting.changed_at = at.held.now
        meeting.sequence += 1
        meeting.save(update_fields=("cancelled_at", "changed_at", "sequence"))
        at.note(ActKind.CANCELLED)
        at.tell_both(DATE_OFF, about=str(meeting.sequence), detail={"dates": [meeting.starts_at.isoformat()]})


def tell_no_show(*, battle: Battle, seat: Seat, by: User | None) -> None:
    """Say that the other side did not come to the agreed date; it is told.

    Raises ``Refusal``: ``no_date``, ``early``.
    """
    with still_to_fight(battle, seat, by) as at:
        meeting = _meeting(at)
        if meeting.starts_at > at.held.now:
            raise Refusal(_("The date is still to come."), code="early")
        at.note(ActKind.NO_SHOW)
        dates = [meeting.starts_at.isoformat()]
        at.tell_other(NO_SHOW, about=f"{meeting.sequence}:{seat.pk}", detail={"dates": dates})


def say_hello(*, battle: Battle, seat: Seat, by: User | None) -> None:
    """Say that this side is there and reads: it counts as an answer. Raises ``Refusal``."""
    with still_to_fight(battle, seat, by) as at:
        at.note(ActKind.HERE)


def _meeting(at: At) -> Meeting:
    meeting = Meeting.objects.filter(battle=at.battle, cancelled_at__isnull=True).first()
    if meeting is None:
        raise Refusal(_("No date is agreed."), code="no_date")
    return meeting


def _offer(at: At, offer_id: str, of: Seat) -> Offer:
    found = Offer.objects.filter(battle=at.battle, seat=of, public_id=offer_id, state=OfferState.OPEN).first()
    if found is None:
        raise Refusal(_("This date is not offered any more: look at the dates again."), code="unknown")
    return found


def _settle(offer: Offer, state: OfferState, moment: datetime) -> None:
    offer.state, offer.settled_at = state, moment
    offer.save(update_fields=("state", "settled_at"))


def _check_dates(at: At, dates: Sequence[datetime]) -> list[datetime]:
    wanted = sorted(set(dates))
    if not 1 <= len(wanted) <= MOST_AT_ONCE:
        raise Refusal(
            _("Offer from 1 to %(most)s dates at once.") % {"most": MOST_AT_ONCE},
            code="impossible",
            field="dates",
        )
    due = at.held.turn.results_due
    if wanted[0] <= at.held.now or (due is not None and wanted[-1] >= due):
        raise Refusal(
            _("A date must lie in the time to come and before the results are due (%(due)s).")
            % {"due": times.when(due) if due else "-"},
            code="impossible",
            field="dates",
        )
    return wanted


def _check_where(where: Where) -> Where:
    if where.kind not in PlaceKind.values:
        kinds = ", ".join(PlaceKind.values)
        raise Refusal(
            _("The place is one of: %(kinds)s.") % {"kinds": kinds}, code="impossible", field="place_kind"
        )
    texts = (("place", where.place, LONGEST_PLACE), ("note", where.note, LONGEST_NOTE))
    for field, text, most in (*texts, ("link", where.link, LONGEST_LINK)):
        if len(text) > most:
            raise Refusal(
                _("It has at most %(most)s characters.") % {"most": most}, code="impossible", field=field
            )
    link = where.link.strip()
    if link:
        try:
            URLValidator(schemes=("http", "https"))(link)
        except ValidationError:
            raise Refusal(
                _("A link begins with https:// and names a page."), code="impossible", field="link"
            ) from None
    return Where(where.kind, " ".join(where.place.split()), link, " ".join(where.note.split()))


# When somebody can usually play


def set_availability(*, user: User, windows: Sequence[tuple[int, time, time]]) -> None:
    """Store when a person can usually play: ``(weekday, from, to)``, at most one window a weekday.

    Raises ``Refusal`` with the field ``day<weekday>``.
    """
    for weekday, starts, ends in windows:
        if ends <= starts:
            raise Refusal(
                _("The end must be later than the beginning."), code="impossible", field=f"day{weekday}"
            )
    days = [weekday for weekday, _starts, _ends in windows]
    if len(set(days)) != len(days) or not all(0 <= day < 7 for day in days):
        raise Refusal(_("Give one window a weekday."), code="impossible", field="windows")
    with transaction.atomic():
        Availability.objects.filter(user=user).delete()
        for weekday, starts, ends in windows:
            Availability.objects.create(user=user, weekday=weekday, starts=starts, ends=ends)


# What is forgotten


def forget_places() -> int:
    """Erase the places of dates that lie 30 days back; gives how many. Repeating it does no harm."""
    before = now() - KEPT
    blank = {"place": "", "link": "", "note": "", "erased": True}
    old = sum(
        model.objects.filter(starts_at__lt=before, erased=False).update(**blank) for model in (Offer, Meeting)
    )
    return old
