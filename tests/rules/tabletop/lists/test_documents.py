"""A list of this app that still asks something is the same again, and asks it again (page 9 D)."""

from __future__ import annotations

import json

import pytest

from rules.tabletop.lists.groups.tallying import led
from rules.tabletop.lists.listing import read
from rules.tabletop.lists.questions import groups_from, groups_in_words
from rules.tabletop.refusing import RefusedError
from rules.tabletop.units import Group

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
    answered = read(json.dumps({**document, "units": [unit]}), told).document
    assert answered["points"] == 90
    settled = answered["units"][0]
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


def test_an_answer_says_who_leads_and_where_a_gun_stands() -> None:
    line = "Grenadiers, 9 men, SMG, LMG, vet, 120 pts, 2 sets of odds"
    groups = "5 rifles, 1 Submachine gun (SMG) NCO, 1 LMG (2), 1 unarmed and 2 Panzerfausts"
    (unit,) = read(line, {"0": {"groups": groups}}).document["units"]
    assert [(one["weapon"], one["count"], one["crew"], one["leader"]) for one in unit["groups"]] == [
        ("Rifle", 5, 1, False),
        ("Submachine gun (SMG)", 1, 1, True),
        ("LMG", 1, 2, False),
        ("", 1, 1, False),
        ("Panzerfaust", 2, 0, False),
    ]
    # Of one who leads nobody need say so, but nothing is read in part, and men stand in no turret.
    assert [one.leader for one in led(groups_from("2 SMG, 7 Rifle"))] == [False, True]
    for unread in ("5 rifles, some SMGs", "2 MMG hull", "1 Rifle NCO, 1 SMG NCO"):
        assert groups_from(unread) == ()
    tank = (Group("Heavy AT gun", 1, 0, mount="turret 1"), Group("MMG", 2, 0, mount="hull"))
    assert groups_from(groups_in_words(tank), mounted=True) == tank
    squad = (Group("Rifle", 6), Group("Submachine gun (SMG)", 1, leader=True), Group("LMG", 1, 2))
    assert groups_from(groups_in_words(squad)) == squad


def test_where_a_quality_is_from_is_said() -> None:
    """What the line tells, what is usual where it tells nothing, what its owner has answered (page 9 D)."""
    line = "Rifle squad, 10 men, rifles"
    for text, answers, quality, source in (
        (f"{line}, veteran, 100 pts", {}, "veteran", "text"),
        (f"{line}, 100 pts", {}, "regular", "usual"),
        ("T-34/85, 235 pts", {}, "regular", "usual"),
        ("Green conscripts, 10 men, rifles", {"0": {"quality": "regular"}}, "regular", "you"),
    ):
        (unit,) = read(text, answers).document["units"]
        assert (unit["quality"], unit["from"]["quality"]) == (quality, source), text


def test_a_document_that_asks_what_its_line_does_not_is_answered() -> None:
    """Whatever field it names: an answer settles it, it is not asked for ever."""
    document = read("Rifle squad, 10 men, rifles, regular, 100pts").document
    for name in ("line", "name", "nco", "flags", "turrets", "entry", "groups", "points", "kind", "count"):
        text = json.dumps({**document, "units": [{**document["units"][0], "ask": [name]}]})
        (asked,) = read(text).questions
        found = read(text, {"0": {asked.question.key: asked.question.answers[0]}})
        assert (found.questions, found.document["units"][0]["ask"]) == ([], []), name
        # Nothing but where it is from has changed.
        units = [{**one, "from": {}} for one in (found.document["units"][0], document["units"][0])]
        assert units[0] == units[1], name


def test_a_word_of_a_document_that_is_a_weapon_is_held() -> None:
    line = "Grenadiers, 10 men, rifles, 2 zappers, regular, 100 pts"
    text = json.dumps(read(line).document)
    found = read(text, {"0": {"word:zapper": "Bazooka"}})
    assert (
        found.document["units"][0]["groups"]
        == read(line, {"0": {"word:zapper": "Bazooka"}}).document["units"][0]["groups"]
    )


