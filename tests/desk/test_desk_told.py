"""What the desk does is told: to all what is public, to the players whom a correction touches the rest."""

from __future__ import annotations

from datetime import timedelta
from html import unescape

import pytest

from campaign.base.dates import clock
from campaign.desk.services import correct_input, correct_outcome
from campaign.desk.time.services import extend_deadline, pause_campaign
from campaign.models import Role, RoleKind, User
from tests.fights import browser, meet
from tests.wars import CLOSE, START, War, begin_war, march

pytestmark = pytest.mark.django_db


def read(war: War, user: User, page: str) -> str:
    answer = browser(user).get(f"/c/{war.campaign.public_id}/{page}")
    assert answer.status_code == 200
    return unescape(answer.content.decode())


def test_everybody_with_a_part_reads_the_moved_dates_and_pauses_with_their_reasons() -> None:
    war = begin_war(CLOSE)
    observer = User.objects.create_user("olga@club.example", name="Olga")
    Role.objects.create(campaign=war.campaign, user=observer, kind=RoleKind.OBSERVER)
    with clock.at(START):
        extend_deadline(
            turn=war.turn,
            name="plan_due",
            to=START + timedelta(days=9),
            reason="The ferry does not run.",
            by=war.facilitator,
        )
        pause_campaign(campaign=war.campaign, reason="A funeral.", by=war.facilitator)
    for user in (war.users["north"], war.users["south"], war.facilitator, observer):
        page = read(war, user, "about/")
        assert "The ferry does not run." in page
        assert "A funeral." in page
        assert "Dates of turn 1" in page
    stranger = User.objects.create_user("nils@club.example", name="Nils")
    assert browser(stranger).get(f"/c/{war.campaign.public_id}/about/").status_code == 404
    assert "Resume the campaign" in read(war, war.facilitator, "about/")
    assert "Resume the campaign" not in read(war, war.users["north"], "about/")


def test_a_correction_stands_in_the_report_of_the_player_whom_it_touches_and_in_no_other() -> None:
    war = begin_war(CLOSE)
    war.plan("north", {"north1": march(2, 4)})
    war.plan("south", {"south1": {"secondary": {"order": "resupply"}}})
    war.pass_deadline()
    correct_input(
        turn=war.turn,
        change={"banner": "north1", "level": 12},
        reason="Counted twice.",
        by=war.facilitator,
    )
    war.pass_deadline()
    assert "North 1 was corrected: level 12." in read(war, war.users["north"], "turns/1/report/")
    assert "Counted twice." in read(war, war.users["north"], "turns/1/report/")
    assert "Counted twice." not in read(war, war.users["south"], "turns/1/report/")


def test_a_correction_of_the_outcome_stands_in_the_published_report() -> None:
    war = meet()
    war.pass_deadline()
    for change in (
        {"banner": "south1", "level": 1, "retreating": True, "works": "none"},
        {"sector": [13, 9], "occupier": "south"},
    ):
        correct_outcome(turn=war.turn, change=change, reason="It was dark.", by=war.facilitator)
    assert "It was dark." not in read(war, war.users["south"], "turns/1/report/")
    war.publish()
    page = read(war, war.users["south"], "turns/1/report/")
    assert "South 1 was corrected: level 1, it has no works, it must retreat." in page
    assert "Who holds N10 was corrected." in page
    assert "It was dark." not in read(war, war.users["north"], "turns/1/report/")
