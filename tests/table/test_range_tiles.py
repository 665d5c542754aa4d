"""The tiles of the inches say the same of each target of a volley as of its only one."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from rules.tabletop.units import Group
from tests.table.moments import acting, put
from tests.table.phones import Pair, page

pytestmark = pytest.mark.django_db

TILE = re.compile(r'name="at\.(\d)\.inches" value="(\d+)"[^>]*>(?:<span>)?\s*<b>.*?</b>\s*<span>(.*?)</span>')
ARMS = (Group("Rifle", 6), Group("Light AT gun", 1, 3), Group("Panzerfaust", 2, 0))


def measuring(*fire: tuple[int, str]) -> Pair:
    """Green's squad fires these groups at these targets; of Brown's two the second is a tank."""
    pair = acting()
    put(pair, lambda game: game.with_unit(replace(game.unit("a1"), groups=ARMS)))
    put(pair, lambda game: game.with_unit(replace(game.unit("b2"), kind="medium tank", turrets=1)))
    pair.act(0, "volley", shooter="a1", fire=[{"group": at, "target": key} for at, key in fire])
    return pair


def tiles(pair: Pair) -> list[list[tuple[str, str]]]:
    """The inches and words of each target."""
    found: dict[str, list[tuple[str, str]]] = {}
    for at, inches, words in TILE.findall(page(pair, pair.ada)):
        if inches != "999":
            found.setdefault(at, []).append((inches, re.sub(r"\s+", " ", words).strip()))
    return list(found.values())


def test_each_target_of_a_volley_has_the_words_of_a_single_one() -> None:
    [squad] = tiles(measuring((0, "b1")))
    [tank] = tiles(measuring((1, "b2"), (2, "b2")))
    assert [words.partition(":")[0] for _inches, words in squad] == ["point blank", "6 rifles"]
    assert any(words.startswith("point blank: ") for _inches, words in tank)
    assert tank[-1][1].startswith("long: ")
    assert tiles(measuring((0, "b1"), (1, "b2"), (2, "b2"))) == [squad, tank]
