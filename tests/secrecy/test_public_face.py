"""Two wars that differ in all that is hidden, or too young to be shown, have the same public face.

Both are open to all, and all may see their banners two turns late. What they do is the same up to the turn
that is shown last; then it differs, as it does from the start in what is never shown at all.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, replace
from functools import partial
from typing import Any
from unittest.mock import patch

import pytest
import time_machine
from django.http import HttpRequest, HttpResponse

from campaign.engine import seeds
from campaign.film import public_eyes
from campaign.film import selectors as film_selectors
from campaign.film.truth_turns import Truth
from campaign.models import (
    Advert,
    AuditEntry,
    Banner,
    Campaign,
    Feature,
    Flag,
    Invitation,
    Order,
    PlayerTurn,
    Relic,
    Seat,
    SeatAsk,
    Sector,
    Turn,
    User,
)
from campaign.notices import war_card
from campaign.press.moderation import flaggable_parts as parts
from campaign.public import embed, feeds
from campaign.public.directory import api as directory_api
from campaign.public.directory import views as directory_views
from campaign.turn.told import open_front
from config.middleware import ViewerMiddleware
from tests.archive.test_war_end import client_of
from tests.wars import START, War, begin_war, march

LEFT, RIGHT = "left", "right"
WAR = "aaaaaaaaaaaaaaaaaaaaaa"
LINK = "bbbbbbbbbbbbbbbbbbbbbb"
PLACES = {"north": ((2, 3), (9, 1)), "south": ((2, 6), (9, 8)), "west": ((12, 4), (13, 9))}
PAGE, CARD, FEED, EMBED = (f"/c/{WAR}/", f"/c/{WAR}/card.png", f"/c/{WAR}/feed.atom", f"/c/{WAR}/embed/")
FILM, MAP = (f"/c/{WAR}/turns/1/film.json?as=public", f"/c/{WAR}/turns/1/film/map.json?as=public")
YOUNG, FILMS = f"/c/{WAR}/turns/2/film.json?as=public", f"/c/{WAR}/film.json"
OEMBED, WARS, SOUGHT = f"/oembed/?url=http://127.0.0.1:8000/c/{WAR}/", "/wars/", f"/wars/{WAR}/"
LIST_FEED, JOIN, JOIN_CARD, FRONT = "/wars/feed.atom", f"/join/{LINK}/", f"/join/{LINK}/card.png", "/"
NARROWED = "/wars/?state=running&size=small&battles=abstract&reliability=new&language=de"
FLAGGED = f"/flag/campaign/{WAR}/"
API = (f"/api/v1/campaigns/{WAR}/front/", f"/api/v1/campaigns/{WAR}/turns/1/front/", "/api/v1/wars/")
ALL = (
    *(PAGE, CARD, FEED, EMBED, FILM, MAP, YOUNG, FILMS, OEMBED, WARS, SOUGHT, LIST_FEED, JOIN, JOIN_CARD),
    *(FRONT, NARROWED, FLAGGED, "/api/v1/wars/?state=seeking&reliability=me", *API),
)
_TOKEN = re.compile(rb'(csrfmiddlewaretoken" value|csrf-token" content|name="key" value)="[^"]*"')
Seen = dict[str, tuple[int, bytes, str]]


def build(side: str) -> War:
    """A war that anybody may follow; ``side`` says what is hidden in it."""
    left = side == LEFT
    hidden = {
        "features": [{"id": "well", "at": [3, 9] if left else [11, 0], "effect": None, "known_to": []}],
        "relics": [{"id": "crown", "at": [5, 5] if left else [7, 0], "destructible": True, "known_to": []}],
    }
    for _more in range(0 if left else 7):
        # Rows that were there before, so that all primary keys differ.
        gone = Campaign.objects.create(name="Ballast", map_rows="..")
        AuditEntry.objects.create(campaign=gone, kind="started", values={"commitment": "x"})
    with patch.object(seeds, "make_chain", partial(seeds.make_chain, last_seed=bytes(range(7, 39)))):
        war = begin_war(PLACES, document=hidden, battles="abstract")
    campaign = war.campaign
    Campaign.objects.filter(pk=campaign.pk).update(
        public_id=WAR,
        open_to_all=True,
        settings={**campaign.settings, "open_vision": "banners", "open_delay": 2},
    )
    war.campaign = Campaign.objects.get(pk=campaign.pk)
    named = {"north": "Boreal", "south": "Austral", "west": "Occident"}
    for banner in Banner.objects.filter(campaign=campaign).order_by("key"):
        name = f"{named[banner.key[:-1]]} {'One' if left else 'Uno'} {banner.key[-1]}"
        Banner.objects.filter(pk=banner.pk).update(name=name)
    Advert.objects.create(campaign=war.campaign, seeking=True, language="de", changed_at=START)
    played(war, left=left)
    if left:
        # Who asks, who is late and who has flagged what is told to few.
        asker = User.objects.create_user("nell@elsewhere.example", name="Nell")
        SeatAsk.objects.create(campaign=war.campaign, user=asker, asked_at=START)
        Seat.objects.filter(campaign=war.campaign, key="west").update(missed_in_a_row=1)
        Flag.objects.create(
            kind="army", subject=f"{WAR}.1", campaign=war.campaign, by=asker, reason="Bad", created_at=START
        )
    Invitation.objects.create(
        campaign=war.campaign,
        kind="observer",
        token=LINK,
        expires_at=START.replace(year=2038),
        created_at=START,
        made_by=war.facilitator,
    )
    return war


def played(war: War, *, left: bool) -> None:
    """The first turn is the same; what comes then is not, and is too young to be shown after the third."""
    war.plan("north", {"north1": march(2, 4)})
    war.publish()
    war.plan("west", {"west1": march(11, 4) if left else march(12, 5)})
    war.plan("south", {"south2": march(9, 7) if left else march(8, 8)})
    war.publish()
    war.plan("west", {"west2": {"secondary": {"order": "fortify"}} if left else march(12, 9)})
    war.publish()
    AuditEntry.objects.create(
        campaign=war.campaign, kind="reminded", values={"armies": ["The west" if left else "The south"]}
    )


def seen(paths: tuple[str, ...]) -> Seen:
    """What a visitor is answered; of programs' addresses, somebody without a part in the war."""
    stranger = User.objects.get_or_create(email="nils@elsewhere.example", defaults={"name": "Nils"})[0]
    found: Seen = {}
    for path in paths:
        answer = client_of(stranger if path.startswith("/api/") else None).get(path)
        heads = {name: text for name, text in answer.headers.items() if name != "Set-Cookie"}
        found[path] = (answer.status_code, _TOKEN.sub(b"", answer.content), repr(sorted(heads.items())))
    return found


