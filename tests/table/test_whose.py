"""Nobody fights with another's unit, accepts another's dice or sends his men to the ground (page 9 C)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from campaign.base.refusal import Refusal
from rules.tabletop.attacks import Attack
from rules.tabletop.dice import Die
from tests.table.moments import acting, put, struck
from tests.table.phones import Pair, browser_of

pytestmark = pytest.mark.django_db


def refused(pair: Pair, player: int, kind: str, **values: Any) -> str:
    before = pair.game
    with pytest.raises(Refusal) as error:
        pair.act(player, kind, **values)
    assert error.value.code == "not_yours"
    assert pair.game == before
    return str(error.value.message)


def lying() -> Pair:
    """Green's card lets it reroll ten misses that lie open."""
    pair = acting()
    dice = tuple(Die(n, "hits", 6, 1) for n in range(900, 903))
    attack = Attack(kind="shot", shooter="a1", target="b1", step="hit", dice=dice)
    put(pair, lambda game: replace(game.attacking(attack), acting=(replace(game.acting[0], special=5),)))
    return pair


@pytest.mark.parametrize("kind", ["shoot", "assault"])
def test_nobody_fights_with_anothers_unit(kind: str) -> None:
    pair = acting()
    said = refused(pair, 1, kind, shooter="a1", target="b1", weapon="Rifle", shots="3")
    assert "its own units" in said


def test_who_may_reroll_says_when_it_goes_on() -> None:
    pair = lying()
    assert "may reroll these dice" in refused(pair, 1, "go on")
    here = f"/t/{pair.table.public_id}/"
    assert 'value="go on"' in browser_of(pair, pair.ada).get(here).content.decode()
    assert 'value="go on"' not in browser_of(pair, pair.ben).get(here).content.decode()
    pair.act(0, "go on")
    assert pair.game.attack is None or pair.game.attack.step != "hit"


def test_who_fires_at_a_charge_says_when_the_fight_begins() -> None:
    pair = acting("run")
    pair.act(0, "assault", shooter="a1", target="b1", far="on")
    pair.act(1, "answer", how="fire")
    for kind in ("go on", "call off"):
        assert "fires at this charge first" in refused(pair, 0, kind)
    here = f"/t/{pair.table.public_id}/"
    green, brown = (browser_of(pair, phone).get(here).content.decode() for phone in (pair.ada, pair.ben))
    for text in (green, brown):
        assert "Brown: Brown squad fires at the charge" in text
        assert "Out of reach now" not in text
    assert 'value="go on"' not in green
    assert "Hold fire: roll the fight" in brown
    pair.act(1, "volley", shooter="b1", fire=[{"group": 0, "target": "a1"}])
    pair.act(1, "measure", at=[])
    green, brown = (browser_of(pair, phone).get(here).content.decode() for phone in (pair.ada, pair.ben))
    assert "Out of reach now" in green
    assert "Out of reach now" not in brown
    pair.act(0, "go on")
    assert pair.game.attack is None or pair.game.attack.round > 1


def test_whose_units_are_struck_says_which_go_down() -> None:
    pair = struck("hits")
    (strike,) = pair.game.strikes
    values = {"strike_id": strike.id, "hits.b1": "1", "hits.b2": "1"}
    assert "go Down under the barrage" in refused(pair, 0, "strike hits", **values)
    assert "go Down" in refused(pair, 0, "strike hits", **values, downs="b1")
    pair.act(1, "strike hits", **values, downs="b1")
    assert pair.game.strikes == () or pair.game.strikes[0].step == "done"
