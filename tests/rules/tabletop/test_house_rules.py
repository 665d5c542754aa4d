"""Every number that a group may change for itself is felt: in a resolver, or it is measured on the table."""

from __future__ import annotations

from typing import Any

import pytest

from rules.tabletop.action import RefusedError
from rules.tabletop.dice import NeedDiceError
from rules.tabletop.tables import KINDS, NUMBERS, QUALITIES, SMOKE_ROWS, Tables, measured
from rules.tabletop.weapons import WEAPONS
from tests.rules.tabletop.situations import (
    Situation,
    against,
    aims,
    armour,
    burns,
    charges,
    diameter,
    direct,
    drifted,
    due,
    fired,
    flown,
    friendly,
    hits,
    inches,
    jams,
    morale,
    moved,
    near,
    open_topped,
    pierces,
    pivots,
    rallies,
    reach,
    rolls_on_the_table,
    saves,
    shell,
    slider,
    snaps,
    splits,
    stays_down,
    step,
    struck,
)

CASES: list[tuple[str, int, Situation, Any, Any]] = [
    # number, the group's value, situation, by the book, by the group's value
    ("morale.inexperienced", 5, morale(quality="inexperienced"), 8, 5),
    ("morale.regular", 5, morale(), 9, 5),
    ("morale.veteran", 5, morale(quality="veteran"), 10, 5),
    ("test.no NCO", -3, morale(nco=False), 8, 6),
    ("test.pin", -2, morale(pins=3), 6, 3),
    ("test.last crewman", -4, morale(kind="artillery", models=1, start=3), 8, 5),
    ("test.enclosed armour", -5, against("", enclosed=True), 5, 3),
    ("fubar.friendly fire up to", 3, friendly, 0, 1),
    ("rally.die", 3, rallies, 6, 3),
    ("down.die", 2, stays_down, 3, 2),
    ("down.save", 4, saves("none", "down"), 5, 4),
    ("down.bonus", 1, saves("soft", "down"), 3, 4),
    ("move.foot", 7, inches("foot"), 6, 7),
    ("move.tracked", 8, inches("tracked"), 9, 8),
    ("move.half-track", 8, inches("half-track"), 9, 8),
    ("move.wheeled", 8, inches("wheeled"), 12, 8),
    ("pivots.advance", 3, pivots("advance"), 2, 3),
    ("pivots.run", 0, pivots("run"), 1, 0),
    ("hit.base", 4, hits(), 3, 4),
    ("hit.point blank", 0, hits(band="point blank"), 2, 3),
    ("hit.pinned", -2, hits({"pins": 1}), 4, 5),
    ("hit.inexperienced", -2, hits({"quality": "inexperienced"}), 4, 5),
    ("hit.moved", -2, hits(moved=True), 4, 5),
    ("hit.smoke", -2, hits(smoke=True), 4, 5),
    ("indirect.first", 5, aims(), 6, 5),
    ("indirect.best", 4, aims(2), 2, 4),
    *((f"damage.{one}", 9, armour(quality=one), 3 + number, 9) for number, one in enumerate(QUALITIES)),
    ("damage.gun shield", 2, armour(gun_shield=True, kind="artillery"), 5, 6),
    *((f"damage.{one}", 4, armour(kind=one), 6 + number, 4) for number, one in enumerate(KINDS[2:])),
    ("save.soft", 6, saves("soft"), 5, 6),
    ("save.hard", 3, saves("hard"), 4, 3),
    ("pen.side", 3, pierces(arc="side"), 6, 8),
    ("pen.top", 3, pierces(arc="top"), 6, 8),
    ("pen.rear", 3, pierces(arc="rear"), 7, 8),
    ("pen.long", -2, pierces(band="long"), 4, 3),
    ("pen.point blank", 2, pierces(band="point blank"), 6, 7),
    ("armour.normal from", 2, rolls_on_the_table(1), (1, 0), (1, 1)),
    ("armour.massive from", 2, rolls_on_the_table(2), (1, 0), (2, 0)),
    ("open-topped", 0, open_topped, "immobilised", "stunned"),
    ("jam.from", 3, jams, (), ("side",)),
    ("vehicle.hit advance", 5, charges("advance"), 6, 5),
    ("vehicle.hit", 5, charges("fire"), 4, 5),
    ("air.rookie up to", 2, struck("air", [2], step, target="b1"), "due", "target"),
    ("air.empty up to", 2, struck("air", [3], step, target="b1"), "due", "flak"),
    ("air.pins", 2, struck("air", [6], flown, target="b1"), 3, 2),
    ("barrage.miss up to", 2, struck("smoke", [2, 1, 1, 1, 7], step, weapon="light mortar"), None, "done"),
    ("barrage.delay up to", 4, struck("smoke", [4], due, weapon="light mortar"), 2, 3),
    ("barrage.drift", 2, drifted, 6, 4),
    ("barrage.moves", 9, struck("barrage", [3], moved), 12, 9),
    ("barrage.within", 8, struck("barrage", [4, 1], reach), 7, 9),
    ("barrage.pins", 2, struck("barrage", [4, 1], near(1, 1)), 3, 2),
    ("barrage.hit from", 5, struck("barrage", [4, 1], near(5, 1)), 3, None),
    ("barrage.hit pins", 3, struck("barrage", [4, 1], direct), 6, 3),
    ("ampulomet.fire from", 5, burns, None, "destroyed"),
    ("momentum.end", 3, slider, 0, -1),
    ("volley.split", 1, splits, "refused", 2),
    *(
        (f"officer.{rank}.bonus", 1, against(rank, officer="a1"), 8 + bonus, 9)
        for rank, bonus in (("second lieutenant", 2), ("first lieutenant", 2), ("captain", 4), ("major", 4))
    ),
    *(
        (f"officer.{rank}.orders", 1, snaps(rank), orders, 1)
        for rank, orders in (("second lieutenant", 2), ("first lieutenant", 2), ("captain", 4), ("major", 4))
    ),
    *(
        (f"he.{size}.{what}", number + 1, shell(size, what), number, number + 1)
        for size, row in {1: (1, 2, 1, 3), 2: (2, 2, 1, 6), 3: (3, 3, 2, 6), 4: (4, 3, 3, 6)}.items()
        for what, number in zip(("penetration", "pin die", "building dice", "building die"), row, strict=True)
    ),
    *(
        (
            f"smoke.{row}",
            9,
            struck("smoke", [4], diameter, weapon=row),
            0,
            9,
        )
        for row in SMOKE_ROWS
    ),
    *(
        (f"weapon.{one.name}.shots", one.shots + 1, fired(one.name, "shots"), one.shots, one.shots + 1)
        for one in WEAPONS.values()
    ),
    *(
        (f"weapon.{one.name}.penetration", 9, fired(one.name, "penetration"), one.penetration, 9)
        for one in WEAPONS.values()
        if isinstance(one.penetration, int)
    ),
]
IDS = [case[0] for case in CASES]


