"""Of which turns, and through whose eyes, somebody may have posters and films; how far one's files are."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.db.models import QuerySet

from campaign.access.membership import campaigns_of, has_ended, seat_of
from campaign.base.dates import clock
from campaign.film.documents import TURN
from campaign.film.selectors import films_of, onlooker
from campaign.models import Campaign, CampaignStatus, FilmFile, FilmFormat, FilmKind, FilmState, Reel, User
from campaign.models.films import FILMS_KEPT_FOR

SHOWN = 10
"""How many files that were asked for lately the page lists."""
POSTERS = ("1200x630", "1080x1350")
FILMS = {"960x540": "wide", "768x960": "tall"}
"""The sizes that films begin with, by the shape that they keep."""
LIGHTS = ("paper", "night")
TYPES = {"png": "image/png", "gif": "image/gif", "webp": "image/webp", "mp4": "video/mp4"}


@dataclass(frozen=True, slots=True)
class Eyes:
    """Eyes through which somebody may have files now: a seat's number, 0 for the truth; the turns seen."""

    number: int
    army: str
    own: bool
    turns: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Wish:
    """What is asked for: of a poster ``first`` and ``last`` are one turn."""

    kind: FilmKind
    eyes: int
    first: int
    last: int
    format: FilmFormat
    shape: str
    light: str


def open_eyes(user: User, campaign: Campaign) -> tuple[Eyes, ...]:
    """The eyes that are open to the user as a maker of files, one's own first.

    Before the end those of the seat in which the user acts, of published turns; from then on all, for whoever
    reads what the end reveals. Nobody else's before, a facilitator's neither.
    """
    ended = has_ended(campaign)
    seat = seat_of(user, campaign)
    if not (ended and _reads_end(user, campaign)) and seat is None:
        return ()
    who = onlooker(campaign, user, seat)
    found: list[Eyes] = []
    for one in films_of(who)["eyes"]:
        turns = tuple(turn["turn"] for turn in one["turns"] if turn["part"] == TURN)
        number = one["as"]
        if turns and number is not None and (ended or (seat is not None and number == seat.number)):
            found.append(Eyes(number, one["army"], one["own"], turns))
    return tuple(found)


def _reads_end(user: User, campaign: Campaign) -> bool:
    return campaign.open_to_all or campaigns_of(user).filter(pk=campaign.pk).exists()


def may_have(user: User, campaign: Campaign, wish: Wish) -> bool:
    """Whether the eyes are open to the user, and have seen the turns, just now."""
    if campaign.status == CampaignStatus.BUILDING:
        return False
    return any(
        one.number == wish.eyes and {wish.first, wish.last} <= set(one.turns)
        for one in open_eyes(user, campaign)
    )


@dataclass(frozen=True, slots=True)
class FilmPage:
    """A file as whoever has asked for it sees it."""

    id: str
    kind: FilmKind
    format: FilmFormat
    state: FilmState
    eyes: int
    army: str
    first: int
    last: int
    shape: str
    light: str
    name: str
    size: int
    asked_at: datetime
    ended_at: datetime | None
    expires_at: datetime
    error: str
    fetchable: bool

    @property
    def open(self) -> bool:
        """Whether it is still to be made."""
        return self.state in (FilmState.WAITING, FilmState.RUNNING)


def wish_of(row: FilmFile) -> Wish:
    """What a row asks for."""
    return Wish(
        FilmKind(row.kind), row.eyes, row.first, row.last, FilmFormat(row.format), row.shape, row.light
    )


def films_asked(user: User, campaign: Campaign) -> tuple[FilmPage, ...]:
    """The files of the campaign that the user has asked for lately and may have still, the latest first."""
    eyes = {one.number: one for one in open_eyes(user, campaign)}
    rows = _kept(user).filter(campaign=campaign).order_by("-id")[:SHOWN]
    kept = set(Reel.objects.filter(film__in=[row.pk for row in rows]).values_list("film", flat=True))
    return tuple(
        _page(row, eyes[row.eyes].army, row.pk in kept)
        for row in rows
        if row.eyes in eyes and {row.first, row.last} <= set(eyes[row.eyes].turns)
    )


def film_asked(user: User, campaign: Campaign, public_id: str) -> FilmPage:
    """One of them. Raises ``FilmFile.DoesNotExist``."""
    row = _mine(user, campaign, public_id)
    army = campaign.seats.filter(number=row.eyes).values_list("army", flat=True).first() or ""
    return _page(row, army, Reel.objects.filter(film=row).exists())


def film_file(user: User, campaign: Campaign, public_id: str) -> tuple[FilmFile, bytes] | None:
    """The file itself; None if there is none, not yet, or none any more for this user."""
    try:
        row = _mine(user, campaign, public_id)
    except FilmFile.DoesNotExist:
        return None
    reel = Reel.objects.filter(film=row, film__state=FilmState.DONE).first()
    return None if reel is None else (row, bytes(reel.data))


def _mine(user: User, campaign: Campaign, public_id: str) -> FilmFile:
    row = _kept(user).get(campaign=campaign, public_id=public_id)
    if not may_have(user, campaign, wish_of(row)):
        raise FilmFile.DoesNotExist
    return row


def _kept(user: User) -> QuerySet[FilmFile]:
    return FilmFile.objects.filter(user=user).exclude(ended_at__lt=clock.now() - FILMS_KEPT_FOR)


def _page(row: FilmFile, army: str, kept: bool) -> FilmPage:
    return FilmPage(
        id=row.public_id,
        kind=FilmKind(row.kind),
        format=FilmFormat(row.format),
        state=FilmState(row.state),
        eyes=row.eyes,
        army=army,
        first=row.first,
        last=row.last,
        shape=row.shape,
        light=row.light,
        name=row.name,
        size=row.size,
        asked_at=row.asked_at,
        ended_at=row.ended_at,
        expires_at=row.expires_at,
        error=row.error,
        fetchable=kept and row.state == FilmState.DONE,
    )
