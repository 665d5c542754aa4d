"""Whoever is invited reads how the campaign is played before joining: its whole story, and every setting."""

from __future__ import annotations

import json
import re
from dataclasses import asdict, fields
from html import unescape

import pytest
from django.test import Client

from campaign.base.setup.campaign_settings import Variables
from campaign.base.setup.house_rules import read_house
from campaign.base.setup.mission_tables import MISSIONS
from campaign.base.words.house_words import mod_sentence
from campaign.base.words.open_book_words import SENTENCES
from campaign.founding.draft_saving import open_draft
from campaign.models import Campaign, Role, Seat, User
from campaign.people.invitations.services import invite, revoke_invitation
from campaign.people.texts.services import save_texts
from campaign.rulebook.open_book.selectors import open_book
from rules.club.house import BOUNDS, Stat
from tests.archive.test_war_end import client_of
from tests.wars import APART, begin_war

pytestmark = pytest.mark.django_db

HOUSE = {
    "id": "house_street",
    "points": 1,
    "gives": ["tough"],
    "never": ["search"],
    "mods": [{"what": "attrition", "by": -1, "when": "city"}],
    "title": "Street fighters",
    "text": "They know every alley.",
}
STORY = "It began with a ford. " * 100 + "\nAnd it ended with the last word."
UNUSUAL = {
    "battles": "abstract",
    "battle_load": 3,
    "engagement": "every_turn",
    "early_results": False,
    "dispute_hours": 48,
    "drafts_count": False,
    "plan_revision": True,
    "grace": 0,
    "vacation_days": 4,
    "missed_limit": 5,
    "early_close": False,
    "early_close_minutes": 30,
    "army_rules": False,
    "army_points": 7,
    "army_approval": "presets",
    "special_orders": "use",
    "battle_radius": 2,
    "recon_radius": 4,
    "search_radius": 6,
    "press": "none",
    "open_vision": "banners",
    "open_delay": 4,
    "last_turn": 9,
    "plans_on_time": 90,
    "newcomers_too": True,
    "min_plan_hours": 36,
    "min_battle_days": 3,
    "dice": "chain",
    "open_hours": 12,
}


@pytest.fixture
def site(mara: User) -> Campaign:
    """A campaign with a long story that Mara is building, set up unlike others."""
    site = open_draft(by=mara, name="The Long March", seats=2)
    Campaign.objects.filter(pk=site.pk).update(story=STORY, settings=Variables(**UNUSUAL).document())
    return Campaign.objects.get(pk=site.pk)


def read(client: Client, path: str) -> str:
    """A page's words on one line."""
    answer = client.get(path)
    assert answer.status_code == 200, path
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", answer.content.decode())).split())


def test_the_invitation_tells_the_whole_story_and_leads_to_all_settings(site: Campaign, mara: User) -> None:
    made = invite(campaign=site, by=mara)
    client = Client()
    page = client.get(f"/join/{made.token}/").content.decode()
    assert "And it ended with the last word." in page
    link = re.search(r'href="(/join/[^"]+/rules/)"', page)
    assert link is not None
    book = read(client, link[1])
    assert "And it ended with the last word." in book
    for said in (
        "All battles are decided by dice at once",
        "Whoever has more than 3 battles in a turn may leave the others to the dice within 48 hours.",
        "Only a plan that was submitted counts",
        "Each player has 4 days of vacation",
        "A banner's battle range reaches 2 sectors far",
        "The war ends with turn 9 at the latest",
        "There are 36 hours for plans, at least",
        "Plans are due on Friday at 23:59.",
        "A facilitator reviews each turn before it is told",
    ):
        assert said in book, said
    assert book.count("differs from the usual") == len(UNUSUAL)
    assert "(Rules 5.12)" in book


def test_every_setting_is_told_in_a_sentence_of_its_own() -> None:
    assert set(SENTENCES) == {field.name for field in fields(Variables)}
    usual, changed = Variables.of_new_war(), Variables(**UNUSUAL)  # type: ignore[arg-type]
    for name, words in SENTENCES.items():
        one, other = words(getattr(usual, name)), words(getattr(changed, name))
        assert one != other, name
        for text in (one, other):
            assert text.endswith("."), name
            assert "%" not in text, name


@pytest.mark.parametrize(
    "name",
    sorted(
        set(SENTENCES)
        - {"missed_limit", "army_approval", "special_orders", "battles", "engagement", "press", "open_vision"}
        - {"dice", "open_hours"}
    ),
)
def test_a_setting_of_nothing_and_of_one_has_its_own_words(name: str) -> None:
    none, one = SENTENCES[name](0), SENTENCES[name](1)
    assert none != one
    assert not re.search(r"\b0\b|\b1 \w+s\b", none + one), none + one


def test_a_campaign_as_usual_differs_in_nothing(mara: User) -> None:
    parts = open_book(open_draft(by=mara, name="As usual", seats=2)).parts
    settings = [line for part in parts for line in part.lines]
    assert len(settings) >= len(fields(Variables))
    assert [line.text for line in settings if line.differs] == []


