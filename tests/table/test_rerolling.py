"""What the page offers of dice that lie open, and of a draw from a real bag (Tabletop B, D, page 9 E)."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from battles.models import Phone
from battles.table import services
from rules.tabletop.state import Game
from tests.table.moments import drawn, mixed, put
from tests.table.phones import Pair, page, sit_down

pytestmark = pytest.mark.django_db

FORM = re.compile(r"<form.*?</form>", re.DOTALL)


def forms(pair: Pair, phone: Phone, kind: str) -> list[str]:
    """The forms of this kind that the phone is shown."""
    return [form for form in FORM.findall(page(pair, phone)) if f'name="kind" value="{kind}"' in form]


def with_momentum(pair: Pair, side: int, special: int = 0) -> None:
    """The side's last space is reached, and whoever acts has a card."""

    def changed(game: Game) -> Game:
        acting = game.current
        assert acting is not None
        end = -2 if side == 0 else 2
        track = replace(game.momentum, on=True, slider=end, reward=side, live=True)
        return replace(game.with_acting(replace(acting, special=special)), momentum=track)

    put(pair, changed)


@pytest.mark.parametrize("draws", ["app", "hand"])
def test_the_app_offers_to_draw_the_next_only_where_it_draws(draws: str) -> None:
    pair = drawn(draws=draws)
    pair.act(0, "order", unit="a1", order="fire")
    assert ("Done, draw the next" in page(pair, pair.ada)) == (draws == "app")


def test_momentum_offers_the_dice_of_a_volley_group_by_group() -> None:
    pair = mixed()
    with_momentum(pair, 0)
    fire = [{"group": 0, "target": "b1"}, {"group": 1, "target": "b1"}, {"group": 2, "target": "b1"}]
    pair.act(0, "volley", shooter="a1", fire=fire)
    pair.act(1, "answer", how="stand")
    pair.act(0, "measure", at=[{"target": "b1", "inches": 10}])
    (form,) = forms(pair, pair.ada, "reroll one")
    rows = re.findall(r'role="group" aria-label="([^"]*)".*?</div>', form, re.DOTALL)
    assert rows == ["SMG", "6 rifles", "LMG"]
    assert form.count("needs 3+") == 3
    attack = pair.game.attack
    assert attack is not None
    values = re.findall(r'name="die" value="(\d+)"', form)
    assert values == [str(die.n) for die in attack.dice]


def both_may() -> tuple[Pair, Phone]:
    """On one tablet Green assaults by a Six, and Brown has the momentum: each may roll something again."""
    pair = sit_down()
    pair.ben.delete()
    pair.ada.numbers = [0, 1]
    pair.ada.save()
    pair.act(0, "draw", side="0")
    pair.act(0, "order", unit="a1", order="run")
    with_momentum(pair, 1, special=6)
    pair.act(0, "assault", shooter="a1", target="b1")
    return pair, pair.ada


@pytest.mark.parametrize(("kind", "place"), [("reroll card", 0), ("reroll one", 1)])
def test_on_one_tablet_each_side_rerolls_in_its_own_name(kind: str, place: int) -> None:
    pair, tablet = both_may()
    (form,) = forms(pair, tablet, kind)
    (player,) = re.findall(r'name="player" value="(-?\d+)"', form)
    assert int(player) == place
    attack = pair.game.attack
    assert attack is not None
    values = {"die": str(attack.answer[0].n)} if kind == "reroll one" else {}
    services.act(pair.table, tablet, services.Request("again", kind, int(player), values))
    again = pair.table.actions.get(cid="again")
    assert again.kind == kind
