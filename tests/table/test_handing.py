"""One tablet for all: each secret behind a cover, for its owner's digits once there is something to hide."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client

from battles.models import Place
from battles.table import services
from tests.table.phones import Pair, browser_of
from tests.words import says

pytestmark = pytest.mark.django_db


def tablet(method: str, players: tuple[tuple[str, int], ...] = (("Ada", 0), ("Ben", 1))) -> Pair:
    """One tablet for all of them, at a battle that has begun."""
    phone = services.open_table(
        services.Setup(name="T", sides=("Green", "Brown"), players=players),
        user=None,
        numbers=range(len(players)),
        settings={"method": method},
    )
    pair = Pair(phone.table, phone, phone)
    for number in range(len(players)):
        services.act(
            pair.table, phone, services.Request(f"r{number}", "roster", number, {"roster": "Squad 5 men"})
        )
    pair.act(0, "begin")
    return pair


class Hands:
    """Whoever holds the tablet."""

    def __init__(self, pair: Pair) -> None:
        self.pair, self.browser = pair, browser_of(pair, pair.ada)
        self.address = f"/t/{pair.table.public_id}/"

    def text(self) -> str:
        """What it shows."""
        return self.browser.get(self.address).content.decode()

    def tap(self, what: str, **fields: str) -> str:
        """What it shows after a form."""
        return self.browser.post(f"{self.address}{what}/", fields, follow=True).content.decode()


def digits(text: str) -> str:
    """The four digits that the holder is told, or nothing."""
    found = re.search(r'Your four digits are <b class="code">(\d{4})', text)
    return found.group(1) if found else ""


def test_the_cover_names_who_is_next_and_shows_nothing() -> None:
    hands = Hands(tablet("action points"))
    text = hands.text()
    assert 'Hand the tablet to <b class="army">Ada</b>' in text
    assert "it binds" not in text
    mine = hands.tap("reveal", player="0")
    assert "it binds" in mine
    assert mine.count('value="bid"') == 1
    after = hands.tap("act", kind="bid", player="0", points="13")
    assert 'Hand the tablet to <b class="army">Ben</b>' in after
    assert "it binds" not in after
    assert not says(after, "13")
    assert hands.pair.game.sides[0].bid == 13


def test_the_first_time_a_tap_is_enough_and_then_what_is_hidden_needs_the_digits() -> None:
    hands = Hands(tablet("cards"))
    first = hands.tap("reveal", player="1")
    pin = digits(first)
    assert pin == Place.objects.get(table=hands.pair.table, number=1).pin
    assert "card-face" in first
    blank = hands.tap("reveal", hide="1")
    assert "card-face" not in blank
    assert pin not in blank
    wrong = hands.tap("reveal", player="1", pin=f"{(int(pin) + 1) % 10_000:04}")
    assert "card-face" not in wrong
    assert "not the four digits" in wrong
    again = hands.tap("reveal", player="1", pin=pin)
    assert "card-face" in again
    assert digits(again) == ""


def test_a_tap_is_enough_as_long_as_nothing_is_hidden() -> None:
    hands = Hands(tablet("action points"))
    hands.tap("reveal", player="0")
    hands.tap("reveal", hide="1")
    assert "it binds" in hands.tap("reveal", player="0")
    hands.tap("act", kind="bid", player="0", points="4")
    assert "not the four digits" in hands.tap("reveal", player="0")
    pin = Place.objects.get(table=hands.pair.table, number=0).pin
    assert "Your side has bid 4" in hands.tap("reveal", player="0", pin=pin)


def test_the_numbers_left_of_a_team_mate_are_hidden_too() -> None:
    hands = Hands(tablet("assigned tokens", (("Ada", 0), ("Dirk", 0), ("Ben", 1))))
    for number in (0, 1):
        hands.tap("reveal", player=str(number))
    hands.tap("reveal", hide="1")
    hands.tap("act", kind="tokens", player="0", **{"tokens.a1": "2"})
    assert "not the four digits" in hands.tap("reveal", player="1")
    pin = Place.objects.get(table=hands.pair.table, number=1).pin
    shown = hands.tap("reveal", player="1", pin=pin)
    assert re.findall(r"<option>(\d)</option>", shown.partition("data-token")[2]) == ["1"]


def test_whoever_names_no_ace_is_ready_without_a_look() -> None:
    hands = Hands(tablet("cards"))
    assert 'Hand the tablet to <b class="army">Ada</b>' in hands.text()
    after = hands.tap("act", kind="play", player="0")
    assert 'Hand the tablet to <b class="army">Ben</b>' in after
    assert "card-face" not in after


def test_new_digits_are_had_only_with_nothing_hidden_and_the_log_tells() -> None:
    hands = Hands(tablet("action points"))
    old = digits(hands.tap("reveal", player="0"))
    assert old
    hands.tap("act", kind="bid", player="0", points="4")
    assert "only while this player has nothing hidden" in hands.tap("reveal", player="0", renew="1")
    assert Place.objects.get(table=hands.pair.table, number=0).pin == old
    hands.tap("act", kind="bid", player="1", points="2")
    text = hands.tap("reveal", player="0", renew="1")
    assert "Ada has new four digits" in text
    assert digits(text) == ""
    assert digits(hands.tap("reveal", player="0"))


def test_the_digits_stand_nowhere_else_on_a_shared_tablet() -> None:
    pair = tablet("cards")
    hands = Hands(pair)
    for place in Place.objects.filter(table=pair.table):
        place.pin = f"77{place.number + 1}9"
        place.save()
    assert not re.search(r"\b77\d9\b", hands.text())


def test_a_place_taken_over_by_its_digits_is_not_told_them_again() -> None:
    pair = tablet("cards")
    pin = Place.objects.get(table=pair.table, number=1).pin
    services.join(table=pair.table, user=None, numbers=[1], pins={1: pin})
    assert "card-face" not in Hands(pair).tap("reveal", player="1")


@pytest.mark.parametrize("fields", [{"player": "7"}, {"player": "7", "renew": "1"}, {"player": "x"}, {}])
def test_another_place_is_refused_in_words(fields: dict[str, Any]) -> None:
    hands = Hands(tablet("cards"))
    answer = hands.browser.post(f"{hands.address}reveal/", fields)
    assert answer.status_code == 422
    assert 'role="alert"' in answer.content.decode()


def test_a_phone_of_ones_own_is_asked_for_nothing() -> None:
    pair = tablet("cards")
    pin = Place.objects.get(table=pair.table, number=1).pin
    own = services.join(table=pair.table, user=None, numbers=[1], pins={1: pin})
    text = browser_of(pair, own).get(f"/t/{pair.table.public_id}/").content.decode()
    assert "card-face" in text
    assert "Hand the tablet" not in text


def test_strangers_find_nothing_to_uncover() -> None:
    pair = tablet("cards")
    assert Client().post(f"/t/{pair.table.public_id}/reveal/", {"player": "0"}).status_code == 404
