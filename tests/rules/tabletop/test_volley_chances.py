"""Simulated volleys fall as the printed tables say: within three standard deviations of what is expected."""

from __future__ import annotations

import ast
from math import sqrt
from pathlib import Path
from typing import Any

import pytest

from rules.tabletop.action import Action
from rules.tabletop.dice import TableDice
from rules.tabletop.game import Step, step
from rules.tabletop.state import Game
from tests.rules.tabletop import volley_chances as expected
from tests.rules.tabletop.volley_chances import Case
from tests.seeds.seat import Seat

CHAINS = 3000
FEW = 250
NAMES = {"SMG": "Submachine gun (SMG)"}
SQUAD = (("SMG", 1), ("Rifle", 6), ("LMG", 1))
CASES = {
    "a mixed squad at 12": Case(SQUAD, 12),
    "at 24 on the move, pinned, in soft cover": Case(SQUAD, 24, pins=2, moved=True, cover="soft"),
    "at 36 only the machine gun": Case(SQUAD, 36, target="inexperienced"),
    "point blank at veterans Down in hard cover": Case(SQUAD, 6, target="veteran", cover="hard", down=True),
    "six and another six": Case(
        (("Rifle", 12), ("LMG", 2)), 20, quality="inexperienced", pins=1, moved=True, smoke=True
    ),
    "conscripts who lose half": Case(SQUAD, 10, target="inexperienced", men=4),
    "a small team": Case((("MMG", 1),), 30, men=3),
    "two shells under a template": Case(
        (("Heavy AT gun", 2),), 40, shells={"Heavy AT gun": 2}, template=4, cover="soft"
    ),
    "a shell and machine guns": Case(
        (("Medium AT gun", 1), ("MMG", 2)), 30, shells={"Medium AT gun": 1}, target="veteran"
    ),
    "a shell into a building": Case(
        (("Heavy AT gun", 1), ("MMG", 1)), 20, shells={"Heavy AT gun": 2}, building=True, cover="hard"
    ),
    "a gun behind its shield": Case(SQUAD, 12, kind="artillery", men=4, shield=True, target="regular"),
    "rifles at a lorry": Case((("Rifle", 10),), 12, kind="soft-skin"),
    "rifles at a tank": Case((("Rifle", 10),), 12, kind="light tank"),
    "a gun at a tank's side": Case((("Medium AT gun", 1),), 20, kind="light tank", arc="side"),
    "a gun at a tank from afar": Case((("Heavy AT gun", 1),), 50, kind="medium tank"),
    "a gun at a tank's rear, point blank": Case((("Medium AT gun", 1),), 6, kind="medium tank", arc="rear"),
}
SOME = ("a mixed squad at 12", "two shells under a template", "a gun at a tank's side")


def declared(case: Case) -> tuple[Game, dict[str, Any]]:
    """The volley stands, its target has its order; what is left is to measure."""
    vehicle = case.kind in expected.ARMOUR
    groups = [{"weapon": NAMES.get(name, name), "count": count, "crew": 1} for name, count in case.arms]
    target = {"kind": case.kind, "quality": case.target, "gun_shield": case.shield}
    men = {} if vehicle else {"start": case.men}
    seat = Seat([{"quality": case.quality, "groups": groups, "pins": case.pins}, {}], [{**target, **men}, {}])
    seat.order("b1", "down" if case.down else "fire")
    if not case.down:
        seat.do("done", player=1)
    # A test takes the first pin off; it is put back.
    seat.order("a1", "fire", *([1, 1] if case.pins else []))
    if case.pins:
        seat.correct("a1", pins=case.pins)
    fire = [
        {"group": at, "target": "b1", "he": case.shells.get(name, 0) > 0}
        for at, (name, _count) in enumerate(case.arms)
    ]
    seat.do("volley", shooter="a1", fire=fire)
    measured = {
        "target": "b1",
        "inches": case.inches,
        "cover": case.cover,
        "arc": case.arc,
        "smoke": case.smoke,
        "moved": case.moved,
        "building": case.building,
        "template": case.template,
    }
    return seat.game, {"at": [measured]}


def played(game: Game, values: dict[str, Any], chain: int) -> Step:
    """One chain of dice; a turret that jams is asked about, which no case counts."""
    dice = TableDice(chain.to_bytes(32, "big"), "chances", 0)
    return step(game, Action("measure", 0, values), dice)


def told(done: Step, kind: str, name: str) -> int:
    return sum(int(dict(event.values)[name]) for event in done.events if event.kind == kind)


def gone(done: Step) -> int:
    return int(done.game.unit("b1").destroyed)


def near(found: list[int], mean: float, variance: float, what: str) -> None:
    """The mean of these is within three standard deviations of what is expected."""
    got, allowed = sum(found) / len(found), 3 * sqrt(variance / len(found))
    assert abs(got - mean) <= allowed + 1e-12, f"{what}: {got:.4f}, expected {mean:.4f} +- {allowed:.4f}"


def prove(case: Case, chains: int) -> None:
    game, values = declared(case)
    done = [played(game, values, chain) for chain in range(chains)]
    if case.kind in expected.ARMOUR:
        hit = 1 - expected.pins(case)[0]
        near([int(told(one, "hits", "hits") > 0) for one in done], hit, hit * (1 - hit), "hits")
        if case.kind == "soft-skin":
            chance = 1 - (1 - expected.to_hit(case) * expected.killing(case, "Rifle")) ** 10
        else:
            armed = case.arms[0][0] in expected.PENETRATES
            chance = expected.knocked_out(case) if armed else 0.0
        near([gone(one) for one in done], chance, chance * (1 - chance), "destroyed")
        return
    near([told(one, "casualties", "lost") for one in done], *expected.mean(expected.losses(case)), "losses")
    near([told(one, "pinned", "pins") for one in done], *expected.mean(expected.pins(case)), "pins")
    chance = expected.lost(case)
    near([gone(one) for one in done], chance, chance * (1 - chance), "destroyed")


@pytest.mark.parametrize("name", SOME)
def test_a_volley_falls_as_it_should(name: str) -> None:
    prove(CASES[name], FEW)


@pytest.mark.long
@pytest.mark.parametrize("name", CASES)
def test_three_thousand_volleys_fall_as_they_should(name: str) -> None:
    prove(CASES[name], CHAINS)


def test_what_is_expected_knows_nothing_of_the_resolvers() -> None:
    tree = ast.parse(Path(expected.__file__).read_text())
    named = {node.module or "" for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    named |= {one.name for node in ast.walk(tree) if isinstance(node, ast.Import) for one in node.names}
    assert not any(name.startswith("rules") for name in named)


def test_the_numbers_are_felt() -> None:
    """A volley that falls otherwise is noticed: of a shooter who has moved, nobody told what is expected."""
    case = CASES["a mixed squad at 12"]
    game, values = declared(case)
    values["at"][0]["moved"] = True
    done = [played(game, values, chain) for chain in range(FEW)]
    with pytest.raises(AssertionError, match="losses"):
        near(
            [told(one, "casualties", "lost") for one in done], *expected.mean(expected.losses(case)), "losses"
        )
