"""Corrections on the phone: all that the engine knows of a unit, and a side's points (Tabletop, page 9 B)."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from html import unescape

import pytest

from battles.models import Phone
from battles.table import services
from campaign.base.refusal import Refusal
from rules.tabletop.units import Jam
from tests.table.moments import MIXED, put
from tests.table.phones import Pair, browser_of, page, sit_down

pytestmark = pytest.mark.django_db


def seated() -> Pair:
    """Green has a squad of several weapons, and a tank with a turret that is stuck."""
    pair = sit_down()
    put(pair, lambda game: game.with_unit(replace(game.unit("a1"), groups=MIXED)))
    put(pair, lambda game: game.with_unit(replace(game.unit("a2"), turrets=1, jams=(Jam(1, "left"),))))
    return pair


Sent = dict[str, str | list[str]]


def fields(html: str, key: str) -> Sent:
    """What the form of a unit's correction sends if nothing is touched."""
    form = next(
        one
        for one in re.findall(r"<form.*?</form>", html, re.DOTALL)
        if 'value="correct"' in one and f'name="unit" value="{key}"' in one
    )
    found: Sent = {"weapons": []}
    for tag in re.findall(r"<input[^>]*>", form):
        said = dict(re.findall(r'(\w+)="([^"]*)"', tag))
        if said["name"] == "weapons" and (said["type"] == "hidden" or " checked" in tag):
            found["weapons"] = [*found["weapons"], unescape(said["value"])]
        elif said["name"] != "weapons":
            found[said["name"]] = unescape(said.get("value", ""))
    for name, options in re.findall(r'<select[^>]*name="([^"]+)"[^>]*>(.*?)</select>', form, re.DOTALL):
        chosen = re.search(r'value="([^"]*)" selected', options)
        found[name] = chosen[1] if chosen else ""
    return found


def post(pair: Pair, phone: Phone, sent: Mapping[str, str | list[str]]) -> tuple[int, str]:
    """Send a form."""
    answer = browser_of(pair, phone).post(
        f"/t/{pair.table.public_id}/act/", sent, headers={"X-Part": "board"}
    )
    pair.table.refresh_from_db()
    return answer.status_code, answer.content.decode()


def proposed(pair: Pair) -> dict[str, object]:
    """What has been proposed, without its reason."""
    assert pair.table.proposal is not None
    return {name: value for name, value in pair.table.proposal["values"].items() if name != "reason"}


def agree(pair: Pair) -> None:
    services.answer(pair.table, pair.ben, side=1, agree=True)


def test_a_squad_is_corrected_group_by_group_and_only_what_was_changed_is_proposed() -> None:
    pair = seated()
    sent = fields(page(pair, pair.ada), "a1")
    assert {name: sent[name] for name in ("lost.0", "lost.1", "lost.2", "nco", "reserve")} == {
        "lost.0": "0",
        "lost.1": "0",
        "lost.2": "0",
        "nco": "1",
        "reserve": "0",
    }
    assert "lost.3" not in sent, "a Panzerfaust is carried by one of the others"
    assert not {"immobilised", "jams.1"} & set(sent)
    status, _text = post(pair, pair.ada, {**sent, "lost.1": "2", "nco": "0", "reason": "Counted anew"})
    assert status == 200
    assert proposed(pair) == {"unit": "a1", "lost": {"1": "2"}, "nco": "0"}
    assert "NCO: no; fallen: Rifle 2" in page(pair, pair.ben)
    agree(pair)
    unit = pair.game.unit("a1")
    assert ([group.lost for group in unit.groups], unit.nco) == ([0, 2, 0, 0], False)
    assert "is corrected (NCO: no; fallen: Rifle 2): Counted anew" in page(pair, pair.ben)


def test_a_vehicle_has_its_tracks_and_turrets_and_no_men() -> None:
    pair = seated()
    sent = fields(page(pair, pair.ada), "a2")
    assert (sent["immobilised"], sent["jams.1"]) == ("0", "left")
    assert not {"models", "nco", "lost.0"} & set(sent)
    post(pair, pair.ada, {**sent, "immobilised": "1", "jams.1": "free", "reason": "It turned"})
    assert proposed(pair) == {"unit": "a2", "immobilised": "1", "jams": {"1": "free"}}
    assert "immobilised: yes; turret 1: turns freely" in page(pair, pair.ben)
    agree(pair)
    unit = pair.game.unit("a2")
    assert (unit.immobilised, unit.jams) == (True, ())


