"""The arbiter of a campaign whose facilitator plays: sees a disputed battle and rules on it, nothing else."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from campaign.base.coordinates import sector_name
from campaign.base.dates import clock
from campaign.base.refusal import Refusal
from campaign.delivery.emails import letter_of
from campaign.desk.selectors import battle_row
from campaign.desk.services import rule_on_battle
from campaign.models import Battle, Campaign, Notice, Role, RoleKind, Seat, User
from campaign.people.seats.roles import leave_role
from campaign.turn.contact.battle_status import Standing
from tests.fights import WON, battle_in, browser, meet, tell, while_fighting
from tests.wars import War

pytestmark = pytest.mark.django_db


@pytest.fixture
def war(nils: User) -> War:
    """A blind war in dispute: the north's player is its facilitator, Nils its arbiter."""
    made = meet()
    Role.objects.filter(campaign=made.campaign).delete()
    Campaign.objects.filter(pk=made.campaign.pk).update(blind=True, automatic=True)
    made.campaign.refresh_from_db()
    Role.objects.create(campaign=made.campaign, user=made.users["north"], kind=RoleKind.FACILITATOR)
    Role.objects.create(campaign=made.campaign, user=nils, kind=RoleKind.ARBITER)
    tell(made, "north", WON)
    assert tell(made, "south", WON) == Standing.DISPUTE
    return made


def get(war: War, user: User, path: str) -> tuple[int, str]:
    with while_fighting(war):
        answer = browser(user).get(f"/c/{war.campaign.public_id}/{path}")
    return answer.status_code, answer.content.decode()


def page_of(battle: Battle) -> str:
    return f"disputes/{battle.public_id}/"


def test_an_arbiter_sees_both_results_of_a_dispute_and_rules(war: War, nils: User) -> None:
    battle = battle_in(war)
    status, text = get(war, nils, "disputes/")
    assert (status, page_of(battle) in text) == (200, True)
    status, text = get(war, nils, page_of(battle))
    assert status == 200
    assert "The north says" in text
    assert "The south says" in text
    with while_fighting(war):
        client = browser(nils)
        path = f"/c/{war.campaign.public_id}/{page_of(battle)}"
        bad = client.post(
            path, {"winner": "first", "points_first": 9999, "points_second": 0, "reason": "Saw it."}
        )
        assert bad.status_code == 422
        assert "Saw it." in bad.content.decode()
        good = client.post(
            path, {"winner": "first", "points_first": 0, "points_second": 900, "reason": "Saw it."}
        )
    assert good.status_code == 302
    battle.refresh_from_db()
    assert battle.ruled_by == nils
    assert get(war, nils, page_of(battle))[0] == 404


def test_the_two_sides_read_who_rules_and_that_nobody_does_once_the_arbiter_has_left(
    war: War, nils: User
) -> None:
    where = f"battles/{battle_in(war).public_id}/"
    text = get(war, war.users["south"], where)[1]
    assert "or wait for the arbiter to rule" in text
    assert "facilitator to rule" not in text
    with while_fighting(war):
        leave_role(campaign=war.campaign, by=nils)
    text = get(war, war.users["south"], where)[1]
    assert "There is nobody in this war who could rule." in text
    assert "72 hours after the results are due, the dice decide" in text


def test_an_arbiter_sees_nothing_else(war: War, nils: User) -> None:
    for path in ("desk/", "report/", "table/", "turns/1/map.json", f"battles/{battle_in(war).public_id}/"):
        assert get(war, nils, path)[0] == 404, path


def test_an_arbiter_is_not_told_where_a_battle_is_fought(war: War, nils: User) -> None:
    battle = battle_in(war)
    where = sector_name(*battle_row(battle).at)
    with while_fighting(war):
        client = browser(nils)
        api = f"/api/v1/campaigns/{war.campaign.public_id}/{page_of(battle)}"
        one = client.get(api).json()
        listed = client.get(api.removesuffix(f"{battle.public_id}/")).json()["items"]
    assert listed == [one]
    assert set(one) == {"id", "forces", "told_first", "told_second"}
    pages = [get(war, nils, path)[1] for path in ("disputes/", page_of(battle))]
    letters = [letter_of(notice) for notice in Notice.objects.filter(user=nils).select_related("user")]
    assert letters
    for text in (*pages, *(letter.text for letter in letters if letter is not None)):
        assert not re.search(rf"\b{where}\b", text)


def test_a_playing_facilitator_has_neither_desk_nor_disputes_nor_ruling(war: War) -> None:
    mine = war.users["north"]
    for path in ("desk/", "disputes/", page_of(battle_in(war))):
        assert get(war, mine, path)[0] == 404, path
    with clock.at(clock.now()), pytest.raises(Refusal) as refused:
        rule_on_battle(battle=battle_in(war), winner="draw", points=(0, 0), reason="Mine", by=mine)
    assert refused.value.code == "not_yours"


def test_a_facilitator_without_a_seat_has_no_desk_either_when_it_is_blind(war: War) -> None:
    Seat.objects.filter(campaign=war.campaign, user=war.users["north"]).update(user=None)
    assert get(war, war.users["north"], "desk/")[0] == 404
    home = Client()
    home.force_login(war.users["north"])
    assert "/desk/" not in home.get("/").content.decode()


def test_an_arbiter_rules_only_on_what_is_in_dispute(nils: User) -> None:
    war = meet()
    Role.objects.create(campaign=war.campaign, user=nils, kind=RoleKind.ARBITER)
    tell(war, "north", WON)
    assert get(war, nils, page_of(battle_in(war)))[0] == 404
    with while_fighting(war), pytest.raises(Refusal) as refused:
        rule_on_battle(battle=battle_in(war), winner="draw", points=(0, 0), reason="No", by=nils)
    assert refused.value.code == "not_yours"


def test_the_dispute_is_told_to_its_sides_and_the_arbiter_with_the_right_page(war: War, nils: User) -> None:
    told = Notice.objects.filter(kind="dispute").select_related("user", "campaign", "seat")
    assert sorted(notice.user.name for notice in told if notice.user) == ["Nils", "North", "South"]
    letter = letter_of(told.get(user=nils))
    assert letter is not None
    assert f"/c/{war.campaign.public_id}/disputes/" in letter.text


def test_the_arbiter_finds_the_disputes_from_home(war: War, nils: User) -> None:
    client = Client()
    client.force_login(nils)
    assert f"/c/{war.campaign.public_id}/disputes/" in client.get("/").content.decode()
