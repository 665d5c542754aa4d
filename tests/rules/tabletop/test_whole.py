"""Whole battles by every way of activation: what always holds, and what nobody may see."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from types import UnionType
from typing import Any, NotRequired, get_args, get_origin, get_type_hints, is_typeddict

import pytest

from rules.tabletop.activation import assigned, bidding, cards
from rules.tabletop.documents.table_view import TableView
from rules.tabletop.documents.view import tables_of, unit_of, view
from rules.tabletop.documents.wire import game_from_plain, game_to_plain
from rules.tabletop.state import Game
from rules.tabletop.tables import METHODS
from tests.rules.tabletop.playing import Robot, Table, three_sides, two_sides

STEPS = 160
SOME = [
    pytest.param(method, marks=[pytest.mark.long] if number % 3 else [])
    for number, method in enumerate(METHODS)
]
"""All ways to activate units; every third one in the short form."""


def unlike(value: Any, kind: Any, at: str = "") -> Iterator[str]:
    """Where a document of JSON is not of its kind: what is missing, too much, or of another type."""
    inner, origin = get_args(kind), get_origin(kind)
    if is_typeddict(kind) and isinstance(value, dict):
        hints = get_type_hints(kind, include_extras=True)
        needed = {name for name, hint in hints.items() if get_origin(hint) is not NotRequired}
        yield from (f"{at}.{name}" for name in (needed - value.keys()) | (value.keys() - hints.keys()))
        for name in value.keys() & hints.keys():
            yield from unlike(value[name], hints[name], f"{at}.{name}")
    elif origin is NotRequired:
        yield from unlike(value, *inner, at)
    elif origin is UnionType:
        yield from min((list(unlike(value, one, at)) for one in inner), key=len)
    elif origin in (list, tuple) and isinstance(value, list):
        for n, (one, of) in enumerate(
            zip(value, inner * len(value) if origin is list else inner, strict=True)
        ):
            yield from unlike(one, of, f"{at}[{n}]")
    elif origin is dict and isinstance(value, dict):
        for name, one in value.items():
            yield from unlike(one, inner[1], f"{at}[{name}]")
    elif type(value) is not kind:
        yield at


@pytest.mark.shared(2)
@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("chance", range(4))
@pytest.mark.parametrize("make", [two_sides, three_sides])
def test_every_state_can_go_on_and_dice_and_cards_are_constant(method: str, chance: int, make: Any) -> None:
    table: Table = make(method, momentum=True)
    table.seed = bytes([chance]) * 32
    Robot(table, chance).go(STEPS)
    assert table.game.turn > 1 or len(table.events) > 50


@pytest.mark.parametrize("method", METHODS)
def test_a_table_comes_back_from_json_as_it_was(method: str) -> None:
    table = three_sides(method, momentum=True)

    def back_and_forth() -> None:
        plain = json.loads(json.dumps(game_to_plain(table.game)))
        assert game_from_plain(plain) == table.game

    Robot(table, 7).go(120, back_and_forth)


@pytest.mark.parametrize("method", SOME)
def test_the_view_is_what_its_document_says(method: str) -> None:
    table = three_sides(method, momentum=True)

    def look() -> None:
        for player in (-1, 0):
            plain = json.loads(json.dumps(view(table.game, player)))
            assert list(unlike(plain, TableView)) == []
            assert tables_of(plain) == table.game.tables
            for unit in plain["units"]:
                hidden = table.game.unit(unit["id"])
                assert unit_of(unit) == replace(hidden, token=unit["token"])

    look()
    Robot(table, 3).go(60, look)
    plain = json.loads(json.dumps(view(table.game, 0)))
    plain["units"][0]["secret"] = 1
    del plain["sides"][0]["bid"]
    assert sorted(unlike(plain, TableView)) == [".sides[0].bid", ".units[0].secret"]


def test_a_table_of_another_version_is_refused() -> None:
    with pytest.raises(ValueError, match="version"):
        game_from_plain({"version": 99, "game": {}})


def scrambled(game: Game, player: int) -> Game:
    """Another world that differs only in what the player may not see."""
    side = game.players[player].side
    units = tuple(
        replace(unit, token=unit.token % game.rank + 1)
        if unit.token and not unit.token_shown and unit.player != player
        else unit
        for unit in game.units
    )
    players = tuple(
        other
        if number == player
        else replace(
            other,
            hand=tuple(f"{card[0]}{int(card[1:]) % 13 + 1}" for card in other.hand),
            plays=() if game.stage == cards.PLAY else other.plays,
        )
        for number, other in enumerate(game.players)
    )
    sides = tuple(
        replace(
            other,
            spares=tuple(number + 50 for number in other.spares),
            bid=other.bid + 1
            if game.stage == bidding.BID and number != side and other.bid >= 0
            else other.bid,
        )
        for number, other in enumerate(game.sides)
    )
    game = replace(game, units=units, players=players, sides=sides, deck=tuple(reversed(game.deck)))
    return game


@pytest.mark.parametrize("method", SOME)
def test_no_view_depends_on_what_is_hidden(method: str) -> None:
    table = three_sides(method, momentum=True)
    differed = [0]

    def compare() -> None:
        for player in range(len(table.game.players)):
            if table.game.stage == assigned.TOKENS and method.startswith("assigned"):
                mates = [n for n, other in enumerate(table.game.players) if n != player and other.side == 0]
                if table.game.players[player].side == 0 and any(table.game.players[n].placed for n in mates):
                    continue  # which numbers are left is the side's own to know
            other = scrambled(table.game, player)
            differed[0] += other != table.game
            assert json.dumps(view(other, player)) == json.dumps(view(table.game, player))

    Robot(table, 3).go(STEPS, compare)
    hides = method in ("action points", "assigned tokens", "assigned tokens and points", "cards")
    assert bool(differed[0]) == hides


def test_the_scrambling_would_be_seen_by_its_owner() -> None:
    table = two_sides("cards")
    other = scrambled(table.game, 0)
    assert view(other, 1) != view(table.game, 1)


def test_a_watcher_sees_no_hand_and_no_token() -> None:
    table = two_sides("assigned tokens")
    Robot(table, 1).one()
    seen = view(table.game, -1)
    assert seen["own"] == {}
    assert all(unit["token"] == 0 for unit in seen["units"])
