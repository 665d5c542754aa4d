"""What somebody sees who follows a stand-in's link: for whom and when, nothing of the battle itself."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated

from campaign.access.versions import public_versions
from campaign.base.answers import PAGE, Named, called
from campaign.base.sse import hub
from campaign.models import Campaign, SeatStatus, StandIn, User, documents

TOPIC = "stand-in"


@called("StandInPlace")
@dataclass(frozen=True, slots=True)
class Place:
    """A stand-in's place: for whom and by when, nothing of the battle.

    It is offered, or the reader has taken it; without a battle it waits for the next one.
    """

    campaign: str
    campaign_id: Annotated[str, "Once you have taken the place."]
    army: str
    bot: bool
    taken: Annotated[bool, "Whether you have taken it."]
    battle_id: Annotated[str, "Once announced and taken."]
    due: datetime | None


def offered_place(token: str, user: User) -> Place | None:
    """The place behind a link, if it is open or the user's own."""
    found = StandIn.objects.filter(token=token, ended_at__isnull=True).select_related(
        "seat__campaign", "battle__turn"
    )
    place = found.first()
    if place is None or place.user_id not in (None, user.pk):
        return None
    return _place(place, user)


def stand_in_keys(token: str, user: User) -> list[hub.Key]:
    """What the pages of one place are made of, for who has taken it; a place that is not his has none."""
    taken = StandIn.objects.filter(token=token, user=user, accepted_at__isnull=False)
    return [(TOPIC, pk) for pk in taken.values_list("pk", flat=True)]


def stand_in_versions(places: Collection[int]) -> hub.Versions:
    """What changes on a stand-in's pages: the battle, public dates, the place; not the seat's own."""
    names = ("pk", "version", "battle", "ended_at", "seat__campaign")
    rows = list(StandIn.objects.filter(pk__in=places).values_list(*names))
    public = public_versions({campaign for *_row, campaign in rows})
    return {
        pk: f"{version}-{battle or 0}-{int(ended is not None)}-{public.get(campaign, '')}"
        for pk, version, battle, ended, campaign in rows
    }


def places_of(user: User) -> tuple[Place, ...]:
    """The places that the user has taken and that are not over, oldest first."""
    taken = StandIn.objects.filter(user=user, accepted_at__isnull=False, ended_at__isnull=True)
    rows = taken.select_related("seat__campaign", "battle__turn")
    rows = rows.defer(*documents("battle__turn")).order_by("id")
    return tuple(_place(one, user) for one in rows)


def _place(place: StandIn, user: User) -> Place:
    taken = place.user_id == user.pk
    battle = place.battle
    return Place(
        campaign=place.seat.campaign.name,
        campaign_id=place.seat.campaign.public_id if taken else "",
        army=place.seat.army,
        bot=place.seat.status == SeatStatus.BOT,
        taken=taken,
        battle_id=battle.public_id if taken and battle is not None else "",
        due=battle.turn.results_due if battle is not None else None,
    )


@dataclass(frozen=True, slots=True)
class BotPlace:
    """A bot's place: the link's token while nobody has taken it, else who has."""

    seat: Annotated[str, PAGE]
    number: Annotated[int, Named("seat")]
    army: str
    token: str
    name: str


def bot_places(campaign: Campaign) -> tuple[BotPlace, ...]:
    """The bots of a campaign and who waits to stand in for them."""
    waiting = {
        one.seat_id: one
        for one in StandIn.objects.filter(
            seat__campaign=campaign, battle__isnull=True, ended_at__isnull=True
        ).select_related("user")
    }
    places = []
    for seat in campaign.seats.filter(status=SeatStatus.BOT).order_by("number"):
        one = waiting.get(seat.pk)
        name = one.user.name if one is not None and one.user is not None else ""
        token = one.token if one is not None and one.user is None else ""
        places.append(BotPlace(seat.public_id, seat.number, seat.army, token, name))
    return tuple(places)


hub.register(TOPIC, stand_in_versions)
