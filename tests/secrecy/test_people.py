"""Events, embeds, mails and profiles in two worlds that differ in what is hidden; and leaks that are found.

The two wars are alike in all that is public and that the north knows. The south stands and plans elsewhere
in each, unseen; the north has other wars that no profile may tell of.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager, nullcontext
from datetime import timedelta
from typing import Any
from unittest.mock import patch

import pytest
from django.db.models import QuerySet
from django.test import Client

from campaign.accounts.profile import selectors as profiles
from campaign.accounts.profile.services import choose_profile
from campaign.base.dates import clock
from campaign.delivery import emails
from campaign.desk.time.services import pause_campaign, resume_campaign
from campaign.models import Banner, Campaign, Notice, Order, PlayerTurn, Seat, User
from campaign.models.hooks import EVENT
from campaign.notices import happenings, war_card
from campaign.notices.discord import embeds
from campaign.notices.discord import services as channels
from campaign.people.reliability import selectors as reliability
from tests.secrecy.crawl import tokens_fixed
from tests.wars import HOLD, START, begin_war, march

pytestmark = [pytest.mark.django_db, pytest.mark.long]
LEFT, RIGHT = "left", "right"
SOUTH = {LEFT: ((2, 8), (5, 8)), RIGHT: ((3, 9), (11, 7), (12, 7))}
Plant = Callable[[], AbstractContextManager[object]]
Seen = dict[str, str]


class World:
    """One of the two wars, at a moment after its first turn."""

    def __init__(self, side: str) -> None:
        self.war = war = begin_war({"north": ((2, 1), (5, 1)), "south": SOUTH[side]})
        with clock.at(START):
            channels.set_channel(
                campaign=war.campaign,
                by=war.facilitator,
                address="https://discord.com/api/webhooks/1/x",
            )
        war.plan("north", {"north1": HOLD})
        if side == LEFT:
            war.plan("south", {"south1": march(2, 7)})
        war.publish()
        turn = war.turn
        assert turn.opened_at is not None
        with clock.at(turn.opened_at + timedelta(hours=1)):
            pause_campaign(campaign=war.campaign, by=war.facilitator, reason="A break")
            resume_campaign(campaign=war.campaign, by=war.facilitator)
        self._other_wars(side)

    def _other_wars(self, side: str) -> None:
        """What the north's profile must not tell: a running war, one left out, one of its people alone."""
        north = self.war.users["north"]
        shown = self._another("An open war", open_to_all=True, status="ended", ended_at=START)
        hidden = self._another("A war left out", open_to_all=True, status="ended", ended_at=START)
        if side == LEFT:
            self._another("A secret war", status="ended", ended_at=START)
            self._another("A running war", open_to_all=True)
        choose_profile(user=north, visible_to="anyone", shows_counts=True, left_out=(hidden.public_id,))
        if side == RIGHT:
            hidden.name = "Another war left out"
            hidden.save()
        assert shown.public_id

    def _another(self, name: str, **values: object) -> Campaign:
        made = Campaign.objects.create(name=name, map_rows="..\n..", public_id=f"zq{len(name)}", **values)
        Seat.objects.create(
            campaign=made, key="n", number=1, army="The north", user=self.war.users["north"], status="player"
        )
        return made

    def look(self, leak: Plant = nullcontext) -> Seen:
        """All that strangers and the north are told, while something leaks."""
        with leak(), tokens_fixed(), clock.at(START + timedelta(days=20)):
            told = {**self._events(), **self._mails(), **self._profile()}
        return {name: self._masked(text) for name, text in told.items()}

    def _masked(self, text: str) -> str:
        """Ids and hashes are random anyway: who is who, receipts, the commitment, and signatures."""
        for one in (self.war.campaign.public_id, *(user.public_id for user in self.war.users.values())):
            text = text.replace(one, "ID")
        text = re.sub(r"unsubscribe/[\w:-]+", "unsubscribe/TOKEN", text)
        return re.sub(r"\b[0-9a-f]{64}\b", "HASH", text)

    def _events(self) -> Seen:
        found = Notice.objects.filter(channel=EVENT, campaign=self.war.campaign).order_by("id")
        seen: Seen = {}
        for number, notice in enumerate(found):
            facts = happenings.facts_of(notice)
            assert facts is not None
            picture = war_card.card_beside(self.war.campaign)
            message = embeds.embed_of(self.war.campaign, facts)
            seen[f"event {number}"] = json.dumps(facts)
            seen[f"embed {number}"] = json.dumps(message) + picture.hex()
        assert len(seen) >= 10
        return seen

    def _mails(self) -> Seen:
        mine = Notice.objects.filter(user=self.war.users["north"], channel="mail", campaign=self.war.campaign)
        letters = [emails.letter_of(notice) for notice in mine.order_by("kind", "id")]
        return {
            f"mail {number}": "\n".join(
                (one.subject, one.text, one.html, (one.card or b"").hex(), str(bool(one.unsubscribe)))
            )
            for number, one in enumerate(letters)
            if one is not None
        }

    def _profile(self) -> Seen:
        person = self.war.users["north"].public_id
        answer = Client().get(f"/profiles/{person}/")
        assert answer.status_code == 200
        return {"profile": answer.content.decode()}