@pytest.mark.parametrize(
    "groups",
    [
        [{"weapon": "Rifle", "count": 5, "leader": True}, {"weapon": "LMG", "count": 1, "leader": True}],
        [{"weapon": "Rifle", "count": 5, "mount": "hull"}],
        [{"weapon": "Rifle", "count": 5}, {"weapon": "", "count": 2, "crew": 0}],
        [{"weapon": "Panzerfaust", "count": 2, "crew": 0}],
    ],
)
def test_groups_that_no_unit_can_have_are_refused_as_at_the_table(groups: list[dict[str, object]]) -> None:
    document = {"boltgun_list": 1, "units": [{"name": "Squad", "groups": groups}]}
    with pytest.raises(RefusedError) as refused:
        read(json.dumps(document))
    assert refused.value.values["path"] == "units.0.groups"


def test_no_vehicle_moves_on_foot() -> None:
    unit = {"name": "Bedford", "kind": "soft-skin", "locomotion": "foot"}
    with pytest.raises(RefusedError) as refused:
        read(json.dumps({"boltgun_list": 1, "units": [unit]}))
    assert refused.value.values["path"] == "units.0.locomotion"
    assert read(json.dumps({"boltgun_list": 1, "units": [{**unit, "locomotion": "wheeled"}]})).document[
        "units"
    ]


def test_what_all_others_tell_is_asked_of_who_does_not() -> None:
    """A list of which each unit says how good it is and what it costs, but for one; alone nobody asks."""
    lines = ["Rifle squad, veteran, 10 men, rifles, 130 pts", "Sniper team, regular, 50 pts"]
    lacking = {"MMG team, 50 pts": ["quality"], "MMG team, regular": ["points"]}
    for line, asked in lacking.items():
        units = read("\n".join([*lines, line])).document["units"]
        assert [one["ask"] for one in units] == [[], [], asked]
        assert read(line).document["units"][0]["ask"] == []
    one_tells = "\n".join([lines[0], "MMG team", "Sniper team"])
    assert [one["ask"] for one in read(one_tells).document["units"]] == [[], [], []]


def test_what_is_asked_of_a_unit_stays_asked_where_its_line_alone_asks_something_else() -> None:
    rows = ("Captain\t1\t2\tRegular\tSMG, rifle\t123", "Village recruits\t1\t12\tInexp\ttbd\t84")
    table = "\n".join(("Unit\tNo.\tMen\tQuality\tWeapons\tCost", *rows, *rows[:1] * 2))
    document = read(table).document
    asked = document["units"][1]
    assert asked["ask"] == ["line"]
    assert asked["groups"]
    again = read(json.dumps(document))
    assert again.document == document
    assert [one.question.field for one in again.questions if one.at == 2] == ["line"]


@pytest.mark.parametrize(
    "text",
    [
        "Squad [124pts]: 4x Man with SMG, 5x Rifleman, NCO, Veteran\n"
        ". 4x Man with SMG: 4x SMG\n. 5x Rifleman: 5x Rifle\n. NCO: SMG",
        "Squad (124)\n- Veteran, 4x Man with SMG, 5x Rifleman, NCO\n"
        "- 4x Man with SMG: 4x SMG\n- 5x Rifleman: 5x Rifle\n- NCO: SMG",
    ],
)
def test_men_who_are_named_in_short_and_then_in_full_are_there_once(text: str) -> None:
    (unit,) = read(text).document["units"]
    held = [(one["weapon"], one["count"], one["leader"]) for one in unit["groups"]]
    assert unit["ask"] == []
    assert held == [
        ("Rifle", 5, False),
        ("Submachine gun (SMG)", 4, False),
        ("Submachine gun (SMG)", 1, True),
    ]
