"""A table says which numbers its group has changed, and tells the numbers in force where people measure."""

from __future__ import annotations

from dataclasses import replace

import pytest

from battles.models import Phone
from rules.tabletop.tables import NUMBERS, RANKS, WORDS, Tables, measured
from rules.tabletop.units import Group
from rules.tabletop.weapons import WEAPONS
from tests.table.moments import Pair, acting, drawn, put, struck
from tests.table.phones import page, sit_down

pytestmark = pytest.mark.django_db


def changed(pair: Pair, **numbers: int) -> Pair:
    """The group plays by other numbers."""
    tables = Tables()
    for path, value in numbers.items():
        tables = tables.changed(path, value)
    put(pair, lambda game: replace(game, tables=tables))
    return pair


def test_every_changed_number_is_stated_with_the_books_beside_it() -> None:
    pair = sit_down(begin=False)
    for path, value in NUMBERS.items():
        pair.act(0, "table", path=path, value=value + 1)
    before = page(pair, pair.ada)
    pair.act(0, "begin")
    watcher = Phone.objects.create(table=pair.table, numbers=[])
    for text in (before, page(pair, pair.ada), page(pair, pair.ben), page(pair, watcher)):
        for path, value in NUMBERS.items():
            if path not in WORDS:
                said = f'{path}: <b>{value + 1}</b> <span class="tag warn">changed, book: {value}</span>'
                assert said in text
    put(pair, lambda game: replace(game, tables=Tables()))
    assert "changed, book" not in page(pair, pair.ada)


def test_a_number_that_stands_for_a_word_is_chosen_and_told_in_words() -> None:
    pair = sit_down(begin=False)
    form = page(pair, pair.ada)
    assert '<option value="heavy" selected>for heavy weapons</option>' in form
    assert "volley.split (" not in form
    pair.act(0, "table", path="volley.split", value="all")
    text = page(pair, pair.ada)
    assert '<option value="all" selected>for all weapons</option>' in text
    name = "Targets of their own in a unit&#x27;s fire"
    changed = '<b>for all weapons</b> <span class="tag warn">changed, book: for heavy weapons</span>'
    assert f"{name}: {changed}" in text
    pair.act(0, "begin")
    assert f"House rule: {name} is for all weapons" in page(pair, pair.ben)


def measuring(*weapons: str) -> Pair:
    """Green's squad has declared what it fires, indirectly if it can."""
    pair = acting()
    groups = tuple(Group(name, 1, 3) for name in weapons)
    put(pair, lambda game: game.with_unit(replace(game.unit("a1"), groups=groups)))
    fire = [
        {"group": at, "target": "b1", "indirect": len(weapons) > 1 and WEAPONS[name].far > 0}
        for at, name in enumerate(weapons)
    ]
    pair.act(0, "volley", shooter="a1", fire=fire)
    return pair


def tile(inches: int) -> str:
    return f'name="at.0.inches" value="{inches}"'


@pytest.mark.long
def test_what_is_measured_on_the_table_is_told_by_the_numbers_in_force() -> None:
    told: set[str] = set()

    def tells(pair: Pair, words: str, **numbers: int) -> None:
        told.update(numbers)
        assert words not in page(pair, pair.ada)
        assert words in page(changed(pair, **numbers), pair.ada)

    tells(acting("run"), "From more than 5 inches: the target reacts", **{"close.react over": 5})
    tells(measuring("Rifle"), tile(4), **{"point blank": 4})
    tells(measuring("Rifle"), "Through smoke, up to 5 inches of it", **{"sight.smoke": 5})
    for rank in RANKS:
        pair = drawn()
        put(pair, lambda game, rank=rank: game.with_unit(replace(game.unit("a1"), officer=rank)))  # type: ignore[misc]
        tells(pair, 'within 9"', **{f"officer.{rank}.range": 9})
    for name, weapon in WEAPONS.items():
        if weapon.range:
            tells(measuring(name), tile(53), **{f"weapon.{name}.range": 53})
        if weapon.far:
            # A gun that reaches further shows from where on the other fires too.
            tells(measuring(name, "Super-heavy AT gun"), tile(8), **{f"weapon.{name}.near": 9})
            tells(measuring(name, "Super-heavy AT gun"), tile(53), **{f"weapon.{name}.far": 53})
    near = "All units within 5 inches of the target, or of the marker 17 inches away"
    tells(struck_by_air("near"), near, **{"air.within": 5, "air.marker": 17})
    tells(struck_by_air("target"), "No other unit within 11 inches", **{"air.rookie within": 11})
    pair = acting()
    put(pair, lambda game: replace(game, acting=(replace(game.acting[0], step="friendly", chooser=0),)))
    tells(pair, "an enemy within 10 inches", **{"fubar.enemy within": 10})
    silent = {f"weapon.{one.name}.{what}" for one in WEAPONS.values() for what in ("range", "near", "far")}
    assert {path for path in NUMBERS if measured(path)} - silent <= told
    assert told <= {path for path in NUMBERS if measured(path)}


def struck_by_air(step: str) -> Pair:
    """An air strike of Green's at this step, chosen by Green."""
    pair = struck("flak")
    put(
        pair,
        lambda game: replace(
            game,
            strikes=tuple(replace(one, step=step, chooser=0, reach=0, struck=()) for one in game.strikes),
        ),
    )
    return pair


def test_the_shots_that_are_fired_are_those_of_the_group() -> None:
    pair = changed(measuring("LMG"), **{"weapon.LMG.shots": 7})
    pair.act(0, "measure", at=[{"target": "b1", "inches": 30}])
    row = pair.act(1, "answer", how="stand")
    rolls = [one for one in row.events if one["kind"] == "hit rolls"]
    assert [len(one["dice"]) for one in rolls] == [7]
