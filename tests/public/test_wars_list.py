"""The list of open wars, what narrows it, and how somebody asks for a seat and is answered."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from django.core import mail
from django.db import connection
from django.test.utils import CaptureQueriesContext

from campaign.base.refusal import Refusal
from campaign.delivery import services as notices
from campaign.founding.draft_saving import open_draft
from campaign.models import Advert, AuditEntry, Campaign, Notice, Seat, SeatAsk, User
from campaign.people.invitations.joining import accept_invitation
from campaign.press.news.services import open_to_all
from campaign.public.directory import selectors
from campaign.public.directory.narrowing import Wanted
from campaign.public.directory.selectors import (
    asks_for,
    in_words,
    own_ask,
    own_asks,
    own_in_words,
    wars_listed,
)
from campaign.public.directory.services import answer_ask, ask_for_seat, save_advert, withdraw_ask
from tests.archive.test_war_end import client_of
from tests.public.wars import open_war
from tests.wars import War, begin_war

pytestmark = pytest.mark.django_db


def refused(act: Callable[[], object]) -> str:
    with pytest.raises(Refusal) as caught:
        act()
    return caught.value.code


@pytest.fixture
def war() -> War:
    """An open war whose south is free, and that looks for somebody."""
    war = open_war("facts")
    Seat.objects.filter(campaign=war.campaign, key="south").update(user=None, status="open")
    save_advert(campaign=war.campaign, by=war.facilitator, seeking=True, language="de", word="Thursdays")
    return war


@pytest.fixture
def asker() -> User:
    return User.objects.create_user("otto@elsewhere.example", name="Otto Far")


def names(**wanted: str) -> list[str]:
    return [one.name for one in wars_listed(Wanted(**wanted)).wars]


def test_the_list_shows_open_wars_and_the_free_seats_of_those_that_look_for_players(war: War) -> None:
    page = client_of(None).get("/wars/").content.decode()
    assert "The border war" in page
    assert "1 free seat" in page
    assert "Ask for a seat" in page
    assert "Thursdays" in page
    Advert.objects.update(seeking=False)
    page = client_of(None).get("/wars/").content.decode()
    assert "The border war" in page
    assert "free seat" not in page
    assert "Thursdays" not in page


def test_it_is_narrowed_by_what_somebody_looks_for(war: War) -> None:
    for name, fits, other in (
        ("state", "seeking", "ended"),
        ("pace", "fortnight", "minutes"),
        ("size", "small", "large"),
        ("battles", "abstract", "tabletop"),
        ("language", "de", "fr"),
    ):
        assert names(**{name: fits}) == ["The border war"], name
        assert names(**{name: other}) == [], name
    assert names(experience="new") == ["The border war"]
    Advert.objects.update(experience="played")
    assert names(experience="new") == []
    page = client_of(None).get("/wars/?pace=minutes&size=nonsense&page=x").content.decode()
    assert "No war matches" in page


def test_it_has_pages(war: War, monkeypatch: pytest.MonkeyPatch) -> None:
    begin_war()
    Campaign.objects.update(open_to_all=True)
    monkeypatch.setattr(selectors, "A_PAGE", 1)
    first, second = wars_listed(Wanted(), 1), wars_listed(Wanted(), 99)
    assert (first.page, first.pages, second.page) == (1, 2, 2)
    assert first.wars[0].seeking
    assert not second.wars[0].seeking
    page = client_of(None).get("/wars/?battles=&page=1").content.decode()
    assert 'href="?page=2"' in page


def test_a_war_is_listed_before_its_start_if_it_looks_for_players(mara: User) -> None:
    site = open_draft(by=mara, name="Karst", seats=3)
    assert refused(lambda: save_advert(campaign=site, by=mara, seeking=True)) == "closed"
    open_to_all(campaign=site, by=mara, open_to_all=True)
    client = client_of(None)
    assert "Karst" not in client.get("/wars/").content.decode()
    save_advert(campaign=site, by=mara, seeking=True)
    assert f"/wars/{site.public_id}/" in client.get("/wars/").content.decode()
    page = client.get(f"/wars/{site.public_id}/").content.decode()
    assert "How it is played" in page
    assert client.get(f"/c/{site.public_id}/embed/").status_code == 404


def test_somebody_asks_is_accepted_and_joins(war: War, asker: User) -> None:
    browser = client_of(asker)
    path = f"/wars/{war.campaign.public_id}/"
    assert browser.post(path, {"word": "I play  Orks."}).status_code == 302
    assert "You have asked" in browser.get(path).content.decode()
    (ask,) = in_words(asks_for(war.campaign, war.facilitator))
    assert (ask.who, ask.word) == ("Otto Far", "I play Orks.")
    assert list(asks_for(war.campaign, war.users["north"])) == []
    told = Notice.objects.get(kind="seat_asked", channel="mail")
    assert told.user == war.facilitator
    notices.send_due()
    assert "Otto Far would like to play" in str(mail.outbox[-1].body)
    assert "otto@" not in str(mail.outbox[-1].body)

    desk = client_of(war.facilitator)
    face = f"/c/{war.campaign.public_id}/face/"
    assert "I play Orks." in desk.get(face).content.decode()
    desk.post(face, {"act": "accept", "ask": ask.id, "word": "Welcome!"})
    mine = own_ask(asker, war.campaign)
    assert mine is not None
    assert (mine.state, mine.answer) == ("accepted", "Welcome!")
    notices.send_due()
    sent = mail.outbox[-1]
    assert sent.to == [asker.email]
    assert "Welcome!" in str(sent.body)
    assert f"/join/{mine.join}/" in str(sent.body)
    assert "otto@" not in desk.get(f"/c/{war.campaign.public_id}/people/").content.decode()
    row = SeatAsk.objects.get()
    assert row.invitation is not None
    stranger = User.objects.create_user("eve@elsewhere.example", name="Eve")
    invitation = row.invitation
    assert refused(lambda: accept_invitation(invitation=invitation, user=stranger)) == "not_yours"
    asker.emailaddress_set.create(email=asker.email, verified=True, primary=True)
    accept_invitation(invitation=invitation, user=asker)
    assert Seat.objects.get(campaign=war.campaign, user=asker).key == "south"
    assert wars_listed(Wanted()).wars[0].seeking is False, "no seat is free any more"


def test_who_is_declined_hears_so_and_asks_elsewhere(war: War, asker: User) -> None:
    ask = ask_for_seat(campaign=war.campaign, by=asker)
    assert refused(lambda: ask_for_seat(campaign=war.campaign, by=asker)) == "taken"
    other = war.users["north"]
    assert refused(lambda: answer_ask(ask=ask, by=other, accept=True)) == "not_yours"
    answer_ask(ask=ask, by=war.facilitator, accept=False, word="We are full.")
    assert refused(lambda: answer_ask(ask=ask, by=war.facilitator, accept=True)) == "answered"
    notices.send_due()
    assert "There is no seat for you" in str(mail.outbox[-1].body)
    assert "We are full." in str(mail.outbox[-1].body)
    assert refused(lambda: ask_for_seat(campaign=war.campaign, by=asker)) == "taken"
    logged = AuditEntry.objects.filter(campaign=war.campaign, kind="ask_declined").get()
    assert not logged.public


def test_five_may_wait_and_one_is_taken_back(war: War, asker: User, monkeypatch: pytest.MonkeyPatch) -> None:
    assert selectors.MOST_OPEN == 5
    others = [Campaign.objects.create(name=str(n), map_rows="..", status="running") for n in range(5)]
    for one in others:
        Advert.objects.create(campaign=one, seeking=True, changed_at=war.campaign.created_at)
        SeatAsk.objects.create(campaign=one, user=asker, asked_at=war.campaign.created_at)
    assert refused(lambda: ask_for_seat(campaign=war.campaign, by=asker)) == "too_many"
    first = SeatAsk.objects.order_by("id")[0]
    assert refused(lambda: withdraw_ask(ask=first, by=war.facilitator)) == "not_yours"
    client_of(asker).post("/wars/asked/", {"ask": first.public_id})
    ask_for_seat(campaign=war.campaign, by=asker)


def test_nobody_asks_who_cannot_take_a_seat(war: War, asker: User) -> None:
    assert refused(lambda: ask_for_seat(campaign=war.campaign, by=war.users["north"])) == "role"
    asker.guest = True
    assert refused(lambda: ask_for_seat(campaign=war.campaign, by=asker)) == "not_yours"
    asker.guest = False
    Advert.objects.update(seeking=False)
    assert refused(lambda: ask_for_seat(campaign=war.campaign, by=asker)) == "closed"
    assert client_of(None).post(f"/wars/{war.campaign.public_id}/", {"word": "x"}).status_code == 422
    assert not SeatAsk.objects.exists()


def test_a_minimum_holds_for_who_asks_and_its_facilitator_reads_the_counts(war: War, asker: User) -> None:
    variables = {**war.campaign.settings, "plans_on_time": 90, "newcomers_too": True}
    Campaign.objects.filter(pk=war.campaign.pk).update(settings=variables)
    war.campaign.refresh_from_db()
    with pytest.raises(Refusal) as refused:
        ask_for_seat(campaign=war.campaign, by=asker)
    assert refused.value.code == "reliability"
    assert not SeatAsk.objects.exists()
    Campaign.objects.filter(pk=war.campaign.pk).update(settings={**variables, "newcomers_too": False})
    war.campaign.refresh_from_db()
    ask_for_seat(campaign=war.campaign, by=asker)
    (read,) = in_words(asks_for(war.campaign, war.facilitator))
    assert read.reliability == "new, 0 so far"
    (own,) = own_in_words(own_asks(asker))
    assert own.reliability == ""


def test_programs_list_ask_and_answer(war: War, asker: User) -> None:
    browser, desk = client_of(asker), client_of(war.facilitator)
    api, war_id = "/api/v1", war.campaign.public_id
    found = browser.get(f"{api}/wars/?state=seeking").json()
    assert [(one["name"], one["free"]) for one in found["wars"]] == [("The border war", 1)]
    assert browser.get(f"{api}/wars/?state=nonsense").status_code == 400
    kind = {"content_type": "application/json"}
    asked = browser.post(f"{api}/wars/{war_id}/ask/", {"word": "Me?"}, **kind)
    assert (asked.status_code, asked.json()["state"]) == (201, "open")
    assert len(browser.get(f"{api}/wars/asks/").json()["items"]) == 1
    (item,) = desk.get(f"{api}/campaigns/{war_id}/asks/").json()["items"]
    answered = desk.post(f"{api}/campaigns/{war_id}/asks/{item['id']}/", {"accept": True}, **kind)
    assert answered.json()["items"][0]["state"] == "accepted"
    assert answered.json()["items"][0]["join"] == "", "the way in is for who has asked"
    assert browser.get(f"{api}/wars/{war_id}/ask/").json()["join"]
    saved = desk.put(f"{api}/campaigns/{war_id}/advert/", {"seeking": False}, **kind)
    assert saved.json()["seeking"] is False


def crowd(war: War, count: int, *, first: int = 0) -> None:
    """People who ask for a seat; every tenth was declined."""
    for number in range(first, first + count):
        person = User.objects.create_user(f"asker{number}@club.example", name=f"Asker {number:03}")
        state = "declined" if number % 10 == 0 else "open"
        SeatAsk.objects.create(
            campaign=war.campaign, user=person, state=state, asked_at=war.campaign.created_at
        )


def test_who_asks_for_a_seat_is_shown_in_pages_those_who_wait_first(war: War) -> None:
    desk, path = client_of(war.facilitator), f"/c/{war.campaign.public_id}/face/"
    crowd(war, 3)
    desk.get(path)
    with CaptureQueriesContext(connection) as few:
        desk.get(path)
    crowd(war, 120, first=3)
    with CaptureQueriesContext(connection) as many:
        desk.get(path)
    # To count them is one more, for there is more than one page.
    assert len(many) <= len(few) + 1
    shown: list[str] = []
    for number in range(1, 8):
        page = desk.get(f"{path}?page={number}").content.decode()
        assert f"Page {number} of 7" in page
        found = re.findall(r"<b>(Asker \d+)</b>", page)
        assert len(found) == (20 if number < 7 else 3)
        shown += found
    everybody = [f"Asker {number:03}" for number in range(123)]
    assert shown == [one for one in everybody if one[-1] != "0"] + [
        one for one in everybody if one[-1] == "0"
    ]
    assert "Page 7 of 7" in desk.get(f"{path}?page=999").content.decode()
    last = SeatAsk.objects.get(user__name="Asker 122")
    SeatAsk.objects.filter(pk=last.pk).update(state="accepted")
    refused = desk.post(f"{path}?page=6", {"act": "decline", "ask": last.public_id, "word": "No <room>"})
    assert refused.status_code == 422
    assert "Page 6 of 7" in refused.content.decode()
    assert desk.post(path, {"act": "decline", "ask": everybody[0], "word": ""}).status_code == 404


def test_programs_read_who_asks_in_parts(war: War, asker: User) -> None:
    crowd(war, 123)
    desk, path = client_of(war.facilitator), f"/api/v1/campaigns/{war.campaign.public_id}/asks/"
    names, after = [], ""
    for _part in range(3):
        told = desk.get(path + after).json()
        names += [one["who"] for one in told["items"]]
        after = f"?after={told['next']}"
    assert told["next"] is None
    assert len(names) == len(set(names)) == 123
    assert client_of(asker).get(path).status_code in (403, 404)
    assert client_of(asker).get("/api/v1/wars/asks/?after=zz").status_code == 400
