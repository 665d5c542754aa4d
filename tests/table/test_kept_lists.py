"""Lists that a person keeps: their text, what they were read as, and what was answered of them (page 9 D)."""

from __future__ import annotations

from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from battles.models import Phone, Roster, Table
from battles.table import services
from battles.table.deeds import game_of
from battles.table.rosters import keep
from campaign.models import User
from rules.tabletop.state import Game
from tests.table.phones import Pair, browser_of

pytestmark = pytest.mark.django_db
ASKED = "Rifle squad, regular, 10 men, SMG, 8 rifles, 100 pts"
CLEAR = "Rifle squad, regular, 10 men, 2 SMG, 8 rifles, 100 pts"
FILE = (
    b"<roster name='Green'><costs><cost name='pts' value='50'/></costs><forces><force><selections>"
    b"<selection name='MMG Team' type='unit' number='1'><costs><cost name='pts' value='50'/></costs>"
    b"<selections><selection name='Crew' type='model' number='3'/></selections></selection>"
    b"</selections></force></forces></roster>"
)


def table_of(ada: User) -> tuple[Phone, Client]:
    """A new table at which Ada, logged in, sets up the first side."""
    setup = services.Setup(name="New", sides=("Green", "Brown"), players=(("Ada", 0), ("Ben", 1)))
    phone = services.open_table(setup, user=ada, numbers=[0])
    browser = browser_of(Pair(phone.table, phone, phone), phone)
    session = dict(browser.session.items())
    browser.force_login(ada, "allauth.account.auth_backends.AuthenticationBackend")
    logged_in = browser.session
    logged_in.update(session)
    logged_in.save()
    return phone, browser


def game_at(phone: Phone) -> Game:
    return game_of(Table.objects.get(pk=phone.table.pk))


def load(ada: User, roster: Roster) -> tuple[Phone, Client, Any]:
    phone, browser = table_of(ada)
    page = browser.get(f"/t/{phone.table.public_id}/").content.decode()
    assert f'name="kept" value="{roster.pk}"' in page
    sent = {"kept": str(roster.pk), "player": "0"}
    return phone, browser, browser.post(f"/t/{phone.table.public_id}/lists/", sent)


def test_a_kept_list_is_its_text_and_what_it_was_read_as(ada: User) -> None:
    roster = keep(ada, "Rifles", CLEAR)
    assert roster.text == CLEAR
    assert roster.read["list"]["boltgun_list"] == 1
    assert [group["count"] for group in roster.read["list"]["units"][0]["groups"]] == [8, 2]
    phone, _browser, answer = load(ada, roster)
    assert answer["Location"] == f"/t/{phone.table.public_id}/"
    assert [unit.models for unit in game_at(phone).units] == [10]


def test_what_was_answered_of_a_kept_list_is_not_asked_again(ada: User) -> None:
    roster = keep(ada, "Rifles", ASKED)
    phone, browser, answer = load(ada, roster)
    page = f"/t/{phone.table.public_id}/lists/0/"
    assert answer["Location"] == page
    browser.post(page, {"0|groups": "8 Rifle, 1 SMG NCO, 1 Pistol"})
    said = [(group.weapon, group.count) for group in game_at(phone).units[0].groups]
    assert ("Pistol", 1) in said
    again, _browser, answer = load(ada, roster)
    assert answer["Location"] == f"/t/{again.table.public_id}/"
    assert [(group.weapon, group.count) for group in game_at(again).units[0].groups] == said
    assert Roster.objects.get().text == ASKED


def test_a_kept_list_that_is_entered_is_known_when_it_is_loaded_again(ada: User) -> None:
    """Also when it was answered in between, and not once another stands under its name."""
    roster = keep(ada, "Rifles", ASKED)
    phone, browser, answer = load(ada, roster)
    browser.post(answer["Location"], {"0|groups": "8 Rifle, 1 SMG NCO, 1 Pistol"})
    here, sent = f"/t/{phone.table.public_id}/lists/", {"kept": str(roster.pk), "player": "0"}
    assert "This list has been entered already" in browser.post(here, sent).content.decode()
    assert len(game_at(phone).units) == 1
    keep(ada, "Rifles", CLEAR)
    assert browser.post(here, sent).status_code == 302
    assert len(game_at(phone).units) == 2


def test_answers_to_a_list_that_was_replaced_meanwhile_are_none_to_the_new_one(ada: User) -> None:
    roster = keep(ada, "Rifles", ASKED)
    phone, browser, _answer = load(ada, roster)
    keep(ada, "Rifles", CLEAR)
    browser.post(f"/t/{phone.table.public_id}/lists/0/", {"0|groups": "8 Rifle, 1 SMG NCO, 1 Pistol"})
    kept = Roster.objects.get()
    assert [group["weapon"] for group in kept.read["list"]["units"][0]["groups"]][1] != "Pistol"
    assert [group["count"] for group in kept.read["list"]["units"][0]["groups"]] == [8, 2]


def test_a_list_of_before_is_read_when_it_is_used(ada: User) -> None:
    roster = Roster.objects.create(user=ada, name="Old", text=CLEAR)
    phone, _browser, _answer = load(ada, roster)
    assert [unit.models for unit in game_at(phone).units] == [10]
    assert Roster.objects.get().read["list"]["units"][0]["count"] == 1


def test_a_file_is_kept_as_its_units(ada: User) -> None:
    phone, browser = table_of(ada)
    sent = {"name": "Guns", "roster": "", "table": phone.table.public_id}
    browser.post("/t/rosters/", {**sent, "file": SimpleUploadedFile("guns.ros", FILE)})
    roster = Roster.objects.get()
    assert (roster.name, roster.text) == ("Guns", "MMG Team [50pts]: 3x Crew")
    assert roster.read["list"]["units"][0]["groups"][0]["crew"] == 3


def test_nobody_loads_another_s_list(ada: User, ben: User) -> None:
    roster = keep(ben, "Rifles", CLEAR)
    phone, browser = table_of(ada)
    for number in (str(roster.pk), "0", "x", ""):
        sent = {"kept": number, "player": "0"}
        answer = browser.post(f"/t/{phone.table.public_id}/lists/", sent)
        assert answer.status_code == 422
        assert "This saved list is not there any longer." in answer.content.decode()
    assert not game_at(phone).units