def test_members_read_it_and_strangers_only_if_the_campaign_is_open() -> None:
    war = begin_war(APART, battle_load=5)
    path = f"/c/{war.campaign.public_id}/rules/"
    outsider = User.objects.create_user(email="o@club.example", name="O")
    for user in (war.facilitator, war.users["north"], war.users["south"]):
        assert "more than 5 battles" in read(client_of(user), path)
    assert client_of(None).get(path).status_code == 302
    assert client_of(outsider).get(path).status_code == 404
    Campaign.objects.update(open_to_all=True)
    assert "more than 5 battles" in read(client_of(None), path)
    for source in ("about/", "packet/"):
        assert (
            path
            in client_of(war.users["north"]).get(f"/c/{war.campaign.public_id}/{source}").content.decode()
        )


def test_a_link_that_works_no_more_shows_no_settings(site: Campaign, mara: User) -> None:
    made = invite(campaign=site, by=mara)
    revoke_invitation(invitation=made, by=mara)
    answer = Client().get(f"/join/{made.token}/rules/", follow=True)
    assert answer.redirect_chain == [(f"/join/{made.token}/", 302)]
    assert answer.status_code == 410
    assert "vacation" not in answer.content.decode()
    assert Client().get("/join/nowhere/rules/").status_code == 404


def test_who_builds_is_led_to_what_players_will_read(site: Campaign, mara: User) -> None:
    page = client_of(mara).get(f"/c/{site.public_id}/build/settings/").content.decode()
    assert f'href="/c/{site.public_id}/rules/"' in page
    assert "more than 3 battles" in read(client_of(mara), f"/c/{site.public_id}/rules/")


def part_of_page(client: Client, path: str) -> bytes:
    """The book in a page, as it was sent."""
    answer = client.get(path)
    assert answer.status_code == 200, path
    found = re.search(rb'<div id="book".*?</main>', answer.content, re.S)
    assert found is not None
    return found[0]


def test_the_book_is_the_same_bytes_for_whoever_reads_it() -> None:
    war = begin_war(APART, battle_load=5)
    campaign = war.campaign
    save_texts(campaign=campaign, by=war.facilitator, texts={"participation": "Come & **paint**."})
    own = [asdict(one) for one in MISSIONS["raid"]]
    own[2] |= {"name": "The well", "setup": "A well.", "victory": "Drink."}
    Campaign.objects.update(house=read_house([HOUSE]), missions={"raid": own})
    Seat.objects.filter(campaign=campaign, number=1).update(rules=["tough", "house_street"])
    User.objects.filter(pk=war.users["north"].pk).update(time_zone="Asia/Tokyo")
    watcher = User.objects.create_user(email="w@club.example", name="W", time_zone="America/Lima")
    stranger = User.objects.create_user(email="o@club.example", name="O")
    Role.objects.create(campaign=campaign, user=watcher, kind="observer")
    token = invite(campaign=Campaign.objects.get(), by=war.facilitator, kind="observer").token
    page, api = f"/c/{campaign.public_id}/rules/", f"/api/v1/campaigns/{campaign.public_id}/rulebook/"
    members = [war.facilitator, war.users["north"], war.users["south"], watcher]
    pages = {part_of_page(client_of(User.objects.get(pk=user.pk)), page) for user in members}
    pages |= {part_of_page(client_of(user), f"/join/{token}/rules/") for user in (None, stranger)}
    answers = {client_of(user).get(api).content for user in members}
    answers.add(client_of(stranger).get(f"/api/v1/invitations/{token}/rulebook/").content)
    assert (len(pages), len(answers)) == (1, 1)
    book, shown = json.loads(answers.pop()), unescape(pages.pop().decode())
    lines = [line for part in book["parts"] for line in part["lines"]]
    for words in (*(line["text"] for line in lines), *(one["text"] for one in book["changes"])):
        assert words in shown
    assert "Come & <strong>paint</strong>." in shown
    by_name = {line["name"]: line["text"] for line in lines if line["name"]}
    assert by_name["Street fighters (1 point)"] == (
        "They know every alley. It has Tough: Loses one level less in every battle. Its banners may never be"
        " given these orders: search. In a city, it loses one level less in every battle."
    )
    assert by_name["Raid, in the open, 3: The well"].startswith("A well. Won by: Drink.")
    assert [one["text"] for one in book["changes"]] == ["The text “Taking part” is at version 1 now"]
    assert book["zone"] == "UTC"
    assert client_of(stranger).get(api).status_code == 404


def test_a_link_that_works_no_more_opens_no_book_to_programs(site: Campaign, mara: User) -> None:
    made = invite(campaign=site, by=mara)
    path = f"/api/v1/invitations/{made.token}/rulebook/"
    assert client_of(mara).get(path).status_code == 200
    revoke_invitation(invitation=made, by=mara)
    assert client_of(mara).get(path).status_code == 409


@pytest.mark.parametrize("what", list(Stat))
def test_each_word_of_a_house_rule_has_its_sentences(what: Stat) -> None:
    least, most = BOUNDS[what]
    said = {mod_sentence({"what": what.value, "by": by}) for by in range(least, most + 1)}
    assert len(said) == most - least + 1
    for words in said:
        assert words[0].isupper(), words
        assert words.endswith("."), words
        assert "%" not in words, words
