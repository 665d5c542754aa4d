"""The momentum track corrected: where its slider stands, seals and boost tokens (Tabletop D)."""

from __future__ import annotations

from typing import Any

import pytest

from rules.tabletop.action import RefusedError
from rules.tabletop.documents import corrected
from rules.tabletop.momentum import bonus_side
from tests.rules.tabletop.playing import Table, three_sides, two_sides
from tests.rules.tabletop.test_momentum import at

WHY = "Forgot one"


def put_right(table: Table, **values: Any) -> list[str]:
    """All have agreed to a correction."""
    return [event.kind for event in table.do("correct", 0, reason=WHY, **values)]


@pytest.mark.parametrize("slider", [-2, -1, 0, 1, 2])
def test_the_slider_is_put_anywhere_on_the_track(slider: int) -> None:
    table = at(1)
    assert put_right(table, momentum=slider) == ["corrected slider"]
    assert table.game.momentum.slider == slider
    assert dict(table.events[-1].values) == {"slider": slider, "reason": WHY}


@pytest.mark.parametrize("slider", [-3, 3, "x", None, 1.5, True, [1]])
def test_it_is_put_nowhere_beside_the_track(slider: Any) -> None:
    table = at(1)
    with pytest.raises(RefusedError) as refused:
        put_right(table, momentum=slider)
    assert refused.value.field == "momentum"
    assert table.game.momentum.slider == 1


def test_a_group_that_has_a_longer_track_may_use_all_of_it() -> None:
    table = two_sides(momentum="on")
    table.do("table", 0, path="momentum.end", value=3)
    put_right(table, momentum=-3)
    assert table.game.momentum.slider == -3
    with pytest.raises(RefusedError):
        put_right(table, momentum=-4)


def test_who_is_put_on_the_last_space_has_the_reroll_from_the_next_action_on() -> None:
    table = at(1)
    put_right(table, momentum=-2)
    assert bonus_side(table.game) == -1
    table.do("order", 0, unit="a2", order="fire")
    assert bonus_side(table.game) == 0
    put_right(table, momentum=-2)
    assert bonus_side(table.game) == 0, "nothing has changed"
    put_right(table, momentum=-1)
    assert bonus_side(table.game) == -1


def test_of_a_camp_of_several_sides_it_is_said_who_brought_it_there() -> None:
    table = three_sides("dice bag", momentum="on")
    assert [side.camp for side in table.game.sides] == [0, 1, 1]
    with pytest.raises(RefusedError, match="Brown, Grey") as refused:
        put_right(table, momentum=2)
    assert refused.value.field == "holder"
    with pytest.raises(RefusedError):
        put_right(table, momentum=2, holder=0)
    assert put_right(table, momentum=2, holder=2) == ["corrected slider", "corrected holder"]
    assert table.game.momentum.reward == 2
    put_right(table, momentum=1, holder=2)
    assert table.game.momentum.reward == -1, "of no use before the last space"


def test_seals_are_corrected_side_by_side() -> None:
    table = at()
    assert put_right(table, seals={"1": 2}) == ["corrected seals"]
    assert [side.seals for side in table.game.sides] == [0, 2]
    put_right(table, seals={"0": "1", "1": "0"}, momentum="1")
    assert [side.seals for side in table.game.sides] == [1, 0]
    assert table.game.momentum.slider == 1
    for wrong in ({"2": 1}, {"x": 1}, {"0": -1}, {"0": 100}, [1]):
        with pytest.raises(RefusedError) as refused:
            put_right(table, seals=wrong)
        assert refused.value.field == "seals"


def test_boosts_are_corrected_with_their_unit() -> None:
    table = at()
    put_right(table, unit="a2", boosts=2)
    assert table.unit("a2").boosts == 2
    assert dict(table.events[-1].values)["to"] == "boosts 2"
    with pytest.raises(RefusedError):
        put_right(table, unit="a2", boosts=-1)
    off = two_sides()
    with pytest.raises(RefusedError) as refused:
        put_right(off, unit="a2", boosts=1)
    assert refused.value.code == "momentum off"


def test_without_a_track_or_while_a_reward_is_open_nothing_is_put_right() -> None:
    with pytest.raises(RefusedError) as refused:
        put_right(two_sides(), momentum=1)
    assert refused.value.code == "momentum off"
    table = at()
    table.do("momentum", 0, side0=3)
    with pytest.raises(RefusedError) as refused:
        put_right(table, momentum=1)
    assert refused.value.code == "reward first"


def test_only_what_differs_from_the_track_as_it_stood_is_proposed() -> None:
    table = at(1)
    was = "momentum=1;holder=-1;seals=0,0"
    sent = {"momentum": "1", "holder": "-1", "seals": {"0": "0", "1": "1"}, "reason": WHY, "was": was}
    assert corrected.proposed(table.game, sent) == {"seals": {"1": "1"}, "reason": WHY}
    sent |= {"momentum": "2"}
    table.do("momentum", 0, side1=1)
    assert corrected.proposed(table.game, sent) == {
        "momentum": "2",
        "holder": "-1",
        "seals": {"1": "1"},
        "reason": WHY,
    }
    plain = {"momentum": 1, "seals": {"0": 4}, "reason": WHY}
    assert corrected.proposed(table.game, plain) == plain
