"""Lists that somebody answered to, and remarks below units (page 9 D)."""

from __future__ import annotations

import pytest

from rules.tabletop.lists.listing import read
from tests.rules.tabletop.lists.test_fresh import FILES

LIST = (
    "Grenadiers, veteran, 8 men - 154pts",
    "   NCO with SMG, 7 rifles",
    "",
    "Panther, regular, 300 pts",
)
TEXTS = [one for one in FILES if one.suffix == ".txt"]
OPEN = ("zw-08-nr-french.txt", "g6-japan_md_table.txt")
"""In these a heading was taken for a unit, and for a part of one."""


def test_a_list_that_is_quoted_is_read_as_the_list() -> None:
    plain = read("\n".join(LIST)).document["units"]
    quoted = read("\n".join(["Tom wrote:", *(f"> {line}" for line in LIST)])).document["units"]
    told = [{key: unit[key] for key in unit if key != "line"} for unit in quoted]
    assert told == [{key: unit[key] for key in unit if key != "line"} for unit in plain]
    assert len(plain) == 2


def test_a_remark_below_a_unit_is_left_out_and_what_it_has_is_not() -> None:
    remark, gear = "   > these guys did ALL the work", "   > 2 panzerfausts"
    said = read("\n".join([*LIST[:2], remark, *LIST[2:]]))
    assert remark.strip() in said.left
    assert [unit["ask"] for unit in said.document["units"]] == [[], []]
    armed = read("\n".join([*LIST[:2], gear, *LIST[2:]])).document["units"][0]
    assert any(group["weapon"] == "Panzerfaust" for group in armed["groups"])


@pytest.mark.parametrize("every", [80, pytest.param(1, marks=pytest.mark.long)])
@pytest.mark.parametrize("before", ["> ", "    "])
def test_what_stands_before_all_lines_changes_nothing(before: str, every: int) -> None:
    named = [one for one in TEXTS if one.name in OPEN]
    assert len(named) == len(OPEN)
    for file in [*named, *TEXTS[::every]]:
        plain = file.read_text(encoding="utf-8")
        told = read("\n".join(f"{before}{line}" for line in plain.splitlines())).document
        assert told["units"] == read(plain).document["units"], file.name
