"""Leaks planted in the app, each of a kind that has happened to somebody: every one must be found."""

from __future__ import annotations

import hashlib
import logging
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, replace
from typing import Any
from unittest.mock import patch

from django.http import HttpRequest, HttpResponse

from campaign.access import public_facts
from campaign.base.refusal import Refusal
from campaign.delivery import emails as letters
from campaign.models import Banner, Battle, Notice, Order, PlanState, PlayerTurn, Turn
from campaign.turn.told.others_told import others_told
from campaign.turn.told.player_projection import Teller
from config.middleware import ViewerMiddleware
from rules.state import PlayerId
from tests.secrecy import leaks_of_club, leaks_of_film
from tests.secrecy.cast import PLAYER
from tests.secrecy.world import World

WAR_MAP = "c/<str:campaign_id>/"
MAP_JSON = "c/<str:campaign_id>/turns/<whole:number>/map.json"
FILM = "c/<str:campaign_id>/turns/<whole:number>/film.json"
FILM_FILE = "c/<str:campaign_id>/film/<str:file_id>/file"
REPORT = "c/<str:campaign_id>/turns/<whole:number>/report/"
BATTLE = "c/<str:campaign_id>/battles/<str:battle_id>/"
API_FACTS = "api/v1/campaigns/<slug:campaign_id>/"
PLAN = "c/<str:campaign_id>/plan/"
Change = Callable[[HttpRequest, HttpResponse], HttpResponse]


@dataclass(frozen=True, slots=True)
class Leak:
    """A leak: how it is put into the app, and where it should show."""

    name: str
    plant: Callable[[World], AbstractContextManager[None]]
    routes: tuple[str, ...] = (WAR_MAP,)
    mails: bool = False

    @contextmanager
    def planted(self, world: World) -> Iterator[None]:
        """The app with the leak in it."""
        with self.plant(world):
            yield

    def letters(self, world: World) -> list[str]:
        """What the player's notices say now, if that is where it leaks."""
        if not self.mails:
            return []
        notices = Notice.objects.filter(user=world.users[PLAYER]).order_by("kind", "created_at")
        written = [letters.letter_of(notice) for notice in notices]
        return [f"{one.subject}\n{one.text}\n{one.html}" for one in written if one is not None]


def in_answers(change: Change) -> Callable[[World], AbstractContextManager[None]]:
    """A leak at the door: every answer is changed on its way out, with all that this takes."""

    @contextmanager
    def plant(world: World) -> Iterator[None]:
        call = ViewerMiddleware.__call__

        def leaking(self: ViewerMiddleware, request: HttpRequest) -> HttpResponse:
            response: HttpResponse = call(self, request)  # type: ignore[assignment]
            return change(request, response)

        with patch.object(ViewerMiddleware, "__call__", leaking):
            yield

    return plant


def _hidden_level() -> int:
    return sum(Banner.objects.filter(seat__army="Basalt Legion", alive=True).values_list("level", flat=True))


def _append(response: HttpResponse, text: str) -> HttpResponse:
    response.content = response.content + text.encode()
    return response


def level_in_the_map(request: HttpRequest, response: HttpResponse) -> HttpResponse:
    """The map's JSON has an enemy's strength in it."""
    return _append(response, f'"strength":{_hidden_level()}')


def key_as_id(request: HttpRequest, response: HttpResponse) -> HttpResponse:
    """A row's number is the id of something on the page."""
    return _append(response, f'<div id="turn-{Turn.objects.latest("id").pk}">')


def engine_id(request: HttpRequest, response: HttpResponse) -> HttpResponse:
    """An id on the page is the engine's."""
    banner = Banner.objects.filter(seat__army="Basalt Legion").order_by("key")[0]
    return _append(response, f'<div id="{banner.key}">')


def a_count(request: HttpRequest, response: HttpResponse) -> HttpResponse:
    """A header counts what has happened to anybody."""
    response["X-Total-Count"] = str(Order.objects.count() + Battle.objects.count())
    return response


