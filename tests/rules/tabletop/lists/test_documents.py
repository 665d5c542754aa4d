"""A list of this app that still asks something is the same again, and asks it again (page 9 D)."""

from __future__ import annotations

import json

import pytest

from rules.tabletop.lists.listing import read

NESTED = """Grenadier Squad [115pts]: Regular, Light machine gun
. 7x Grenadier: 7x Rifle
. NCO: Submachine gun
"""


@pytest.mark.parametrize("text", [NESTED, "Bergepanzer 100pts", "Cossack cavalry, 8 men, rifles, 90pts"])
def test_what_asks_is_read_the_same_again(text: str) -> None:
    found = read(text)
    again = read(json.dumps(found.document))
    assert found.questions
    assert again.document == found.document
    assert {one.question.field for one in again.questions} == {one.question.field for one in found.questions}


def test_what_a_line_no_more_asks_is_asked_all_the_same() -> None:
    """What a document says is not sure never becomes sure by leaving out why."""
    document = read("Rifle squad, 10 men, rifles, regular, 100pts").document
    unit = {**document["units"][0], "ask": ["groups", "points"]}
    found = read(json.dumps({**document, "units": [unit]}))
    assert [one.question.field for one in found.questions] == ["groups", "points"]
    told = {"0": {"points": "90", "groups": "9 Rifle"}}
    settled = read(json.dumps({**document, "units": [unit]}), told).document["units"][0]
    assert (settled["points"], settled["groups"][0]["count"], settled["ask"]) == (90, 9, [])


@pytest.mark.parametrize("said", ["Bazooka", "bazookas"])
def test_a_word_that_its_owner_calls_a_weapon_is_one(said: str) -> None:
    line = "Grenadiers, 10 men, rifles, 2 zappers, regular, 100 pts"
    assert [one.question.key for one in read(line).questions] == ["word:zapper"]
    found = read(line, {"0": {"word:zapper": said}})
    assert found.questions == []
    groups = [(one["weapon"], one["count"], one["crew"]) for one in found.document["units"][0]["groups"]]
    assert groups == [("Rifle", 6, 1), ("Bazooka", 2, 2)]


def test_an_answer_that_nobody_knows_is_asked_again() -> None:
    line = "Grenadiers, 10 men, rifles, zweihander, regular, 100 pts"
    assert read(line, {"0": {"word:zweihander": "a sword"}}).questions
    assert not read(line, {"0": {"word:zweihander": "nothing"}}).questions


def test_a_spotter_stands_beside_the_crew() -> None:
    line = "81mm mortar, 3 men + spotter, regular, 60pts"
    assert [one.question.answers for one in read(line).questions] == [("4", "3")]
    found = read(line, {"0": {"men": "4"}})
    groups = [(one["weapon"], one["count"], one["crew"]) for one in found.document["units"][0]["groups"]]
    assert groups == [("Medium mortar", 1, 3), ("", 1, 1)]
