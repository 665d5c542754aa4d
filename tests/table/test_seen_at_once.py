"""What a page owes whoever has never seen it: who is there, what is offered, nothing asked twice."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from battles.table import services
from campaign.base.refusal import Refusal
from tests.table.moments import acting, at_the_last_turns_end
from tests.table.phones import Pair, browser_of, page, sit_down
from tests.table.test_own_dice import aimed, lay

pytestmark = pytest.mark.django_db


def whole(pair: Pair) -> str:
    """The whole page of Ada's phone."""
    return browser_of(pair, pair.ada).get(f"/t/{pair.table.public_id}/").content.decode()


# Set-up.


def test_the_first_phone_sees_whether_the_second_is_there_and_what_it_has_entered() -> None:
    ada = services.open_table(
        services.Setup(name="Test", sides=("Green", "Brown"), players=(("Ada", 0), ("Ben", 1))),
        user=None,
        numbers=[0],
    )
    pair = Pair(ada.table, ada, ada)
    assert "Brown: no phone has taken this place yet" in page(pair, ada)
    before = pair.versions()[0]
    ben = services.join(table=ada.table, user=None, numbers=[1])
    assert pair.versions()[0] > before
    pair = Pair(ada.table, ada, ben)
    assert "Brown: is at the table, no units yet" in page(pair, ada)
    pair.act(1, "roster", roster="Brown squad 8 men rifle 80 pts")
    text = page(pair, ada)
    assert "Brown: 1 unit" in text
    assert "no phone" not in text
    before = pair.versions()[0]
    services.leave(pair.table, ben)
    assert pair.versions()[0] > before, "the others are told"
    assert "no phone has taken this place yet" in page(pair, ada)


def test_the_second_phone_may_be_held_before_the_first() -> None:
    """The link as a picture beside its letters, as long as there is somebody to come."""
    ada = services.open_table(
        services.Setup(name="Test", sides=("Green", "Brown"), players=(("Ada", 0), ("Ben", 1))),
        user=None,
        numbers=[0],
    )
    pair = Pair(ada.table, ada, ada)
    text = whole(pair)
    assert 'class="qr"' in text
    assert f"/join/{pair.table.code}/" in text
    services.join(table=ada.table, user=None, numbers=[1])
    assert 'class="qr"' not in whole(pair)


def test_nothing_lies_over_the_fields_of_a_list_before_one_is_entered() -> None:
    """To begin is in sight once one's own units are there; before it would only be refused."""
    ada = services.open_table(
        services.Setup(name="Test", sides=("Green", "Brown"), players=(("Ada", 0), ("Ben", 1))),
        user=None,
        numbers=[0],
    )
    pair = Pair(ada.table, ada, ada)
    assert '<p class="thumb still">' in page(pair, ada)
    pair.act(0, "roster", roster="Green squad 8 men rifle 80 pts")
    assert '<p class="thumb">' in page(pair, ada)


def test_the_track_leads_to_what_is_gained_only_where_that_can_be_entered() -> None:
    pair = sit_down(begin=False, momentum="1")
    assert 'href="#gained"' not in page(pair, pair.ada)
    pair.act(0, "begin")
    text = page(pair, pair.ada)
    assert 'href="#gained"' in text
    assert 'id="gained"' in text


def test_a_code_that_is_not_known_says_what_a_code_looks_like() -> None:
    text = Client().post("/t/find/", {"code": "AAAAAA"}).content.decode()
    assert "There is no table with this code" in text
    assert "six letters and digits" in text


def test_ones_tables_are_told_apart_by_who_plays_and_how_far_they_are() -> None:
    pair = acting()
    text = browser_of(pair, pair.ada).get("/t/").content.decode()
    assert "Green, Brown" in text
    assert "turn 1" in text
    setup = sit_down(begin=False)
    assert "set-up" in browser_of(setup, setup.ada).get("/t/").content.decode().lower()


# Dice.


def test_how_many_dice_are_wanted_is_said_of_one_as_of_several() -> None:
    pair = aimed()
    services.choose_dice(pair.table, pair.ada, own=True)
    pair.act(1, "answer", how="stand")
    with pytest.raises(Refusal, match="From 1 to 3 dice are wanted here, not 4"):
        lay(pair, 0, 1, 1, 1, 1)
    lay(pair, 0, 1, 1)
    with pytest.raises(Refusal, match="One die is wanted here, not 2"):
        lay(pair, 0, 1, 1)


# The end.


def finish_of(text: str) -> str:
    """What is asked of whoever may end the battle."""
    found = re.search(r'data-prompt="finish".*?</section>', text, re.DOTALL)
    assert found
    return found[0]


def test_who_has_said_who_won_sees_his_answer_and_is_not_asked_as_if_he_had_not() -> None:
    pair = at_the_last_turns_end()
    assert "aria-pressed" not in finish_of(page(pair, pair.ada))
    pair.act(0, "finish", winner="0")
    own, other = page(pair, pair.ada), page(pair, pair.ben)
    assert re.search(r'<button name="winner" value="0" aria-pressed="true">', finish_of(own))
    assert "You have answered" in finish_of(own)
    assert "aria-pressed" not in finish_of(other)
    # Who has won is asked once on a page.
    assert "It is over, but Brown says" not in other


def test_in_the_middle_of_a_battle_another_answer_stands_beside_the_proposal() -> None:
    pair = acting()
    pair.act(0, "finish", winner="0")
    assert "It is over, but Brown says that this side has won" in page(pair, pair.ben)


def test_beyond_the_last_turn_no_page_says_three_of_two() -> None:
    pair = at_the_last_turns_end()
    turns = pair.game.turns
    assert f"Turn {turns}</b>" not in page(pair, pair.ada)
    assert f"Turn {turns} / {turns}" in page(pair, pair.ada)
    pair.act(0, "next turn")
    text = page(pair, pair.ada)
    assert f"Turn {turns + 1}" in text
    assert f"Turn {turns + 1} / {turns}" not in text


def test_a_phone_is_given_back_by_a_button() -> None:
    """Whoever took the wrong place frees it for another, and takes his own."""
    pair = sit_down(begin=False)
    client = browser_of(pair, pair.ada)
    leave = f"/t/{pair.table.public_id}/leave/"
    assert f'action="{leave}"' in client.get(f"/t/{pair.table.public_id}/").content.decode()
    client.post(leave, {"sure": "yes"})
    assert services.taken(pair.table) == {1}
