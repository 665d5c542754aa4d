"""What the battles app holds about a person: shown to that person, and erased when the account goes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import suppress
from datetime import datetime

from django.db.models import Exists, F, OuterRef, Q, QuerySet

from battles.models import (
    ArmyList,
    Availability,
    Meeting,
    Offer,
    OfferState,
    Phone,
    Picture,
    Roster,
    Table,
    Tale,
)
from battles.stand_ins.services import end_stand_in
from campaign.access.membership import stand_ins_of
from campaign.access.uploads import KEEPERS, size_of
from campaign.accounts.privacy.selectors import GATHERERS, Files, Tenure, as_file, tenures_of
from campaign.accounts.privacy.services import ERASERS
from campaign.base.refusal import Refusal
from campaign.models import Seat, StandIn, User

_NOWHERE = {"place": "", "link": "", "note": "", "erased": True}


def kept_of(user: User) -> int:
    """Bytes of the pictures that a person shows of battles, and of photographed lists."""
    pictures = size_of(Picture.objects.filter(seat__user=user), "data")
    return pictures + size_of(ArmyList.objects.filter(seat__user=user), "picture")


def gather(user: User) -> Files:
    """Lists, stories, pictures, dates, rosters and tables of a person, also those of seats given up."""
    tenures = tenures_of(user)
    lists = [row for one in tenures for row in _lists(one)]
    pictures = [row for one in tenures for row in _pictures(one)]
    files = {
        "battles.json": as_file(
            {
                "lists": [
                    {"battle": one.battle.public_id, "points": one.points, "text": one.text} for one in lists
                ],
                "stories": [row for one in tenures for row in _tales(one)],
                "pictures": [
                    {
                        "battle": one.battle.public_id,
                        "file": f"pictures/{one.public_id}.jpg",
                        "says": one.caption,
                    }
                    for one in pictures
                ],
                "dates": [row for one in tenures for row in _offers(one)],
            }
        ),
        "table.json": as_file(
            {
                "usually_free": list(
                    Availability.objects.filter(user=user)
                    .order_by("weekday")
                    .values("weekday", "starts", "ends")
                ),
                "rosters": list(
                    Roster.objects.filter(user=user).values(
                        "name", "text", "changed_at", list=F("read__list")
                    )
                ),
                "tables": list(
                    Table.objects.filter(Q(opened_by=user) | Q(phones__user=user))
                    .distinct()
                    .order_by("id")
                    .values("name", "opened_at", "over")
                ),
            }
        ),
    }
    files |= {f"pictures/{one.public_id}.jpg": bytes(one.data) for one in pictures}
    photographed = (one for one in lists if one.picture is not None)
    files |= {f"pictures/list-{one.battle.public_id}.jpg": bytes(one.picture or b"") for one in photographed}
    return files


def _lists(tenure: Tenure) -> QuerySet[ArmyList]:
    found = ArmyList.objects.filter(seat=tenure.seat, handed_in_at__lte=tenure.until)
    return found.select_related("battle").order_by("id")


def _pictures(tenure: Tenure) -> QuerySet[Picture]:
    found = Picture.objects.filter(seat=tenure.seat, added_at__lte=tenure.until)
    return found.select_related("battle").order_by("id")


def _tales(tenure: Tenure) -> Iterable[Mapping[str, object]]:
    found = Tale.objects.filter(seat=tenure.seat, changed_at__lte=tenure.until).order_by("id")
    return found.values("battle__public_id", "text", "changed_at")


def _offers(tenure: Tenure) -> Iterable[Mapping[str, object]]:
    found = Offer.objects.filter(seat=tenure.seat, made_at__lte=tenure.until).order_by("id")
    return found.values("battle__public_id", "starts_at", "state", "place_kind", "place", "link", "note")


def erase(user: User, tenures: list[Tenure]) -> None:
    """Erase a person's uploads, words and places; that a list of so many points was brought stays."""
    _give_back_battles(user)
    for tenure in tenures:
        seat, until = tenure.seat, tenure.until
        Picture.objects.filter(seat=seat, added_at__lte=until).delete()
        Tale.objects.filter(seat=seat, changed_at__lte=until).delete()
        ArmyList.objects.filter(seat=seat, handed_in_at__lte=until).update(text="", picture=None, read=None)
        _forget_places(seat, until)
    Availability.objects.filter(user=user).delete()
    Roster.objects.filter(user=user).delete()
    Phone.objects.filter(user=user).update(user=None)
    Table.objects.filter(opened_by=user).update(opened_by=None)


def _forget_places(seat: Seat, until: datetime) -> None:
    """Erase the places that a seat's player has written; at those of others they may still meet.

    From when somebody stands in for the seat in a battle, what is offered there is the stand-in's.
    """
    places = StandIn.objects.filter(
        seat=seat, battle=OuterRef("battle"), accepted_at__lte=OuterRef("made_at")
    )
    own = Offer.objects.filter(~Exists(places.exclude(user=None)), seat=seat, made_at__lte=until)
    own.update(**_NOWHERE)
    fought = Q(battle__seat_first=seat) | Q(battle__seat_second=seat)
    agreed = Offer.objects.filter(
        battle=OuterRef("battle"), settled_at=OuterRef("agreed_at"), state=OfferState.TAKEN
    )
    others = Exists(agreed.filter(erased=False))
    Meeting.objects.filter(~others, fought, agreed_at__lte=until).update(**_NOWHERE)


def _give_back_battles(user: User) -> None:
    """Whoever has asked the person to stand in learns that the battle is in the own hands again."""
    for place in stand_ins_of(user).select_related("battle", "seat"):
        if place.battle is not None:
            with suppress(Refusal):  # of a battle that is over nobody need be told
                end_stand_in(battle=place.battle, seat=place.seat, by=user)


def register() -> None:
    """Let the pages of a person's own data know of battles."""
    if gather not in GATHERERS:
        GATHERERS.append(gather)
    if erase not in ERASERS:
        ERASERS.append(erase)
    if kept_of not in KEEPERS:
        KEEPERS.append(kept_of)
