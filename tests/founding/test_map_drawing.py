"""Maps drawn from a seed: connected, fair, as they were wished for, and always the same."""

from __future__ import annotations

import os
import random
from collections import deque

import pytest

from campaign.base.maps.generate import Drawn, Wish, draw
from campaign.base.maps.reach import FAR, Land, is_connected, marches
from campaign.base.maps.starts import Frame, Symmetry, nearest
from campaign.base.setup.boards import faults, read_board
from rules.maps.grid import distance
from rules.state import At

MANY = int(os.environ.get("DRAWN_MAPS", "1000"))
BATCH = 100
SHORT = 1
"""Batches that are looked at every time; all of them by ``make long``."""


def marches_from(rows: list[str], start: At) -> dict[At, int]:
    """Marches to every sector, the slow way."""
    found = {start: 0}
    edge = deque([start])
    while edge:
        x, y = edge.popleft()
        for at in ((x + dx, y + dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1)):
            inside = 0 <= at[0] < len(rows[0]) and 0 <= at[1] < len(rows)
            if inside and rows[at[1]][at[0]] != "#" and at not in found:
                found[at] = found[(x, y)] + 1
                edge.append(at)
    return found


def any_wish(number: int) -> Wish:
    chance = random.Random(number)
    width = chance.randint(12, 20)
    return Wish(
        seed=number,
        width=width,
        height=width if chance.random() < 0.5 else chance.randint(12, 20),
        players=chance.randint(2, 8),
        symmetry=chance.choice(list(Symmetry)),
        city=chance.uniform(0, 0.3),
        rock=chance.uniform(0, 0.35),
        supplies=chance.randint(0, 2),
        sensors=chance.randint(0, 1),
        relics=chance.randint(0, 2),
    )