@contextmanager
def world(side: str) -> Iterator[War]:
    with time_machine.travel(START, tick=False):
        war = build(side)
        last = war.turn.opened_at
    assert last is not None
    with time_machine.travel(last, tick=False):
        yield war
    Campaign.objects.all().delete()


@pytest.mark.django_db
def test_both_have_the_same_public_face() -> None:
    answers = []
    for side in (LEFT, RIGHT):
        with world(side):
            answers.append(seen(ALL))
    left, right = answers
    assert {path: answer[0] for path, answer in left.items()} == {
        path: 404 if path == YOUNG else 200 for path in ALL
    }
    different = [path for path in ALL if left[path] != right[path]]
    assert different == []


# Leaks, planted


Plant = Callable[[], AbstractContextManager[object]]


@dataclass(frozen=True, slots=True)
class Leak:
    """Something that would tell more: how it is put in, and where it should show."""

    name: str
    plant: Plant
    path: str


def wrapped(owner: Any, name: str, change: Callable[[Any], Any]) -> Plant:
    """A function that gives something else."""

    def plant() -> AbstractContextManager[object]:
        real = getattr(owner, name)
        return patch.object(owner, name, lambda *given, **named: change(real(*given, **named)))

    return plant


def at_the_door(change: Callable[[HttpResponse], None]) -> Plant:
    """Each answer changed on its way out."""

    def plant() -> AbstractContextManager[object]:
        call = ViewerMiddleware.__call__

        def leaking(self: ViewerMiddleware, request: HttpRequest) -> Any:
            answer: Any = call(self, request)  # type: ignore[arg-type]
            change(answer)
            return answer

        return patch.object(ViewerMiddleware, "__call__", leaking)

    return plant


def the_war() -> Campaign:
    return Campaign.objects.get(public_id=WAR)


def of_banners(*names: str) -> str:
    """What is hidden of all banners now, in the order of their keys."""
    return str(list(Banner.objects.filter(campaign=the_war()).order_by("key").values_list(*names)))


def younger(front: Any) -> Any:
    """A turn that nobody may see yet in the place of one that all may."""
    found = open_front.front_of(the_war(), Seat.objects.filter(campaign=the_war()), 2, banners=True)
    return {**front, "territory": found["territory"], "banners": found["banners"]} if found else front


def more(key: str, value: Callable[[], object]) -> Callable[[Any], Any]:
    """A document with something more in it."""
    return lambda document: {**document, key: value()}


def orders() -> list[str]:
    rows = Order.objects.filter(player_turn__turn__campaign=the_war()).order_by("banner", "id")
    return [str(one) for one in rows.values_list("banner", "detail")]


def lying(model: Any) -> Callable[[], object]:
    """Features or relics as a map lists them."""

    def found() -> object:
        places = model.objects.filter(campaign=the_war()).values_list("x", "y")
        return [{"id": "x", "name": "x", "at": list(at), "description": ""} for at in places]

    return found


def on_the_card(key: str) -> Callable[[Any], Any]:
    """The card's map is the truth's in one part."""

    def change(given: Any) -> Any:
        truth: Any = Truth(the_war()).map(3)
        given["scenes"][0]["after"][key] = truth[key]
        return given

    return change


def marked(given: Any) -> Any:
    given["scenes"][0]["mark"] = of_banners("level", "x")
    return given


