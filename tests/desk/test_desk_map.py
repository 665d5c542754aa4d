"""The desk's map: the truth as the last published turn left it, for a facilitator who does not play."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from django.test import Client

from campaign.base.dates import clock
from campaign.desk.review.selectors import review_page
from campaign.desk.standing.selectors import standing_page
from campaign.film.truth_turns import Truth
from campaign.models import Campaign, Role, RoleKind, Seat, Turn, User
from campaign.turn.turn_scenario import scenario_of
from tests.archive.test_war_end import client_of
from tests.fights import LOST, WON, meet, tell
from tests.secrecy.crawl import tokens_fixed
from tests.wars import CLOSE, START, War, begin_war, march

pytestmark = pytest.mark.django_db

OTHER: dict[str, Any] = {"special": {"order": "other", "text": "Bribe the ferryman"}}


def read(war: War, user: User | None, page: str = "map/") -> tuple[int, str]:
    """A page of the desk as this person is answered it."""
    with tokens_fixed(), clock.at(START):
        answer = client_of(user).get(f"/c/{war.campaign.public_id}/desk/{page}")
    # A page names its own address, also one that is not there.
    return answer.status_code, answer.content.decode().replace(f"/desk/{page}", "/desk/")


def main_of(war: War) -> str:
    """What the page says to the facilitator; its head counts down, and asks for news since it was read."""
    status, text = read(war, war.facilitator)
    assert status == 200
    return text[text.index("<main") :]


def truth_in(text: str) -> Any:
    """The document of the map that a page holds."""
    found = re.search(r'id="truth" type="application/json">(.*?)</script>', text, re.DOTALL)
    assert found
    return json.loads(found[1])


def asked(war: War, user: User) -> tuple[int, bytes]:
    """The same through the API."""
    answer = client_of(user).get(f"/api/v1/campaigns/{war.campaign.public_id}/desk/map/")
    return answer.status_code, answer.content


@pytest.fixture
def second() -> War:
    """A war in its second turn: the first had a battle, so that banners retreat and sectors are held."""
    war = meet(special_orders="all")
    tell(war, "north", WON)
    tell(war, "south", LOST)
    war.publish()
    return war


def test_it_shows_every_army_as_the_next_turn_begins(second: War) -> None:
    page = standing_page(second.campaign)
    assert page is not None
    assert page.turn == 1
    began: Any = scenario_of(second.campaign, 2)
    turn = Turn.objects.get(campaign=second.campaign, number=1)
    stored: Any = turn.outcome
    for name in ("banners", "sectors", "relics"):
        kept = ("id", "owner", "at", "level", "works", "retreating", "occupier", "disputed")
        both = [[{key: one.get(key) for key in kept} for one in found[name]] for found in (stored, began)]
        assert both[0] == both[1], name
    shown = [(one.at, one.level, one.retreating) for army in page.armies for one in army.banners]
    assert sorted(shown) == sorted(
        (tuple(one["at"]), one["level"], one["retreating"]) for one in began["banners"]
    )
    assert any(retreating for _, _, retreating in shown)
    drawn: Any = page.map
    assert [seat["you"] for seat in drawn["seats"]] == [False, False]
    assert drawn["banners"] == []
    # The review, the film and this are one map.
    truth, review = Truth(second.campaign).map(1), review_page(second.campaign, turn)
    assert truth is not None
    assert review is not None
    for name in ("sightings", "territory", "features", "relics", "seats"):
        assert drawn[name] == truth[name] == review.map[name], name
    status, text = read(second, second.facilitator)
    assert status == 200
    assert truth_in(text)["sightings"] == drawn["sightings"]
    assert "must retreat" in text


@pytest.mark.parametrize("first", [True, False], ids=["turn 1", "turn 2"])
def test_no_order_and_no_plan_changes_a_byte_of_it(first: bool, request: pytest.FixtureRequest) -> None:
    war = begin_war(CLOSE, special_orders="all") if first else request.getfixturevalue("second")
    before, program = main_of(war), asked(war, war.facilitator)
    assert program[0] == 200
    war.plan("north", {"north1": OTHER, "north2": march(9, 2)}, submit=False)
    drafted = main_of(war), asked(war, war.facilitator)
    war.plan("north", {"north1": OTHER, "north2": march(9, 2)})
    submitted = main_of(war), asked(war, war.facilitator)
    assert drafted == submitted == (before, program)
    # Once the plans are in, it is still how the turn began.
    war.pass_deadline()
    late = read(war, war.facilitator)[1]
    assert truth_in(late) == truth_in(before)
    assert "ferryman" not in late
    assert asked(war, war.facilitator) == program
    # The leak: where the banners stand in the proposal is not where they stood.
    assert "ferryman" in read(war, war.facilitator, "review/")[1]


def test_for_everybody_else_there_is_no_such_page(second: War, nils: User, cleo: User) -> None:
    north, south = second.users["north"], second.users["south"]
    Role.objects.create(campaign=second.campaign, user=south, kind=RoleKind.FACILITATOR)
    Role.objects.create(campaign=second.campaign, user=nils, kind=RoleKind.ARBITER)
    for user in (north, south, nils, cleo):
        unknown = read(second, user, "nothing/")
        assert unknown[0] == 404
        assert read(second, user) == unknown, user.name
        assert asked(second, user)[0] == 404
    assert Client().get(f"/c/{second.campaign.public_id}/desk/map/").status_code == 302
    # In a blind war there is no facilitator who could see it, whether or not he plays.
    Campaign.objects.filter(pk=second.campaign.pk).update(blind=True, automatic=True)
    Seat.objects.filter(campaign=second.campaign, user=south).update(user=None)
    for user in (second.facilitator, south):
        assert read(second, user) == read(second, user, "nothing/")
        status, body = asked(second, user)
        nowhere = client_of(user).get("/api/v1/campaigns/nowhere/desk/map/")
        assert (status, body) == (nowhere.status_code, nowhere.content)
