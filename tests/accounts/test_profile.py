"""Profiles: ended wars, for whom their person allows it, and never one that runs or is another's secret."""

from __future__ import annotations

import copy
import json
import re
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from campaign.accounts.profile.selectors import MOST_WARS, players_of
from campaign.accounts.profile.services import choose_profile
from campaign.base.refusal import Refusal
from campaign.ids import random_id
from campaign.models import Battle, Campaign, PlayerTurn, Profile, Seat, Turn, User
from tests.fights import WON, browser, confirm, meet, tell
from tests.secrecy.crawl import tokens_fixed
from tests.wars import APART, START, War, begin_war

pytestmark = pytest.mark.django_db


@pytest.fixture
def war() -> War:
    """An ended war that the north has won, with a battle, and another one that runs."""
    war = meet()
    tell(war, "north", WON)
    confirm(war, "south")
    war.publish()
    Campaign.objects.update(status="ended", ended_at=START, champion=war.seat("north"))
    return war


def path(war: War, army: str = "north") -> str:
    return f"/profiles/{war.users[army].public_id}/"


def show(war: War, visible_to: str, **more: object) -> None:
    given = {"shows_counts": False, "left_out": (), **more}
    choose_profile(user=war.users["north"], visible_to=visible_to, **given)  # type: ignore[arg-type]


def test_nobody_sees_one_until_its_person_says_so(war: War, nils: User) -> None:
    for client in (Client(), browser(nils), browser(war.users["south"]), browser(war.facilitator)):
        assert client.get(path(war)).status_code == 404
    with tokens_fixed():
        pages = [Client().get(at).content.decode() for at in (path(war), "/profiles/nobody-at-all/")]
    hidden, unknown = pages[0].replace(war.users["north"].public_id, "nobody-at-all"), pages[1]
    assert hidden == unknown
    own = browser(war.users["north"]).get(path(war)).content.decode()
    assert "The border war" in own


def test_fellows_see_it_and_anyone_if_it_is_for_anyone(war: War, nils: User) -> None:
    show(war, "fellows")
    page = browser(war.users["south"]).get(path(war)).content.decode()
    for said in ("North", "The border war", "The north", "Champion", "1 battle", "1 won", "First blood"):
        assert said in page, said
    assert browser(nils).get(path(war)).status_code == 404
    assert Client().get(path(war)).status_code == 404
    show(war, "anyone")
    for client in (Client(), browser(nils)):
        page = client.get(path(war)).content.decode()
        assert "North" in page
        assert "The border war" not in page, "a war that is not open is its people's"
    Campaign.objects.update(open_to_all=True)
    assert "The border war" in Client().get(path(war)).content.decode()


def test_no_war_that_runs_is_on_it_and_single_ones_can_be_left_out(war: War) -> None:
    Campaign.objects.update(open_to_all=True)
    running = begin_war(APART)
    Campaign.objects.filter(pk=running.campaign.pk).update(name="The other war", open_to_all=True)
    show(war, "anyone")
    page = Client().get(path(war)).content.decode()
    assert "The other war" not in page
    with pytest.raises(Refusal, match="ended wars"):
        show(war, "anyone", left_out=(running.campaign.public_id,))
    show(war, "anyone", left_out=(war.campaign.public_id,))
    assert "The border war" not in Client().get(path(war)).content.decode()
    assert "The border war" in browser(war.users["north"]).get("/account/profile/").content.decode()
    show(war, "anyone")
    assert "so far" not in Client().get(path(war)).content.decode()
    show(war, "anyone", shows_counts=True)
    assert "so far" in Client().get(path(war)).content.decode()
    show(war, "anyone")
    Campaign.objects.update(open_to_all=True)
    Seat.objects.filter(key="north").update(user=None)
    assert "The border war" not in Client().get(path(war)).content.decode()


def test_of_an_ended_war_those_are_named_who_wish_it(war: War, nils: User) -> None:
    north = war.seat("north").number
    assert players_of(war.campaign, nils) == ()
    show(war, "fellows")
    campaign = Campaign.objects.get()
    assert players_of(campaign, nils) == ()
    assert players_of(campaign, None) == ()
    (one,) = players_of(campaign, war.users["south"])
    assert (one.number, one.name, one.id) == (north, "North", war.users["north"].public_id)
    about = f"/c/{campaign.public_id}/about/"
    assert path(war) in browser(war.users["south"]).get(about).content.decode()
    show(war, "anyone", left_out=(campaign.public_id,))
    assert players_of(campaign, None) == ()
    show(war, "anyone")
    assert [one.number for one in players_of(campaign, None)] == [north]
    Campaign.objects.update(status="running")
    assert players_of(Campaign.objects.get(), None) == ()


