"""The quick reference page says what the documents say: its tables are read and held against the facts."""

from __future__ import annotations

import re
from html import unescape

import pytest
from django.test import Client

from tests.seeds import facts
from tests.seeds.orders import NAMES

WORDS = {
    "armoured car": "Armoured car or carrier",
    "infantry": "On foot",
    "stunned": "crew stunned: Down",
    "steering": "steering compromised",
    "engine": "engine damage",
}
ALLOWED = {
    "ok": "yes",
    "no": "no",
    "no run": "no Run",
    "no*": "deploy only",
    "ok*": "yes, unless designated",
    "no!": "heavy ones may demolish",
    "x2": "double",
}


def plain(html: str) -> str:
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", html)).split())


@pytest.fixture(name="rows", scope="module")
def _rows() -> dict[str, list[list[str]]]:
    """The rows of the page's tables by their first cell."""
    found: dict[str, list[list[str]]] = {}
    for row in re.findall(r"<tr>(.*?)</tr>", page(), re.DOTALL):
        cells = [plain(cell) for cell in re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", row, re.DOTALL)]
        found.setdefault(cells[0], []).append(cells[1:])
    return found


def page() -> str:
    return Client().get("/t/tables/").content.decode()


def upto(values: tuple[int, ...]) -> str:
    return str(values[0]) if len(values) == 1 else f"{values[0]}-{values[-1]}"


def expected() -> list[tuple[str, list[str]]]:  # one row of the page each, by its first cell
    rows: list[tuple[str, list[str]]] = []
    for name, morale in facts.MORALE.items():
        rows.append((name.capitalize(), [str(morale.value)]))
    for name, officer in facts.OFFICERS.items():
        bonus, orders, reach = officer.value
        rows.append((name.capitalize(), [f"+{bonus}", str(orders), f'{reach}"']))
    rows += [
        ("Each pin", [str(facts.PER_PIN.value)]),
        ("Infantry without its NCO", [str(facts.WITHOUT_NCO.value)]),
        ("Crewed weapon, one man left", [str(facts.CREW_OF_ONE.value)]),
        ("Assault on enclosed armour without anti-tank weapons", [str(facts.ASSAULTING_A_TANK.value)]),
    ]
    rows += list(moving())
    for name, terrain in facts.TERRAIN.items():
        rows.append((name.capitalize(), [ALLOWED[what] for what in terrain.value]))
    rows += [
        ("Hits on", [f"{facts.HIT_ON.value}+"]),
        ("Point blank", [f"{facts.POINT_BLANK_TO_HIT.value:+d}"]),
        ("Firer is pinned", [str(facts.PINNED_TO_HIT.value)]),
        ("Firer is inexperienced", [str(facts.INEXPERIENCED_TO_HIT.value)]),
        ("Firer has moved", [str(facts.MOVING_TO_HIT.value)]),
        ("Through smoke", [str(facts.SMOKE_TO_HIT.value)]),
        ("Soft cover", [f"{facts.SOFT_COVER.value}+"]),
        ("Hard cover", [f"{facts.HARD_COVER.value}+"]),
        ("Down", [f"{facts.COVER_DOWN.value[0]}+"]),
        ("Down in cover", [f"+{facts.COVER_DOWN.value[1]}"]),
        ("From the side", [f"{facts.SIDE_OR_TOP.value:+d}"]),
        ("From above", [f"{facts.SIDE_OR_TOP.value:+d}"]),
        ("From the rear", [f"{facts.REAR.value:+d}"]),
        ("At long range", [f"{facts.LONG_RANGE.value:+d}"]),
        ("Point blank", [f"{facts.POINT_BLANK.value:+d}"]),
        ("On Advance", [f"{facts.HIT_ON_ADVANCE.value}+"]),
        ("Otherwise", [f"{facts.HIT_OTHERWISE.value}+"]),
    ]
    rows += list(harming())
    for name, arm in (facts.SMALL_ARMS | facts.HEAVY).items():
        rows.append(weapon(name, arm.value))
    return rows


def moving() -> list[tuple[str, list[str]]]:
    found = []
    for name, move in facts.MOVES.items():
        advance, run = move.value
        on_foot = name == "infantry"
        pivots = "" if on_foot else "{} / {}".format(*facts.PIVOTS[name].value)
        back = "" if on_foot else f'{advance / facts.REVERSE_IS_ONE_OVER.value:g}"'
        found.append((WORDS.get(name, name.capitalize()), [f'{advance}"', f'{run}"', pivots, back]))
    return found


def harming() -> list[tuple[str, list[str]]]:
    found = []
    for name, troops in facts.TROOPS.items():
        in_the_open, shielded = troops.value
        found.append((name.capitalize(), [f"{in_the_open}+", f"{shielded}+"]))
    for name, vehicle in facts.VEHICLES.items():
        found.append((WORDS.get(name, name.capitalize()), [f"{vehicle.value}+", ""]))
    for size, shell in facts.HE.items():
        pen, pins, (dice, sides) = shell.value
        hits = f"D{sides}" if dice == 1 else f"{dice}D{sides}"
        found.append((f'{size}"', [f"+{pen}", f"D{pins}", hits]))
    for roll in range(1, 7):
        full, light = (
            next((name for name, fact in facts.EFFECTS.items() if roll in fact.value[column]), "")
            for column in (0, 1)
        )
        found.append((str(roll), [WORDS.get(full, full), WORDS.get(light, light)]))
    return found


def weapon(name: str, arm: facts.Arm) -> tuple[str, list[str]]:
    rules = list(arm.rules)
    if arm.indirect:
        rules.append("Howitzer" if arm.reach else "Indirect fire")
    rules += [f'HE {arm.he}"'] if arm.he else []
    reach = [f'{arm.reach}"'] if arm.reach else []
    reach += ['{}-{}"'.format(*arm.indirect)] if arm.indirect else []
    only_he = arm.pen is None and arm.he
    pen = f"+{arm.pen}" if arm.pen is not None else "HE" if only_he else "n/a"
    first = " ".join([NAMES.get(name, name), ", ".join(rules)]).strip()
    return first, [" / ".join(reach), str(arm.shots), pen]


@pytest.mark.parametrize(("name", "cells"), expected(), ids=lambda value: str(value)[:40])
def test_a_row_of_the_page_is_the_documents(
    name: str, cells: list[str], rows: dict[str, list[list[str]]]
) -> None:
    assert cells in rows[name]


def sentences() -> list[str]:
    """What the page says of the documents' rules, beside its tables."""
    fly_by, planes = facts.FLY_BY_DIE.value, facts.PLANE_PINS_DIE.value
    drift_dice, drift_sides = facts.MISCALCULATED_BY.value
    radius_die, radius = facts.BARRAGE_WITHIN.value
    assert facts.REVERSE_PIVOTS.value == facts.PIVOTS["tracked"].value[0]
    assert facts.ON_ROAD.value == 2
    return [
        f"Rally No move, no fire; lose D{facts.RALLY_DIE.value} pins",
        f"cover save {facts.DOWN_SAVE.value}+, or +{facts.DOWN_BETTER_BY.value} on the save of cover",
        f"Down for a whole turn loses D{facts.DOWN_ALL_TURN_DIE.value} pins",
        "Run Move at double speed, no fire; also to assault",
        f"a pass takes {facts.PIN_FOR_A_PASS.value} pin off",
        f"{upto(facts.FRIENDLY_FIRE.value)} Fires at a friend with an enemy within"
        f" {facts.ENEMY_NEAR_A_FRIEND.value} inches",
        f"{upto(facts.PANIC.value)} Runs for the nearest table edge",
        "A 1 always misses",
        f"Indirect fire needs {', '.join(f'{needed}+' for needed in facts.INDIRECT.value)}",
        "half of their models or more",
        f"Turret check, D6 {upto(facts.TURRET_HOLDS_ON.value)} Nothing happens"
        f" {upto(facts.TURRET_JAMS_ON.value)} Jams for good",
        f"on fire on a {facts.AMPULOMET_FIRE_ON.value}",
        f"Who is charged from more than {facts.REACTS_BEYOND.value} inches reacts",
        f"{upto(facts.ROOKIE.value)} The opponent picks another target within"
        f" {facts.ROOKIE_TARGET_WITHIN.value} inches",
        f"D{fly_by} more pins",
        f"{upto(facts.NO_PLANE.value)} Nothing yet",
        f"{upto(facts.PLANE_COMES.value)} It comes: marker {facts.AIRCRAFT_MARKER.value} inches away",
        f"D{planes} pins within {facts.PLANE_PINS_WITHIN.value} inches of target or marker",
        f"{upto(facts.MISCALCULATION.value)} The aiming point drifts {drift_dice}D{drift_sides} inches",
        f"{upto(facts.DELAY.value)} Move the marker up to {facts.DELAYED_MARKER.value} inches",
        f"{upto(facts.BARRAGE_FALLS.value)} It comes: within D{radius_die} + {radius} inches each unit rolls",
        f"each unit: {upto(facts.BARRAGE_PINS_ON.value)} D{facts.BARRAGE_PINS_DIE.value} pins",
        f"each unit: {upto(facts.BARRAGE_HIT_ON.value)} Hit by a heavy howitzer",
        f"({facts.BARRAGE_HIT.value[0]} inches HE, +{facts.BARRAGE_HIT.value[1]})",
        f"D{facts.BARRAGE_HIT_PINS_DIE.value} pins if it survives",
        f"One sees {facts.SMOKE_SIGHT.value} inches through smoke",
        f"adds {facts.OPEN_TOPPED_INDIRECT.value} to each roll",
        f"+{upto(facts.NORMAL.value)} Normal: one die on the full column",
        f"+{facts.MASSIVE_FROM.value} and more Massive: two dice on the full column",
        "once a turn, not when it tows",
        "In reverse on Advance only, with both pivots",
        "A move wholly on a road is doubled for wheeled and half-tracked vehicles",
        "destroyed by any damage",
        "the loser is destroyed",
        "the third time it is knocked out",
        "Blacker Bombard",
        "Armour is rolled against once",
    ]


@pytest.mark.parametrize("said", sentences())
def test_the_page_says_it(said: str) -> None:
    assert said in plain(page())