def private_entries() -> AbstractContextManager[object]:
    real = AuditEntry.objects.filter

    def all_of_them(*given: Any, **named: Any) -> Any:
        named.pop("public", None)
        return real(*given, **named)

    return patch.object(AuditEntry.objects, "filter", all_of_them)


def by_row(items: Any) -> Any:
    first = AuditEntry.objects.order_by("id").filter(campaign=the_war()).values_list("id", flat=True)[0]
    return [replace(one, id=f"{one.id}{first + n}") for n, one in enumerate(items)]


def all_land(film: Any) -> Any:
    held = Sector.objects.filter(campaign=the_war(), occupier__isnull=False).order_by("y", "x")
    rows = [[y, x, "1"] for y, x in held.values_list("y", "x")]
    return {**film, "phases": [*film["phases"], {"id": "close", "rule": "", "beats": rows}]}


def counted(page: Any) -> Any:
    return replace(page, count=sum(map(ord, of_banners("x", "y", "level"))))


def etag(answer: HttpResponse) -> None:
    saved = PlayerTurn.objects.filter(turn__campaign=the_war()).order_by("turn__number", "seat__number")
    answer["ETag"] = f'"{sorted(saved.values_list("receipt", flat=True))}"'


def appended(text: Callable[[], object]) -> Plant:
    def change(answer: HttpResponse) -> None:
        answer.content = answer.content + str(text()).encode()

    return at_the_door(change)


def missed(page: Any) -> Any:
    """Seats count as free whose players are late."""
    late = Seat.objects.filter(campaign=the_war(), missed_in_a_row__gt=0).count()
    return replace(page, wars=tuple(replace(one, free=one.free + late) for one in page.wars))


def all_banners(_found: Any) -> Any:
    return Banner.objects.filter(campaign=the_war()).order_by("seat__number", "key")


FRONT_OF_API = partial(wrapped, directory_api, "front_seen")
LEAKS = (
    Leak("a younger turn on the map", wrapped(public_eyes, "front_seen", younger), MAP),
    Leak("a younger turn in the film", wrapped(public_eyes, "front_seen", younger), FILM),
    Leak("a younger turn for programs", FRONT_OF_API(younger), API[1]),
    Leak("banners' names", FRONT_OF_API(more("names", lambda: of_banners("name"))), API[1]),
    Leak("ids", FRONT_OF_API(more("ids", lambda: of_banners("public_id"))), API[1]),
    Leak("works", FRONT_OF_API(more("works", lambda: of_banners("works"))), API[1]),
    Leak("orders", FRONT_OF_API(more("orders", orders)), API[1]),
    Leak("features", wrapped(public_eyes, "drawn", more("features", lying(Feature))), MAP),
    Leak("relics", wrapped(public_eyes, "drawn", more("relics", lying(Relic))), MAP),
    Leak("land of now in the film", wrapped(film_selectors, "public_film", all_land), FILM),
    Leak("banners on the card", wrapped(war_card, "given_for", on_the_card("sightings")), CARD),
    Leak("land on the card", wrapped(war_card, "given_for", on_the_card("territory")), CARD),
    Leak("features on the card", wrapped(war_card, "given_for", on_the_card("features")), CARD),
    Leak("numbers on the card", wrapped(war_card, "given_for", marked), CARD),
    Leak("what facilitators alone read", private_entries, FEED),
    Leak("rows' numbers in the feed", wrapped(feeds, "_told", by_row), FEED),
    Leak("more than a date", wrapped(embed, "next_date", lambda text: text + of_banners("x")), EMBED),
    Leak("oEmbed's title", wrapped(embed, "oembed_of", more("title", lambda: of_banners("y"))), OEMBED),
    Leak("the list's words", wrapped(directory_views, "status_words", lambda text: of_banners("x")), WARS),
    Leak("the list's programs", wrapped(directory_api, "wars_listed", counted), API[2]),
    Leak("late players' seats as free ones", wrapped(directory_api, "wars_listed", missed), API[2]),
    Leak("who asks for seats", appended(lambda: SeatAsk.objects.count()), NARROWED),
    Leak("how often something was flagged", appended(lambda: Flag.objects.count()), FLAGGED),
    Leak("banners' names beside a flag", wrapped(parts, "banners_read", all_banners), FLAGGED),
    Leak("an ETag of all plans", at_the_door(etag), PAGE),
    Leak("a row's number", appended(lambda: Turn.objects.latest("id").pk), PAGE),
    Leak("all levels in an invitation", appended(lambda: of_banners("level", "x")), JOIN),
)


@pytest.mark.long
@pytest.mark.django_db
def test_every_planted_leak_is_found() -> None:
    found: dict[str, list[Seen]] = {}
    for side in (LEFT, RIGHT):
        with world(side):
            for leak in LEAKS:
                with leak.plant():
                    found.setdefault(leak.name, []).append(seen((leak.path,)))
    assert len(LEAKS) >= 20
    missed = [name for name, (left, right) in found.items() if left == right]
    assert missed == []
