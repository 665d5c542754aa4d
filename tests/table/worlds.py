"""Two worlds that differ in nothing but what Ada keeps to herself, and all that Ben's phone hears of either.

Hands, bids, tokens, the forms that she has open and what her aces stand for differ; the clock, the seals and
what is done openly are the same (page 9 E).
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from http import HTTPStatus
from unittest.mock import patch

from django.db import transaction
from django.test import Client

from battles.models import Phone, Place, Table
from battles.table import services
from battles.table.pace.going_on import coming
from battles.table.seal import commitment_of, sealed
from battles.table.selectors import keys_of
from battles.table.services import Request
from battles.table.shapes import state_of
from campaign.base.refusal import Refusal
from campaign.base.sse import hub
from campaign.models import User
from rules.tabletop.activation.dealing import DECK
from tests.secrecy.crawl import tokens_fixed, work_watched
from tests.table.moments import put
from tests.table.phones import Pair, browser_of, sit_down

LEFT, RIGHT = "left", "right"
START = datetime(2030, 3, 1, 12, tzinfo=UTC)
READ = ("", "log/", "log.json", "wall/", "here/", "report/", "cards/", "lists/0/", "lists/0/list.json")
AROUND = ("/t/", "/t/worlds/join/WORLDS/", "/t/rosters/")
"""What Ben's browser reads beside the table itself."""
PROGRAM = ("tables/", "tables/worlds/", "tables/worlds/log/", "tables/worlds/roster/")
"""What a program in Ben's name reads."""
REFUSED: tuple[tuple[str, str, dict[str, str]], ...] = (
    *(("rank", "1", {}), ("lay", "0", {}), ("take back", "1", {})),
    *(("bid", "1", {"points": "999"}), ("tokens", "1", {"tokens.b1": "99"}), ("play", "0", {})),
)
"""What Ben asks for in vain: who, and what he says; his words are of himself but for what Ada lays."""
OWN_DEEDS = ("rank", "take back")
"""Of these some are done, in both worlds alike."""
RANDOM = re.compile(r'nonce-[^\']+|nonce="[^"]+"|name="csrfmiddlewaretoken" value="[^"]+"')
OWN = ("csrftoken", "sessionid")
"""Cookies with a number of chance in them."""
Story = Callable[["World"], Iterator[str]]


@dataclass
class World:
    """One of the two, with a clock of its own."""

    which: str
    pair: Pair
    user: User
    moment: datetime = START
    heard: int = 0

    def either(self, left: object, right: object) -> object:
        """What is so in this world."""
        return left if self.which == LEFT else right

    def wait(self, seconds: float) -> None:
        """Time goes by."""
        self.moment += timedelta(seconds=seconds)

    def by_itself(self, player: int, kind: str) -> None:
        """A phone asks for what is due by the clock."""
        due = coming(self.pair.table, self.pair.game)
        assert due is not None
        self.wait(due.seconds + 0.1)
        phone = (self.pair.ada, self.pair.ben)[player]
        services.act(self.pair.table, phone, Request(due.cid, kind, player, {"auto": "1"}))

    def browser(self, phone: Phone) -> Client:
        """The browser that is this phone; its session has always the same key."""
        return browser_of(self.pair, phone)


@contextmanager
def world(which: str, method: str) -> Iterator[World]:
    """A table with two phones at which nothing has been done yet, and which is gone afterwards."""
    with transaction.atomic(), tokens_fixed(), ExitStack() as stack:
        pair = sit_down(method, begin=False)
        here = World(which, pair, User.objects.create_user("ben", "ben@example.org"))
        Phone.objects.filter(pk=pair.ben.pk).update(user=here.user)
        seed = bytes(range(32))
        Table.objects.filter(pk=pair.table.pk).update(
            public_id="worlds", code="WORLDS", sealed_seed=sealed(seed), commitment=commitment_of(seed)
        )
        for number, phone in enumerate((pair.ada, pair.ben)):
            Phone.objects.filter(pk=phone.pk).update(
                public_id=f"phone{number}", joined_at=START, seen_at=START
            )
        Place.objects.filter(table=pair.table).update(pin="1234")
        pair.table.refresh_from_db()
        pair.ada.refresh_from_db()
        pair.ben.refresh_from_db()
        stack.enter_context(patch("django.utils.timezone.now", lambda: here.moment))
        yield here
        transaction.set_rollback(True)


