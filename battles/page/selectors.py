"""What surrounds a battle, as one of its two sides may see it: dates, lists, claims, stories, pictures.

Built up from the two sides' own rows: a list is shown to the other side once both are in, a place to nobody
but them, and of a stand-in only that there is one.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Annotated

from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _

from battles.models import (
    Act,
    ActKind,
    ArmyList,
    Availability,
    Meeting,
    Offer,
    OfferState,
    Sharing,
)
from battles.rights.contact_clock import Clock, clock_of
from battles.rights.counted import KEPT, points_in
from battles.stories.selectors import Story, StoryPicture, pictures_of, stories_of
from campaign.base.answers import PAGE, Named, called
from campaign.base.dates.clock import now
from campaign.models import Battle, BattleResult, ClaimState, ForfeitClaim, Phase, Seat, StandIn, User
from campaign.people.texts.selectors import AT_BATTLES, HouseText, texts_of
from campaign.turn.contact.battle_status import bounds_of, place_of

CONTACT = timedelta(hours=48)
LASTS = timedelta(hours=4)
"""How long a date is kept free in calendars."""


@dataclass(frozen=True, slots=True)
class Slot:
    """A date that is offered, with its place; ``mine`` if this side offers it."""

    id: str
    starts_at: datetime
    kind: Annotated[str, Named("place_kind")]
    kind_name: Annotated[str, PAGE]
    place: str
    link: str
    note: str
    mine: bool
    past: Annotated[bool, PAGE]


@called("MeetingPlace")
@dataclass(frozen=True, slots=True)
class Agreed:
    """The date both agreed on; its place is empty 30 days after it.

    Past ones stay until the battle is told of.
    """

    starts_at: datetime
    kind_name: Annotated[str, PAGE]
    place: str
    link: str
    note: str
    past: Annotated[bool, PAGE]
    cancelled: bool


@called("ArmyList")
@dataclass(frozen=True, slots=True)
class Listed:
    """A side's army list as the reader may know it: sealed, only whether it is in."""

    here: bool
    at: datetime | None
    open: Annotated[bool, "Whether this side may read it."]
    text: str = ""
    points: int | None = None
    counted: Annotated[int | None, "What the points in the text add up to."] = None
    pictured: bool = False

    @property
    def miscounted(self) -> bool:
        """Whether the points named in the text add up to something else."""
        return self.counted is not None and self.points is not None and self.counted != self.points


@dataclass(frozen=True, slots=True)
class Deed:
    """Something that a side did on the battle's page, and when."""

    mine: bool
    what: str
    at: datetime


