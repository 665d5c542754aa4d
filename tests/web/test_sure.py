"""What cannot be undone is asked about once more, on a page that needs no script; nothing happens before."""

from __future__ import annotations

import re
from html import unescape
from typing import Any

import pytest
from django.http import HttpResponse
from django.test import Client

from campaign.base.dates import clock
from campaign.desk.services import announce_now
from campaign.models import Article, Campaign, Phase, PlanState, Role, RoleKind, Turn
from campaign.turn.turn_rights import mark_of
from tests.fights import browser
from tests.wars import APART, CLOSE, War, begin_war, march

pytestmark = pytest.mark.django_db

ASKED = "Are you sure?"


def typed_in(page: HttpResponse) -> dict[str, str]:
    """What the page that asks would send with its one button."""
    form = page.content.decode().split("<form", 1)[1]
    hidden = re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)"', form)
    button = re.search(r'<button class="primary" name="(\w+)" value="(\w+)"', form)
    assert button is not None
    sent = {name: unescape(value) for name, value in hidden if name != "csrfmiddlewaretoken"}
    return {**sent, button[1]: button[2]}


def asks_then_does(client: Client, address: str, sent: dict[str, Any]) -> HttpResponse:
    """Post, be asked, say yes."""
    page = client.post(address, sent)
    assert page.status_code == 200
    assert ASKED in page.content.decode()
    again = typed_in(page)  # type: ignore[arg-type]
    assert {**again, **sent} == again
    return client.post(address, again, follow=True)  # type: ignore[return-value]


def in_aftermath(**war: Any) -> War:
    made = begin_war(APART, **war)
    for _ in range(3):
        made.pass_deadline()
    assert made.turn.phase == Phase.AFTERMATH_REVIEW
    return made


@pytest.mark.parametrize("page", ["", "review/"])
def test_publishing_is_asked_about_wherever_its_button_stands(page: str) -> None:
    war = in_aftermath()
    desk = browser(war.facilitator)
    address = f"/c/{war.campaign.public_id}/desk/{page}"
    assert "Publish the turn - final" in desk.get(address).content.decode()
    sent = {"act": "publish", "seen": mark_of(war.turn)}
    desk.post(address, sent)
    assert war.turn.phase == Phase.AFTERMATH_REVIEW
    assert "Turn 1 is published" in asks_then_does(desk, address, sent).content.decode()
    assert Turn.objects.get(campaign=war.campaign, number=1).phase == Phase.PUBLISHED


def test_a_chosen_champion_travels_along() -> None:
    goal = {"kind": "occupation", "count": 1, "primary": True}
    players = [{"id": army, "conditions": [goal]} for army in ("north", "south")]
    war = in_aftermath(document={"players": players})
    chosen = war.seat("south").public_id
    sent = {"act": "publish", "seen": mark_of(war.turn), "champion": chosen}
    asks_then_does(browser(war.facilitator), f"/c/{war.campaign.public_id}/desk/", sent)
    assert Campaign.objects.get().champion == war.seat("south")


@pytest.mark.parametrize("page", ["", "review/"])
def test_announcing_is_asked_about(page: str) -> None:
    war = begin_war(CLOSE)
    war.plan("north", {"north1": march(2, 4)})
    war.pass_deadline()
    address = f"/c/{war.campaign.public_id}/desk/{page}"
    sent = {"act": "announce", "seen": mark_of(war.turn)}
    asks_then_does(browser(war.facilitator), address, sent)
    assert war.turn.phase == Phase.BATTLES


def test_programs_are_not_asked() -> None:
    war = begin_war(CLOSE)
    war.pass_deadline()
    address = f"/api/v1/campaigns/{war.campaign.public_id}/desk/announce/"
    assert browser(war.facilitator).post(address, {}, content_type="application/json").status_code == 200
    assert war.turn.phase == Phase.BATTLES


def test_who_may_not_is_not_asked_either() -> None:
    war = in_aftermath()
    answer = browser(war.users["north"]).post(f"/c/{war.campaign.public_id}/desk/", {"act": "publish"})
    assert answer.status_code == 404


def test_the_way_back_leads_to_the_page_it_came_from_and_nowhere_else() -> None:
    war = in_aftermath()
    desk, address = browser(war.facilitator), f"/c/{war.campaign.public_id}/desk/"
    sent = {"act": "publish", "seen": mark_of(war.turn)}
    came = desk.post(address, sent, headers={"referer": f"http://testserver{address}"})
    assert f'href="http://testserver{address}"' in came.content.decode()
    foreign = desk.post(address, sent, headers={"referer": "https://elsewhere.example/"})
    assert "elsewhere" not in foreign.content.decode()


