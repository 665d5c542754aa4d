"""Leaks planted in films: what a film could tell that its seat's own maps and reports do not."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import replace
from typing import Any
from unittest.mock import patch

from campaign.film import seat_film, selectors
from campaign.film.making import scenes as making
from campaign.film.making.selectors import Wish
from campaign.film.truth_turns import Truth
from campaign.models import Banner, FilmFile, FilmFormat, FilmKind, PlayerTurn, Relic, Seat, Sector
from tests.secrecy import table_film
from tests.secrecy.world import World

Film = Any
Change = Callable[[Seat, Film], Film]


def in_films(change: Change) -> Callable[[World], AbstractContextManager[None]]:
    """A leak in every film of a seat, with all that it takes to put it in."""

    @contextmanager
    def plant(world: World) -> Iterator[None]:
        make = selectors._seat_film

        def leaking(seat: Seat, number: int, **more: Any) -> Film:
            film = make(seat, number, **more)
            return film if film is None else change(seat, film)

        with patch.object(selectors, "_seat_film", leaking):
            yield

    return plant


def _with(film: Film, phase: str, beats: list[dict[str, Any]]) -> Film:
    return {**film, "phases": [*film["phases"], {"id": phase, "rule": "5.4", "beats": beats}]}


def _changed(film: Film, phase: str, change: Callable[[list[Any]], list[Any]]) -> Film:
    phases = [{**one, "beats": change(one["beats"])} if one["id"] == phase else one for one in film["phases"]]
    return {**film, "phases": phases}


def _others(seat: Seat, film: Film) -> list[dict[str, Any]]:
    """All that the others' reports of the film's turn tell."""
    parts = PlayerTurn.objects.filter(turn__campaign=seat.campaign_id, turn__number=film["turn"])
    found = parts.exclude(seat=seat).filter(report__isnull=False).order_by("seat__number")
    return [line for report in found.values_list("report", flat=True) for line in report["told"]["lines"]]


def an_enemy_march(seat: Seat, film: Film) -> Film:
    """Enemies march as their own players were told."""
    moved = [line for line in _others(seat, film) if line["kind"] == "marched"]
    beats = [{"t": "move", "id": line["banner"], "at": line["at"], "to": line["to"]} for line in moved]
    return _with(film, "march", beats)


def an_enemys_path(seat: Seat, film: Film) -> Film:
    """What is seen says by which sectors all others have come."""
    moved = [line for line in _others(seat, film) if line["kind"] in ("marched", "retreated")]
    path = [line["at"] for line in moved]
    return _changed(film, "sight", lambda beats: [{**one, "path": path} for one in beats])


def why_a_march_failed(seat: Seat, film: Film) -> Film:
    """A caption says which enemy was in the way, and of what level: be it far from anybody's march."""
    enemy = Banner.objects.filter(seat__army="Basalt Legion", alive=True).order_by("key")[0]
    text = f"{enemy.name} ({enemy.level}) was in the way."
    return {**film, "lines": [*film["lines"], {"text": text, "rule": "5.4", "at": None}]}


def a_hidden_level(seat: Seat, film: Film) -> Film:
    """A sighting says how strong all others are."""
    others = Banner.objects.exclude(seat=seat).filter(seat__campaign=seat.campaign_id, alive=True)
    level = sum(others.values_list("level", flat=True))
    return _changed(film, "sight", lambda beats: [{**one, "level": level} for one in beats])


def the_order_of_beats(seat: Seat, film: Film) -> Film:
    """What is seen stands in the order of something that is hidden: who is the strongest of all."""
    banners = Banner.objects.filter(seat__campaign=seat.campaign_id).order_by("-level", "pk")
    hidden = str(list(banners.values_list("name", "level")))

    def mixed(beat: object) -> str:
        return hashlib.sha256(f"{hidden}{beat}".encode()).hexdigest()

    return _changed(film, "sight", lambda beats: sorted(beats, key=mixed))


def all_names(seat: Seat, film: Film) -> Film:
    """The names are of all banners."""
    names = Banner.objects.filter(seat__campaign=seat.campaign_id).values_list("public_id", "name")
    return {**film, "names": {**film["names"], **dict(names)}}


def a_hidden_relic(seat: Seat, film: Film) -> Film:
    """A pin is of a relic that nobody has found."""
    relics = Relic.objects.filter(campaign=seat.campaign_id, x__isnull=False).order_by("key")
    entries = [{"id": one.public_id, "name": one.name, "at": [one.x, one.y]} for one in relics]
    return _with(film, "search", [{"t": "pin", "kind": "relic", "entry": entry} for entry in entries])


