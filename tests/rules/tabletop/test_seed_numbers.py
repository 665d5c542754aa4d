"""Each number of the tables, changed by one, fails a check of the documents, or is known to be in none."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

from rules.tabletop import tables, weapons
from rules.tabletop.tables import FULL_COLUMN, NUMBERS, SMOKE_ROWS, SUPERFICIAL_COLUMN
from tests.seeds.checks import CHECKS

IN_NO_SEED = {
    "damage.medium tank",
    "damage.heavy tank",
    "damage.super-heavy tank",
    "point blank",
    "volley.split",
    *(f"smoke.{row}" for row in SMOKE_ROWS),
}
"""Filled in from the published game or by the group: the scans have lost them, or never had them."""


def failing(about: str) -> str:
    """The first check that fails, those first that are about it; empty if none does."""
    area = about.split(".")[0]
    names = sorted(CHECKS, key=lambda name: (about not in name and name not in about, area not in name))
    for name in names:
        try:
            CHECKS[name]()
        except Exception:  # a check that cannot be played any more has failed too
            return name
    return ""


def test_as_they_are_all_numbers_are_the_documents() -> None:
    assert failing("") == ""


@pytest.mark.parametrize("path", sorted(set(NUMBERS) - IN_NO_SEED))
def test_a_number_that_is_changed_by_one_is_noticed(path: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for value in (NUMBERS[path] + 1, NUMBERS[path] - 1):
        with monkeypatch.context() as patch:
            patch.setitem(NUMBERS, path, value)  # type: ignore[arg-type]
            assert failing(path), f"{path} could be {value}"


def test_what_is_in_no_seed_is_in_no_check() -> None:
    assert set(NUMBERS) >= IN_NO_SEED


def shells() -> Iterator[tuple[str, int]]:
    for weapon in weapons.WEAPONS.values():
        if weapon.he:
            yield from ((weapon.name, he) for he in (weapon.he - 1, weapon.he + 1) if 0 < he <= 4)


@pytest.mark.parametrize(("name", "he"), list(shells()))
def test_another_template_is_noticed(name: str, he: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(weapons.WEAPONS, name, replace(weapons.WEAPONS[name], he=he))
    assert failing(f"weapon.{name}")


@pytest.mark.parametrize("column", ["FULL_COLUMN", "SUPERFICIAL_COLUMN"])
def test_another_row_of_the_damage_table_is_noticed(column: str, monkeypatch: pytest.MonkeyPatch) -> None:
    rows = {"FULL_COLUMN": FULL_COLUMN, "SUPERFICIAL_COLUMN": SUPERFICIAL_COLUMN}[column]
    assert getattr(tables, column) is rows
    for number in range(1, len(rows)):
        with monkeypatch.context() as patch:
            one, other = rows[number], rows[number + 1]
            patch.setitem(rows, number, other)
            patch.setitem(rows, number + 1, one)
            assert failing("effect"), f"{one} and {other} could be the other way round"