def test_a_unit_is_put_in_reserve() -> None:
    pair = seated()
    sent = fields(page(pair, pair.ada), "a1")
    post(pair, pair.ada, {**sent, "reserve": "1", "reason": "Not yet here"})
    assert proposed(pair) == {"unit": "a1", "reserve": "1"}
    agree(pair)
    assert not pair.game.unit("a1").in_play
    assert fields(page(pair, pair.ben), "a1")["reserve"] == "1"


def test_men_who_fell_since_the_form_was_opened_do_not_come_back() -> None:
    pair = seated()
    sent = fields(page(pair, pair.ada), "a1")
    groups = [replace(group, lost=int(at == 1) * 3) for at, group in enumerate(MIXED)]
    put(pair, lambda game: game.with_unit(replace(game.unit("a1"), groups=tuple(groups))))
    post(pair, pair.ada, {**sent, "lost.2": "1", "reason": "The gunner"})
    assert proposed(pair) == {"unit": "a1", "lost": {"2": "1"}}
    agree(pair)
    assert [group.lost for group in pair.game.unit("a1").groups] == [0, 3, 1, 0]


@pytest.mark.parametrize(
    ("key", "typed", "said"),
    [
        ("a1", {"lost.1": "7"}, "Rifle: no more than 6 can have fallen."),
        ("a1", {"lost.1": "x"}, "This must be a whole number from 0 to 99"),
        ("a1", {"lost.0": "1", "lost.1": "6", "lost.2": "2"}, "one man at least is left"),
        ("a1", {"lost.1": "2", "models": "8"}, "with so many fallen 7 men are left, not 8"),
        ("a2", {"jams.1": "up"}, "It is one of free, front, left, right, rear."),
    ],
)
def test_a_refusal_says_what_is_allowed_and_what_was_typed_stays(
    key: str, typed: dict[str, str], said: str
) -> None:
    pair = seated()
    sent = {**fields(page(pair, pair.ada), key), **typed, "reason": "A reason of mine"}
    status, text = post(pair, pair.ada, sent)
    assert status == 422
    assert said in unescape(text)
    assert pair.table.proposal is None
    again = fields(text, key)
    kept = {name: value for name, value in typed.items() if value != "up"}
    assert {name: again[name] for name in kept} == kept
    assert (again["reason"], again["was"]) == ("A reason of mine", sent["was"])


def test_points_are_corrected_with_the_other_sides_word() -> None:
    pair = sit_down("action points")
    text = page(pair, pair.ben)
    form = next(
        one
        for one in re.findall(r"<form.*?</form>", text, re.DOTALL)
        if 'value="correct"' in one and 'name="side" value="0"' in one
    )
    assert 'name="points"' in form
    assert 'max="40"' in form
    sent = {"kind": "correct", "player": "1", "side": "0", "reason": "He paid 3"}
    status, text = post(pair, pair.ben, {**sent, "points": "41"})
    assert status == 422
    assert "This must be a whole number from 0 to 40: points." in text
    assert 'value="41"' in text, "what was typed stays"
    post(pair, pair.ben, {**sent, "points": "17"})
    asked = page(pair, pair.ada)
    assert "Correct the points of Green?" in asked
    assert "points: 17" in asked
    services.answer(pair.table, pair.ada, side=0, agree=True)
    assert pair.game.sides[0].points == 17
    assert "Points of Green: 17 (He paid 3)" in page(pair, pair.ada)


def test_what_a_program_sends_with_another_proposal_harms_no_page() -> None:
    pair = sit_down()
    pair.act(0, "draw", side="0")
    pair.act(0, "undo", unit="a1", weapons=5, lost="x", side="x", points="y")
    for phone in (pair.ada, pair.ben):
        assert "data-proposal" in page(pair, phone)


def test_other_ways_of_play_have_no_points_to_correct() -> None:
    pair = sit_down("dice bag")
    assert 'name="points"' not in page(pair, pair.ada)