@called("ForfeitClaim")
@dataclass(frozen=True, slots=True)
class Claimed:
    """A forfeit claim of one of the two sides."""

    id: str
    mine: bool
    evidence: str
    answer: str
    state: str
    state_name: Annotated[str, PAGE]
    reason: str
    made_at: datetime


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What surrounds a battle, as one of its two sides sees it.

    ``missed_mine``: this side says that nobody came to the agreed date; ``missed_theirs``: the other does.
    """

    meeting: Agreed | None
    offers: tuple[Slot, ...]
    mine: Annotated[Listed, Named("list_own")]
    theirs: Annotated[Listed, Named("list_enemy")]
    points: Annotated[int, "What a list of this side may have."]
    texts: Annotated[tuple[HouseText, ...], "The club's texts on lists, experience and substitutes."]
    clock: Clock
    contact_until: Annotated[datetime | None, PAGE]
    may_claim: bool
    claims: tuple[Claimed, ...]
    deeds: tuple[Deed, ...]
    stories: tuple[Story, ...]
    my_story: Annotated[str, PAGE]
    pictures: tuple[StoryPicture, ...]
    missed_mine: Annotated[bool, PAGE]
    missed_theirs: Annotated[bool, PAGE]
    shared_own: Annotated[bool, "Whether this side wants a link for everybody."]
    shared_enemy: bool
    share_token: Annotated[str, "Of the link, while both want it."]
    stand_in: Annotated[str, "Who stands in for this side."]
    stand_in_token: Annotated[str, "Of the link nobody has taken yet."]
    stood_in: Annotated[bool, "Whether somebody stands in for the enemy."]

    @property
    def offers_mine(self) -> tuple[Slot, ...]:
        """The dates that this side offers."""
        return tuple(one for one in self.offers if one.mine)

    @property
    def offers_theirs(self) -> tuple[Slot, ...]:
        """The dates that the other side offers."""
        return tuple(one for one in self.offers if not one.mine)

    @property
    def open_claims(self) -> tuple[Claimed, ...]:
        """Claims that wait for a decision."""
        return tuple(one for one in self.claims if one.state == ClaimState.OPEN)

    @property
    def claimed(self) -> bool:
        """Whether this side has a claim open."""
        return any(one.mine for one in self.open_claims)

    @property
    def accused(self) -> bool:
        """Whether the other side has a claim open."""
        return any(not one.mine for one in self.open_claims)

    @property
    def lists_open(self) -> bool:
        """Whether both lists are in, so that both may read them."""
        return self.theirs.open and self.mine.here

    @property
    def dated(self) -> bool:
        """Whether a date is agreed, to which nobody has failed to come."""
        missed = self.missed_mine or self.missed_theirs
        return self.meeting is not None and not self.meeting.cancelled and not missed


def around(seat: Seat, battle: Battle) -> Surroundings:
    """What surrounds the battle, for ``seat``."""
    moment = now()
    own = place_of(battle, seat) or 0
    other = (battle.seat_second, battle.seat_first)[own]
    lists = {one.seat_id: one for one in ArmyList.objects.filter(battle=battle).order_by("id")}
    both = len(lists) == 2
    announced = battle.turn.announced_at
    claims = tuple(_claims(battle, seat))
    sharing = Sharing.objects.filter(battle=battle).first()
    wanted = (sharing.first, sharing.second) if sharing else (False, False)
    stood = _stand_in(battle, seat)
    missed = _missed(battle)
    contact_until = announced + CONTACT if announced else None
    return Surroundings(
        meeting=_agreed(battle, moment),
        offers=tuple(_slots(battle, seat, moment)),
        mine=_listed(lists.get(seat.pk), open_=True),
        theirs=_listed(lists.get(other.pk), open_=both),
        points=bounds_of(battle)[own],
        texts=texts_of(seat.campaign, AT_BATTLES),
        clock=clock_of(battle, seat, other, moment),
        contact_until=contact_until,
        may_claim=contact_until is not None
        and moment >= contact_until
        and not any(one.mine and one.state == ClaimState.OPEN for one in claims),
        claims=claims,
        deeds=tuple(_deeds(battle, seat, open_=both)),
        stories=tuple(stories_of(battle, seat)),
        my_story=next((one.text for one in stories_of(battle, seat) if one.mine), ""),
        pictures=tuple(pictures_of(battle, seat)),
        missed_mine=seat.pk in missed,
        missed_theirs=other.pk in missed,
        shared_own=wanted[own],
        shared_enemy=wanted[1 - own],
        share_token=sharing.token if sharing and all(wanted) else "",
        stand_in=stood.user.name if stood and stood.user else "",
        stand_in_token=stood.token if stood and stood.user is None else "",
        stood_in=_stand_in(battle, other, taken=True) is not None,
    )


def _missed(battle: Battle) -> set[int]:
    """The seats that say that nobody came to the date that is agreed."""
    found = Meeting.objects.filter(battle=battle, cancelled_at__isnull=True).first()
    if found is None:
        return set()
    said = Act.objects.filter(battle=battle, kind=ActKind.NO_SHOW, at__gte=found.starts_at)
    return set(said.values_list("seat", flat=True))


def _forgotten(starts_at: datetime, moment: datetime) -> bool:
    """Whether a place is not to be read any more, even if nobody has erased it yet."""
    return starts_at < moment - KEPT


def _agreed(battle: Battle, moment: datetime) -> Agreed | None:
    found = Meeting.objects.filter(battle=battle).first()
    if found is None:
        return None
    gone = _forgotten(found.starts_at, moment)
    return Agreed(
        starts_at=found.starts_at,
        kind_name=found.get_place_kind_display(),
        place="" if gone else found.place,
        link="" if gone else found.link,
        note="" if gone else found.note,
        past=found.starts_at <= moment,
        cancelled=found.cancelled_at is not None,
    )


def _slots(battle: Battle, seat: Seat, moment: datetime) -> list[Slot]:
    found = Offer.objects.filter(battle=battle, state=OfferState.OPEN).order_by("starts_at", "public_id")
    return [
        Slot(
            id=one.public_id,
            starts_at=one.starts_at,
            kind=one.place_kind,
            kind_name=one.get_place_kind_display(),
            place="" if _forgotten(one.starts_at, moment) else one.place,
            link="" if _forgotten(one.starts_at, moment) else one.link,
            note="" if _forgotten(one.starts_at, moment) else one.note,
            mine=one.seat_id == seat.pk,
            past=one.starts_at <= moment,
        )
        for one in found
    ]


def _listed(row: ArmyList | None, *, open_: bool) -> Listed:
    if row is None:
        return Listed(here=False, at=None, open=False)
    if not open_:
        # When it came in, too, is sealed: who knows how long it took knows something of it.
        return Listed(here=True, at=None, open=False)
    return Listed(
        here=True,
        at=row.handed_in_at,
        open=True,
        text=row.text,
        points=row.points,
        counted=points_in(row.text),
        pictured=row.picture is not None,
    )


def _claims(battle: Battle, seat: Seat) -> list[Claimed]:
    found = ForfeitClaim.objects.filter(battle=battle).order_by("made_at", "public_id")
    return [
        Claimed(
            id=one.public_id,
            mine=one.seat_id == seat.pk,
            evidence=one.evidence,
            answer=one.answer,
            state=one.state,
            state_name=one.get_state_display(),
            reason=one.reason,
            made_at=one.made_at,
        )
        for one in found
    ]


def _deeds(battle: Battle, seat: Seat, *, open_: bool) -> list[Deed]:
    """What both sides have done; when, and how often, the other brought its list is sealed with the list."""
    acts = Act.objects.filter(battle=battle).order_by("at", "id")
    if not open_:
        acts = acts.exclude(~Q(seat=seat), kind=ActKind.LIST)
    deeds = [Deed(one.seat_id == seat.pk, one.get_kind_display(), one.at) for one in acts]
    told = BattleResult.objects.filter(battle=battle, by_app=False).order_by("id")
    deeds += [Deed(one.seat_id == seat.pk, _("entered the result"), one.changed_at) for one in told]
    return sorted(deeds, key=lambda deed: deed.at)


def _stand_in(battle: Battle, seat: Seat, *, taken: bool = False) -> StandIn | None:
    found = StandIn.objects.filter(battle=battle, seat=seat, ended_at__isnull=True).select_related("user")
    return (found.filter(user__isnull=False) if taken else found).order_by("id").first()


def suggested_dates(user: User, due: datetime | None, most: int = 8) -> list[datetime]:
    """The next dates in the user's own windows, in the time zone that is active, before ``due``."""
    windows = {one.weekday: one for one in Availability.objects.filter(user=user).order_by("weekday")}
    if not windows:
        return []
    moment = now()
    zone = timezone.get_current_timezone()
    day = timezone.localtime(moment, zone).date()
    found: list[datetime] = []
    for ahead in range(60):
        date = day + timedelta(days=ahead)
        window = windows.get(date.weekday())
        if window is None:
            continue
        starts = datetime.combine(date, window.starts, zone)
        if due is not None and starts >= due:
            break
        if starts > moment + timedelta(hours=2):
            found.append(starts)
        if len(found) >= most:
            break
    return found


def list_picture(seat: Seat, battle: Battle, side: str) -> bytes | None:
    """The photograph of a list, ``own`` or ``enemy``; the enemy's only once both lists are in."""
    lists = {one.seat_id: one for one in ArmyList.objects.filter(battle=battle)}
    if side == "own":
        row = lists.get(seat.pk)
    else:
        row = next((one for key, one in lists.items() if key != seat.pk), None) if len(lists) == 2 else None
    return bytes(row.picture) if row is not None and row.picture is not None else None


def is_published(battle: Battle) -> bool:
    """Whether the battle's turn is published."""
    return battle.turn.phase == Phase.PUBLISHED
