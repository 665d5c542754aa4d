"""The undo says what it takes back, on the button and to whom it is proposed; nothing hidden is named."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from battles.table import services
from battles.table.agreeing import last_undoable
from campaign.base.refusal import Refusal
from tests.table.moments import drawn, put
from tests.table.phones import Pair, page, sit_down

pytestmark = pytest.mark.django_db


def button(pair: Pair, player: int = 0) -> str:
    """What the button says on one's phone."""
    text = page(pair, (pair.ada, pair.ben)[player])
    found = re.search(r'name="kind" value="undo".*?<button>.*?</svg>\s*(.*?)</button>', text, re.DOTALL)
    assert found is not None
    return found[1]


def test_it_names_the_last_action_on_every_phone() -> None:
    pair = drawn()
    assert button(pair) == button(pair, 1) == "Undo: the draw, Green"
    pair.act(0, "order", unit="a1", order="advance")
    assert button(pair) == button(pair, 1) == "Undo: Green squad, Advance"
    pair.act(1, "hold")
    assert button(pair) == "Undo: Green squad, Advance"
    pair.act(0, "done")
    assert button(pair, 1) == "Undo: Ada, Done"


def test_the_other_side_reads_what_it_agrees_to() -> None:
    pair = drawn()
    pair.act(0, "order", unit="a1", order="fire")
    pair.act(0, "undo")
    assert "Undo: Green squad, Fire?" in page(pair, pair.ben)
    services.answer(pair.table, pair.ben, side=1, agree=True)
    assert pair.game.unit("a1").order == ""
    assert button(pair) == "Undo: the draw, Green"


def test_where_nothing_can_be_undone_it_names_nothing() -> None:
    pair = sit_down()
    assert button(pair) == "Undo the last action"
    pair = sit_down("action points")
    pair.act(0, "bid", points="4")
    assert button(pair, 1) == "Undo: Green has bid"
    pair.act(1, "bid", points="7")
    assert button(pair) == "Undo the last action"


def test_a_proposal_is_over_once_something_else_is_done() -> None:
    """It named what was last: nobody agrees to the undo of another action."""
    pair = drawn()
    pair.act(0, "order", unit="a1", order="advance")
    pair.act(0, "undo")
    pair.act(0, "done")
    assert services.answer(pair.table, pair.ben, side=1, agree=True) is None
    assert pair.game.unit("a1").order == "advance"
    pair.act(0, "undo")
    pair.act(1, "hold")
    services.answer(pair.table, pair.ben, side=1, agree=True)
    assert pair.game.acting, "a Hold is beside the battle: the undo stands"


def in_cards() -> Pair:
    """Both hold two cards, none of them a King."""
    pair = sit_down("cards")
    for player, hand in enumerate((("S4", "S5"), ("H4", "H5"))):
        put(
            pair,
            lambda game, n=player, own=hand: game.with_player(n, replace(game.players[n], hand=own)),  # type: ignore[misc]
        )
    return pair


def test_who_has_pressed_ready_is_neither_named_nor_undone() -> None:
    pair = in_cards()
    with pytest.raises(Refusal):
        last_undoable(pair.table)
    pair.act(1, "auto ready", on=True)
    assert button(pair) == "Undo: Ben lets the cards play themselves from the next deal on"
    before = page(pair, pair.ben)
    pair.act(0, "play")
    assert button(pair, 1) == "Undo: Ben lets the cards play themselves from the next deal on"
    assert re.findall("Undo:.*", page(pair, pair.ben)) == re.findall("Undo:.*", before)
    pair.act(1, "undo")
    services.answer(pair.table, pair.ada, side=0, agree=True)
    assert not pair.game.players[1].auto_next


def test_who_presses_ready_in_secret_does_not_end_a_proposal() -> None:
    pair = in_cards()
    pair.act(1, "auto ready", on=True)
    pair.act(1, "undo")
    pair.act(0, "play")
    pair.table.refresh_from_db()
    assert pair.table.proposal is not None
    services.answer(pair.table, pair.ada, side=0, agree=True)
    assert not pair.game.players[1].auto_next
