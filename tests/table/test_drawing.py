"""Draws and ties at a table: the app makes them, or whoever draws types what was drawn (page 9 C)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from battles.models import Intake
from battles.table import services
from battles.table.intake import lists
from battles.table.log_file import log_document, log_lines
from battles.table.services import Request
from battles.table.shapes import state_of
from campaign.base.refusal import Refusal
from rules.tabletop.lists.plain import questions_to_plain
from rules.tabletop.verify import faults
from tests.table.moments import put
from tests.table.phones import BROWN, GREEN, Pair, browser_of, page, sit_down
from tests.table.test_own_dice import dice_of, lay, waits

pytestmark = pytest.mark.django_db


def about_to_begin() -> Pair:
    """Two sides with as many units each; Ada has dice of her own."""
    pair = sit_down(begin=False)
    services.choose_dice(pair.table, pair.ada, own=True)
    return pair


def test_whoever_begins_is_asked_whom_the_initiative_marker_fell_to() -> None:
    pair = about_to_begin()
    assert pair.act(0, "begin") is None
    assert waits(pair)["wants"] == {"what": "initiative marker", "count": 1, "sides": 2, "place": 0}
    assert state_of(pair.table, pair.ben)["waits"]["about"] == {"among": [0, 1]}
    own, other = page(pair, pair.ada), page(pair, pair.ben)
    told = "Ada draws for the initiative marker: 1 Green, 2 Brown"
    assert told in own
    assert told in other
    assert '<button name="typed" value="1">Green</button>' in own
    assert '<button name="typed" value="2">Brown</button>' in own
    assert 'name="typed"' not in other
    assert pair.game.phase == "setup"


def test_the_marker_that_was_drawn_is_marked_as_typed_and_the_log_verifies() -> None:
    pair = about_to_begin()
    pair.act(0, "begin")
    row = lay(pair, 0, 2)
    assert dice_of(row) == [("initiative marker", 2, "typed")]
    assert pair.game.marker == 1
    assert pair.game.phase == "orders"
    assert any("the initiative marker" in line.text for line in log_lines(pair.table, pair.game, 1))
    assert 'class="die typed"' in page(pair, pair.ben)
    pair.end(0)
    pair.table.refresh_from_db()
    assert faults(log_document(pair.table, 0)) == []


@pytest.mark.parametrize("typed", [0, 3])
def test_a_side_that_is_not_tied_cannot_be_drawn(typed: int) -> None:
    pair = about_to_begin()
    pair.act(0, "begin")
    with pytest.raises(Refusal, match="shows 1 to 2, not"):
        lay(pair, 0, typed)
    with pytest.raises(Refusal) as refused:
        lay(pair, 1, 1)
    assert refused.value.code == "not_yours"
    assert waits(pair)["dice"] == []
    assert pair.game.phase == "setup"


def test_nothing_is_changed_while_the_marker_is_drawn() -> None:
    pair = about_to_begin()
    pair.act(0, "begin")
    with pytest.raises(Refusal) as refused:
        pair.act(1, "roster", roster=BROWN)
    assert refused.value.code == "waits"
    assert len(pair.game.units) == 4


def test_who_lets_the_app_roll_again_lets_it_draw() -> None:
    pair = about_to_begin()
    pair.act(0, "begin")
    services.choose_dice(pair.table, pair.ada, own=False)
    assert pair.game.phase == "orders"


def test_own_dice_are_chosen_while_the_table_is_set_up() -> None:
    pair = sit_down(begin=False)
    assert "We roll our own dice and type them in" in page(pair, pair.ada)
    browser_of(pair, pair.ada).post(f"/t/{pair.table.public_id}/dice/", {"player": "0", "own": "1"})
    assert "Let the app roll again" in page(pair, pair.ada)


def test_a_place_that_is_away_gets_its_draw_from_the_app() -> None:
    pair = about_to_begin()
    pair.act(0, "begin")
    services.leave(pair.table, pair.ada)
    assert pair.game.phase == "orders"


# A real bag.


def test_three_dice_of_a_real_bag_are_typed_together_on_the_page() -> None:
    pair = sit_down("three dice", draws="hand")
    shown = page(pair, pair.ada)
    assert shown.count('name="sides"') == 3
    assert "<details open><summary>Drawn from a real bag</summary>" in shown
    browser = browser_of(pair, pair.ada)
    where = f"/t/{pair.table.public_id}/act/"
    answer = browser.post(where, {"kind": "draw", "player": "0", "sides": ["0", "0", "0"]})
    assert answer.status_code == 422
    assert "All three are of Green" in answer.content.decode()
    answer = browser.post(where, {"kind": "draw", "player": "0", "sides": ["1", "0", ""]})
    assert answer.status_code == 422
    assert browser.post(where, {"kind": "draw", "player": "0", "sides": ["1", "0", "1"]}).status_code == 302
    assert pair.game.drawn == (1, 0, 1)
    assert "Drawn from a real bag: Brown, Green, Brown" in page(pair, pair.ben)


def test_of_three_dice_one_alone_is_typed_where_one_is_drawn() -> None:
    pair = sit_down("three dice")
    put(pair, lambda game: game.with_side(1, replace(game.sides[1], bag=0)))
    assert 'name="sides"' not in page(pair, pair.ada)
    assert 'name="side" value="0"' in page(pair, pair.ada)


def test_where_people_draw_nothing_is_coming() -> None:
    assert state_of(sit_down().table, sit_down().ada)["coming"] is not None
    pair = sit_down("dice bag", draws="hand")
    found = state_of(pair.table, pair.ada)
    assert found["coming"] is None
    assert found["views"][0]["by_hand"]


def test_who_draws_is_chosen_while_the_table_is_set_up() -> None:
    pair = sit_down(begin=False)
    assert 'name="draws"' in page(pair, pair.ada)
    pair.act(0, "settings", draws="hand")
    assert '<option value="hand" selected>' in page(pair, pair.ada)
    with pytest.raises(Refusal):
        pair.act(0, "settings", draws="dice")


# Real cards.


def test_a_hand_of_real_cards_is_named_on_the_page_and_nobody_else_is_told() -> None:
    pair = sit_down("cards", draws="hand")
    shown = page(pair, pair.ada)
    assert "Green: which cards have you been dealt?" in shown
    assert shown.count('type="checkbox" name="cards"') == 52
    browser, where = browser_of(pair, pair.ada), f"/t/{pair.table.public_id}/act/"
    answer = browser.post(where, {"kind": "hand", "player": "0", "cards": ["S13"]})
    assert answer.status_code == 422
    assert "2 cards, not 1" in answer.content.decode()
    assert browser.post(where, {"kind": "hand", "player": "0", "cards": ["S13", "H7"]}).status_code == 302
    other = page(pair, pair.ben)
    assert "K♠" in page(pair, pair.ada)
    assert "card-face" in page(pair, pair.ada)
    assert "card-face" not in other
    assert "Ada has looked at the hand" in other
    document = str(log_document(pair.table, 1))
    assert "S13" not in document
    assert "S13" in str(log_document(pair.table, 0))
    pair.act(1, "hand", cards=["D13", "C2"])
    assert "Ready" in page(pair, pair.ben)


def test_nobody_names_the_cards_of_another() -> None:
    pair = sit_down("cards", draws="hand")
    pair.act(0, "leave", who="1", by="0")
    services.answer(pair.table, pair.ben, side=1, agree=True)
    with pytest.raises(Refusal) as refused:
        services.act(pair.table, pair.ada, Request("x", "hand", 1, {"cards": ["S1", "S2"]}))
    assert refused.value.code == "not_yours"


def test_the_refusal_of_an_impossible_hand_keeps_what_was_ticked() -> None:
    pair = sit_down("cards", draws="hand")
    answer = browser_of(pair, pair.ada).post(
        f"/t/{pair.table.public_id}/act/", {"kind": "hand", "player": "0", "cards": ["S13", "H7", "D2"]}
    )
    text = answer.content.decode()
    for card in ("S13", "H7", "D2"):
        assert f'name="cards" value="{card}" checked' in text


def test_a_hand_just_named_is_taken_back() -> None:
    pair = sit_down("cards", draws="hand")
    pair.act(0, "hand", cards=["S13", "H7"])
    pair.act(0, "take back")
    assert pair.game.players[0].dealt == 2
    assert pair.game.players[0].hand == ()


def test_a_battle_of_real_cards_is_taken_up_again_without_a_shuffle() -> None:
    pair = sit_down("cards", draws="hand")
    pair.act(0, "hand", cards=["S13", "H7"])
    pair.act(1, "hand", cards=["D13", "C2"])
    pair.end(0)
    pair.act(0, "reopen")
    pair.table.refresh_from_db()
    assert faults(log_document(pair.table, 0)) == []
    assert pair.game.players[0].hand == ("S13", "H7")
    assert len(pair.game.deck) == 48


def test_a_shared_tablet_is_handed_over_for_each_hand() -> None:
    phone = services.open_table(
        services.Setup(name="Test", sides=("Green", "Brown"), players=(("Ada", 0), ("Ben", 1))),
        user=None,
        numbers=[0, 1],
        settings={"method": "cards", "draws": "hand"},
    )
    pair = Pair(phone.table, phone, phone)
    pair.act(0, "roster", roster=GREEN)
    pair.act(1, "roster", roster=BROWN)
    pair.act(0, "begin")
    assert 'name="cards"' not in page(pair, phone)
    assert "Hand" in page(pair, phone)


# A list that is asked about, given in while the marker is drawn.


def asked_about() -> Pair:
    """The beginning waits for Ada's die, and Ben has given in a list about which something is asked."""
    pair = about_to_begin()
    pair.act(0, "begin")
    waits(pair)
    assert lists.give_in(
        pair.table, pair.ben, player=1, raw="Brown mortar 3 crew 50 pts", again=False, cid="given"
    )
    assert Intake.objects.get().number == 1
    return pair


