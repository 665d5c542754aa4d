"""A player's own title for an army rule shows wherever army rules show; id and effect stay (Rules 11)."""

from __future__ import annotations

from html import unescape

import pytest
from django.test import Client

from campaign.founding.draft_saving import open_draft, save_board
from campaign.founding.start.services import start_campaign
from campaign.models import ArmyPick, Banner, Campaign, PickState, User
from campaign.people.army.services import Choice, approve_pick, save_pick
from campaign.people.invitations.joining import accept_invitation
from campaign.people.invitations.services import invite
from campaign.reports.knowledge_document import knowledge_document
from tests.api.conftest import Program
from tests.founding.test_building import BOARD
from tests.reports.test_report_page import BESIDE
from tests.warmap.test_warmap import ask, browser
from tests.wars import CLOSE, HOLD, War, begin_war, march

pytestmark = pytest.mark.django_db

TITLE = "Ice in their veins"
SHOWN = f"{TITLE} (Steadfast)"


@pytest.fixture
def site(mara: User, ada: User, ben: User) -> Campaign:
    """A campaign that has begun: Ada calls her army's Steadfast by a title of her own, Ben leaves his be."""
    site = open_draft(by=mara, name="The Long March", seats=2)
    save_board(campaign=site, by=mara, board=BOARD)
    made = invite(campaign=site, by=mara, uses=2)
    for user, army, rule, called in ((ada, "Frost Guard", "steadfast", TITLE), (ben, "Mob", "tough", "")):
        accept_invitation(invitation=made, user=user)
        seat = site.seats.get(user=user)
        titles = {rule: called, "raiders": "Never chosen"}
        choice = Choice(army, rules=(rule,), why={rule: "They stand."}, called=titles)
        save_pick(seat=seat, by=user, choice=choice, submit=True)
        approve_pick(seat=seat, by=mara)
    start_campaign(campaign=site, by=mara)
    return site


def page(user: User, site: Campaign, path: str) -> str:
    """A page of the campaign as somebody reads it."""
    client = Client()
    client.force_login(user)
    answer = client.get(f"/c/{site.public_id}/{path}")
    assert answer.status_code == 200, path
    return unescape(answer.content.decode())


def test_it_stands_in_the_packets_of_its_player_and_of_the_others(
    site: Campaign, ada: User, ben: User
) -> None:
    for user in (ada, ben):
        text = page(user, site, "packet/")
        assert SHOWN in text
        assert "Tough" in text
        assert "Never chosen" not in text


def test_it_stands_on_the_army_page_and_on_the_public_page(
    site: Campaign, mara: User, ada: User, ben: User
) -> None:
    assert SHOWN in page(ada, site, "army/")
    for user in (mara, ada, ben):
        assert SHOWN in page(user, site, "about/")


def test_programs_read_it(site: Campaign, ada: User, ben: User) -> None:
    client = Client()
    client.force_login(ben)
    program = Program(client)
    facts = program.get(f"campaigns/{site.public_id}/").body
    titles = {seat["army"]: (seat["rules"], seat["titles"]) for seat in facts["seats"]}
    assert titles == {"Frost Guard": (["steadfast"], {"steadfast": TITLE}), "Mob": (["tough"], {})}
    client.force_login(ada)
    packet = program.get(f"campaigns/{site.public_id}/packet/").body
    assert [(rule["name"], rule["title"]) for rule in packet["rules"]] == [("Steadfast", TITLE)]


def test_it_is_in_the_knowledge_that_a_player_takes_out(site: Campaign, ben: User) -> None:
    document = knowledge_document(site.seats.get(user=ben))
    assert [one["titles"] for one in document["armies"]] == [{"steadfast": TITLE}, {}]


def test_what_waits_for_approval_is_nobody_elses_yet(mara: User, ada: User) -> None:
    site = open_draft(by=mara, name="The Long March", seats=2)
    accept_invitation(invitation=invite(campaign=site, by=mara), user=ada)
    seat = site.seats.get(user=ada)
    choice = Choice(
        "Frost Guard", rules=("steadfast",), why={"steadfast": "Cold."}, called={"steadfast": TITLE}
    )
    save_pick(seat=seat, by=ada, choice=choice, submit=True)
    assert TITLE not in page(mara, site, "about/")
    approve_pick(seat=seat, by=mara)
    assert SHOWN in page(mara, site, "about/")


def called(war: War, army: str, **titles: str) -> None:
    """The approved choice of an army's player, with titles for its rules."""
    seat = war.seat(army)
    ArmyPick.objects.create(
        seat=seat, army=seat.army, rules=seat.rules, called=titles, state=PickState.APPROVED
    )


def test_both_sides_of_a_battle_read_it() -> None:
    war = begin_war(CLOSE, rules={"north": ["hatred", "tough"], "south": ["sacrifice"]})
    called(war, "north", hatred="The old grudge")
    war.plan("north", {"north1": march(2, 4), "north2": HOLD})
    war.pass_deadline()
    war.pass_deadline()
    found = war.turn.battles.get().public_id
    for army in ("north", "south"):
        text = unescape(ask(war, army, f"battles/{found}/").content.decode())
        assert "The old grudge (Hatred), Tough" in text
        told = (
            Program(browser(war.users[army])).get(f"campaigns/{war.campaign.public_id}/battles/{found}/").body
        )
        assert ["The old grudge (Hatred)", "Tough"] in (told["own"]["rules"], told["enemy"]["rules"])


def test_the_report_calls_the_rule_by_it_in_words_and_for_programs() -> None:
    war = begin_war(BESIDE, rules={"north": ["blood_reward"]})
    called(war, "north", blood_reward="The red tithe")
    Banner.objects.filter(key="south1").update(retreating=True)
    war.plan("south", {"south1": {"special": {"order": "retreat", "to": [6, 5]}}})
    war.publish()
    said = "North 1 gained 5 levels by The red tithe (Blood Reward)."
    assert said in unescape(ask(war, "north", "turns/1/report/").content.decode())
    path = f"campaigns/{war.campaign.public_id}/turns/1/report/"
    told = Program(browser(war.users["north"])).get(path).body
    assert said in [line["text"] for line in told["lines"]]
