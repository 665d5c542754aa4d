"""Lines and files whose reading a person typed beforehand, without having seen the reader (page 9 D)."""

from __future__ import annotations

import io
import json
import zipfile
from pathlib import Path

import pytest

from rules.tabletop.lists.document import ListedUnit
from rules.tabletop.lists.listing import read
from tests.rules.tabletop.lists.expecting import differences, expected

FRESH = Path(__file__).parent / "fresh"
LINES = [
    line.rsplit(" => ", 1)
    for one in sorted(FRESH.glob("lines*.txt"))
    for line in one.read_text(encoding="utf-8").splitlines()
    if not line.startswith("#")
]
FILES = sorted(one for one in (FRESH / "files").iterdir() if one.suffix != ".right")
RIGHT = 0.95
"""So much is read without a question. What the corpus leaves open on purpose is right if it is asked."""

EVERY = [24, pytest.param(1, marks=pytest.mark.long)]
"""The short form has every 24th of them."""


def judged(where: str, unit: ListedUnit, told: str) -> tuple[str, bool]:
    """What is wrong with a unit that nobody is asked of, and whether something is asked in vain."""
    wrong, missed, vain = differences(unit, expected(told))
    found = [*wrong, *(f"{name} is not asked" for name in missed)]
    return (f"{where}: {found}" if found else ""), bool(vain)


@pytest.mark.parametrize("every", EVERY)
def test_no_line_is_read_wrong_without_a_question(every: int) -> None:
    assert len(LINES) >= 250
    found = []
    for line, told in LINES[every // 2 :: every]:
        units = read(line).document["units"]
        assert len(units) == 1, line
        found.append(judged(line, units[0], told))
    assert [wrong for wrong, _vain in found if wrong] == []
    assert sum(vain for _wrong, vain in found) <= len(found) * (1 - RIGHT)


@pytest.mark.parametrize("every", EVERY)
def test_no_file_is_read_wrong_without_a_question_nor_otherwise_packed_or_again(every: int) -> None:
    assert len(FILES) >= 25
    found, otherwise = [], []
    for file in FILES[::every]:
        rights = file.with_suffix(".right").read_text(encoding="utf-8").splitlines()
        document = read(file.read_bytes()).document
        units = document["units"]
        assert len(units) == len(rights), file.name
        for unit, right in zip(units, rights, strict=True):
            name, told = right.split(" => ")
            found.append(judged(f"{file.name}: {name}", unit, told))
        if read(json.dumps(document)).document != document:
            otherwise.append(f"{file.name}, what was read of it")
        if file.suffix == ".ros" and read(packed(file)).document != document:
            otherwise.append(f"{file.name}, packed")
    assert [wrong for wrong, _vain in found if wrong] == []
    assert otherwise == []
    assert sum(vain for _wrong, vain in found) <= len(found) * (1 - RIGHT)


def packed(file: Path) -> bytes:
    """A roster's file as programs pack it."""
    whole = io.BytesIO()
    with zipfile.ZipFile(whole, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(file.name, file.read_bytes())
    return whole.getvalue()
