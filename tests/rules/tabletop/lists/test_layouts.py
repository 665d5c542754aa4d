"""However a list is laid out, its units are told apart, and what is read of them is right (page 9 D)."""

from __future__ import annotations

import pytest

from rules.tabletop.lists.listing import read
from tests.rules.tabletop.lists.layouts import Layout
from tests.rules.tabletop.lists.test_files import wrong_in

ASKED = 0.02
"""So few are asked."""


@pytest.mark.parametrize("lists", [60, pytest.param(3000, marks=pytest.mark.long)])
def test_no_layout_is_read_wrong_and_hardly_any_unit_is_asked(lists: int) -> None:
    units = 0
    wrong, parted, asked = [], [], []
    for seed in range(lists):
        layout = Layout(seed)
        text = layout.text()
        found = read(text).document["units"]
        units += len(layout.squads)
        if len(found) != len(layout.squads):
            parted.append(f"{seed}: {len(found)} units for {len(layout.squads)}")
            continue
        pairs = [*zip(found, layout.squads, strict=True)]
        wrong += [f"{seed}: {one}" for unit, squad in pairs for one in wrong_in(unit, squad)]
        asked += [f"{seed}: {unit['name']}: {unit['ask']}" for unit, _squad in pairs if unit["ask"]]
    assert wrong == []
    assert parted == []
    assert len(asked) <= ASKED * units, asked[:20]