def heard(here: World) -> list[str]:
    """All that Ben is answered, told and worked for, at this moment."""
    pair, found = here.pair, []
    pair.table.refresh_from_db()
    client = here.browser(pair.ben)
    address, part = f"/t/{pair.table.public_id}/", {"X-Part": "board"}
    program = Client()
    program.force_login(here.user, "allauth.account.auth_backends.AuthenticationBackend")
    asked_for = [(client, address + what, part) for what in READ]
    asked_for += [(client, what, {}) for what in AROUND]
    asked_for += [(program, f"/api/v1/{what}", {}) for what in PROGRAM]
    with work_watched() as work:
        for who, what, headers in asked_for:
            work.begin()
            answer = who.get(what, headers=headers)
            found.append(f"{what} {answer.status_code}")
            said = [f"{name}: {value}" for name, value in sorted(answer.items()) if name != "Expires"]
            found += [RANDOM.sub("", header) for header in said]
            found += [f"{one.key}: {one.value}" for one in answer.cookies.values() if one.key not in OWN]
            found += [RANDOM.sub("", answer.content.decode()), *work.lines()]
        for kind, player, values in REFUSED:
            work.begin()
            cid = "none" if kind == "rank" else f"in vain: {kind}"
            asked = {"kind": kind, "player": player, "cid": cid, **values}
            answer = client.post(f"{address}act/", asked, headers=part)
            assert kind in OWN_DEEDS or answer.status_code >= HTTPStatus.BAD_REQUEST, kind
            found += [RANDOM.sub("", f"{answer.status_code} {answer.content.decode()}"), *work.lines()]
    found.append(json.dumps(state_of(pair.table, pair.ben), sort_keys=True))
    found.append(hub.token(keys_of(pair.table, pair.ben)))
    due = coming(pair.table, pair.game)
    found.append(f"ticks {due}")
    return found


def told(which: str, story: Story, method: str, only: str) -> list[list[str]]:
    """What Ben hears in this world at each moment of a story, or only at one of them."""
    found = []
    with world(which, method) as here:
        for moment in story(here):
            if only in ("", moment):
                found.append([moment, *heard(here)])
            if only == moment:
                break
    return found


def differences(story: Story, method: str, only: str = "") -> list[str]:
    """The moments at which Ben could tell one world from the other, and the first thing by which he could."""
    left, right = (told(which, story, method, only) for which in (LEFT, RIGHT))
    assert len(left) == len(right)
    found = []
    for one, other in zip(left, right, strict=True):
        if one != other:
            lines = zip("\n".join(one).split("\n"), "\n".join(other).split("\n"), strict=False)
            apart = next(((a, b) for a, b in lines if a != b), ("", "more"))
            found.append(f"{one[0]}: {apart[0].strip()!r} / {apart[1].strip()!r}")
    return found


def looks_around(here: World) -> None:
    """Ada is there; in one of the worlds she opens forms, types what cannot be and looks again."""
    client = here.browser(here.pair.ada)
    address = f"/t/{here.pair.table.public_id}/"
    client.get(address, headers={"X-Part": "board"})
    if here.which == LEFT:
        return
    client.post(f"{address}act/", {"kind": "lay", "player": "0", "aces.S1": "nothing"})
    client.post(f"{address}act/", {"kind": "bid", "player": "0", "points": "999"})


# The stories.


def bids(here: World) -> Iterator[str]:
    """Ada has bid, and reads on her phone what; Ben has not."""
    here.pair.act(0, "begin")
    looks_around(here)
    reads_own_bid(here, here.either(4, 17))
    yield "bid"
    here.wait(3)
    looks_around(here)
    yield "bid, later"


def bids_of_a_pair(here: World) -> Iterator[str]:
    """The same where two tokens have one number."""
    here.pair.act(0, "begin")
    for player, side in enumerate("ab"):
        here.pair.act(player, "tokens", tokens={f"{side}1": 1, f"{side}2": 2})
    assert here.pair.game.stage == "bid"
    reads_own_bid(here, here.either(0, 9))
    yield "bid"


def reads_own_bid(here: World, points: object) -> None:
    """Ada bids, and her own phone shows her what."""
    here.pair.act(0, "bid", points=points)
    address = f"/t/{here.pair.table.public_id}/"
    answer = here.browser(here.pair.ada).get(address, headers={"X-Part": "board"})
    assert f"Your side has bid {points}." in answer.content.decode()


def tokens(here: World) -> Iterator[str]:
    """Ada's tokens lie, the first is called."""
    here.pair.act(0, "begin")
    here.pair.act(0, "tokens", tokens=here.either({"a1": 1, "a2": 2}, {"a1": 2, "a2": 1}))
    yield "tokens"
    looks_around(here)
    here.wait(130)
    yield "tokens, Ada is away"