# Leaks


def hidden() -> str:
    """Where the south stands."""
    banners = Banner.objects.filter(key__startswith="south").order_by("key")
    return str(list(banners.values_list("key", "x", "y")))


def digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:12]


def wrapped(module: Any, name: str, change: Callable[[Any], Any]) -> Plant:
    """What a function gives is changed on its way out."""

    @contextmanager
    def plant() -> Iterator[None]:
        real = getattr(module, name)
        with patch.object(module, name, lambda *args, **more: change(real(*args, **more))):
            yield

    return plant


def facts(change: Callable[[dict[str, Any]], Mapping[str, Any]]) -> Plant:
    return wrapped(happenings, "facts_of", lambda told: {**told, **change(told)})


def embed(change: Callable[[dict[str, Any]], Mapping[str, Any]]) -> Plant:
    def changed(message: dict[str, Any]) -> dict[str, Any]:
        (one,) = message["embeds"]
        return {**message, "embeds": [{**one, **change(one)}]}

    return wrapped(embeds, "embed_of", changed)


def mails(change: Callable[[], Mapping[str, Any]]) -> Plant:
    return wrapped(emails, "_face", lambda face: {**face, **change()})


def orders() -> int:
    return Order.objects.filter(player_turn__seat__key="south").count()


def strengths() -> list[int]:
    return sorted(Banner.objects.filter(seat__key="south").values_list("level", flat=True))


def states() -> list[str]:
    found = PlayerTurn.objects.filter(seat__key="south").order_by("turn__number")
    return list(found.values_list("state", flat=True))


def _all_seats(user: User, readable: object = None) -> QuerySet[Seat]:
    return Seat.objects.filter(user=user).select_related("campaign").order_by("id")


LEAKS: dict[str, tuple[str, Plant]] = {
    "levels beside an event": ("event", facts(lambda told: {"strength": sum(strengths())})),
    "how many orders the others gave": ("event", facts(lambda told: {"orders": orders()})),
    "who has sent a plan": ("event", facts(lambda told: {"plans": states()})),
    "where the south stands": ("event", facts(lambda told: {"at": hidden()})),
    "a row's number": ("event", facts(lambda told: {"id": digest(str(Banner.objects.latest("id").pk))})),
    "how many banners there are": ("event", facts(lambda told: {"banners": len(strengths())})),
    "an ETag of all orders": ("event", facts(lambda told: {"etag": digest(hidden() + str(orders()))})),
    "blanks for each order": ("event", facts(lambda told: {"link": told["link"] + " " * orders()})),
    "the order of keys": (
        "event",
        facts(lambda told: {"turns": sorted("abcdefgh", key=lambda one: digest(one + hidden()))}),
    ),
    "a reason with a place": ("event", facts(lambda told: {"reason": f"They are at {hidden()}"})),
    "the colour of an embed": ("embed", embed(lambda one: {"color": int(digest(hidden()), 16)})),
    "a field of an embed": ("embed", embed(lambda one: {"fields": [{"name": "x", "value": str(orders())}]})),
    "the length of an embed": ("embed", embed(lambda one: {"title": one["title"] + "." * len(strengths())})),
    "a card of the truth": (
        "embed",
        wrapped(war_card, "card_beside", lambda drawn: drawn + hidden().encode()),
    ),
    "a mail's card of the truth": (
        "mail",
        wrapped(emails, "card_beside", lambda drawn: drawn + hidden().encode()),
    ),
    "a mail's button": ("mail", mails(lambda: {"button": f"See {len(strengths())} banners"})),
    "a mail's colours": ("mail", mails(lambda: {"paper": {"ink": digest(hidden())}})),
    "a mail without a card where a plan is missing": (
        "mail",
        mails(lambda: {"card": "" if states()[1] == "nothing" else "card@boltgun"}),
    ),
    "wars that run, and those of its people alone, on a profile": (
        "profile",
        lambda: patch.object(profiles, "_ended", _all_seats),
    ),
    "a war that was left out": (
        "profile",
        lambda: patch.object(profiles, "_left_out", lambda profile: set()),
    ),
    "counts of wars that run": (
        "profile",
        wrapped(
            profiles,
            "reliability_of",
            lambda found: {
                user: reliability.Reliability(Campaign.objects.count(), 0, 0, 0, 0, 0) for user in found
            },
        ),
    ),
}


def test_two_worlds_look_alike_and_every_planted_leak_is_found() -> None:
    seen: dict[str, dict[str, Seen]] = {}
    for side in (LEFT, RIGHT):
        world = World(side)
        seen[side] = {"": world.look(), **{name: world.look(leak) for name, (_part, leak) in LEAKS.items()}}
        Campaign.objects.all().delete()
    left, right = seen[LEFT][""], seen[RIGHT][""]
    assert left.keys() == right.keys()
    assert [name for name in left if left[name] != right[name]] == []
    assert len(LEAKS) >= 20
    missed = [
        name
        for name, (part, _leak) in LEAKS.items()
        if not any(
            one.startswith(part) and seen[LEFT][name].get(one) != seen[RIGHT][name].get(one)
            for one in seen[LEFT][name].keys() | seen[RIGHT][name].keys()
        )
    ]
    assert missed == []
