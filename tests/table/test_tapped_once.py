"""What is anybody's to tap counts once, though two thumbs tap at the same moment (page 9 E)."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from battles.models import Phone, TableAction
from battles.table.pace.going_on import AFTER
from tests.table.moments import put, without_strikes
from tests.table.phones import Pair, browser_of, page, sit_down
from tests.table.test_pace import after, by_itself

pytestmark = pytest.mark.django_db


def tap_of(pair: Pair, phone: Phone, prompt: str) -> dict[str, str]:
    """What the first button of a prompt sends without scripts, as this phone's page has it."""
    text = page(pair, phone)
    form = re.search(rf'data-prompt="{prompt}".*?<form(.*?)</form>', text, re.DOTALL)
    assert form
    return dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', form[1]))


@pytest.mark.parametrize("prompt", ["draw", "next turn", "orders"])
def test_what_anybody_may_tap_counts_once_though_both_tap_at_the_same_moment(prompt: str) -> None:
    pair = at_prompt(prompt)
    taps = [(phone, tap_of(pair, phone, prompt)) for phone in (pair.ada, pair.ben)]
    for phone, sent in taps:
        answer = browser_of(pair, phone).post(f"/t/{pair.table.public_id}/act/", sent)
        assert answer.status_code == 302, answer.content.decode()
    assert TableAction.objects.filter(table=pair.table, kind=prompt).count() == 1


def test_a_die_that_is_tapped_for_as_it_is_drawn_by_itself_is_one_die() -> None:
    pair = sit_down()
    sent = tap_of(pair, pair.ben, "draw")
    with after(AFTER["draw"] + 0.1):
        by_itself(pair, 0)
    answer = browser_of(pair, pair.ben).post(f"/t/{pair.table.public_id}/act/", sent)
    assert answer.status_code == 302
    assert TableAction.objects.filter(table=pair.table, kind="draw").count() == 1


def test_a_tap_of_before_something_else_happened_is_a_tap_of_its_own() -> None:
    pair = sit_down()
    sent = tap_of(pair, pair.ben, "draw")
    pair.act(0, "hold")
    browser_of(pair, pair.ben).post(f"/t/{pair.table.public_id}/act/", sent)
    assert pair.game.current is not None


def at_prompt(prompt: str) -> Pair:
    """Where anybody may do this."""
    if prompt == "orders":
        return without_strikes()
    pair = sit_down()
    if prompt == "next turn":
        put(pair, lambda game: replace(game, phase="turn end", stage=""))
    return pair
