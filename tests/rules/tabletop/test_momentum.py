"""The momentum track (Tabletop D)."""

from __future__ import annotations

import pytest

from rules.tabletop.action import RefusedError
from rules.tabletop.momentum import bonus_side
from tests.rules.tabletop.playing import Table, three_sides, two_sides


def at(slider: int = 0) -> Table:
    """A table with the slider here, Green acting."""
    table = two_sides(momentum="on")
    table.do("draw", 0, side=0)
    if slider < 0:
        table.do("momentum", 0, side0=-slider)
    elif slider:
        table.do("momentum", 0, side1=slider)
    return table


@pytest.mark.parametrize(
    ("start", "gained", "slider"),
    [
        (0, {"side0": 1}, -1),
        (0, {"side1": 2}, 2),
        (-1, {"side0": 1}, -2),
        (1, {"side0": 3}, -2),
        (2, {"side0": 1}, 1),
        (0, {"side0": 1, "side1": 1}, 0),
    ],
)
def test_it_moves(start: int, gained: dict[str, int], slider: int) -> None:
    table = at(start)
    table.do("momentum", 0, **gained)
    assert table.game.momentum.slider == slider


def test_the_bonus_holds_from_the_next_action_until_the_slider_moves() -> None:
    table = at()
    table.do("momentum", 0, side0=2)
    assert bonus_side(table.game) == -1
    table.do("order", 0, unit="a2", order="fire")
    assert bonus_side(table.game) == 0
    table.do("momentum", 0, side1=1)
    assert bonus_side(table.game) == -1


def test_one_own_die_is_rerolled_once() -> None:
    table = at()
    table.do("momentum", 0, side0=2)
    table.do("order", 0, unit="a2", order="fire")
    table.put("b1", order="fire")
    table.do("shoot", 0, shooter="a2", target="b1", weapon="Rifle", shots=2, typed=[1, 2])
    attack = table.game.attack
    assert attack is not None
    number = attack.dice[0].n
    with pytest.raises(RefusedError):
        table.do("reroll one", 1, die=number)
    table.do("reroll one", 0, die=number, typed=[6, 1])
    with pytest.raises(RefusedError):
        table.do("reroll one", 0, die=attack.dice[1].n)
    assert table.unit("b1").pins == 1


@pytest.mark.parametrize("gained", [3, 4, 30])
def test_an_overflow_counts_once_however_far(gained: int) -> None:
    table = at()
    table.do("momentum", 0, side0=gained)
    assert table.game.momentum.slider == 0
    assert [side.seals for side in table.game.sides] == [0, 1]
    with pytest.raises(RefusedError):
        table.do("reward", 1, unit="b1", what="boost")
    table.do("reward", 0, unit="a1", what="boost")
    assert table.unit("a1").boosts == 1


def test_the_acting_sides_gain_comes_first_overflow_included() -> None:
    table = at(-2)
    table.do("momentum", 0, side0=1, side1=1)
    assert table.game.momentum.slider == 0
    table.do("reward", 0, unit="a1", what="displacement")
    assert table.game.momentum.slider == 1


def test_seals_and_boosts_are_spent() -> None:
    table = at()
    table.do("momentum", 0, side0=3)
    table.do("reward", 0, unit="a1", what="boost")
    table.do("spend", 0, what="boost", unit="a1")
    table.do("spend", 1, what="seal", side=1)
    for player, values in ((0, {"what": "boost", "unit": "a1"}), (1, {"what": "seal", "side": 1})):
        with pytest.raises(RefusedError):
            table.do("spend", player, **values)


def test_with_camps_each_side_of_the_other_gains_a_seal() -> None:
    table = three_sides("dice bag", momentum="on")
    table.do("momentum", 0, side0=3)
    assert [side.seals for side in table.game.sides] == [0, 1, 1]


def test_without_it_nothing_is_entered() -> None:
    with pytest.raises(RefusedError):
        two_sides().do("momentum", 0, side0=1)
