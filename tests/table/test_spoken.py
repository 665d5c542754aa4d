"""One sentence is read out for each wave of dice, whatever groups it is of."""

from __future__ import annotations

from typing import Any

import pytest

from battles.table.words.spoken import spoken
from battles.table.words.table_log import sentence
from tests.table.moments import acting
from tests.table.phones import page, sit_down

pytestmark = pytest.mark.django_db


def event(kind: str, *dice: int, **values: Any) -> dict[str, Any]:
    """A line of the log."""
    return {"kind": kind, "values": values, "dice": [{"value": value} for value in dice], "rule": ""}


def test_a_volley_is_told_wave_by_wave_and_not_group_by_group() -> None:
    game = sit_down().game
    told = spoken(
        game,
        [
            event("hit rolls", 1, 3, 6, shooter="a1", needed=3),
            event("hit rolls", 6, 2, shooter="a1", needed=7),
            event("second sixes", 4, shooter="a1"),
            event("hits", shooter="a1", target="b1", hits=2),
            event("damage rolls", 1, 5, unit="b1", needed=4),
            event("shuffled", 3, 5),
        ],
    )
    assert told[0] == ""
    assert told[1] == "Hits: 3 of 5."
    assert told[2] == f"{game.unit('a1').name} needs another 6: 4."
    assert told[3] == ""
    assert told[4] == f"Damage on {game.unit('b1').name}, 4 or more. Damage: 1 of 2."
    assert told[5] == "", "how a deck was shuffled is told at the end"


def test_what_is_told_between_the_dice_of_a_wave_does_not_part_it() -> None:
    game = sit_down().game
    told = spoken(
        game,
        [
            event("damage rolls", 1, 5, unit="b1", needed=4),
            event("no harm", unit="b2"),
            event("damage rolls", 6, unit="b2", needed=5),
            event("damaged", unit="b1", count=1),
        ],
    )
    assert told == ["", "", "Damage: 2 of 3.", ""]


def test_what_a_card_rolls_again_is_one_wave_and_told_by_group() -> None:
    game = sit_down().game
    again = {"unit": "a1", "step": "hit", "needed": 3}
    events = [
        event("reroll card", 4, 1, **again, group=0, weapon="SMG"),
        event("reroll card", 3, **again, group=1, weapon="Rifle"),
    ]
    assert spoken(game, events) == ["", "Rolled again: 2 of 3."]
    name = game.unit("a1").name
    assert sentence(game, events[1]) == f"Rifle: {name} rolls again, by its card, 3 or more"
    # Logs of before do not say what was needed.
    before = event("reroll card", 4, 1, unit="a1", step="hit")
    assert spoken(game, [before]) == [f"{name} rolls again, by its card: 4, 1."]


def test_both_sides_of_a_round_are_one_sentence() -> None:
    game = sit_down().game
    one, other = game.unit("a1").name, game.unit("b1").name
    told = spoken(game, [event("fought", 4, 1, unit="a1", round=1), event("fought", 2, unit="b1", round=1)])
    assert told == ["", f"Round 1: {one} strikes: 4, 1; Round 1: {other} strikes: 2."]


def test_a_test_says_itself_what_came_of_it() -> None:
    game = sit_down().game
    said = spoken(game, [event("tested", 3, 4, unit="a1", value=9, total=7, passed=1)])
    assert said == [f"Order test of {game.unit('a1').name}: 7 against 9, passed."]


def test_the_page_has_the_sentences_of_the_whole_last_action() -> None:
    pair = acting()
    pair.act(0, "shoot", shooter="a1", target="b1", weapon="Rifle", shots="9", cover="soft")
    pair.act(1, "answer", how="stand")
    html = page(pair, pair.ben)
    assert 'of 9."' in html
    assert html.count('data-spoken=""') < html.count("data-spoken=")
