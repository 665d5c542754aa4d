"""Units made up at random are read as they were meant, whoever writes them in whichever way (page 9 D)."""

from __future__ import annotations

import pytest

from rules.tabletop.lists.listing import read
from tests.rules.tabletop.lists.expecting import differences, expected
from tests.rules.tabletop.lists.made_up import Maker


@pytest.mark.parametrize("units", [300, pytest.param(6000, marks=pytest.mark.long)])
def test_none_is_read_wrong_and_hardly_any_is_asked(units: int) -> None:
    maker = Maker(20261128)
    wrong, asked = [], []
    for _number in range(units):
        text, told = maker.unit()
        (unit,) = read(text).document["units"]
        found, _missed, vain = differences(unit, expected(told))
        if found:
            wrong.append(f"{text!r}: {found} for {told}")
        elif vain:
            asked.append(f"{text!r}: {vain}")
    assert wrong == []
    assert len(asked) <= units * 0.03, asked[:20]
