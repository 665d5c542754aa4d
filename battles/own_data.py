"""What the battles app holds about a person: shown to that person, and erased when the account goes."""

from __future__ import annotations

from django.db.models import F, Q

from battles.models import ArmyList, Availability, Meeting, Offer, Phone, Picture, Roster, Table, Tale
from campaign.access.uploads import KEEPERS, size_of
from campaign.accounts.privacy.selectors import GATHERERS, Files, as_file
from campaign.accounts.privacy.services import ERASERS, Tenure
from campaign.models import Seat, User

_NOWHERE = {"place": "", "link": "", "note": "", "erased": True}


def kept_of(user: User) -> int:
    """Bytes of the pictures that a person shows of battles, and of photographed lists."""
    pictures = size_of(Picture.objects.filter(seat__user=user), "data")
    return pictures + size_of(ArmyList.objects.filter(seat__user=user), "picture")


def gather(user: User) -> Files:
    """Lists, stories, pictures, dates, rosters and tables of a person."""
    seats = list(Seat.objects.filter(user=user).order_by("id"))
    lists = ArmyList.objects.filter(seat__in=seats).select_related("battle").order_by("id")
    pictures = Picture.objects.filter(seat__in=seats).select_related("battle").order_by("id")
    files = {
        "battles.json": as_file(
            {
                "lists": [
                    {"battle": one.battle.public_id, "points": one.points, "text": one.text} for one in lists
                ],
                "stories": list(
                    Tale.objects.filter(seat__in=seats)
                    .order_by("id")
                    .values("battle__public_id", "text", "changed_at")
                ),
                "pictures": [
                    {
                        "battle": one.battle.public_id,
                        "file": f"pictures/{one.public_id}.jpg",
                        "says": one.caption,
                    }
                    for one in pictures
                ],
                "dates": list(
                    Offer.objects.filter(seat__in=seats)
                    .order_by("id")
                    .values("battle__public_id", "starts_at", "state", "place_kind", "place", "link", "note")
                ),
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


def erase(user: User, tenures: list[Tenure]) -> None:
    """Erase a person's uploads, words and places; that a list of so many points was brought stays."""
    for tenure in tenures:
        seat, until = tenure.seat, tenure.until
        Picture.objects.filter(seat=seat, added_at__lte=until).delete()
        Tale.objects.filter(seat=seat, changed_at__lte=until).delete()
        ArmyList.objects.filter(seat=seat, handed_in_at__lte=until).update(text="", picture=None, read=None)
        Offer.objects.filter(seat=seat, made_at__lte=until).update(**_NOWHERE)
        fought = Q(battle__seat_first=seat) | Q(battle__seat_second=seat)
        Meeting.objects.filter(fought, agreed_at__lte=until).update(**_NOWHERE)
    Availability.objects.filter(user=user).delete()
    Roster.objects.filter(user=user).delete()
    Phone.objects.filter(user=user).update(user=None)
    Table.objects.filter(opened_by=user).update(opened_by=None)


def register() -> None:
    """Let the pages of a person's own data know of battles."""
    if gather not in GATHERERS:
        GATHERERS.append(gather)
    if erase not in ERASERS:
        ERASERS.append(erase)
    if kept_of not in KEEPERS:
        KEEPERS.append(kept_of)
