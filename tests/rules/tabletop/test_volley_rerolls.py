"""Rerolls of a volley: a card takes all dice of a wave or none, momentum one die of the hits (page 9 B)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rules.tabletop.action import RefusedError
from rules.tabletop.state import Momentum
from tests.rules.tabletop.playing import Table
from tests.rules.tabletop.test_resolvers import said
from tests.rules.tabletop.test_volleys import fire, squad

AT = [{"target": "b1", "inches": 10}, {"target": "b4", "inches": 10}]


def rolled(*, special: int = 0, typed: list[int], **more: object) -> Table:
    """A submachine gun and six rifles at one target, a Panzerfaust at another: nine dice to hit."""
    table = squad()
    acting = table.game.current
    assert acting is not None
    table.game = replace(table.game.with_acting(replace(acting, special=special)), **more)  # type: ignore[arg-type]
    fire(table, 0, 1, {"group": 3, "target": "b4"})
    table.do("measure", 0, typed=typed, at=AT)
    return table


@pytest.mark.parametrize("special", [5, 2])
def test_a_card_rerolls_the_hits_of_all_groups_at_all_targets_once(special: int) -> None:
    table = rolled(special=special, typed=[1] * 9)
    table.do("reroll card", 0, typed=[6] * 9)
    with pytest.raises(RefusedError, match="no card reroll"):
        table.do("reroll card", 0)
    table.do("go on", 0, typed=[1] * 9)
    assert [(one["group"], one["hits"]) for one in said(table, "hits")] == [(0, 2), (1, 6), (3, 1)]


def test_a_six_rerolls_the_damage_of_all_groups_at_all_targets() -> None:
    table = rolled(special=6, typed=[*[6] * 9, *[1] * 9])
    table.do("reroll card", 0, typed=[*[6] * 8, 1])
    table.do("go on", 0, typed=[1, 1])
    assert [(one["group"], one["count"]) for one in said(table, "damaged")] == [(0, 2), (1, 6), (3, 0)]


def test_momentum_rerolls_one_die_of_the_whole_hit_wave() -> None:
    track = Momentum(on=True, slider=-2, reward=0, live=True)
    table = rolled(typed=[1] * 9, momentum=track)
    attack = table.game.attack
    assert attack is not None
    table.do("reroll one", 0, typed=[6], die=attack.dice[-1].n)
    with pytest.raises(RefusedError, match="no momentum reroll"):
        table.do("reroll one", 0, typed=[6], die=attack.dice[0].n)
    table.do("go on", 0, typed=[1])
    assert [(one["group"], one["hits"]) for one in said(table, "hits")] == [(0, 0), (1, 0), (3, 1)]