@pytest.mark.parametrize(("path", "new", "situation", "book", "house"), CASES, ids=IDS)
def test_a_changed_number_is_felt(path: str, new: int, situation: Situation, book: Any, house: Any) -> None:
    found = [outcome(situation, Tables()), outcome(situation, Tables().changed(path, new))]
    assert found == [book, house]


def outcome(situation: Situation, tables: Tables) -> Any:
    """What comes of it; None where the dice that were typed are too many or too few by these numbers."""
    try:
        return situation(tables)
    except (RefusedError, NeedDiceError):
        return None


def test_every_number_is_felt_or_measured_on_the_table() -> None:
    assert len(IDS) == len(set(IDS))
    assert set(IDS).isdisjoint(filter(measured, NUMBERS))
    assert set(IDS) | set(filter(measured, NUMBERS)) == set(NUMBERS)


@pytest.mark.parametrize(
    ("path", "low"),
    [
        ("rally.die", 1),
        ("down.die", 1),
        ("he.3.pin die", 1),
        ("he.1.building die", 1),
        ("air.pins", 1),
        ("barrage.pins", 1),
        ("barrage.hit pins", 1),
        ("momentum.end", 1),
        ("barrage.drift", 0),
        ("he.2.building dice", 0),
        ("officer.captain.orders", 0),
        ("weapon.LMG.shots", 1),
        ("move.foot", 0),
        ("pen.long", -20),
    ],
)
def test_no_number_makes_the_rules_impossible(path: str, low: int) -> None:
    assert Tables().changed(path, low)[path] == low
    with pytest.raises(RefusedError):
        Tables().changed(path, low - 1)
