"""Profiles: a person's ended wars, for whom that person allows it; built up from what the viewer may read.

A war that runs is on none, and a war that is not open is shown to those alone who had a part in it: that it
exists is not its player's to tell (Face C2).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated

from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _

from campaign.access.acquaintance import may_look
from campaign.access.membership import campaigns_of, open_campaigns
from campaign.base.answers import PAGE, Named, called, one_of
from campaign.models import Campaign, CampaignKind, CampaignStatus, Profile, Seat, User, Visibility
from campaign.people.reliability.selectors import Reliability, reliability_of

MOST_WARS = 50
"""So many wars are told of at once, the latest."""
MOST_LISTED = 900
"""So many are listed where their person chooses: fewer than a form may have fields."""
CHAMPION, FOUGHT = "champion", "fought"


@dataclass(frozen=True, slots=True)
class Deeds:
    """What a seat has to show for a war's battles."""

    fought: int
    won: int
    honours: tuple[str, ...]


DEEDS: list[Callable[[Sequence[Seat]], Mapping[int, Deeds]]] = []
"""Who knows what seats have to show, by their keys; the battles add themselves."""


@called("ProfileWar")
@dataclass(frozen=True, slots=True)
class WarRow:
    """An ended war of a person: the army, how it came out, and the honours of its banners."""

    id: str
    name: str
    ended_at: datetime | None
    army: str
    number: Annotated[int, Named("seat")]
    result: Annotated[str, one_of((CHAMPION, FOUGHT))]
    champion: Annotated[str, "The champion's army; empty if nobody won."]
    fought: Annotated[int, "Battles."]
    won: int
    honours: tuple[str, ...]
    left_out: Annotated[bool, "Whether it is shown to nobody else."]

    @property
    def outcome(self) -> str:
        """How it came out, in words."""
        if self.result == CHAMPION:
            return _("Champion")
        return _("won by %(army)s") % {"army": self.champion} if self.champion else _("nobody won")


@called("Profile")
@dataclass(frozen=True, slots=True)
class ProfilePage:
    """A person's profile, as somebody may look at it."""

    id: str
    name: str
    wars: tuple[WarRow, ...]
    reliability: Annotated[Reliability | None, "Counts of ended wars; null unless the person shows them."]
    own: Annotated[bool, PAGE] = False


@called("OwnProfile")
@dataclass(frozen=True, slots=True)
class ProfileChoices:
    """What a person has chosen: who sees the profile, and what of it."""

    id: str
    visible_to: Annotated[str, one_of(Visibility)]
    shows_counts: bool
    wars: tuple[WarRow, ...]
    left_out: Annotated[tuple[str, ...], "The ids of all that are shown to nobody else, listed here or not."]


def choices_of(user: User) -> ProfileChoices:
    """A person's own profile with all ended wars, also those that are left out."""
    profile = _profile(user)
    hidden = _left_out(profile)
    rows = _ended(user).filter(campaign__in=hidden).order_by("campaign__public_id")
    return ProfileChoices(
        id=user.public_id,
        visible_to=profile.visible_to,
        shows_counts=profile.shows_counts,
        wars=_wars(_ended(user)[:MOST_WARS], hidden),
        left_out=tuple(rows.values_list("campaign__public_id", flat=True)),
    )


@dataclass(frozen=True, slots=True)
class Choices:
    """The same for the page where it is chosen: of each war no more than what it is called there."""

    id: str
    visible_to: str
    shows_counts: bool
    wars: tuple[tuple[str, str, str, bool], ...]
    """Id, name, army, and whether it is left out."""

    @property
    def shown(self) -> bool:
        """Whether anybody else sees it."""
        return self.visible_to != Visibility.NOBODY


def choices_listed(user: User) -> Choices:
    """All of a person's ended wars, with what has been chosen of each."""
    profile = _profile(user)
    hidden = _left_out(profile)
    wars = tuple(
        (seat.campaign.public_id, seat.campaign.name, seat.army, seat.campaign_id in hidden)
        for seat in _ended(user)[:MOST_LISTED]
    )
    return Choices(user.public_id, profile.visible_to, profile.shows_counts, wars)


def profile_for(viewer: User | None, public_id: str) -> ProfilePage:
    """The profile of this address for whoever looks. Raises ``User.DoesNotExist`` also if it is not shown."""
    person = User.objects.get(public_id=public_id, is_active=True, guest=False)
    profile = _profile(person)
    own = viewer is not None and viewer.pk == person.pk
    if not own and not may_look(viewer, profile):
        raise User.DoesNotExist
    readable = Q(pk__in=open_campaigns().values("pk"))
    if viewer is not None:
        readable |= Q(pk__in=campaigns_of(viewer).order_by().values("pk"))
    seats = _ended(person, readable)
    wars = _wars(seats.exclude(campaign__in=_left_out(profile))[:MOST_WARS], ())
    counts = reliability_of([person.pk])[person.pk] if profile.shows_counts else None
    return ProfilePage(person.public_id, person.name, wars, counts, own)


@dataclass(frozen=True, slots=True)
class Shown:
    """A player of an ended war who lets the viewer know it: the seat, the name, and the profile's id."""

    number: int
    army: str
    name: str
    id: str


def players_of(campaign: Campaign, viewer: User | None) -> tuple[Shown, ...]:
    """Of an ended war the players whom the viewer may know by name, by their seats' numbers."""
    if campaign.status != CampaignStatus.ENDED:
        return ()
    seats = campaign.seats.filter(user__profile__visible_to__in=(Visibility.FELLOWS, Visibility.ANYONE))
    found = []
    for seat in seats.exclude(user__profile__left_out=campaign).select_related("user__profile"):
        person = seat.user
        if person is not None and may_look(viewer, person.profile):
            found.append(Shown(seat.number, seat.army, person.name, person.public_id))
    return tuple(sorted(found, key=lambda one: one.number))


def _profile(user: User) -> Profile:
    return Profile.objects.filter(user=user).first() or Profile(user=user)


def _ended(user: User, readable: Q | None = None) -> QuerySet[Seat]:
    """The seats that a person held to the end of wars with people, the latest first."""
    wars = Campaign.objects.filter(kind=CampaignKind.CAMPAIGN, status=CampaignStatus.ENDED)
    if readable is not None:
        wars = wars.filter(readable)
    found = Seat.objects.filter(user=user, campaign__in=wars).select_related("campaign__champion")
    return found.order_by("-campaign__ended_at", "-id")


def _left_out(profile: Profile) -> Collection[int]:
    """The wars that the person shows to nobody."""
    return set(profile.left_out.values_list("pk", flat=True)) if profile.pk else set()


def _wars(found: Iterable[Seat], hidden: Collection[int]) -> tuple[WarRow, ...]:
    """A row for each of these seats; what they have to show is asked for once, of all together."""
    seats = list(found)
    shown = [known(seats) for known in DEEDS]
    return tuple(_war(seat, [one[seat.pk] for one in shown], seat.campaign_id in hidden) for seat in seats)


def _war(seat: Seat, deeds: Sequence[Deeds], left_out: bool) -> WarRow:
    campaign = seat.campaign
    champion = campaign.champion
    return WarRow(
        id=campaign.public_id,
        name=campaign.name,
        ended_at=campaign.ended_at,
        army=seat.army,
        number=seat.number,
        result=CHAMPION if champion is not None and champion.pk == seat.pk else FOUGHT,
        champion=champion.army if champion is not None else "",
        fought=sum(one.fought for one in deeds),
        won=sum(one.won for one in deeds),
        honours=tuple(name for one in deeds for name in one.honours),
        left_out=left_out,
    )