def test_a_beginning_does_not_leave_behind_a_list_given_in_while_it_waited() -> None:
    pair = asked_about()
    with pytest.raises(Refusal, match="Brown still answers about a list"):
        lay(pair, 0, 2)
    assert waits(pair)["dice"] == []
    assert pair.game.phase == "setup"


def test_the_list_is_entered_and_the_beginning_is_called_off() -> None:
    pair = asked_about()
    lists.take_usual(pair.table, pair.ben, player=1)
    open_ = lists.waiting_of(pair.table, 1)
    if open_ is not None:
        said = {
            f"{one['unit']}|{one['key']}": one["answers"][0]
            for one in questions_to_plain(lists.read_again(open_).questions)
        }
        lists.answer_list(pair.table, pair.ben, player=1, said=said, same=False)
    assert not Intake.objects.exists()
    pair.table.refresh_from_db()
    assert pair.table.waits is None
    assert [unit.name for unit in pair.game.units if unit.player == 1][-1].startswith("Brown mortar")
    assert "Begin the battle" in page(pair, pair.ada)
    # Brown has more units than Green now: nothing has to be drawn.
    pair.act(0, "begin")
    assert (pair.game.phase, pair.game.marker) == ("orders", 0)


def test_nor_is_it_left_behind_where_the_app_draws_after_all() -> None:
    pair = asked_about()
    services.choose_dice(pair.table, pair.ada, own=False)
    pair.table.refresh_from_db()
    assert pair.table.waits is None
    assert pair.game.phase == "setup"
    with pytest.raises(Refusal, match="Brown still answers about a list"):
        pair.act(0, "begin")


def test_whose_list_is_discarded_is_not_waited_for() -> None:
    pair = asked_about()
    lists.drop_list(pair.table, pair.ben, player=1)
    lay(pair, 0, 2)
    assert (pair.game.phase, pair.game.marker) == ("orders", 1)
