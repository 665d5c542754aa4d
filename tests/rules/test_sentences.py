"""What leaves the rules is a code with values: every code has one sentence, and its gaps are the values."""

from __future__ import annotations

import ast
import itertools
import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from rules import sentences
from rules.armies import Trait
from rules.club.house import HouseRule
from rules.format.reading import ScenarioError
from rules.orders import BannerOrders, Order, OrderKind, Plan, Slot
from rules.plans.knowledge import Knowledge
from rules.plans.legality import Problem, options, problems
from rules.scenario import load, move
from rules.sentences import ARMIES, FAULTS, PROBLEMS, WORDS, filled
from rules.state import (
    Banner,
    BannerId,
    Feature,
    FeatureId,
    Player,
    PlayerId,
    Relic,
    RelicId,
    Settings,
    SpecialOrders,
    Works,
)
from tests.rules.sentences import gaps
from tests.rules.test_scenario import GONE, changed

ROOT = Path(__file__).resolve().parents[2]
READERS = [path for floor in ("rules", "campaign", "battles") for path in (ROOT / floor).rglob("*.py")]


# Faults of documents, wherever the source raises them


def raised(path: Path) -> Iterator[tuple[str, set[str]]]:
    """Every code of a fault that a module raises, with the names of its values."""
    tree = ast.parse(path.read_text())
    held: dict[str, set[str]] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.AnnAssign) and ast.unparse(node.annotation) == "Values":
            held[ast.unparse(node.target)] = _keys(node.value, {})
    for call in ast.walk(tree):
        if not isinstance(call, ast.Call):
            continue
        name = getattr(call.func, "attr", getattr(call.func, "id", ""))
        if name in ("error", "_not") and not ast.unparse(call.func).startswith(("logger", "messages")):
            values = {str(keyword.arg) for keyword in call.keywords}
            if name == "_not":
                values.add("value")
            yield from ((code, values) for code in _codes(call.args[0]))
        elif name == "ScenarioError":
            given = _keys(call.args[2], held)
            yield from ((code, given) for code in _codes(call.args[1]))


def _codes(node: ast.expr) -> list[str]:
    """The codes that an expression may be; what is passed on from another error has been found there."""
    if isinstance(node, ast.IfExp):
        return [*_codes(node.body), *_codes(node.orelse)]
    if isinstance(node, ast.Name | ast.Attribute):
        return []
    return [str(node.value) if isinstance(node, ast.Constant) else ast.unparse(node)]


def _keys(node: ast.expr | None, held: Mapping[str, set[str]]) -> set[str]:
    if isinstance(node, ast.Name):
        return held.get(node.id, set())
    found: set[str] = set()
    for key, inner in zip(node.keys, node.values, strict=True) if isinstance(node, ast.Dict) else ():
        found |= _keys(inner, held) if key is None else {ast.literal_eval(key)}
    return found


def test_every_fault_that_is_raised_has_a_sentence_with_its_values() -> None:
    found = [(path.name, code, values) for path in READERS for code, values in raised(path)]
    assert [one for one in found if one[1] not in FAULTS] == []
    assert [one for one in found if gaps(FAULTS[one[1]]) != one[2]] == []
    assert {code for _, code, _ in found} == set(FAULTS), "a sentence that nothing says"
    assert len(found) > 60


def test_a_code_stands_once_and_its_sentence_is_marked() -> None:
    tree = ast.parse(Path(sentences.__file__).read_text())
    tables = [one.value for one in tree.body if isinstance(one, ast.AnnAssign)]
    tables = [one for one in tables if isinstance(one, ast.Dict)]
    assert len(tables) == 5
    for table in tables:
        assert isinstance(table, ast.Dict)
        codes = [ast.literal_eval(key) for key in table.keys if key is not None]
        assert len(set(codes)) == len(codes) == len(table.keys)
        assert all(map(_is_marked, table.values))
    listed = [one.value for one in tree.body if isinstance(one, ast.Assign)]
    (words,) = (one for one in listed if isinstance(one, ast.Tuple))
    assert all(map(_is_marked, words.elts))


def _is_marked(node: ast.expr) -> bool:
    if not isinstance(node, ast.Call) or ast.unparse(node.func) != "_":
        return False
    return isinstance(node.args[0], ast.Constant)


def test_what_may_stand_in_a_gap_as_a_word_is_one() -> None:
    works = [one.value for one in Works if one != Works.NONE]
    assert {*OrderKind, *Slot, *works} <= set(WORDS)
    assert gaps(" ".join(ARMIES.values())) == {"id", "points", "most"}