def the_truths_land(seat: Seat, film: Film) -> Film:
    """Land is shown under the fog."""
    held = Sector.objects.filter(campaign=seat.campaign_id).order_by("y", "x").values_list("y", "x")
    return _with(film, "land", [{"t": "land", "rows": [[y, x, "3"] for y, x in held]}])


def a_close_of_others(seat: Seat, film: Film) -> Film:
    """The close tells how many of all levels were corrected or changed unseen."""
    levels = Banner.objects.filter(seat__campaign=seat.campaign_id).values_list("level", flat=True)
    return _with(film, "close", [{"t": "level", "id": "", "by": sum(levels)}])


@contextmanager
def the_truths_eyes(world: World) -> Iterator[None]:
    """``?as=0`` is open to whoever asks for it."""
    ask = selectors.onlooker

    def leaking(*arguments: Any) -> selectors.Onlooker:
        return replace(ask(*arguments), truth=True)

    with patch.object(selectors, "onlooker", leaking):
        yield


@contextmanager
def a_rivals_eyes(world: World) -> Iterator[None]:
    """``?as=2`` is open before the end."""
    ask = selectors.onlooker

    def leaking(*arguments: Any) -> selectors.Onlooker:
        return replace(ask(*arguments), ended=True)

    with patch.object(selectors, "onlooker", leaking):
        yield


@contextmanager
def the_truth_in_a_seats_film(world: World) -> Iterator[None]:
    """A seat's film goes on to the truth's map."""
    make = seat_film.turn_film

    def leaking(seat: int, before: Any, told: Any, after: Any, titles: Any) -> Film:
        truth = Truth(world.campaign).map(after["turn"])
        assert truth is not None
        return make(seat, before, told, {**after, "sightings": truth["sightings"]}, titles)

    with patch.object(selectors, "turn_film", leaking):
        yield


@contextmanager
def queries_of_the_truth(world: World) -> Iterator[None]:
    """The truth's rows are read and thrown away: the answer is the same, its work is not."""
    make = selectors._seat_film

    def leaking(seat: Seat, number: int, **more: Any) -> Film:
        list(Banner.objects.filter(seat__campaign=seat.campaign_id))
        return make(seat, number, **more)

    with patch.object(selectors, "_seat_film", leaking):
        yield


def in_files(wish: Wish, *keys: str) -> Callable[[World], AbstractContextManager[None]]:
    """Parts of the truth's map in a file of a seat that is made now, and only while the leak is there."""

    @contextmanager
    def plant(world: World) -> Iterator[None]:
        see = making.map_seen

        def leaking(who: selectors.Onlooker, number: int, eyes: int | None) -> Any:
            truth: Any = Truth(world.campaign).map(number)
            seen: Any = see(who, number, eyes)
            return seen if seen is None or truth is None else {**seen, **{key: truth[key] for key in keys}}

        made = FilmFile.objects.filter(public_id__startswith="made-")
        made.delete()
        with (
            patch.object(making, "map_seen", leaking),
            patch.object(table_film, "wishes", lambda last: [replace(wish, first=last, last=last)]),
        ):
            yield
        made.delete()

    return plant


_POSTER = Wish(FilmKind.POSTER, 1, 1, 1, FilmFormat.PNG, "1080x1350", "paper")
_FILM = Wish(FilmKind.FILM, 1, 1, 1, FilmFormat.GIF, "960x540", "paper")
FILES: dict[str, Callable[[World], AbstractContextManager[None]]] = {
    "the unseen in a poster": in_files(_POSTER, "sightings"),
    "the land under the fog in a GIF": in_files(_FILM, "territory", "fog"),
    "the unseen in a WebP": in_files(replace(_FILM, format=FilmFormat.WEBP), "sightings"),
}
"""Leaks in posters and films as files."""

FILMS: dict[str, Callable[[World], AbstractContextManager[None]]] = {
    "an enemy's march in a film": in_films(an_enemy_march),
    "whence an enemy came in a film": in_films(an_enemys_path),
    "why a march failed in a film": in_films(why_a_march_failed),
    "a hidden level in a film": in_films(a_hidden_level),
    "the order of a film's beats": in_films(the_order_of_beats),
    "all names in a film": in_films(all_names),
    "a hidden relic in a film": in_films(a_hidden_relic),
    "the land under the fog in a film": in_films(the_truths_land),
    "levels of all in a film's close": in_films(a_close_of_others),
    "the truth in a seat's film": the_truth_in_a_seats_film,
    "the truth's eyes open to a seat": the_truths_eyes,
    "a rival's eyes open before the end": a_rivals_eyes,
    "rows of the truth behind a film": queries_of_the_truth,
}
