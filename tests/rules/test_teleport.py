"""Teleports (Rules 5.3). With the seed of the drawings a1 drifts 4 sectors north-east, b1 as its dice say."""

from __future__ import annotations

from rules.dice import Dice, direction_label, distance_label
from rules.events import EventKind, Purpose, Reason
from rules.maps.grid import DIRECTIONS
from rules.state import At, BannerId
from tests.rules.builders import SEED, banner, moved, places

TELEPORT = {"alpha": ["teleport"], "beta": ["teleport"]}


def drift(name: str) -> tuple[At, int]:
    """Direction and distance of a banner's drift."""
    dice = Dice(bytes.fromhex(SEED))
    direction = dice.die(direction_label(3, BannerId(name)), 8)
    return DIRECTIONS[direction - 1], dice.die(distance_label(3, BannerId(name)), 6)


def big(*standing: tuple[int, int, str], rocks: tuple[At, ...] = ()) -> str:
    """A map of 20 x 20 with banners and rocks."""
    rows = [["."] * 20 for _ in range(20)]
    for x, y in rocks:
        rows[y][x] = "#"
    for x, y, who in standing:
        rows[y][x] = who
    return "\n".join(" ".join(row) for row in rows)


def along(to: At, name: str, steps: int) -> At:
    """The sector so many steps along a banner's drift."""
    (dx, dy), _ = drift(name)
    return to[0] + steps * dx, to[1] + steps * dy


def test_a_teleport_drifts_by_its_two_dice() -> None:
    (_, steps) = drift("a1")
    movement = moved(big((0, 0, "a1:15")), "a1 teleport 10,10", rules=TELEPORT)
    assert places(movement)["a1"] == along((10, 10), "a1", steps)
    (event,) = (event for event in movement.events if event.kind == EventKind.TELEPORTED)
    direction = DIRECTIONS.index(drift("a1")[0]) + 1
    assert event.dice == ((Purpose.DIRECTION, direction), (Purpose.DISTANCE, steps))


def test_the_drift_stops_before_rock_even_if_there_is_ground_behind() -> None:
    rock = along((10, 10), "a1", 2)
    movement = moved(big((0, 0, "a1:15"), rocks=(rock,)), "a1 teleport 10,10", rules=TELEPORT)
    assert places(movement)["a1"] == along((10, 10), "a1", 1)


def test_it_falls_back_over_enemies_but_not_over_friends() -> None:
    _, steps = drift("a1")
    last, before = along((10, 10), "a1", steps), along((10, 10), "a1", steps - 1)
    enemy = moved(big((0, 0, "a1:15"), (*last, "b1:15")), "a1 teleport 10,10", rules=TELEPORT)
    assert places(enemy)["a1"] == before
    friend = moved(big((0, 0, "a1:15"), (*last, "a2:15")), "a1 teleport 10,10", rules=TELEPORT)
    assert places(friend)["a1"] == last


def test_it_stays_when_enemies_stand_on_the_whole_path() -> None:
    _, steps = drift("a1")
    path = [along((10, 10), "a1", step) for step in range(steps + 1)]
    enemies = [(*at, f"b{number}:15") for number, at in enumerate(path)]
    movement = moved(big((0, 0, "a1:15"), *enemies), "a1 teleport 10,10", rules=TELEPORT)
    assert places(movement)["a1"] == (0, 0)
    (event,) = (event for event in movement.events if event.kind == EventKind.TELEPORT_STAYED)
    assert event.reason == Reason.NO_FREE_SECTOR


def meeting(alpha: int, beta: int) -> dict[str, At]:
    """a1 and b1 of these levels aim so that both would land on (10, 10)."""
    aims = {name: along((10, 10), name, -drift(name)[1]) for name in ("a1", "b1")}
    orders = [f"{name} teleport {x},{y}" for name, (x, y) in aims.items()]
    return places(moved(big((0, 0, f"a1:{alpha}"), (19, 19, f"b1:{beta}")), *orders, rules=TELEPORT))


def test_of_enemies_that_would_land_together_the_lower_level_lands() -> None:
    assert meeting(14, 15) == {"a1": (10, 10), "b1": (19, 19)}
    assert meeting(15, 14) == {"a1": (0, 0), "b1": (10, 10)}
    assert meeting(15, 15) == {"a1": (0, 0), "b1": (19, 19)}


def test_an_enemy_that_itself_teleports_away_still_stood_there_when_the_step_began() -> None:
    _, steps = drift("a1")
    last, before = along((10, 10), "a1", steps), along((10, 10), "a1", steps - 1)
    movement = moved(
        big((0, 0, "a1:15"), (*last, "b1:15")), "a1 teleport 10,10", "b1 teleport 1,18", rules=TELEPORT
    )
    assert places(movement)["a1"] == before
    assert places(movement)["b1"] != last


def test_landing_where_it_stood_is_no_move_and_keeps_the_works() -> None:
    rules = {"alpha": ["teleport", "mobilization"]}
    _, steps = drift("a1")
    home = along((10, 10), "a1", steps)
    stayed = moved(big((*home, "a1:15f")), "a1 teleport 10,10", rules=rules)
    assert (places(stayed)["a1"], banner(stayed, "a1").works) == (home, "fortified")
    went = moved(big((0, 0, "a1:15f")), "a1 teleport 10,10", rules=rules)
    assert banner(went, "a1").works == "none"