def track_fields(html: str) -> Sent:
    """What the form of the momentum track sends if nothing is touched."""
    form = next(
        one
        for one in re.findall(r"<form.*?</form>", html, re.DOTALL)
        if "Propose the correction" in one and 'name="momentum"' in one
    )
    found: Sent = {}
    for tag in re.findall(r"<input[^>]*>", form):
        said = dict(re.findall(r'(\w+)="([^"]*)"', tag))
        found[said["name"]] = unescape(said.get("value", ""))
    for name, options in re.findall(r'<select[^>]*name="([^"]+)"[^>]*>(.*?)</select>', form, re.DOTALL):
        chosen = re.search(r'value="([^"]*)" selected', options)
        found[name] = chosen[1] if chosen else ""
    return found


def test_the_track_is_corrected_once_the_other_side_agrees() -> None:
    pair = sit_down(momentum="1")
    pair.act(0, "momentum", side1="1")
    sent = track_fields(page(pair, pair.ada))
    assert sent["momentum"] == "1"
    status, _html = post(pair, pair.ada, {**sent, "momentum": "-2", "reason": "Green took the ford"})
    assert status == 200
    assert proposed(pair) == {"momentum": "-2"}
    assert pair.game.momentum.slider == 1
    other = page(pair, pair.ben)
    assert "Correct the momentum track?" in other
    assert "slider: 2 of Green" in other
    assert "Green took the ford" in other
    services.answer(pair.table, pair.ben, side=1, agree=True)
    assert pair.game.momentum.slider == -2
    assert "Momentum slider: 2 of Green (Green took the ford)" in page(pair, pair.ben)


def test_seals_of_a_side_are_corrected_with_the_track() -> None:
    pair = sit_down(momentum="1")
    sent = track_fields(page(pair, pair.ada))
    post(pair, pair.ada, {**sent, "seals.1": "2", "reason": "Lost count"})
    assert proposed(pair) == {"seals": {"1": "2"}}
    assert "command seals of Brown: 2" in page(pair, pair.ben)
    services.answer(pair.table, pair.ben, side=1, agree=False)
    assert pair.game.sides[1].seals == 0
    post(pair, pair.ada, {**sent, "seals.1": "2", "reason": "Lost count"})
    services.answer(pair.table, pair.ben, side=1, agree=True)
    assert pair.game.sides[1].seals == 2
    assert "Command seals of Brown: 2 (Lost count)" in page(pair, pair.ben)


def test_what_the_track_cannot_show_is_refused_and_stays_typed() -> None:
    pair = sit_down(momentum="1")
    sent = track_fields(page(pair, pair.ada))
    status, html = post(pair, pair.ada, {**sent, "seals.0": "777", "reason": "Lost count"})
    assert status == 422
    assert 'value="777"' in html
    assert "from 0 to 99" in html
    assert pair.table.proposal is None


def test_what_a_program_sends_with_a_correction_of_the_track_harms_no_page() -> None:
    pair = sit_down(momentum="1")
    for odd in ({"holder": "x"}, {"holder": 9}, {"seals": {"7": 1}}, {"seals": "all"}):
        with pytest.raises(Refusal):
            pair.act(0, "correct", momentum=1, reason="Odd", **odd)
    pair.act(0, "correct", momentum=1, points=5, reason="Odd")
    assert "slider: 1 of Brown" in page(pair, pair.ben)


def test_without_a_track_there_is_nothing_of_it_to_correct() -> None:
    pair = sit_down()
    assert "Correct the momentum track" not in page(pair, pair.ada)


def test_boosts_of_a_unit_are_in_its_form_where_there_is_a_track() -> None:
    off = sit_down()
    assert "boosts" not in fields(page(off, off.ada), "a1")
    pair = sit_down(momentum="1")
    sent = fields(page(pair, pair.ada), "a1")
    post(pair, pair.ada, {**sent, "boosts": "2", "reason": "Won one"})
    assert proposed(pair) == {"unit": "a1", "boosts": "2"}
    assert "boost tokens: 2" in page(pair, pair.ben)
    agree(pair)
    assert pair.game.unit("a1").boosts == 2
