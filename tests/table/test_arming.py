"""The editor of weapon groups while a table is being set up, and refused forms: nothing typed is lost."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from rules.tabletop.units import Group
from tests.table.phones import Pair, browser_of, sit_down

pytestmark = pytest.mark.django_db

SQUAD = {
    "arms": "1",
    "arms.0.weapon": "Rifle",
    "arms.0.count": "7",
    "arms.0.crew": "1",
    "arms.1.weapon": "LMG",
    "arms.1.count": "1",
    "arms.1.crew": "2",
    "arms.2.weapon": "Submachine gun (SMG)",
    "arms.2.count": "1",
    "arms.2.crew": "1",
    "arms.2.leader": "on",
}
UNIT = {
    "kind": "edit unit",
    "player": "0",
    "unit": "a1",
    "name": "First squad",
    "traits": "1",
    "start": "10",
    "points": "100",
}


def sent(pair: Pair, to: str, **values: str) -> tuple[int, str]:
    answer = browser_of(pair, pair.ada).post(f"/t/{pair.table.public_id}/{to}/", values, follow=True)
    return answer.status_code, answer.content.decode()


def form_of(text: str, unit: str = "a1") -> str:
    """The unit's form in the page, with the tag that it is folded into."""
    found = re.search(rf'<details[^>]*id="u-{unit}"[^>]*>.*?</form>', text, re.DOTALL)
    assert found
    return re.sub(r"<template>.*?</template>", "", found[0], flags=re.DOTALL)


def chosen(form: str) -> list[str]:
    """What is chosen in the lists of weapons."""
    lists = re.findall(r'<select[^>]*name="arms\.\d+\.weapon"[^>]*>(.*?)</select>', form, re.DOTALL)
    return [re.findall(r'<option value="([^"]*)" selected', one)[0] for one in lists]


def test_seven_rifles_a_gun_with_its_loader_and_an_nco_are_said_by_hand() -> None:
    pair = sit_down(begin=False)
    status, text = sent(pair, "act", **UNIT, **SQUAD)
    assert status == 200
    assert pair.game.unit("a1").groups == (
        Group("Rifle", 7),
        Group("LMG", 1, 2),
        Group("Submachine gun (SMG)", 1, leader=True),
    )
    assert not pair.game.unit("a1").check
    assert chosen(form_of(text)) == ["Rifle", "LMG", "Submachine gun (SMG)"]


def test_who_leads_a_squad_what_tows_and_where_a_gun_stands_are_said_by_hand() -> None:
    pair = sit_down(begin=False)
    _status, text = sent(pair, "act", **UNIT, **SQUAD)
    assert not pair.game.unit("a1").nco
    assert re.search(r'name="nco">', form_of(text))
    _status, text = sent(pair, "act", **UNIT, **SQUAD, nco="on", towing="on")
    assert (pair.game.unit("a1").nco, pair.game.unit("a1").towing) == (True, True)
    assert re.search(r'name="nco" checked', form_of(text))
    assert "Turrets" not in form_of(text)
    gun = {"arms": "1", "arms.0.weapon": "Light AT gun", "arms.0.mount": "turret 2"}
    _status, text = sent(pair, "act", **{**UNIT, "start": "1"}, **gun, kind_of="light tank", nco="1")
    assert (pair.game.unit("a1").turrets, pair.game.unit("a1").nco) == (2, True)
    assert re.search(r'name="turrets"[^>]*value="2"', form_of(text))
    assert re.search(r'<option value="turret 2" selected', form_of(text))


def test_a_row_is_added_and_taken_off_without_scripts_and_nothing_is_kept_yet() -> None:
    pair = sit_down(begin=False)
    before = pair.game
    typed = {**UNIT, **SQUAD, "name": "Typed name", "quality": "veteran"}
    status, text = sent(pair, "arms", **typed, row="add")
    form = form_of(text)
    assert status == 200
    assert chosen(form) == ["Rifle", "LMG", "Submachine gun (SMG)", "Rifle"]
    assert 'value="Typed name"' in form
    assert re.search(r'<option value="veteran" selected', form)
    assert " open" in form[: form.index(">")]
    _status, text = sent(pair, "arms", **typed, row="drop 1")
    assert chosen(form_of(text)) == ["Rifle", "Submachine gun (SMG)"]
    assert pair.game == before


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"arms.1.count": "0"}, "LMG (2): how many is a whole number from 1 to 99."),
        ({"arms.1.crew": "many"}, "LMG (2): men to each is a whole number from 0 to 99."),
        ({"arms.1.weapon": "Sling"}, "Group 2: there is no weapon called Sling."),
        (
            {"arms.1.leader": "on"},
            "Submachine gun (SMG) (3): the NCO is in one group only, and LMG (2) has him.",
        ),
        ({"start": "8"}, "its groups have 10 men, not 8"),
        ({"start": "9", "arms.0.count": "6", "arms.1.crew": "1"}, "its groups have 8 men, not 9"),
    ],
)
def test_a_refusal_names_the_group_and_keeps_all_that_was_typed(change: dict[str, str], said: str) -> None:
    pair = sit_down(begin=False)
    status, text = sent(pair, "act", **{**UNIT, **SQUAD, "quality": "veteran", "recce": "on", **change})
    assert status == 422
    assert said in text
    form = form_of(text)
    assert re.search(r'<option value="veteran" selected', form)
    assert not re.search(r'<option value="regular" selected', form)
    assert re.search(r'name="recce"[^>]* checked', form)
    if "arms.1.count" in change:
        assert re.search(r'name="arms\.1\.count"[^>]*value="0"', form)
    assert pair.game.unit("a1").quality == "regular"


def test_the_settings_keep_what_was_chosen_when_they_are_refused() -> None:
    pair = sit_down(begin=False)
    chosen = {"method": "cards", "turns": "500", "attacker": "1", "momentum": "1", "series": "own"}
    status, text = sent(pair, "act", kind="settings", player="0", **chosen)
    assert status == 422
    assert re.search(r'<option value="cards" selected', text)
    assert not re.search(r'<option value="dice bag" selected', text)
    assert re.search(r'<option value="own" selected', text)
    assert re.search(r'name="turns"[^>]*value="500"', text)
    assert re.search(r'name="momentum" value="1" checked', text)


def test_a_volley_that_is_refused_keeps_who_fires_at_whom() -> None:
    pair = sit_down()
    pair.act(0, "draw", side="0")
    pair.act(0, "order", unit="a2", order="fire")
    fire = {"fire.0.group": "0", "fire.0.how": "hold", "fire.0.shell": "solid"}
    status, text = sent(pair, "act", kind="volley", player="0", shooter="a2", target="b1", **fire)
    assert status == 422
    assert re.search(r'<option value="hold" selected', text)
    assert re.search(r'<option value="solid" selected', text)


def test_what_is_typed_can_break_out_of_nothing() -> None:
    pair = sit_down(begin=False)
    evil = '"><script>alert(1)</script>'
    status, text = sent(pair, "act", **{**UNIT, **SQUAD, "name": evil, "arms.0.count": "0"})
    assert status == 422
    assert "<script>alert" not in text
    assert "&quot;&gt;&lt;script&gt;" in form_of(text)


def test_places_that_were_ticked_stay_ticked_and_digits_are_not_shown_again() -> None:
    pair = sit_down(begin=False)
    path = f"/t/{pair.table.public_id}/join/{pair.table.code}/"
    answer = Client().post(path, {"places": ["1"], "pin1": "0000"})
    assert answer.status_code == 422
    text = answer.content.decode()
    assert re.search(r'name="places" value="1" checked', text)
    assert "0000" not in text
