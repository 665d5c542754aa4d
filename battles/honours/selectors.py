"""Battle honours and records: what a seat's own published battles say of its banners and of its enemies.

Built from the seat's own battle pages alone, so that it tells nothing that these did not. After the end all
seats' are shown to all.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Annotated

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as lazy

from battles.results.battle_pages import BattlePage, Result
from battles.results.selectors import published_pages
from campaign.base.answers import PAGE, Named
from campaign.models import Campaign, Seat

GIANT = 3
"""Levels that an enemy must have more, to count as a giant."""
VETERAN = 5


@dataclass(frozen=True, slots=True)
class Honour:
    """A battle honour: for what, and in which battle it was won."""

    name: str | Promise
    why: str | Promise
    turn: int
    battle: str
    sector: Annotated[str, PAGE]


@dataclass(frozen=True, slots=True)
class BannerRecord:
    """A banner's battles and honours."""

    name: str
    fought: int
    won: int
    drawn: int
    lost: int
    honours: tuple[Honour, ...]


@dataclass(frozen=True, slots=True)
class Versus:
    """The record against one enemy, with the points that the tables took on each side."""

    army: str
    number: Annotated[int, Named("seat")]
    fought: int
    won: int
    drawn: int
    lost: int
    points_own: int
    points_enemy: int


@dataclass(frozen=True, slots=True)
class SeatRecord:
    """What a seat has to show for its published battles."""

    army: str
    number: Annotated[int, Named("seat")]
    fought: Annotated[int, PAGE]
    won: int
    drawn: int
    lost: int
    honours: Annotated[int, PAGE]
    banners: tuple[BannerRecord, ...]
    versus: tuple[Versus, ...]


Known = tuple[BattlePage, Result]


def records_of(campaign: Campaign, seat: Seat | None, *, ended: bool) -> tuple[SeatRecord, ...]:
    """The seat's record; after the end those of all seats, in their order."""
    seats = list(campaign.seats.order_by("number")) if ended else [seat] if seat is not None else []
    for one in seats:
        one.campaign = campaign
    return tuple(records_by_seat(seats).values())


def records_by_seat(seats: Sequence[Seat]) -> dict[int, SeatRecord]:
    """The records of these seats, each with its campaign, in their order; as many queries as for one."""
    pages = published_pages(seats)
    return {seat.pk: _record(seat, pages[seat.pk]) for seat in seats}


def _record(seat: Seat, pages: Iterable[BattlePage]) -> SeatRecord:
    """The record of one seat, from its published battles, oldest first."""
    known: list[Known] = [(page, page.result) for page in pages if page.result is not None]
    known.sort(key=lambda one: (one[0].turn, one[0].at, one[0].id))
    banners = tuple(_banner(name, group) for name, group in _grouped(known, lambda one: one[0].own.name))
    versus = tuple(_versus(group) for _, group in _grouped(known, lambda one: f"{one[0].enemy.number:04}"))
    won, drawn, lost = _counts(known)
    return SeatRecord(
        army=seat.army,
        number=seat.number,
        banners=banners,
        versus=versus,
        fought=len(known),
        won=won,
        drawn=drawn,
        lost=lost,
        honours=sum(len(banner.honours) for banner in banners),
    )


def _grouped(known: Iterable[Known], key: Callable[[Known], str]) -> list[tuple[str, list[Known]]]:
    return [(name, list(group)) for name, group in groupby(sorted(known, key=key), key)]


def _counts(known: Sequence[Known]) -> tuple[int, int, int]:
    outcomes = [_outcome(result) for _page, result in known]
    return outcomes.count("won"), outcomes.count("drawn"), outcomes.count("lost")


def _outcome(result: Result) -> str:
    """Won, drawn or lost; where both sides were too weak to fight, both have lost (Rules 5.12)."""
    if result.winner == "own":
        return "won"
    return "drawn" if result.winner == "draw" and result.method != "auto" else "lost"


def _versus(group: list[Known]) -> Versus:
    enemy = group[0][0].enemy
    won, drawn, lost = _counts(group)
    return Versus(
        army=enemy.army,
        number=enemy.number,
        fought=len(group),
        won=won,
        drawn=drawn,
        lost=lost,
        points_own=sum(result.points_own or 0 for _page, result in group),
        points_enemy=sum(result.points_enemy or 0 for _page, result in group),
    )


def _banner(name: str, group: list[Known]) -> BannerRecord:
    won, drawn, lost = _counts(group)
    return BannerRecord(name, len(group), won, drawn, lost, tuple(_honours(group)))


Test = Callable[[BattlePage, Result], bool]

_DEEDS: tuple[tuple[str | Promise, str | Promise, Test], ...] = (
    (
        lazy("Giant slayer"),
        lazy("Won against an enemy at least three levels greater."),
        lambda page, result: page.enemy.level - page.own.level >= GIANT,
    ),
    (
        lazy("Without a scratch"),
        lazy("Won without losing a point."),
        lambda page, result: result.points_own == 0,
    ),
    (
        lazy("Banner taker"),
        lazy("Destroyed the enemy's banner."),
        lambda page, result: result.enemy_destroyed,
    ),
    (
        lazy("Total victory"),
        lazy("Won by the dice, by ten or more."),
        lambda page, result: result.degree == "total",
    ),
    (
        lazy("Held the line"),
        lazy("Won in its works, against a breakthrough."),
        lambda page, result: page.category == "Breakthrough" and not page.own.attacks,
    ),
    (
        lazy("Night fighter"),
        lazy("Won in the dark."),
        lambda page, result: page.roll is not None and page.roll.night is True,
    ),
    (lazy("Street fighter"), lazy("Won in a city."), lambda page, result: page.city),
)


def _honours(group: list[Known]) -> list[Honour]:
    """Each honour once, for the first battle that earned it."""
    found: list[Honour] = []
    won = [(page, result) for page, result in group if _outcome(result) == "won"]

    def add(name: str | Promise, why: str | Promise, page: BattlePage) -> None:
        found.append(Honour(name, why, page.turn, page.id, page.sector))

    if won:
        add(lazy("First blood"), lazy("Its first victory."), won[0][0])
    for name, why, earned in _DEEDS:
        first = next((page for page, result in won if earned(page, result)), None)
        if first is not None:
            add(name, why, first)
    for _turn, several in groupby(group, lambda one: one[0].turn):
        battles = list(several)
        if len(battles) > 1 and all(_outcome(result) != "lost" for _page, result in battles):
            add(lazy("Unbroken"), lazy("Fought several battles in one turn and lost none."), battles[-1][0])
            break
    if len(group) >= VETERAN:
        add(lazy("Veterans"), lazy("Fought five battles."), group[VETERAN - 1][0])
    return found