def test_the_page_and_programs_choose_it(war: War) -> None:
    north = browser(war.users["north"])
    form = north.get("/account/profile/").content.decode()
    assert 'value="nobody"' in form
    assert north.post("/account/profile/", {"visible_to": "zz"}).status_code == 422
    saved = north.post("/account/profile/", {"visible_to": "anyone", "shows_counts": "on", "wars": []})
    assert saved.status_code == 302
    profile = Profile.objects.get()
    assert (profile.visible_to, profile.shows_counts, profile.left_out.count()) == ("anyone", True, 1)
    api = north.put("/api/v1/profile/", {"visible_to": "fellows"}, "application/json").json()
    assert (api["visible_to"], api["shows_counts"], api["wars"][0]["left_out"]) == ("fellows", False, False)
    assert north.put("/api/v1/profile/", {"visible_to": "zz"}, "application/json").status_code == 400
    read = browser(war.users["south"]).get(f"/api/v1/profiles/{war.users['north'].public_id}/").json()
    (row,) = read["wars"]
    assert (row["result"], row["army"], row["fought"], row["won"]) == ("champion", "The north", 1, 1)
    assert "First blood" in row["honours"]
    assert read["reliability"] is None
    assert browser(war.users["north"]).get("/api/v1/profiles/nobody-at-all/").status_code == 404


def test_whoever_has_many_wars_keeps_hidden_what_is_hidden(war: War) -> None:
    """All of them are listed where one chooses, and what a program does not name there is told to it."""
    north, many = war.users["north"], MOST_WARS + 5
    for number in range(many):
        ended = START - timedelta(days=number + 1)
        old = Campaign.objects.create(
            name=f"Old war {number:02}", status="ended", ended_at=ended, map_rows="..", open_to_all=True
        )
        Seat.objects.create(campaign=old, user=north, number=1, key="north", army="The north")
    oldest = Campaign.objects.get(name=f"Old war {many - 1:02}")
    show(war, "anyone", left_out=(oldest.public_id,))
    client = browser(north)
    form = client.get("/account/profile/").content.decode()
    ticked = re.findall(r'name="wars" value="([^"]+)"[^>]*checked', form)
    assert oldest.name in form
    assert len(ticked) == many, "all but the oldest"
    assert oldest.public_id not in ticked
    saved = client.post("/account/profile/", {"visible_to": "anyone", "wars": ticked[1:]})
    assert saved.status_code == 302
    hidden = set(Profile.objects.get().left_out.values_list("public_id", flat=True))
    assert hidden == {oldest.public_id, war.campaign.public_id}
    # A program that writes back what it has read changes nothing.
    told = client.get("/api/v1/profile/").json()
    assert set(told["left_out"]) == hidden
    back = {name: told[name] for name in ("visible_to", "shows_counts", "left_out")}
    assert set(client.put("/api/v1/profile/", back, "application/json").json()["left_out"]) == hidden
    # What is hidden takes no place of what is shown.
    everything = [one.public_id for one in Campaign.objects.order_by("-ended_at")]
    show(war, "anyone", left_out=everything[:MOST_WARS])
    assert oldest.name in Client().get(path(war)).content.decode()


def test_a_profile_costs_the_same_for_many_wars_with_battles(war: War) -> None:
    client = browser(war.users["north"])
    assert "1 won" in client.get(path(war)).content.decode()
    with CaptureQueriesContext(connection) as few:
        client.get(path(war))
    for number in range(3):
        another(war, f"Old {number}")
    with CaptureQueriesContext(connection) as many:
        page = client.get(path(war)).content.decode()
    assert page.count("1 won") == 4
    assert len(many) == len(few)


def another(war: War, name: str) -> None:
    """The same war once more under another name: its two seats, its turns and battles, and what was told."""
    campaign = copied(Campaign.objects.get(pk=war.campaign.pk), name=name)
    old = {one.pk: copied(one, campaign=campaign) for one in war.campaign.seats.all()}
    for turn in Turn.objects.filter(campaign=war.campaign):
        fresh = copied(turn, campaign=campaign)
        for part in PlayerTurn.objects.filter(turn=turn):
            copied(part, turn=fresh, seat=old[part.seat_id])
        for battle in Battle.objects.filter(turn=turn):
            sides = {"seat_first": old[battle.seat_first_id], "seat_second": old[battle.seat_second_id]}
            made = copied(battle, turn=fresh, **sides)
            for part in PlayerTurn.objects.filter(turn=fresh):
                text = json.dumps(part.report).replace(battle.public_id, made.public_id)
                PlayerTurn.objects.filter(pk=part.pk).update(report=json.loads(text))


def copied(row: Any, **other: object) -> Any:
    """A row once more, with something else in it."""
    fresh = copy.copy(row)
    fresh.pk = fresh.id = None
    fresh._state = copy.copy(row._state)
    fresh._state.adding = True
    if hasattr(fresh, "public_id"):
        fresh.public_id = random_id()
    for field, value in other.items():
        setattr(fresh, field, value)
    fresh.save()
    return fresh


def test_the_page_where_one_chooses_costs_the_same_for_many_wars(war: War) -> None:
    client = browser(war.users["north"])
    client.get("/account/profile/")
    with CaptureQueriesContext(connection) as few:
        client.get("/account/profile/")
    for number in range(10):
        old = Campaign.objects.create(name=f"Old {number}", status="ended", ended_at=START, map_rows="..")
        Seat.objects.create(campaign=old, user=war.users["north"], number=1, key="north", army="The north")
    with CaptureQueriesContext(connection) as many:
        client.get("/account/profile/")
    assert len(many) == len(few)
