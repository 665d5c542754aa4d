"""Three hundred lines as people write them: each was read by a person first, and is so read (page 9 D)."""

from __future__ import annotations

from pathlib import Path

from rules.tabletop.lists.listing import read
from tests.rules.tabletop.lists.test_files import in_words

LINES = (Path(__file__).parent / "lines.txt").read_text(encoding="utf-8").splitlines()


def said(line: str) -> str:
    """What is read of a line: how many, kind, quality, points, officer, groups, or what is asked."""
    found = read(line)
    (unit,) = found.document["units"]
    parts = [f"{unit['count']}x", unit["kind"], unit["quality"], str(unit["points"])]
    parts += [unit["officer"]] if unit["officer"] else []
    asked = sorted({one.question.code for one in found.questions})
    return " / ".join((*parts, "? " + ", ".join(asked) if asked else in_words(unit)))


def test_the_lines_are_read_as_a_person_reads_them() -> None:
    pairs = [line.rsplit(" => ", 1) for line in LINES]
    assert len(pairs) >= 300
    assert {line: said(line) for line, _right in pairs} == dict(pairs)


def test_what_a_line_tells_is_not_marked_as_usual() -> None:
    told = "Grenadier squad (regular) 8 men, NCO SMG, 7 rifles - 90"
    assert read(told).document["units"][0]["from"]["groups"] == "text"
    assert read("Grenadier squad (regular) 8 men - 90").document["units"][0]["from"]["groups"] == "usual"
