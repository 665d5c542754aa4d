"""What both sides may know of each other's sealed lists reaches the other phone by itself (page 9 D)."""

from __future__ import annotations

import pytest

from battles.models import Phone, Table
from battles.table.deeds import game_of
from battles.table.selectors import keys_of
from battles.table.services import Request, act
from campaign.base.sse import hub
from tests.fights import address, browser, meet, while_fighting
from tests.wars import War

pytestmark = pytest.mark.django_db
DIFFERS = "differs from the sealed list"
CLEAR = "Rifle squad 8 men 200 pts\nSniper team 50 pts"
ASKED = "Rifle squad 8 men 200 pts\nMortar 3 men 50 pts"


def opened(war: War, *, asked: bool = False) -> tuple[Table, Phone, Phone]:
    """The table of a battle of which both lists are in: north's phone, and south's."""
    for army, text in (("north", CLEAR), ("south", ASKED if asked else CLEAR)):
        browser(war.users[army]).post(address(war, what="act/list/"), {"points": "250", "text": text})
    for army in ("north", "south"):
        browser(war.users[army]).post(address(war, what="table/"))
    table = Table.objects.get()
    north, south = (table.phones.get(user=war.users[army]) for army in ("north", "south"))
    browser(war.users["north"]).get(f"/t/{table.public_id}/")
    return table, north, south


def told(table: Table, phone: Phone) -> str:
    """What a phone compares with what it has shown: another one, and it looks again."""
    return hub.token(keys_of(table, phone))


def page(war: War, table: Table) -> str:
    return str(browser(war.users["north"]).get(f"/t/{table.public_id}/").content.decode())


def test_that_a_list_differs_is_told_to_the_other_phone_and_no_change_that_tells_nothing_new() -> None:
    war = meet()
    with while_fighting(war):
        table, north, south = opened(war)
        mine = south.numbers[0]
        unit = next(one for one in game_of(table).units if one.player == mine)
        heard = [told(table, north)]
        # It comes to differ, differs still, and is again as it was handed in.
        for points in (150, 151, unit.points):
            values = {"unit": unit.id, "points": str(points)}
            act(table, south, Request(f"to {points}", "edit unit", mine, values))
            table.refresh_from_db()
            heard.append(told(table, north))
            assert (DIFFERS in page(war, table)) == (points != unit.points)
        assert [heard[n] != heard[n + 1] for n in range(3)] == [True, False, True]


def test_a_list_whose_last_question_is_answered_opens_on_the_other_phone() -> None:
    war = meet()
    with while_fighting(war):
        table, north, south = opened(war, asked=True)
        before = told(table, north)
        assert "Mortar" not in page(war, table)
        answers = {"1|weapon:mortar": "Light mortar"}
        browser(war.users["south"]).post(f"/t/{table.public_id}/lists/{south.numbers[0]}/", answers)
        assert "Mortar" in page(war, table)
        assert told(table, north) != before