# Why orders are void, of all that a banner may be told


HOUSE = (HouseRule("house_calm", never=("march", "search", "fortify", "use")),)
FEATURES = (Feature(FeatureId("mill"), (2, 2)),)
TRAITS: list[tuple[str, ...]] = [
    (),
    ("house_calm",),
    (Trait.TELEPORT,),
    (Trait.RAIDERS, Trait.TRIBAL_ANIMOSITY),
    (Trait.IMPETUOUS, Trait.SLOW_RESUPPLY),
]
RELICS = (
    Relic(RelicId("orb"), carried_by=BannerId("a2")),
    Relic(RelicId("rod"), carried_by=BannerId("a1"), destructible=False),
)


def knowing(traits: tuple[str, ...], banner: Banner, alone: bool) -> Knowledge:
    """What a player knows whose first banner is this one, alone beside a rock or with another."""
    return Knowledge(
        turn=1,
        rows=(".#",) if alone else ("...", ".#.", "..."),
        settings=Settings(special_orders=SpecialOrders.USE),
        player=Player(PlayerId("p"), traits),
        banners=(banner,) if alone else (banner, Banner(BannerId("a2"), PlayerId("p"), (2, 0), 15)),
        relics=() if alone else RELICS,
        features=() if alone else FEATURES,
        house=HOUSE,
    )


def orders() -> Iterator[BannerOrders]:
    """Orders of each kind with all that they may name, and some that do not fit together."""
    for kind in (OrderKind.MARCH, OrderKind.TELEPORT):
        for to in (None, (0, 0), (1, 0), (1, 1), (2, 2), (-1, 0)):
            yield BannerOrders(Order(kind, to=to))
    for kind in ("fortify", "entrench", "unfortify", "resupply", "split"):
        yield BannerOrders(None, Order(OrderKind(kind)))
        yield BannerOrders(Order(OrderKind.MARCH, to=(1, 0)), Order(OrderKind(kind)))
    banners = (None, *map(BannerId, ("a1", "a2", "b1")))
    relics = (None, *map(RelicId, ("orb", "rod", "nothing")))
    for giver, levels, relic in itertools.product(banners, (-1, 0, 2), relics):
        yield BannerOrders(None, Order(OrderKind.TRANSFER, giver=giver, levels=levels, relic=relic))
    for partner in banners:
        yield BannerOrders(None, Order(OrderKind.JOIN, partner=partner))
    for relic in relics:
        yield BannerOrders(None, None, Order(OrderKind.DESTROY_RELIC, relic=relic))
        yield BannerOrders(None, None, Order(OrderKind.USE, relic=relic))
    for feature in map(FeatureId, ("mill", "cellar")):
        yield BannerOrders(None, None, Order(OrderKind.USE, feature=feature))
    yield BannerOrders(None, None, Order(OrderKind.OTHER, text="by night"))
    retreat = Order(OrderKind.RETREAT, to=(1, 0))
    yield BannerOrders(None, None, retreat)
    yield BannerOrders(Order(OrderKind.SEARCH), None, retreat)


def objections() -> Iterator[Problem]:
    """Every problem that any of these orders has, and every one for which an order is not offered."""
    standing = itertools.product((5, 15, 20), Works, (False, True))
    banners = [Banner(BannerId("a1"), PlayerId("p"), (0, 0), *facts) for facts in standing]
    for traits, banner, alone in itertools.product(TRAITS, banners, (False, True)):
        own = knowing(traits, banner, alone)
        for option in options(own, banner.id):
            yield from option.problems
        for given in orders():
            yield from problems(own, Plan({banner.id: given, BannerId("b1"): given}))


def test_every_reason_against_an_order_has_a_sentence_with_its_values() -> None:
    met: set[str] = set()
    for problem in objections():
        assert gaps(PROBLEMS[problem.code]) == set(problem.values), problem
        assert problem.sentence == filled(PROBLEMS[problem.code], problem.values)
        met.add(problem.code)
    assert met == set(PROBLEMS)


# Word by word as the command has always said it


SAID: list[tuple[str, Any, str]] = json.loads((Path(__file__).parent / "said.json").read_text())
"""A path, what is put there (``GONE``: nothing), and the line that the command prints."""


@pytest.mark.parametrize(("path", "value", "line"), SAID)
def test_the_command_says_a_fault_word_by_word(path: str, value: Any, line: str) -> None:
    with pytest.raises(ScenarioError) as refused:
        move(load(changed(path, GONE if value == "GONE" else value)))
    assert str(refused.value) == line