HANDS = (("S1", "H3"), ("D4", "C4"))
"""Ada's in either world: low cards, so that the ranks above are empty in both."""


def deals(here: World) -> None:
    """Ada's hand is another one in each world; all else of the deck is the same cards."""
    hand = here.either(*HANDS)
    assert isinstance(hand, tuple)
    ben = ("H2", "D2")
    left = tuple(card for card in DECK if card not in {*HANDS[0], *HANDS[1], *ben})
    other = tuple(card for pair in HANDS for card in pair if card not in hand)
    put(here.pair, lambda game: replace(game, deck=(*left, *other)))
    for player, cards in enumerate((hand, ben)):
        put(
            here.pair,
            lambda game, n=player, own=cards: game.with_player(n, replace(game.players[n], hand=own)),  # type: ignore[misc]
        )
    here.pair.table.refresh_from_db()


def by_hand(here: World) -> Iterator[str]:
    """Ada presses ready, by hand."""
    here.pair.act(0, "begin")
    deals(here)
    yield "dealt"
    looks_around(here)
    here.pair.act(0, "play")
    yield "ready"


def by_themselves(here: World) -> Iterator[str]:
    """Both players' cards play themselves; what Ada's aces stand for she changes as often as she likes."""
    for player in (0, 1):
        here.pair.act(player, "auto ready", on=True)
    here.pair.act(0, "begin")
    deals(here)
    yield "dealt"
    here.wait(2)
    here.pair.act(0, "lay", aces=here.either({"S1": "H3"}, {}))
    yield "Ada has laid down"
    here.wait(1)
    _again(here)
    here.wait(130)
    yield "Ada is away"
    looks_around(here)
    here.by_itself(1, "rank")
    yield "the King is called"
    for rank in ("Queen", "Jack", "Ten"):
        here.wait(1)
        _again(here)
        looks_around(here)
        here.by_itself(1, "rank")
        yield rank


def _again(here: World) -> None:
    """Ada changes her mind, and back, where she has an ace."""
    if here.which == LEFT:
        here.pair.act(0, "lay", aces={"S1": "S5"})
        here.wait(0.25)
        here.pair.act(0, "lay", aces={"S1": "H3"})
    else:
        here.wait(0.25)


def half_by_themselves(here: World) -> Iterator[str]:
    """Ada's cards play themselves, Ben is asked at every rank."""
    here.pair.act(0, "auto ready", on=True)
    here.pair.act(0, "begin")
    deals(here)
    here.pair.act(0, "lay", aces=here.either({"S1": "S5"}, {}))
    here.by_itself(1, "rank")
    yield "the King is called"
    for rank in ("Queen", "Jack"):
        _again(here)
        here.pair.act(1, "play")
        yield rank


def in_play(here: World) -> Iterator[str]:
    """The dice bag: Ada has forms open, Ben acts against her Ambush."""
    pair = here.pair
    pair.act(0, "begin")
    looks_around(here)
    yield "begun"
    pair.act(0, "draw", side="0")
    pair.act(0, "order", unit="a1", order="ambush")
    looks_around(here)
    here.wait(9)
    pair.act(1, "draw", side="1")
    pair.act(1, "order", unit="b1", order="advance")
    looks_around(here)
    yield "Ben acts"
    if here.which == RIGHT:
        try:
            pair.act(0, "spring", unit="a2")
        except Refusal:
            here.heard += 1
    yield "Ada has tapped in vain"


def an_ace_is_a_king(here: World) -> Iterator[str]:
    """What lies face down at the rank that is called depends on what Ada has said."""
    for player in (0, 1):
        here.pair.act(player, "auto ready", on=True)
    here.pair.act(0, "begin")
    deals(here)
    here.pair.act(0, "lay", aces=here.either({"S1": "H13"}, {}))
    here.by_itself(1, "rank")
    yield "the King is called"


STORIES: dict[str, tuple[Story, str]] = {
    "bids": (bids, "action points"),
    "bids of a pair": (bids_of_a_pair, "assigned tokens and points"),
    "tokens": (tokens, "assigned tokens"),
    "by hand": (by_hand, "cards"),
    "by themselves": (by_themselves, "cards"),
    "half": (half_by_themselves, "cards"),
    "ace of the King": (an_ace_is_a_king, "cards"),
    "in play": (in_play, "dice bag"),
}