def an_etag(request: HttpRequest, response: HttpResponse) -> HttpResponse:
    """The ETag changes whenever anybody saves."""
    saved = PlayerTurn.objects.order_by("turn__number", "seat__number").values_list("receipt", flat=True)
    response["ETag"] = f'"{hashlib.sha256(repr(list(saved)).encode()).hexdigest()}"'
    return response


def the_size(request: HttpRequest, response: HttpResponse) -> HttpResponse:
    """A blank for each battle, anybody's."""
    return _append(response, " " * Battle.objects.count())


def an_extra_query(request: HttpRequest, response: HttpResponse) -> HttpResponse:
    """More work if a rival has submitted than if there is only a draft."""
    if PlayerTurn.objects.filter(seat__army="Basalt Legion", state=PlanState.SUBMITTED).count() % 2:
        Order.objects.exists()
    return response


def rows_behind(request: HttpRequest, response: HttpResponse) -> HttpResponse:
    """All banners are read, and those of others thrown away: the answer is the same, its time is not."""
    list(Banner.objects.all())
    return response


def a_log_line(request: HttpRequest, response: HttpResponse) -> HttpResponse:
    """The log says what everybody's banners are called."""
    logging.getLogger("campaign").warning("seen by %s", [str(banner) for banner in Banner.objects.all()])
    return response


def an_error_text(request: HttpRequest, response: HttpResponse) -> HttpResponse:
    """That a battle is somebody else's is said otherwise than that there is none."""
    wanted = request.path.rstrip("/").rpartition("/")[2]
    if response.status_code == 404 and Battle.objects.filter(public_id=wanted).exists():
        return _append(response, "This battle is not yours.")
    return response


def a_status(request: HttpRequest, response: HttpResponse) -> HttpResponse:
    """A battle of others is forbidden, one that does not exist is not found."""
    wanted = request.path.rstrip("/").rpartition("/")[2]
    if response.status_code == 404 and Battle.objects.filter(public_id=wanted).exists():
        response.status_code = 403
    return response


@contextmanager
def an_order_of_a_list(world: World) -> Iterator[None]:
    """The seats are listed by their strength."""
    listed = public_facts.campaign_facts

    def by_strength(*arguments: Any) -> public_facts.CampaignFacts:
        found = listed(*arguments)

        def strength(seat: public_facts.SeatFacts) -> int:
            return sum(Banner.objects.filter(seat__number=seat.number).values_list("level", flat=True))

        return replace(found, seats=tuple(sorted(found.seats, key=strength)))

    with patch("campaign.home.campaign_api.campaign_facts", by_strength):
        yield


@contextmanager
def a_mail(world: World) -> Iterator[None]:
    """A mail calls the enemy's banner by its owner's name."""
    write = letters.letter_of

    def leaking(notice: Notice) -> letters.Letter | None:
        letter = write(notice)
        if letter is None:
            return None
        enemy = Banner.objects.filter(seat__army="Basalt Legion").order_by("key")[0]
        return replace(letter, text=f"{letter.text}\n{enemy.name} awaits you.")

    with patch.object(letters, "letter_of", leaking):
        yield


@contextmanager
def a_mail_of_orders(world: World) -> Iterator[None]:
    """A mail says what has been ordered in words."""
    write = letters.letter_of

    def leaking(notice: Notice) -> letters.Letter | None:
        letter = write(notice)
        told = ", ".join(leaks_of_club.in_words())
        return letter if letter is None else replace(letter, text=f"{letter.text}\n{told}")

    with patch.object(letters, "letter_of", leaking):
        yield


@contextmanager
def a_refusal(world: World) -> Iterator[None]:
    """What is said against a plan tells what stands out there."""
    say = Refusal.__init__

    def leaking(self: Refusal, message: str, *arguments: Any, **options: Any) -> None:
        say(self, f"{message} ({_hidden_level()} levels are in your way.)", *arguments, **options)

    with patch.object(Refusal, "__init__", leaking):
        yield


