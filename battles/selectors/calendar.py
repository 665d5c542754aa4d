"""Agreed dates for a person's calendar: those of battles in which the person acts or stands in."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Q
from django.urls import reverse
from django.utils.translation import gettext as _

from battles.bounds import KEPT
from battles.models import Meeting
from campaign.dates.clock import now
from campaign.models import Battle, Seat, User
from campaign.selectors.access import acting_seats, stand_ins_of
from campaign.selectors.events import Event

LASTS = timedelta(hours=4)
"""How long a date is kept free."""


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
    )


def events_of_battles(user: User) -> list[Event]:
    """The same as events of the user's feed; a date that was called off says so."""
    return [
        Event(
            uid=one.uid,
            starts=one.starts_at,
            ends=one.ends_at,
            title=_("Called off: %(title)s") % {"title": one.title} if one.cancelled else one.title,
            path=one.path,
            place="" if one.cancelled else one.location,
            cancelled=one.cancelled,
        )
        for one in battle_dates_of(user)
    ]
