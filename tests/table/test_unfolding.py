"""The page of a large table is light: its units' forms are fetched one by one; a small one holds them all."""

from __future__ import annotations

from dataclasses import replace

import pytest
from django.test import Client

from battles.table.intake.unfolding import MOST_AT_ONCE
from tests.table.moments import put
from tests.table.phones import Pair, browser_of, page, sit_down

pytestmark = pytest.mark.django_db

UNITS = (
    "{side} squad 10 men: 6 rifles, 2 SMG, 1 LMG, 100 pts",
    "{side} panzer medium tank medium AT gun MMG 150 pts",
    "{side} team MMG 3 crew 60 pts",
    "{side} gun light AT gun 3 crew 60 pts",
)
CORRECTS, EDITS = 'name="reason"', 'value="edit unit"'


def large(each: int = 120, *, begin: bool = True) -> Pair:
    """Two sides with so many units each."""
    pair = sit_down(begin=False)
    for player, side in enumerate(("Green", "Brown")):
        text = "\n".join(UNITS[n % len(UNITS)].format(side=side) for n in range(each))
        pair.act(player, "roster", roster=text, again="1")
    if begin:
        pair.act(0, "begin")
    return pair


def form_of(pair: Pair, unit: str, client: Client | None = None) -> tuple[int, str]:
    """What is fetched when this unit is unfolded on Ada's phone."""
    client = client or browser_of(pair, pair.ada)
    answer = client.get(f"/t/{pair.table.public_id}/units/", {"unit": unit})
    return answer.status_code, answer.content.decode()


@pytest.mark.parametrize("begin", [True, False])
@pytest.mark.parametrize("places", [[0], [0, 1]])
def test_the_page_of_a_table_of_two_times_120_units_is_below_500_kb(begin: bool, places: list[int]) -> None:
    pair = large(begin=begin)
    if len(places) > 1:
        pair.ben.delete()
        pair.ada.numbers = places
        pair.ada.save()
    whole = browser_of(pair, pair.ada).get(f"/t/{pair.table.public_id}/").content
    assert whole.count(b'<li class="unit') == 240
    assert len(whole) < 300_000


def test_a_table_of_the_usual_size_has_all_its_forms_in_its_page() -> None:
    pair = large(MOST_AT_ONCE // 2)
    text = page(pair, pair.ada)
    assert text.count(CORRECTS) == MOST_AT_ONCE
    assert "data-fetch" not in text


def test_a_unit_of_a_large_table_is_fetched_when_it_is_unfolded() -> None:
    pair = large(20)
    text = page(pair, pair.ada)
    assert CORRECTS not in text
    assert text.count("data-fetch") == 40
    status, form = form_of(pair, "b3")
    assert (status, form.count("<form"), CORRECTS in form) == (200, 1, True)
    assert 'name="unit" value="b3"' in form
    # What is unfolded comes with the page the next time.
    client, path = browser_of(pair, pair.ada), f"/t/{pair.table.public_id}/"
    open_ = client.get(path, headers={"X-Part": "board", "X-Open": "b3 a4 nobody"}).content.decode()
    assert open_.count(CORRECTS) == 2
    # Without a script the link shows the page with it.
    shown = client.get(path, {"unit": "b3"}).content.decode()
    assert shown.count(CORRECTS) == 1
    assert '<details id="u-b3" open>' in shown


def test_what_was_refused_stands_in_its_form_again() -> None:
    pair = large(20)
    sent = {"kind": "correct", "player": "0", "unit": "a4", "pins": "x", "reason": "Seen by both", "cid": "q"}
    sent["weapons"] = ""
    answer = browser_of(pair, pair.ada).post(f"/t/{pair.table.public_id}/act/", sent)
    text = answer.content.decode()
    assert answer.status_code == 422
    assert text.count(CORRECTS) == 1
    assert 'value="Seen by both"' in text


def test_while_it_is_set_up_only_ones_own_units_have_a_form() -> None:
    pair = large(20, begin=False)
    assert EDITS not in page(pair, pair.ada)
    status, form = form_of(pair, "a3")
    assert (status, EDITS in form, "data-arms" in form) == (200, True, True)
    assert form_of(pair, "b3")[0] == 404


def test_nobody_else_fetches_a_form() -> None:
    pair = large(20)
    assert form_of(pair, "a4", Client())[0] == 404
    assert form_of(pair, "nobody")[0] == 404
    pair.end(0)
    assert form_of(pair, "a4")[0] == 404


def test_who_only_watches_fetches_none() -> None:
    pair = large(20)
    assert form_of(pair, "a4", browser_of(pair, pair.ben))[0] == 200
    pair.ben.numbers = []
    pair.ben.save()
    assert form_of(pair, "a4", browser_of(pair, pair.ben))[0] == 404


def test_a_unit_that_a_phone_may_not_see_has_no_form() -> None:
    """While the lists of a campaign's battle are sealed."""
    pair = large(20, begin=False)
    put(pair, lambda game: replace(game, sealed=True))
    assert form_of(pair, "b4")[0] == 404
    assert form_of(pair, "a4")[0] == 200
