"""What the phones show and send when an owner is asked in a hit, a charge is declared, a unit stays."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from battles.table import services
from battles.table.words.prompts import wanted_text
from rules.tabletop.documents.view import view
from rules.tabletop.stock import give_order
from rules.tabletop.units import Jam
from tests.rules.tabletop.playing import with_men
from tests.table.moments import asked, in_the_go, put, vanished
from tests.table.phones import Pair, page, sit_down
from tests.table.test_pages import post

pytestmark = pytest.mark.django_db


def test_a_morale_test_asks_its_owner_alone_who_is_near() -> None:
    pair = asked("morale")
    own, other = page(pair, pair.ben), page(pair, pair.ada)
    assert "Is an officer near?" in own
    assert re.search(r'name="officer" value="b3".*Brown captain.*\+4 within 12"', own)
    assert 'name="officer" value="b3"' not in other
    status, _text = post(pair, pair.ada, "act", kind="morale", player="0", officer="b3")
    assert status == 422
    status, text = post(pair, pair.ben, "act", kind="morale", player="1", officer="b3", typed="6 6")
    assert (status, pair.game.unit("b1").destroyed) == (200, True)
    assert "against 13, failed" in text


def test_all_else_waits_and_the_page_says_for_whom() -> None:
    pair = asked("morale")
    status, text = post(pair, pair.ada, "act", kind="done", player="0")
    assert status == 422
    assert f"This waits for Brown: first it answers for {pair.game.unit('b1').name}." in text


def test_a_turret_jams_where_its_owner_taps() -> None:
    pair = asked("jam")
    own = page(pair, pair.ben)
    assert "nearest enemy in sight" in own
    assert re.findall(r'name="arc" value="(\w+)"', own) == ["front", "left", "right", "rear"]
    post(pair, pair.ben, "act", kind="jam", player="1", arc="left")
    assert pair.game.unit("b4").jams == (Jam(2, "left"),)
    assert "turret 2 left" in page(pair, pair.ada)


def test_what_an_absent_owner_is_asked_can_be_entered_for_him() -> None:
    pair = asked("jam")
    pair.act(0, "absent", who=1, alone="1")
    pair.table.refresh_from_db()
    assert pair.table.proposal is not None
    pair = asked("jam")
    vanished(pair)
    assert "no enemy is in sight: front" in page(pair, pair.ada)
    pair.act(0, "absent", who=1, alone="1")
    assert pair.game.unit("b4").jammed == ("front",)


def with_car(anti_tank: bool = False) -> Pair:
    """Brown has a closed armoured car, b3; Green's die has been drawn."""
    pair = sit_down(begin=False)
    pair.act(1, "roster", roster="Brown armoured car MMG 90 pts")
    if anti_tank:
        pair.act(0, "edit unit", unit="a1", anti_tank=True)
    pair.act(0, "begin")
    pair.act(0, "draw", side="0")
    return pair


def test_a_charge_at_closed_armour_is_declared_in_the_form_of_the_order() -> None:
    pair = with_car()
    text = page(pair, pair.ada)
    assert re.findall(r'<select id="charge".*?</select>', text)[0].count("<option") == 2
    status, text = post(
        pair, pair.ada, "act", kind="order", player="0", unit="a1", order="run", charge="b3", typed="3 4"
    )
    assert status == 200
    assert f"Order test of {pair.game.unit('a1').name}: 7 against 6, failed" in text
    assert pair.game.unit("a1").order == "down"


def test_an_assault_that_was_not_declared_is_refused_in_words() -> None:
    pair = with_car()
    post(pair, pair.ada, "act", kind="order", player="0", unit="a1", order="run", charge="")
    status, text = post(pair, pair.ada, "act", kind="assault", player="0", shooter="a1", target="b3")
    assert status == 422
    assert "only if the charge was declared with its Run, which is tested at -3" in text


def test_a_charge_with_another_order_is_refused_and_nothing_is_lost() -> None:
    pair = with_car()
    status, text = post(pair, pair.ada, "act", kind="order", player="0", unit="a1", order="fire", charge="b3")
    assert status == 422
    assert "A charge is declared with the order Run." in text
    assert pair.game.unit("a1").order == ""


def test_a_unit_on_advance_has_moved_unless_the_tick_is_taken_away() -> None:
    for ticked, moves, needed in (("on", 1, 4), ("no", 0, 3)):
        pair = with_car()
        put(pair, lambda game: give_order(game, game.unit("b1"), "fire"))
        post(pair, pair.ada, "act", kind="order", player="0", unit="a1", order="advance")
        post(pair, pair.ada, "act", kind="volley", player="0", shooter="a1", target="b1")
        assert re.search(r'name="at.0.moved" checked', page(pair, pair.ada))
        measured = {"at.0.target": "b1", "at.0.inches": "24", "at.0.moved": ticked}
        _status, text = post(pair, pair.ada, "act", kind="measure", player="0", typed="1 " * 10, **measured)
        assert pair.game.unit("a1").moves == moves
        assert f"hits on {needed} or more" in text


def test_the_second_weapon_of_a_squad_is_part_of_the_first_ones_attack() -> None:
    pair = with_car()
    services.choose_dice(pair.table, pair.ada, own=True)
    put(pair, lambda game: game.with_unit(with_men(game.unit("a1"), weapons=("Rifle", "LMG"))))
    post(pair, pair.ada, "act", kind="order", player="0", unit="a1", order="fire")
    fired = {"kind": "shoot", "player": "0", "shooter": "a1", "target": "b1", "moved": "no"}
    post(pair, pair.ada, "act", weapon="Rifle", shots="2", **fired)
    post(pair, pair.ben, "act", kind="answer", player="1", how="stand")
    for lot in ((6, 6), (1, 1)):  # hits and damage
        pair.table.refresh_from_db()
        assert pair.table.waits is not None
        services.lay(pair.table, pair.ada, cid=pair.table.waits["cid"], typed=lot)
    _status, text = post(pair, pair.ada, "act", weapon="LMG", shots="4", typed="6 6 6 6 1 1 1 1", **fired)
    assert "the target answers" not in text
    assert pair.game.unit("b1").pins == 1


def test_the_reference_page_says_d3_for_three_inches() -> None:
    text = Client().get("/t/tables/").content.decode()
    row = re.search(r"<tr>\s*<t[hd][^>]*>3&quot;.*?</tr>|<tr>\s*<t[hd][^>]*>3\".*?</tr>", text, re.DOTALL)
    assert row is not None
    assert "D3" in row.group(0)


@pytest.mark.parametrize("step", ["friendly", "panic", "test"])
def test_a_prompt_of_a_confused_unit_or_of_a_failed_test_says_which(step: str) -> None:
    pair = in_the_go(step)
    (prompt,) = view(pair.game, -1)["wanted"]
    assert "Green squad" in wanted_text(pair.game, prompt)