@contextmanager
def stored_in_the_map() -> Iterator[None]:
    """When a turn is published, each seat's map is stored with all banners in it."""
    tell = Teller.report

    def leaking(self: Teller, *arguments: Any) -> tuple[Any, Any]:
        report, board = tell(self, *arguments)
        return report, {**board, "everybody": len(self.names.banners)}

    with patch.object(Teller, "report", leaking):
        yield


@contextmanager
def derived_from_nothing() -> Iterator[None]:
    """The ids of sightings are the engine's."""
    with patch(
        "campaign.turn.told.map_building.derived_id", lambda key, kind, seat, banner, turn: str(banner)
    ):
        yield


@contextmanager
def marks_of_the_unseen() -> Iterator[None]:
    """A seat's map lists the banners that it is to destroy, whether they are seen or not."""
    tell = Teller.report

    def leaking(self: Teller, *arguments: Any) -> tuple[Any, Any]:
        report, board = tell(self, *arguments)
        hunted = {banner for one in self.seat.conditions for banner in one.get("banners", ())}
        places = Banner.objects.filter(seat__campaign=self.seat.campaign, key__in=hunted).order_by("key")
        return report, {**board, "hunted": list(places.values_list("x", "y"))}

    with patch.object(Teller, "report", leaking):
        yield


@contextmanager
def orders_in_words_of_all() -> Iterator[None]:
    """Each seat is told of everybody's orders in words."""

    def leaking(held: Any, movement: Any, names: Any) -> dict[Any, Any]:
        told = others_told(held, movement, names)
        everything = [one for others in told.values() for one in others["others"]]
        return {PlayerId(key): {"others": everything} for key in held.seats}

    with patch("campaign.turn.publication.others_told", leaking):
        yield


STORED = {
    "everybody's orders in words": orders_in_words_of_all,
    "the places of the banners to be destroyed": marks_of_the_unseen,
    "all banners in the stored map": stored_in_the_map,
    "the engine's id of a sighting": derived_from_nothing,
}
"""Leaks that are in what is stored when a turn resolves."""

BATTLES_RUN = "results are told"
PLANNING = "plans are in"
PUBLISHED = "turn 2 opens"
AT: dict[str, tuple[Leak, ...]] = {
    PLANNING: (
        Leak("a refusal that knows more", a_refusal, (PLAN,)),
        Leak("more queries once a rival has submitted", in_answers(an_extra_query)),
    ),
    BATTLES_RUN: (
        Leak("an enemy's level in the map", in_answers(level_in_the_map), (MAP_JSON,)),
        Leak("a primary key", in_answers(key_as_id)),
        Leak("an engine id", in_answers(engine_id)),
        Leak("a count in a header", in_answers(a_count)),
        Leak("an ETag over everybody's plans", in_answers(an_etag)),
        Leak("the size of an answer", in_answers(the_size)),
        Leak("rows that are read and thrown away", in_answers(rows_behind)),
        Leak("a line in the log", in_answers(a_log_line)),
        Leak("an error text", in_answers(an_error_text), (BATTLE,)),
        Leak("a status", in_answers(a_status), (BATTLE,)),
        Leak("an order of a list", an_order_of_a_list, (API_FACTS,)),
        Leak("a mail", a_mail, mails=True),
        Leak("an order in words in a mail", a_mail_of_orders, (), mails=True),
        *(Leak(name, in_answers(change), (API_FACTS,)) for name, change in leaks_of_club.DURING.items()),
    ),
    PUBLISHED: (
        *(Leak(name, in_answers(change), (API_FACTS,)) for name, change in leaks_of_club.AFTERWARDS.items()),
        *(Leak(name, plant, (FILM,)) for name, plant in leaks_of_film.FILMS.items()),
        *(Leak(name, plant, (FILM_FILE,)) for name, plant in leaks_of_film.FILES.items()),
    ),
}
MOMENTS = tuple(AT)
NAMES = tuple(leak.name for moment in MOMENTS for leak in AT[moment])
