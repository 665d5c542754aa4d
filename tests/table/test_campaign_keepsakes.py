"""Of a campaign's battle nothing is sent on that its shared page does not tell (page 4, who knows what)."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from django.conf import settings
from django.test import Client

from battles.models import Phone, Sharing, Table
from battles.table import services
from battles.table.keepsakes import services as keepsakes
from battles.table.keepsakes.selectors import shared_table
from battles.table.services import Request, game_to_plain
from campaign.base.refusal import Refusal
from tests.battles.around import act_as, text
from tests.fights import WON, address, battle_in, browser, confirm, meet, tell, while_fighting
from tests.wars import War
from tests.words import says

pytestmark = pytest.mark.django_db


def fought() -> tuple[War, Table, Phone]:
    """A battle that was fought at the table, and reported by both; its turn is not published yet."""
    war = meet()
    with while_fighting(war):
        for army in ("north", "south"):
            browser(war.users[army]).post(address(war, what="table/"))
        table = Table.objects.get()
        phones = sorted(table.phones.all(), key=lambda phone: phone.numbers)
        for number, phone in enumerate(phones):
            roster = {"roster": "Zephyr squad 10 men rifle 200 pts"}
            services.act(table, phone, Request(f"r{number}", "roster", number, roster))
        services.act(table, phones[0], Request("b", "begin", 0, {}))
        for number, phone in enumerate(phones):
            services.act(table, phone, Request(f"f{number}", "finish", number, {"winner": "0"}))
    tell(war, "north", WON)
    confirm(war, "south")
    table.refresh_from_db()
    return war, table, phones[0]


def sent_on(token: str) -> list[tuple[int, bytes]]:
    """All that a stranger is sent of it."""
    stranger = Client()
    paths = (f"/shared/{token}/summary.png", f"/api/v1/shared/{token}/summary/", f"/api/v1/shared/{token}/")
    return [(answer.status_code, answer.content) for answer in map(stranger.get, paths)]


def test_it_is_sent_on_only_as_the_battle_is_shared() -> None:
    war, table, phone = fought()
    battle = battle_in(war)
    for wanted in (True, False):
        with pytest.raises(Refusal, match="own page"):
            keepsakes.share(table, phone, wanted=wanted)
    with pytest.raises(Refusal, match="fought once"):
        keepsakes.rematch(table, phone, None)
    assert Client().get(f"/t/{table.public_id}/summary.png").status_code == 404
    assert browser(war.users["north"]).get(f"/t/{table.public_id}/summary.png").status_code == 404
    # Nor does a token that got there by another way open it.
    Table.objects.filter(pk=table.pk).update(share_token="planted")
    assert shared_table("planted") is None
    war.publish()
    act_as(war, war.users["north"], "share", battle=battle, wanted="yes")
    token = Sharing.objects.get().token
    assert [status for status, _sent in sent_on(token)] == [404, 404, 404]
    act_as(war, war.users["south"], "share", battle=battle, wanted="yes")
    assert [status for status, _sent in sent_on(token)] == [200, 200, 200]
    act_as(war, war.users["south"], "share", battle=battle, wanted="no")
    assert [status for status, _sent in sent_on(token)] == [404, 404, 404]


def test_a_chat_shows_the_battle_that_both_share_and_no_search_engine_keeps_it() -> None:
    war, _table, _phone = fought()
    battle = battle_in(war)
    war.publish()
    for army in ("north", "south"):
        act_as(war, war.users[army], "share", battle=battle, wanted="yes")
    token = Sharing.objects.get().token
    html = text(Client().get(f"/shared/{token}/"))
    assert re.findall(r'property="og:image" content="([^"]*)"', html) == [
        f"{settings.SITE_URL}/shared/{token}/summary.png"
    ]
    (title,) = re.findall(r'property="og:title" content="([^"]*)"', html)
    assert f">{title}</h1>" in html
    assert '<meta name="robots" content="noindex">' in html


def test_in_two_worlds_whose_tables_differ_strangers_are_sent_the_same() -> None:
    """Lists, losses of units, luck and turns of the table are its two sides' alone."""
    war, table, _phone = fought()
    battle = battle_in(war)
    war.publish()
    for army in ("north", "south"):
        act_as(war, war.users[army], "share", battle=battle, wanted="yes")
    token = Sharing.objects.get().token
    before = sent_on(token)
    game = services.game_of(table)
    units = tuple(replace(unit, name="Vulture", points=999) for unit in game.units)
    table.state = game_to_plain(replace(game, units=units, turn=9, method="cards", winner=1))
    table.save()
    table.actions.all().delete()
    assert sent_on(token) == before
    Table.objects.all().delete()
    assert sent_on(token) == before


def test_the_page_of_the_end_says_where_it_is_shared() -> None:
    war, table, _phone = fought()
    html = text(browser(war.users["north"]).get(f"/t/{table.public_id}/report/"))
    assert says(html, "shown to others on its own page")
    assert "Rematch" not in html
    assert "/share/" not in html
