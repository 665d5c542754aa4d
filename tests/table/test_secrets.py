"""Non-interference: no byte of the rival's phone depends on a hand, a bid or a face-down token."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from battles.table.services import game_to_plain
from campaign.base.dates import clock
from rules.tabletop.state import Game
from tests.table.phones import Pair, browser_of, sit_down

pytestmark = pytest.mark.django_db
MASKED = re.compile(r'name="(?:csrfmiddlewaretoken|cid)" value="[^"]+"|content="[\w-]{64}"|nonce="[^"]+"')
PAGES = ("", "log/", "log.json", "wall/")


def answers(pair: Pair) -> list[str]:
    """All that Ben's phone is answered."""
    client = browser_of(pair, pair.ben)
    found = []
    for what in PAGES:
        answer = client.get(f"/t/{pair.table.public_id}/{what}")
        assert answer.status_code == 200
        found.append(MASKED.sub("", answer.content.decode()))
    refused = client.post(f"/t/{pair.table.public_id}/act/", {"kind": "draw", "player": "0"})
    return [*found, MASKED.sub("", refused.content.decode())]


def swapped(pair: Pair, change: Game) -> tuple[list[str], list[str]]:
    """What Ben is answered in this world, and in the other one."""
    with clock.at(clock.now()):
        # For how long an act can be taken back is told to whoever did it.
        here = answers(pair)
        pair.table.state = game_to_plain(change)
        pair.table.save(update_fields=["state"])
        return here, answers(pair)


def test_a_bid_is_seen_nowhere() -> None:
    pair = sit_down("action points")
    pair.act(0, "bid", points=4)
    game = pair.game
    here, there = swapped(pair, game.with_side(0, replace(game.sides[0], bid=17)))
    assert here == there


def test_face_down_tokens_are_seen_nowhere() -> None:
    pair = sit_down("assigned tokens")
    pair.act(0, "tokens", tokens={"a1": 1, "a2": 2})
    game = pair.game
    other = game.with_unit(replace(game.unit("a1"), token=2)).with_unit(replace(game.unit("a2"), token=1))
    here, there = swapped(pair, other)
    assert here == there


def test_a_hand_and_the_deck_are_seen_nowhere() -> None:
    pair = sit_down("cards")
    pair.act(0, "play")
    game = pair.game
    hand = game.players[0].hand
    deck = tuple(reversed(game.deck))
    other = replace(game, deck=(*hand, *deck[len(hand) :]))
    other = other.with_player(0, replace(game.players[0], hand=deck[: len(hand)], plays=()))
    here, there = swapped(pair, other)
    assert here == there


def test_a_planted_leak_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    from rules.tabletop.documents import view

    plain = view._player
    monkeypatch.setattr(
        view, "_player", lambda game, n: {**plain(game, n), "name": f"Ada{game.sides[0].bid}"}
    )
    pair = sit_down("action points")
    pair.act(0, "bid", points=4)
    game = pair.game
    here, there = swapped(pair, game.with_side(0, replace(game.sides[0], bid=17)))
    assert here != there


def test_the_lists_of_a_campaigns_battle_are_sealed_until_it_begins() -> None:
    pair = sit_down(begin=False)
    game = replace(pair.game, sealed=True)
    more = replace(game, units=(*game.units, replace(game.unit("a1"), id="a3", name="Secret guards")))
    pair.table.state = game_to_plain(game)
    pair.table.save(update_fields=["state"])
    here, there = swapped(pair, more)
    assert here == there
    assert "Green squad" not in here[0]
