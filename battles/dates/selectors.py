"""Agreed dates for a person's calendar: those of battles in which the person acts or stands in."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Annotated

from django.db.models import Q
from django.urls import reverse
from django.utils.translation import gettext as _

from battles.models import Availability, Meeting
from battles.rights.counted import KEPT
from campaign.access.membership import acting_seats, stand_ins_of
from campaign.base.answers import shaped
from campaign.base.dates.clock import now
from campaign.models import Battle, Seat, User
from campaign.notices.feed.selectors import Event

LASTS = timedelta(hours=4)
"""How long a date is kept free."""

TIME_OF_DAY = r"^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?$"
"""A time of the day as it is read and answered: ``18:30`` or ``18:30:00``."""


@dataclass(frozen=True, slots=True)
class BattleDate:
    """An entry of a calendar: ``uid`` stays, ``sequence`` rises with every change."""

    uid: str
    sequence: int
    changed_at: datetime
    starts_at: datetime
    ends_at: datetime
    title: str
    location: str
    path: str
    cancelled: bool
    settled: bool = False
    """Whether the battle was closed before its date: nobody need come any more."""


def battle_dates_of(user: User) -> tuple[BattleDate, ...]:
    """The user's dates of battles, earliest first; a place is left out 30 days after its date."""
    seats = {seat.pk: seat for seat in acting_seats(user).order_by("id")}
    places = {place.battle_id: place.seat for place in stand_ins_of(user).select_related("seat")}
    mine = Q(battle__seat_first__in=seats) | Q(battle__seat_second__in=seats) | Q(battle__in=places)
    found = Meeting.objects.filter(mine).select_related(
        "battle__turn__campaign", "battle__seat_first", "battle__seat_second"
    )
    moment = now()
    return tuple(
        _entry(meeting, places.get(meeting.battle_id) or _own(meeting.battle, seats), moment)
        for meeting in found.order_by("starts_at", "id")
    )


def _own(battle: Battle, seats: dict[int, Seat]) -> Seat:
    return battle.seat_first if battle.seat_first_id in seats else battle.seat_second


def _entry(meeting: Meeting, own: Seat, moment: datetime) -> BattleDate:
    battle = meeting.battle
    enemy = battle.seat_second if battle.seat_first_id == own.pk else battle.seat_first
    campaign = battle.turn.campaign
    link = reverse("battle", args=[campaign.public_id, battle.public_id])
    place = "" if meeting.starts_at < moment - KEPT else meeting.place
    return BattleDate(
        uid=f"battle-{battle.public_id}",
        sequence=meeting.sequence,
        changed_at=meeting.changed_at,
        starts_at=meeting.starts_at,
        ends_at=meeting.starts_at + LASTS,
        title=_("%(campaign)s: battle against %(army)s") % {"campaign": campaign.name, "army": enemy.army},
        location=": ".join(filter(None, (str(meeting.get_place_kind_display()), place))),
        path=link,
        cancelled=meeting.cancelled_at is not None,
        settled=battle.closed_at is not None and battle.closed_at < meeting.starts_at,
    )


def events_of_battles(user: User) -> list[Event]:
    """The same as events of the user's feed; one to which nobody need come any more says so."""
    return [_event(one) for one in battle_dates_of(user)]


def _event(one: BattleDate) -> Event:
    off = one.cancelled or one.settled
    title = one.title
    if one.cancelled:
        title = _("Called off: %(title)s") % {"title": title}
    elif one.settled:
        title = _("Settled already: %(title)s") % {"title": title}
    return Event(
        uid=one.uid,
        starts=one.starts_at,
        ends=one.ends_at,
        title=title,
        path=one.path,
        place="" if off else one.location,
        cancelled=off,
    )


@dataclass(frozen=True, slots=True)
class Window:
    """A window of a weekday in which somebody can usually play, in the person's own time zone."""

    weekday: Annotated[int, "0 is Monday."]
    starts: Annotated[str, shaped(pattern=TIME_OF_DAY)]
    ends: Annotated[str, shaped(pattern=TIME_OF_DAY)]


def windows_of(user: User) -> tuple[Window, ...]:
    """When the user can usually play, Monday first."""
    rows = Availability.objects.filter(user=user).order_by("weekday")
    return tuple(Window(row.weekday, f"{row.starts:%H:%M:%S}", f"{row.ends:%H:%M:%S}") for row in rows)