@pytest.mark.parametrize("again", [False, True])
def test_a_plan_is_submitted_without_scripts_after_a_question_where_it_is_final(again: bool) -> None:
    war = begin_war(CLOSE, plan_revision=again)
    address = f"/c/{war.campaign.public_id}/plan/form/"
    ids = [war.banner(f"north{n}").public_id for n in (1, 2)]
    sent = {"do": "submit", **{f"{key}-hold": "1" for key in ids}}
    player = browser(war.users["north"])
    with clock.at(war.turn.plan_due.replace(hour=1)):
        if again:
            player.post(address, sent)
        else:
            player.post(address, sent)
            assert war.part("north").state == PlanState.NOTHING
            asks_then_does(player, address, sent)
    assert war.part("north").state == PlanState.SUBMITTED


@pytest.mark.parametrize("again", [False, True])
def test_a_plan_is_called_final_only_where_it_is(again: bool) -> None:
    war = begin_war(CLOSE, plan_revision=again)
    player, home = browser(war.users["north"]), f"/c/{war.campaign.public_id}/"
    with clock.at(war.turn.plan_due.replace(hour=1)):
        # The words are kept for all: the first page that is asked for must not decide for the other war.
        other = begin_war(CLOSE, plan_revision=not again)
        browser(other.users["north"]).get(f"/c/{other.campaign.public_id}/")
        pages = [player.get(f"{home}{path}").content.decode() for path in ("", "table/")]
    assert [("Submit plan - final" in page) for page in pages] == [not again, not again]
    assert ("It is final." in pages[0]) is not again
    assert ("You may replace it until the deadline." in pages[0]) is again


def test_a_draft_is_saved_at_once() -> None:
    war = begin_war(CLOSE)
    key = war.banner("north1").public_id
    with clock.at(war.turn.plan_due.replace(hour=1)):
        browser(war.users["north"]).post(
            f"/c/{war.campaign.public_id}/plan/form/", {"do": "save", f"{key}-hold": "1"}
        )
    assert war.part("north").state == PlanState.DRAFT


def test_people_are_sent_away_and_campaigns_handed_over_after_a_question() -> None:
    war = begin_war(APART)
    watcher = war.facilitator.__class__.objects.create_user(email="w@club.example", name="Watcher")
    Role.objects.create(campaign=war.campaign, user=watcher, kind=RoleKind.OBSERVER)
    desk, address = browser(war.facilitator), f"/c/{war.campaign.public_id}/people/"
    asks_then_does(desk, address, {"act": "dismiss", "person": watcher.public_id})
    assert not Role.objects.filter(user=watcher).exists()
    Role.objects.create(campaign=war.campaign, user=watcher, kind=RoleKind.OBSERVER)
    asks_then_does(desk, address, {"act": "hand_over", "person": watcher.public_id})
    assert Role.objects.get(user=watcher).kind == RoleKind.FACILITATOR


def test_an_observer_leaves_after_a_question() -> None:
    war = begin_war(APART)
    watcher = war.facilitator.__class__.objects.create_user(email="w@club.example", name="Watcher")
    Role.objects.create(campaign=war.campaign, user=watcher, kind=RoleKind.OBSERVER)
    asks_then_does(browser(watcher), f"/c/{war.campaign.public_id}/leave/", {})
    assert not Role.objects.filter(user=watcher).exists()


def test_a_piece_of_news_is_taken_back_after_a_question() -> None:
    war = begin_war(APART)
    desk = browser(war.facilitator)
    base = f"/c/{war.campaign.public_id}/chronicle/"
    desk.post(f"{base}write/", {"kind": "announcement", "title": "Snow", "text": "None", "do": "publish"})
    made = Article.objects.get()
    asks_then_does(desk, f"{base}{made.public_id}/act/", {"do": "delete"})
    assert not Article.objects.exists()


def test_a_battle_is_left_to_the_dice_after_a_question() -> None:
    war = begin_war(
        {"north": ((2, 3),), "south": ((2, 6), (3, 6), (1, 6))},
        battle_load=1,
    )
    war.plan("north", {"north1": march(2, 4)})
    war.pass_deadline()
    announce_now(turn=war.turn, by=war.facilitator)
    battle = war.turn.battles.order_by("id")[0]
    address = f"/c/{war.campaign.public_id}/battles/{battle.public_id}/act/dice/"
    with clock.at(war.turn.announced_at):
        asks_then_does(browser(war.users["north"]), address, {})
    battle.refresh_from_db()
    assert battle.closed_at is not None
