"""The ladder: two dozen of its games, and what is made of many."""

from __future__ import annotations

from pathlib import Path

import pytest

from bench import ladder
from bench.ladder import (
    AMONG,
    PAIRINGS,
    RECRUIT,
    REGULAR,
    SLICES,
    STRONG,
    VETERAN,
    WEAK,
    Book,
    Game,
    elo,
    game,
    match,
    shares,
    wilson,
)


def test_two_dozen_games_show_who_is_stronger() -> None:
    strong = list(match(VETERAN, REGULAR, 6, "short", "crossing"))
    weak = list(match(RECRUIT, REGULAR, 18, "short"))
    assert sum(one.won for one in strong) >= 3
    assert sum(one.won for one in weak) <= 9
    assert shares(weak).keys() == {"crossing", "reliquary", "long_war"}
    assert {one.presets for one in weak} == {True, False}
    assert weak[0] == game(RECRUIT, REGULAR, 0, "short")


def test_sides_are_swapped_and_a_bot_against_itself_wins_half() -> None:
    even = list(match(REGULAR, REGULAR, 4, "even", "crossing"))
    for one, other in zip(even[::2], even[1::2], strict=True):
        assert one.won != other.won
        assert (one.opened, one.lost) == (other.opened[::-1], other.lost[::-1])


def test_intervals_and_ratings() -> None:
    low, high = wilson(300, 400)
    assert (round(low, 3), round(high, 3)) == (0.705, 0.79)
    blank = Game("a", "b", 0, "crossing", False, True, False, 1, None, (0, 0), (0, 0))
    games = [blank] * 3 + [Game("b", "a", 0, "crossing", False, True, False, 1, None, (0, 0), (0, 0))]
    found = elo(games, "b")
    assert found["b"] == 0
    assert 120 < found["a"] < 150


def test_a_ladder_that_was_broken_off_goes_on_with_the_same_games(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = tmp_path / "games" / "kept.jsonl"
    book = Book(place)
    book.play(WEAK, 0)
    book.play(WEAK, 1)
    book.play(AMONG["crossing"], 0)
    again = Book(place)
    assert again.games == book.games
    assert again.of(WEAK)[0] == game(RECRUIT, REGULAR, 0, ladder.SEED)
    assert again.of(STRONG) == []

    def never(*_given: object) -> Game:
        raise AssertionError("a game that was kept is played again")

    with monkeypatch.context() as patched:
        patched.setattr(ladder, "game", never)
        again.play(WEAK, 1)
        with pytest.raises(AssertionError):
            again.play(WEAK, 2)
    # Other bots' games are no news of these.
    monkeypatch.setattr(ladder, "code_of", lambda: "another")
    assert Book(place).games == {}


def test_every_slice_has_a_part_of_all_and_all_slices_have_each_game_once() -> None:
    for pairing in PAIRINGS:
        parts = [pairing.slice(part, SLICES) for part in range(SLICES)]
        assert [number for part in parts for number in part] == list(range(pairing.games))
        assert all(parts)
        assert not any(len(part) % 2 for part in parts)
