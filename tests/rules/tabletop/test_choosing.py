"""The seven ways to say who acts next, rule by rule."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Any

import pytest

from rules.tabletop.action import RefusedError
from rules.tabletop.activation import cards, dealing
from rules.tabletop.activation.three_dice import arranged
from rules.tabletop.dice import TableDice
from rules.tabletop.documents.view import wanted
from tests.rules.tabletop.playing import Table, check, two_sides


def kinds(table: Table) -> list[str]:
    """What is wanted."""
    return [prompt["kind"] for prompt in wanted(table.game)]


# The dice bag.


def test_a_die_drawn_is_a_go_of_its_side() -> None:
    table = two_sides()
    table.do("draw", 0, side=1)
    assert table.game.current is not None
    assert table.game.current.side == 1
    with pytest.raises(RefusedError, match="Brown"):
        table.do("order", 0, unit="b1", order="fire")
    with pytest.raises(RefusedError):
        table.do("order", 1, unit="a1", order="fire")


@pytest.mark.parametrize(
    ("method", "typed", "told"),
    [
        ("dice bag", {"side": 1}, "drawn by hand"),
        ("three dice", {"side": 1}, "drawn by hand"),
        ("numbered tokens", {"unit": "b1"}, "token by hand"),
    ],
)
def test_the_log_says_what_people_drew_themselves(method: str, typed: dict[str, Any], told: str) -> None:
    table = two_sides(method)
    events = table.do("draw", 0, **typed)
    assert told in [event.kind for event in events]
    assert {"drawn", "token", "three drawn"}.isdisjoint(event.kind for event in events)
    assert not any(event.dice for event in events)
    rolled = [event.kind for event in two_sides(method).do("draw", 0)]
    assert "drawn by hand" not in rolled
    assert "token by hand" not in rolled


def test_draws_are_as_likely_as_the_dice_in_the_bag() -> None:
    found: Counter[int] = Counter()
    for n in range(20_000):
        found[TableDice(bytes(32), "chi", n).draw("order die", 9)] += 1
    expected = 20_000 / 9
    assert sum((count - expected) ** 2 / expected for count in found.values()) < 26.1  # 8 degrees, 0.1 %


@pytest.mark.parametrize(
    ("dice", "played"),
    [
        ((0, 0, 1), (0, 1, 0)),
        ((1, 0, 0), (0, 1, 0)),
        ((1, 0, 1), (1, 0, 1)),
        ((2, 0, 1), (2, 0, 1)),
    ],
)
def test_three_dice_alternate(dice: tuple[int, ...], played: tuple[int, ...]) -> None:
    assert arranged(dice) == played


def test_three_dice_have_two_colours() -> None:
    for chance in range(20):
        table = two_sides("three dice")
        table.seed = bytes([chance]) * 32
        table.do("draw", 0)
        assert len(set(table.game.drawn)) == 2
        check(table)


# Action points.


def test_the_highest_bid_names_and_everybody_pays() -> None:
    table = two_sides("action points")
    table.do("bid", 0, points=5)
    assert table.game.sides[0].points == 20
    table.do("bid", 1, points=3)
    assert [side.points for side in table.game.sides] == [15, 17]
    assert not table.undoable
    with pytest.raises(RefusedError):
        table.do("name", 1, side=1)
    table.do("name", 0, side=1)
    assert table.game.current is not None
    assert table.game.current.side == 1


def test_a_first_bid_binds_and_stays_within_ones_points() -> None:
    table = two_sides("action points")
    with pytest.raises(RefusedError):
        table.do("bid", 0, points=21)
    table.do("bid", 0, points=2)
    with pytest.raises(RefusedError, match="binds"):
        table.do("bid", 0, points=3)


def test_a_tie_is_the_markers_and_it_moves_on() -> None:
    table = two_sides("action points")
    holder = table.game.marker
    for player in (0, 1):
        table.do("bid", player, points=4)
    assert table.game.chooser == holder
    assert table.game.marker != holder


def test_an_emptied_purse_fills_all_after_the_choice_up_to_twice_the_start() -> None:
    table = two_sides("action points", points0=10)
    table.do("bid", 0, points=10)
    table.do("bid", 1, points=0)
    assert table.game.sides[0].points == 0
    table.do("name", 0, side=0)
    assert [side.points for side in table.game.sides] == [10, 40]


def test_with_one_colour_left_nobody_bids() -> None:
    table = two_sides("action points")
    for unit in table.game.units:
        if unit.id.startswith("b"):
            table.put(unit.id, order="down")
    table.do("bid", 0, points=0)
    table.do("bid", 1, points=1)
    table.do("name", 1, side=0)
    table.do("order", 0, unit="a2", order="down")
    assert kinds(table) == ["order"]


# Numbered tokens.


def test_numbers_are_one_series_or_one_per_side() -> None:
    assert [unit.number for unit in two_sides("numbered tokens").game.units] == list(range(1, 10))
    own = two_sides("numbered tokens", series="own")
    assert [unit.number for unit in own.game.units] == [1, 2, 3, 4, 5, 1, 2, 3, 4]


def test_the_unit_drawn_acts_and_one_with_its_order_is_set_aside() -> None:
    table = two_sides("numbered tokens")
    table.do("draw", 0, unit="b2")
    with pytest.raises(RefusedError, match="token"):
        table.do("order", 1, unit="b1", order="down")
    table.do("order", 1, unit="b2", order="down")
    table.put("a1", order="down")
    table.do("draw", 0, unit="a1")
    assert table.game.stage == "draw"
    assert "a1" not in table.game.tokens


# Assigned tokens.


def laid(method: str = "assigned tokens") -> Table:
    """Green puts 1 to 5 on a1 to a5, Brown 1 to 4 on b1 to b4."""
    table = two_sides(method)
    table.do("tokens", 0, tokens={f"a{n}": n for n in range(1, 6)})
    table.do("tokens", 1, tokens={f"b{n}": n for n in range(1, 5)})
    return table


@pytest.mark.parametrize(
    "tokens",
    [
        {"b1": 1, "b2": 2, "b3": 3},
        {"b1": 1, "b2": 2, "b3": 3, "b4": 3},
        {"b1": 1, "b2": 2, "b3": 3, "b4": 6},
        {"b1": 1, "b2": 2, "b3": 3, "a1": 4},
    ],
)
def test_each_unit_gets_one_token(tokens: dict[str, int]) -> None:
    with pytest.raises(RefusedError):
        two_sides("assigned tokens").do("tokens", 1, tokens=tokens)


def test_the_steadier_unit_chooses_and_spares_stay() -> None:
    table = laid()
    assert table.game.sides[1].spares == (5,)
    assert table.game.choice is not None
    assert table.game.choice.side == 0  # regular against inexperienced
    table.do("first", 0, place=2)
    assert table.game.current is not None
    assert table.game.current.unit == "b1"
    table.do("order", 1, unit="b1", order="down")
    assert table.game.current is not None
    assert table.game.current.unit == "a1"


def test_equal_units_are_the_markers_choice() -> None:
    table = two_sides("assigned tokens")
    table.put("b1", quality="regular")
    holder = table.game.marker
    table.do("tokens", 0, tokens={f"a{n}": n for n in range(1, 6)})
    table.do("tokens", 1, tokens={f"b{n}": n for n in range(1, 5)})
    assert table.game.choice is not None
    assert table.game.choice.side == holder
    assert table.game.marker != holder


def test_pins_count_against_the_choice() -> None:
    table = two_sides("assigned tokens")
    table.put("a1", pins=3)
    table.do("tokens", 0, tokens={f"a{n}": n for n in range(1, 6)})
    table.do("tokens", 1, tokens={f"b{n}": n for n in range(1, 5)})
    assert table.game.choice is not None
    assert table.game.choice.side == 1


def test_a_unit_that_has_gone_down_is_no_pair_any_more() -> None:
    table = laid()
    table.do("first", 0, place=1)
    table.put("b1", order="down")
    table.put("b2", order="down")
    table.do("order", 0, unit="a1", order="down")
    assert table.game.current is not None
    assert table.game.current.unit == "a2"


def test_with_points_all_lie_open_and_pairs_are_bid_for() -> None:
    table = laid("assigned tokens and points")
    assert all(unit.token_shown for unit in table.game.units)
    assert kinds(table) == ["bid", "bid"]
    table.do("bid", 0, points=0)
    table.do("bid", 1, points=1)
    table.do("name", 1, side=0)
    assert table.game.current is not None
    assert table.game.current.unit == "a1"
    table.do("order", 0, unit="a1", order="down")
    assert table.game.current is not None
    assert table.game.current.unit == "b1"


# Cards.


def dealt(ada: tuple[str, ...], ben: tuple[str, ...]) -> Table:
    """Both hold these cards; the rest is in the deck."""
    table = two_sides("cards")
    rest = tuple(card for card in dealing.DECK if card not in (*ada, *ben))
    game = replace(table.game, deck=rest, discard=())
    for number, hand in enumerate((ada, ben)):
        game = game.with_player(number, replace(game.players[number], hand=hand))
    table.game = game
    return table


def ready(table: Table, **aces: dict[str, str]) -> None:
    """Both press ready."""
    table.do("play", 0, aces=aces.get("ada", {}))
    table.do("play", 1, aces=aces.get("ben", {}))


def test_each_player_has_a_card_for_each_unit() -> None:
    assert [len(player.hand) for player in two_sides("cards").game.players] == [5, 4]


def test_suits_go_spades_hearts_diamonds_clubs_and_a_real_card_before_an_ace() -> None:
    table = dealt(("D13", "S1", "H2"), ("C13", "D1", "H3"))
    ready(table, ada={"S1": "C"}, ben={"D1": "D"})
    order = [table.game.current.card if table.game.current else "", *table.game.line]
    assert order == ["D13", "1:D1:D", "1:C13", "0:S1:C"]


def test_it_is_told_what_an_ace_that_is_played_stands_for() -> None:
    table = dealt(("S1",), ("H3",))
    table.do("play", 0, aces={"S1": "C"})
    (told,) = (dict(event.values) for event in table.do("play", 1) if event.kind == "go card")
    assert (told["card"], told["suit"], told["rank"]) == ("S1", "C", 13)


def test_a_rank_that_nobody_holds_is_called_all_the_same() -> None:
    table = dealt(("S2",), ("H2",))
    ready(table)
    assert table.game.rank == 12
    assert kinds(table) == ["play"]


def test_at_two_all_aces_are_played() -> None:
    table = dealt(("S1",), ("H3",))
    for _ in range(11):
        ready(table)
    assert table.game.rank == 3
    table.do("order", 1, unit="b1", order="down")
    assert table.game.rank == 2
    table.do("play", 0)
    assert table.game.current is not None
    assert table.game.current.card == "S1"
    assert table.game.current.special == 2


def card_acts(card: str) -> Table:
    """Ada's unit acts by this card."""
    table = dealt((card,), ("H2",))
    while table.game.current is None:
        for player in cards.waiting(table.game):
            table.do("play", player)
    return table


