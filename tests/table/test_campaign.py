"""A campaign's battle at the table: who may sit down, and the report that is drafted there."""

from __future__ import annotations

import pytest

from battles.models import Table
from battles.table import services
from battles.table.services import Request
from campaign.models import BattleResult
from tests.fights import address, battle_in, browser, meet, while_fighting

pytestmark = pytest.mark.django_db


def test_both_sides_sit_down_at_one_table_and_nobody_else() -> None:
    war = meet()
    north, south = war.users["north"], war.users["south"]
    with while_fighting(war):
        for user in (north, south, north):
            assert browser(user).post(address(war, what="table/")).status_code == 302
        assert browser(war.facilitator).post(address(war, what="table/")).status_code == 404
    table = Table.objects.get()
    assert sorted(phone.numbers for phone in table.phones.all()) == [[0], [1]]
    battle = battle_in(war)
    shown = services.game_of(table)
    text = f"{shown.name} {[side.name for side in shown.sides]} {[one.name for one in shown.players]}"
    assert battle.name_first not in text
    assert battle.name_second not in text
    assert [side.colour for side in shown.sides] == [battle.seat_first.number, battle.seat_second.number]
    assert browser(war.facilitator).get(f"/t/{table.public_id}/").status_code == 404
    join = f"/t/{table.public_id}/join/{table.code}/"
    assert browser(war.facilitator).get(join).status_code == 404


def test_the_drafts_of_both_agree_and_close_the_battle() -> None:
    war = meet()
    users = [war.users["north"], war.users["south"]]
    with while_fighting(war):
        for user in users:
            browser(user).post(address(war, what="table/"))
        table = Table.objects.get()
        for number in (0, 1):
            phone = next(one for one in table.phones.all() if one.numbers == [number])
            roster = {"roster": "Squad 10 men 200 pts\nGunners 5 men 100 pts"}
            services.act(table, phone, Request(f"r{number}", "roster", number, roster))
        services.act(table, phone, Request("b", "begin", 1, {}))
        lost = {"unit": "a1", "models": "0", "reason": "gone"}
        services.act(table, phone, Request("k", "correct", 1, lost))
        first = next(one for one in table.phones.all() if one.numbers == [0])
        services.answer(table, first, side=0, agree=True)
        services.act(table, phone, Request("f", "finish", 1, {"winner": "1"}))
        services.answer(table, first, side=0, agree=True)
        for user in users:
            page = browser(user).get(f"/t/{table.public_id}/report/")
            initial = page.context["form"].initial
            sent = browser(user).post(f"/t/{table.public_id}/report/", initial)
            assert sent.status_code == 302
    results = list(BattleResult.objects.all())
    assert len(results) == 2
    assert {(one.winner, one.points_first, one.points_second) for one in results} == {
        (battle_in(war).second, 200, 0)
    }
    assert "Squad was destroyed" in results[0].story
    assert battle_in(war).closed_at is not None


def test_nobody_sits_down_at_a_battle_that_is_over() -> None:
    war = meet()
    north = war.users["north"]
    with while_fighting(war):
        assert "Sit down at the table" in browser(north).get(address(war)).content.decode()
    where, sit = address(war), address(war, what="table/")
    war.publish()
    assert "Sit down at the table" not in browser(north).get(where).content.decode()
    refused = browser(north).post(sit, follow=True)
    assert refused.redirect_chain[-1][0] == where
    assert "This battle is over" in refused.content.decode()
    assert not Table.objects.exists()


def test_a_table_that_was_is_still_read_after_the_battle() -> None:
    war = meet()
    north = war.users["north"]
    sit = address(war, what="table/")
    with while_fighting(war):
        browser(north).post(sit)
    table = Table.objects.get()
    war.publish()
    assert browser(north).post(sit).headers["Location"] == f"/t/{table.public_id}/"
