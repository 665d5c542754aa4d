"""The corpus by which the reader was accepted: 300 lines and 60 files, as it read them first (page 9 D).

Typed by five people who had not seen the reader, and read by it without a change in between.
"""

from __future__ import annotations

from pathlib import Path

from rules.tabletop.lists.listing import read
from rules.tabletop.lists.whole import BEGINS
from tests.rules.tabletop.lists.test_fresh import RIGHT, judged

ACCEPTED = Path(__file__).parent / "accepted"


def test_of_300_lines_none_is_wrong_and_95_of_100_are_right() -> None:
    lines = [
        line.rsplit(" => ", 1) for line in (ACCEPTED / "lines.txt").read_text(encoding="utf-8").splitlines()
    ]
    assert len(lines) == 300
    found = []
    for line, told in lines:
        (unit,) = read(line).document["units"]
        found.append(judged(line, unit, told))
    assert [wrong for wrong, _vain in found if wrong] == []
    assert sum(vain for _wrong, vain in found) <= len(found) * (1 - RIGHT)


def test_of_60_files_no_unit_is_wrong_and_95_of_100_are_right() -> None:
    files = sorted(one for one in (ACCEPTED / "files").iterdir() if one.suffix != ".right")
    assert len(files) >= 60
    found = []
    for file in files:
        rights = file.with_suffix(".right").read_text(encoding="utf-8").splitlines()
        told = read(file.read_bytes())
        units = told.document["units"]
        if len(units) != len(rights):
            # Parted otherwise: then it is asked where they begin, and all of it is open.
            assert BEGINS in {one.question.key for one in told.questions}, file.name
            found += [("", True)] * len(rights)
            continue
        for unit, right in zip(units, rights, strict=True):
            name, meant = right.split(" => ")
            found.append(judged(f"{file.name}: {name}", unit, meant))
    assert [wrong for wrong, _vain in found if wrong] == []
    assert sum(vain for _wrong, vain in found) <= len(found) * (1 - RIGHT)