def test_a_three_takes_a_pin_first() -> None:
    table = card_acts("S3")
    table.put("a2", pins=2)
    table.do("order", 0, unit="a2", order="fire", typed=[1, 1])
    assert table.unit("a2").pins == 0


@pytest.mark.parametrize(("die", "models"), [(3, 9), (4, 8)])
def test_a_seven_returns_a_figure_on_odd(die: int, models: int) -> None:
    table = card_acts("S7")
    table.put("a2", models=8)
    table.do("order", 0, unit="a2", order="fire", typed=[die])
    assert table.unit("a2").models == models


def test_a_four_rerolls_the_test_before_fubar() -> None:
    table = card_acts("S4")
    table.put("a2", pins=1)
    table.do("order", 0, unit="a2", order="fire", typed=[6, 6])
    assert kinds(table) == ["retest"]
    table.do("retest", 0, reroll=True, typed=[1, 2])
    assert table.unit("a2").order == "fire"
    assert kinds(table) == ["done"]


@pytest.mark.parametrize(("card", "step"), [("S5", "hit"), ("S6", "damage"), ("S2", "hit")])
def test_fives_sixes_and_twos_reroll_all_dice_of_a_kind_once(card: str, step: str) -> None:
    table = card_acts(card)
    table.do("order", 0, unit="a2", order="fire")
    table.put("b1", order="fire")
    table.do("shoot", 0, shooter="a2", target="b1", weapon="Rifle", shots=3, typed=None)
    attack = table.game.attack
    if attack is None:
        pytest.skip("no hit by these dice")
    assert attack.step == step
    count = len(attack.dice)
    table.do("reroll card", 0, typed=[1] * count)
    with pytest.raises(RefusedError):
        table.do("reroll card", 0)