def unfairness(wish: Wish, drawn: Drawn) -> str:
    """What is wrong with a map, found without any help of what drew it."""
    rows = drawn.board["terrain"]
    ways = [marches_from(rows, start) for start in drawn.starts]
    if any(len(way) != sum(row.count(".") + row.count("C") for row in rows) for way in ways):
        return "not connected"
    middle = [
        (x, y)
        for x in {(wish.width - 1) // 2, wish.width // 2}
        for y in {(wish.height - 1) // 2, wish.height // 2}
    ]
    inwards = [min(way[at] for at in middle) for way in ways]
    enemies = [
        min(way[other] for other in drawn.starts if other != start)
        for way, start in zip(ways, drawn.starts, strict=True)
    ]
    straight = nearest(drawn.starts)
    for what, gaps in (("middle", inwards), ("enemy", enemies), ("straight", straight)):
        if max(gaps) - min(gaps) > 1:
            return f"{what}: {gaps}"
    return ""


@pytest.mark.once
@pytest.mark.parametrize(
    "batch",
    [
        pytest.param(batch, marks=[pytest.mark.long] if batch >= SHORT else [])
        for batch in range(max(1, MANY // BATCH))
    ],
)
def test_every_map_is_connected_and_its_starts_are_fair(batch: int) -> None:
    wrong = []
    for number in range(batch * BATCH, (batch + 1) * BATCH):
        wish = any_wish(number)
        drawn = draw(wish)
        found = unfairness(wish, drawn)
        if found or len(set(drawn.starts)) != wish.players:
            wrong.append((number, found, drawn.starts))
    assert wrong == []


@pytest.mark.parametrize("players", range(2, 9))
@pytest.mark.parametrize("symmetry", Symmetry)
def test_a_drawn_map_can_be_played_as_it_is(players: int, symmetry: Symmetry) -> None:
    drawn = draw(Wish(seed=7, players=players, symmetry=symmetry, supplies=2, sensors=1, relics=2, banners=3))
    board = read_board(drawn.board)
    assert board == drawn.board
    assert list(faults(board, [f"s{number}" for number in range(1, players + 1)])) == []
    assert len(board["banners"]) == 3 * players
    assert len(board["features"]) == 3 * players
    assert len(board["relics"]) == players


@pytest.mark.parametrize(
    ("players", "symmetry", "turn"),
    [
        (2, Symmetry.ROTATION, lambda x, y: (29 - x, 29 - y)),
        (4, Symmetry.ROTATION, lambda x, y: (29 - y, x)),
        (8, Symmetry.ROTATION, lambda x, y: (29 - y, x)),
        (6, Symmetry.ROTATION, lambda x, y: (29 - x, 29 - y)),
        (2, Symmetry.MIRROR, lambda x, y: (29 - x, y)),
        (3, Symmetry.MIRROR, lambda x, y: (29 - x, y)),
        (4, Symmetry.MIRROR, lambda x, y: (x, 29 - y)),
        (8, Symmetry.MIRROR, lambda x, y: (29 - x, y)),
    ],
)
def test_what_a_grid_can_repeat_exactly_is_repeated_exactly(players: int, symmetry: Symmetry, turn) -> None:  # type: ignore[no-untyped-def]
    drawn = draw(Wish(seed=3, players=players, symmetry=symmetry, rock=0.2, city=0.1))
    rows = drawn.board["terrain"]
    for y, row in enumerate(rows):
        for x, terrain in enumerate(row):
            across, down = turn(x, y)
            assert rows[down][across] == terrain
    if players % 2 == 0:
        assert {turn(*start) for start in drawn.starts} == set(drawn.starts)


def test_a_seed_always_draws_the_same_map() -> None:
    assert draw(Wish(seed=11, players=5)) == draw(Wish(seed=11, players=5))
    assert draw(Wish(seed=11, players=5)) != draw(Wish(seed=12, players=5))


def test_the_shares_are_about_what_was_wished_for() -> None:
    for seed in range(6):
        rows = draw(Wish(seed=seed, width=40, height=40, rock=0.2, city=0.1)).board["terrain"]
        assert 0.18 <= sum(row.count("#") for row in rows) / 1600 <= 0.26
        assert 0.08 <= sum(row.count("C") for row in rows) / 1600 <= 0.12


def test_each_player_has_its_supplies_as_far_away_as_the_others() -> None:
    for seed in range(8):
        drawn = draw(Wish(seed=seed, players=2 + seed % 7, supplies=2, sensors=1, relics=2, rock=0.2))
        rows = drawn.board["terrain"]
        things = [*drawn.board["features"], *drawn.board["relics"]]
        ways = [marches_from(rows, start) for start in drawn.starts]
        for first in range(0, len(things), len(drawn.starts)):
            group = [tuple(thing["at"]) for thing in things[first : first + len(drawn.starts)]]
            own = [min(way[at] for at in group) for way in ways]
            assert max(own) - min(own) <= 1, (seed, group)


def test_a_large_map_is_drawn_soon_enough_to_wait_for() -> None:
    drawn = draw(Wish(seed=1, width=300, height=300, players=8))
    assert is_connected(drawn.board["terrain"])
    assert min(nearest(drawn.starts)) >= 80


@pytest.mark.parametrize(
    ("wish", "field"),
    [
        (Wish(seed=1, width=11), "width"),
        (Wish(seed=1, height=301), "height"),
        (Wish(seed=1, players=1), "players"),
        (Wish(seed=1, players=9), "players"),
        (Wish(seed=1, rock=0.5), "rock"),
        (Wish(seed=1, city=-0.1), "city"),
        (Wish(seed=1, banners=7), "banners"),
    ],
)
def test_a_wish_out_of_bounds_names_its_field(wish: Wish, field: str) -> None:
    with pytest.raises(ValueError, match=f"^{field}: must be from"):
        draw(wish)


def test_marches_go_around_rock() -> None:
    rows = ("..#..", "..#..", ".....", "..#..")
    land = Land.of(rows)
    layers = land.layers(land.bit((0, 0)))
    assert marches(land, layers, land.bit((4, 0))) == 4
    assert marches(land, layers, land.bit((3, 0))) == 4
    assert marches(land, layers, land.bit((1, 1))) == 1
    assert marches(land, layers, land.bit((2, 0))) == FAR
    assert land.sectors(land.bit((3, 1))) == [(3, 1)]
    assert not is_connected(("..#.", "..#.", "..##"))
    assert not is_connected(("##", "##"))
    assert is_connected(("#.", ".#"))


def test_the_ring_is_one_distance_from_the_middle() -> None:
    for width, height in ((20, 20), (21, 21), (20, 31), (40, 13)):
        frame = Frame.of(width, height, 3, Symmetry.ROTATION)
        for reach in range(4, 18):
            for at in frame.ring(reach, 2):
                assert max(abs(2 * at[0] - width + 1), abs(2 * at[1] - height + 1)) == reach
                assert distance(at, (0, 0)) < max(width, height)
