"""Where each unit of a list begins is said line by line; what else was answered stays (page 9 D)."""

from __future__ import annotations

import re

import pytest

from battles.models import Intake
from rules.tabletop.lists.layout.by_hand import MOST_LINES
from tests.table.phones import Pair, browser_of
from tests.table.test_lists import give, seated

pytestmark = pytest.mark.django_db
LIST = (
    "Glork team, regular, 3 men\n40 pts\n\n"
    "Rifle squad, regular, 10 men with rifles, 100 pts\n- MMG team, veteran\n- 65 pts\n\n"
    "See you on Friday, all of you!\n\n"
    "Mortar team, regular, 3 men, 50 pts\n"
)
"""The second unit holds a third; of the first it is asked who holds what, of the last which mortar."""


def given(text: str = LIST) -> tuple[Pair, str]:
    """A table where Ada has given in the list, and the address of its lines."""
    pair = seated()
    where = give(pair, text)
    assert where.endswith("/lists/0/")
    return pair, f"{where}lines/"


def shown(pair: Pair, where: str) -> dict[str, str]:
    """What the page holds of each line, as its form would send it."""
    answer = browser_of(pair, pair.ada).get(where)
    assert answer.status_code == 200
    return fields(answer.content.decode())


def fields(text: str) -> dict[str, str]:
    rows = re.findall(r'<select id="line\d+" name="(line\.\d+)">(.*?)</select>', text)
    found = {name: re.findall(r'value="(\w+)" selected', options)[0] for name, options in rows}
    return found | {"state": re.findall(r'name="state" value="(\w+)"', text)[0]}


def names(pair: Pair) -> list[str]:
    intake = Intake.objects.get(table=pair.table, number=0)
    return [one["name"].partition(",")[0] for one in intake.source["units"]]


def test_each_line_is_shown_as_it_was_read() -> None:
    pair, where = given()
    told = shown(pair, where)
    assert [told[f"line.{at}"] for at in (1, 2, 4, 5, 6, 8, 10)] == [
        "unit",
        "part",
        "unit",
        "part",
        "part",
        "leave",
        "unit",
    ]
    page = browser_of(pair, pair.ada).get(where.removesuffix("lines/")).content.decode()
    assert where in page


def test_a_unit_begins_where_its_owner_says_and_answers_stay() -> None:
    pair, where = given()
    ada, here = browser_of(pair, pair.ada), where.removesuffix("lines/")
    ada.post(here, {"0|groups": "3 Rifle"})
    before = Intake.objects.get(table=pair.table, number=0)
    assert before.answers["0"]
    answer = ada.post(where, {**shown(pair, where), "line.5": "unit"})
    assert answer.headers["Location"] == here
    after = Intake.objects.get(table=pair.table, number=0)
    assert names(pair) == ["Glork team", "Rifle squad", "MMG team", "Mortar team"]
    assert after.answers == before.answers
    # The first is left out: what was answered of it goes, and what is clear then stands at the table.
    told = shown(pair, where)
    ada.post(where, {**told, "line.1": "leave", "line.2": "leave", "line.10": "leave"})
    assert [unit.name for unit in pair.game.units] == ["Rifle squad", "MMG team"]
    assert not Intake.objects.filter(table=pair.table).exists()


def test_a_unit_begins_below_every_empty_line() -> None:
    pair, where = given(LIST.replace("\n\n", "\n"))
    assert list(shown(pair, f"{where}?way=gaps").values()).count("unit") == 1
    pair, where = given(LIST.replace("- MMG team", "\nMMG team"))
    assert list(shown(pair, f"{where}?way=gaps").values()).count("unit") == 4


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ({f"line.{at}": "leave" for at in range(1, 11)}, "at least of one line"),
        ({"line.1": "part"}, "Line 1 belongs to the unit above it, and there is none"),
        ({"state": "other"}, "parted otherwise in the meantime"),
    ],
)
def test_what_cannot_be_is_refused_and_what_was_said_stays(said: dict[str, str], told: str) -> None:
    pair, where = given()
    sent = {**shown(pair, where), "line.5": "unit", **said}
    before = names(pair)
    answer = browser_of(pair, pair.ada).post(where, sent)
    text = answer.content.decode()
    assert answer.status_code == 422
    assert told in text
    assert names(pair) == before
    assert {name: role for name, role in fields(text).items() if name != "state"} == {
        name: role for name, role in sent.items() if name != "state"
    }


def test_nobody_else_sees_or_parts_it() -> None:
    pair, where = given()
    other = browser_of(pair, pair.ben)
    assert other.get(where).status_code == other.post(where, {"line.1": "leave"}).status_code == 404


def test_a_list_that_is_no_text_or_too_long_has_no_such_page() -> None:
    talk = "hello hello hello there\n" * MOST_LINES
    pair, where = given(f"Glork team, regular, 3 men, 40 pts\n{talk}")
    assert browser_of(pair, pair.ada).get(where).headers["Location"] == where.removesuffix("lines/")


def test_the_same_list_parted_otherwise_is_known_again() -> None:
    pair, where = given(
        LIST.replace("Glork team, regular, 3 men\n40 pts", "MMG team, regular, 20 glorks, 50 pts")
    )
    ada = browser_of(pair, pair.ada)
    ada.post(where, {**shown(pair, where), "line.1": "leave", "line.4": "unit", "line.9": "leave"})
    assert [unit.name for unit in pair.game.units] == ["Rifle squad", "MMG team"]
    text = give(
        pair, LIST.replace("Glork team, regular, 3 men\n40 pts", "MMG team, regular, 20 glorks, 50 pts")
    )
    assert "entered already" in text


def test_a_sum_that_is_not_right_is_asked_first() -> None:
    pair = seated()
    where = give(
        pair, "Rifle squad, regular, 10 men with rifles, 100 pts\nMMG team, regular, 50 pts\nTotal: 215 pts"
    )
    assert where.endswith("/lists/0/")
    ada = browser_of(pair, pair.ada)
    page = ada.get(where).content.decode()
    assert "The list says 215 points" in page
    assert "What was read makes 150 points." in page
    ada.post(where, {"-1|total": "as read"})
    assert len(pair.game.units) == 2


def test_a_clear_list_is_shown_first_if_its_owner_wishes() -> None:
    pair = seated()
    clear = "Rifle squad, regular, 10 men with rifles, 100 pts\nMMG team, regular, 50 pts"
    where = give(pair, clear, look="0")
    ada = browser_of(pair, pair.ada)
    page = ada.get(where).content.decode()
    assert "Nothing is asked. Is it right?" in page
    assert f"{where}lines/" in page
    assert not pair.game.units
    answer = ada.post(where, {"do": "enter"})
    assert answer.headers["Location"] == f"/t/{pair.table.public_id}/"
    assert len(pair.game.units) == 2
