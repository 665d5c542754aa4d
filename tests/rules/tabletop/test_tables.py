"""Every row of every table."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from rules.tabletop.attacks import Shot
from rules.tabletop.resolvers.movement import may_enter, rate
from rules.tabletop.resolvers.needing import needed_to_hit, penetration_of, save_needed
from rules.tabletop.tables import NUMBERS, Tables
from rules.tabletop.units import Aim, Unit
from rules.tabletop.weapons import HEAVY_WEAPONS, SMALL_ARMS, WEAPONS
from tests.rules.tabletop.playing import two_sides, with_men

BOOK = Tables()


def unit(**more: Any) -> Unit:
    """A unit of ten regulars."""
    return with_men(Unit("x", "X", 0), **{"models": 10, "start": 10, **more})


def attack(**more: Any) -> Shot:
    """A shot."""
    return Shot("b1", **more)


def aimed(**changes: Any) -> dict[str, Any]:
    """A firer whose mortar shot at b1 in turn 1, neither having moved."""
    known = {"weapon": "Light mortar", "target": "b1", "turn": 1, "own": 0, "other": 0}
    return {"aims": (Aim(**{**known, **changes}),)}


def test_there_are_thirty_weapons() -> None:
    assert (len(SMALL_ARMS), len(HEAVY_WEAPONS), len(WEAPONS)) == (8, 22, 30)


@pytest.mark.parametrize(
    "row",
    [
        ("Rifle", 24, 1, "n/a", 0, 0, 0),
        ("Pistol", 6, 1, "n/a", 0, 0, 0),
        ("Submachine gun (SMG)", 12, 2, "n/a", 0, 0, 0),
        ("Automatic rifle", 30, 2, "n/a", 0, 0, 0),
        ("Assault rifle", 18, 2, "n/a", 0, 0, 0),
        ("Shotgun", 12, 1, "n/a", 0, 0, 0),
        ("LMG", 36, 4, "n/a", 0, 0, 0),
        ("MMG", 36, 6, "n/a", 0, 0, 0),
        ("HMG", 48, 6, 1, 0, 0, 0),
        ("Light auto cannon", 48, 2, 2, 1, 0, 0),
        ("Heavy auto cannon", 72, 2, 3, 1, 0, 0),
        ("Anti-tank rifle", 48, 1, 2, 0, 0, 0),
        ("PIAT", 12, 1, 5, 0, 0, 0),
        ("Bazooka", 24, 1, 5, 0, 0, 0),
        ("Panzerschreck", 24, 1, 6, 0, 0, 0),
        ("Panzerfaust", 12, 1, 6, 0, 0, 0),
        ("Light AT gun", 48, 1, 4, 1, 0, 0),
        ("Medium AT gun", 60, 1, 5, 1, 0, 0),
        ("Heavy AT gun", 72, 1, 6, 2, 0, 0),
        ("Super-heavy AT gun", 84, 1, 7, 3, 0, 0),
        ("Flamethrower (infantry)", 6, 1, 2, 0, 0, 0),
        ("Flamethrower (vehicle)", 12, 1, 3, 0, 0, 0),
        ("VB launcher / rifle grenade", 0, 1, "HE", 1, 6, 18),
        ("AT weapon", 24, 1, "HE", 2, 0, 0),
        ("Light mortar", 0, 1, "HE", 1, 12, 36),
        ("Medium mortar", 0, 1, "HE", 2, 12, 60),
        ("Heavy mortar", 0, 1, "HE", 3, 12, 72),
        ("Light howitzer", 48, 1, "HE", 2, 30, 60),
        ("Medium howitzer", 60, 1, "HE", 3, 36, 72),
        ("Heavy howitzer", 72, 1, "HE", 4, 42, 84),
    ],
)
def test_a_weapon_is_as_in_the_book(row: tuple[Any, ...]) -> None:
    found = WEAPONS[row[0]]
    assert row == (found.name, found.range, found.shots, found.penetration, found.he, found.near, found.far)


@pytest.mark.parametrize(
    ("changes", "value"),
    [
        ({"quality": "inexperienced"}, 8),
        ({}, 9),
        ({"quality": "veteran"}, 10),
        ({"pins": 3}, 6),
        ({"nco": False}, 8),
        ({"kind": "artillery", "nco": False}, 9),
        ({"kind": "artillery", "models": 1, "start": 3}, 8),
        ({"weapons": ("MMG",), "models": 1, "start": 3}, 8),
        ({"models": 1, "start": 10}, 9),
    ],
)
def test_morale(changes: dict[str, Any], value: int) -> None:
    assert unit(**changes).morale(BOOK) == value


@pytest.mark.parametrize(
    ("rank", "figures"),
    [
        ("second lieutenant", (2, 2, 6)),
        ("first lieutenant", (2, 2, 6)),
        ("captain", (4, 4, 12)),
        ("major", (4, 4, 12)),
    ],
)
def test_officers(rank: str, figures: tuple[int, ...]) -> None:
    assert tuple(BOOK[f"officer.{rank}.{name}"] for name in ("bonus", "orders", "range")) == figures


@pytest.mark.parametrize(
    ("kind", "quality", "shield", "value"),
    [
        ("infantry", "inexperienced", False, 3),
        ("infantry", "regular", False, 4),
        ("artillery", "veteran", False, 5),
        ("artillery", "inexperienced", True, 4),
        ("artillery", "regular", True, 5),
        ("artillery", "veteran", True, 6),
        ("soft-skin", "regular", False, 6),
        ("armoured car", "regular", False, 7),
        ("light tank", "regular", False, 8),
        ("medium tank", "regular", False, 9),
        ("heavy tank", "regular", False, 10),
        ("super-heavy tank", "regular", False, 11),
    ],
)
def test_damage_values(kind: str, quality: str, shield: bool, value: int) -> None:
    assert unit(kind=kind, quality=quality, gun_shield=shield).armour_value(BOOK) == value


@pytest.mark.parametrize(
    ("changes", "shooter", "needed"),
    [
        ({}, {}, 3),
        ({"band": "point blank"}, {}, 2),
        ({"band": "long"}, {}, 3),
        ({"moved": True}, {}, 4),
        ({"smoke": True}, {}, 4),
        ({}, {"pins": 1}, 4),
        ({}, {"pins": 5}, 4),
        ({}, {"quality": "inexperienced"}, 4),
        ({"moved": True, "smoke": True}, {"pins": 1, "quality": "inexperienced"}, 7),
        ({"moved": True, "band": "point blank"}, {"pins": 1}, 3),
        ({"indirect": True, "moved": True}, {"pins": 4}, 6),
        ({"indirect": True}, aimed(needed=6), 5),
        ({"indirect": True}, aimed(needed=3), 2),
        ({"indirect": True}, aimed(needed=2), 2),
        ({"indirect": True}, aimed(needed=4, turn=2), 4),
        ({"indirect": True}, aimed(needed=4, turn=0), 6),
        ({"indirect": True}, aimed(needed=4, target="b2"), 6),
        ({"indirect": True}, aimed(needed=4, weapon="Heavy mortar"), 6),
        ({"indirect": True}, aimed(needed=4, own=1), 6),
        ({"indirect": True}, aimed(needed=4, other=1), 6),
        ({"indirect": True, "moved": True}, aimed(needed=4), 6),
    ],
)
def test_what_hits(changes: dict[str, Any], shooter: dict[str, Any], needed: int) -> None:
    game = replace(two_sides().game, turn=2)
    shot = attack(weapon="Light mortar", **changes)
    assert needed_to_hit(shot, unit(**shooter), game) == needed


@pytest.mark.parametrize(
    ("cover", "order", "needed"),
    [
        ("none", "fire", 7),
        ("soft", "fire", 5),
        ("hard", "fire", 4),
        ("none", "down", 5),
        ("soft", "down", 3),
        ("hard", "down", 2),
    ],
)
def test_cover_saves(cover: str, order: str, needed: int) -> None:
    assert save_needed(attack(cover=cover), unit(order=order), BOOK) == needed


@pytest.mark.parametrize(
    ("changes", "kind", "plus"),
    [
        ({}, "medium tank", 5),
        ({"arc": "side"}, "medium tank", 6),
        ({"arc": "top"}, "medium tank", 6),
        ({"arc": "rear"}, "medium tank", 7),
        ({"band": "long"}, "medium tank", 4),
        ({"band": "point blank"}, "medium tank", 6),
        ({"arc": "rear", "band": "long"}, "medium tank", 6),
        ({"arc": "rear", "band": "long"}, "infantry", 5),
        ({"arc": "side"}, "soft-skin", 5),
    ],
)
def test_penetration(changes: dict[str, Any], kind: str, plus: int) -> None:
    assert penetration_of(attack(penetration=5, **changes), unit(kind=kind), BOOK) == plus


@pytest.mark.parametrize(
    ("size", "figures"), [(1, (1, 2, 1, 3)), (2, (2, 2, 1, 6)), (3, (3, 3, 2, 6)), (4, (4, 3, 3, 6))]
)
def test_high_explosive(size: int, figures: tuple[int, ...]) -> None:
    names = ("penetration", "pin die", "building dice", "building die")
    assert tuple(BOOK[f"he.{size}.{name}"] for name in names) == figures


@pytest.mark.parametrize(
    ("locomotion", "order", "changes", "expected"),
    [
        ("foot", "advance", {}, (6, 6, -1, 0)),
        ("foot", "run", {}, (12, 12, -1, 0)),
        ("tracked", "advance", {}, (9, 9, 2, 4.5)),
        ("tracked", "run", {}, (18, 18, 1, 0)),
        ("half-track", "advance", {}, (9, 18, 2, 4.5)),
        ("wheeled", "advance", {}, (12, 24, 2, 6)),
        ("wheeled", "run", {}, (24, 48, 1, 0)),
        ("wheeled", "run", {"recce": True}, (24, 48, 1, 24)),
        ("wheeled", "advance", {"recce": True}, (12, 24, 2, 12)),
        ("tracked", "advance", {"steering": 1}, (9, 9, 1, 4.5)),
        ("tracked", "run", {"steering": 1}, (18, 18, 0, 0)),
        ("tracked", "advance", {"steering": 2}, (9, 9, 0, 4.5)),
        ("tracked", "advance", {"immobilised": True}, (0, 0, 0, 0)),
        ("tracked", "run", {"halved": True}, (9, 9, 1, 0)),
        ("tracked", "advance", {"halved": True}, (4.5, 4.5, 2, 2.25)),
        ("wheeled", "advance", {"fast": True}, (12, 24, 2, 6)),
        ("wheeled", "advance", {"slow": True}, (12, 24, 2, 6)),
        ("tracked", "fire", {}, (0, 0, 0, 0)),
    ],
)
def test_moves(locomotion: str, order: str, changes: dict[str, Any], expected: tuple[int, ...]) -> None:
    found = rate(unit(locomotion=locomotion, **changes), order, BOOK)
    assert (found.inches, found.road, found.pivots, found.reverse) == expected


@pytest.mark.parametrize(
    ("terrain", "row"),
    [
        ("open", ("ok", "ok", "ok", "ok", "ok")),
        ("rough", ("ok", "no", "deploy only", "no", "ok")),
        ("obstacle", ("ok", "no", "no", "no", "unless designated")),
        ("building", ("ok", "ok", "deploy only", "no", "demolish")),
        ("road", ("ok", "ok", "ok", "double", "ok")),
    ],
)
def test_terrain(terrain: str, row: tuple[str, ...]) -> None:
    foot, gun = unit(), unit(kind="artillery")
    car = unit(kind="armoured car", locomotion="wheeled")
    tank = unit(kind="heavy tank", locomotion="tracked")
    assert row == (
        may_enter(foot, terrain, "advance"),
        may_enter(foot, terrain, "run"),
        may_enter(gun, terrain, "advance"),
        may_enter(car, terrain, "advance"),
        may_enter(tank, terrain, "advance"),
    )


def test_only_heavy_tanks_demolish_and_half_tracks_use_roads() -> None:
    assert may_enter(unit(kind="medium tank", locomotion="tracked"), "building", "advance") == "no"
    assert may_enter(unit(kind="armoured car", locomotion="half-track"), "road", "run") == "double"


def test_a_group_changes_a_number_and_it_shows_as_changed() -> None:
    mine = BOOK.changed("save.soft", 6)
    assert (mine["save.soft"], mine["save.hard"]) == (6, 4)
    assert mine.changes == (("save.soft", 6),)
    assert mine.changed("save.soft", 5).changes == ()


@pytest.mark.parametrize(("path", "value"), [("save.none", 3), ("save.soft", 100), ("save.soft", -21)])
def test_a_number_that_cannot_be_is_refused(path: str, value: int) -> None:
    with pytest.raises(ValueError):
        BOOK.changed(path, value)


def test_smoke_diameters_are_empty_until_a_group_fills_them() -> None:
    assert [NUMBERS[path] for path in NUMBERS if path.startswith("smoke.")] == [0, 0, 0, 0]


@pytest.mark.parametrize(
    ("name", "special"),
    [
        ("Rifle", ""),
        ("Pistol", ""),
        ("Submachine gun (SMG)", "Assault"),
        ("Automatic rifle", ""),
        ("Assault rifle", "Assault"),
        ("Shotgun", "Assault"),
        ("LMG", "Team"),
        ("MMG", "Team, Fixed"),
        ("HMG", "Team, Fixed"),
        ("Light auto cannon", 'Team, Fixed, HE 1"'),
        ("Heavy auto cannon", 'Team, Fixed, HE 1"'),
        ("Anti-tank rifle", "Team"),
        ("PIAT", "Team, Shaped Charge"),
        ("Bazooka", "Team, Shaped Charge"),
        ("Panzerschreck", "Team, Shaped Charge"),
        ("Panzerfaust", "One-shot, Shaped Charge"),
        ("Light AT gun", 'Team, Fixed, HE 1"'),
        ("Medium AT gun", 'Team, Fixed, HE 1"'),
        ("Heavy AT gun", 'Team, Fixed, HE 2"'),
        ("Super-heavy AT gun", 'Team, Fixed, HE 3"'),
        ("Flamethrower (infantry)", "Team, Flamethrower"),
        ("Flamethrower (vehicle)", "Flamethrower"),
        ("VB launcher / rifle grenade", 'Indirect fire, HE 1"'),
        ("AT weapon", 'Team, Fixed, HE 2"'),
        ("Light mortar", 'Team, Indirect fire, HE 1"'),
        ("Medium mortar", 'Team, Fixed, Indirect fire, HE 2"'),
        ("Heavy mortar", 'Team, Fixed, Indirect fire, HE 3"'),
        ("Light howitzer", 'Team, Fixed, Howitzer, HE 2"'),
        ("Medium howitzer", 'Team, Fixed, Howitzer, HE 3"'),
        ("Heavy howitzer", 'Team, Fixed, Howitzer, HE 4"'),
    ],
)
def test_the_special_rules_of_a_weapon(name: str, special: str) -> None:
    assert ", ".join(WEAPONS[name].special) == special
