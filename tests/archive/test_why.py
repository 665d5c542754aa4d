"""At the end: who has led the champion, why it is the champion, disputes of each, and the log for all."""

from __future__ import annotations

from html import unescape
from typing import Any

import pytest
from django.test import Client

from campaign.archive.exchange.exporting import export_campaign
from campaign.archive.war_why import why
from campaign.base.rows.audit import note
from campaign.base.words.log_messages import LogKind
from campaign.models import AuditEntry, Campaign, CampaignStatus, User
from tests.archive.test_exchange import files_of
from tests.archive.test_war_end import finished
from tests.fights import LOST, WON, browser, meet, tell
from tests.wars import APART, War, begin_war, march

pytestmark = pytest.mark.django_db


def end_of(war: War, client: Client) -> str:
    answer = client.get(f"/c/{war.campaign.public_id}/end/")
    assert answer.status_code == 200
    return " ".join(unescape(answer.content.decode()).split())


def api(war: War, army: str, what: str) -> Any:
    return browser(war.users[army]).get(f"/api/v1/campaigns/{war.campaign.public_id}/{what}")


def won_by(*conditions: dict[str, Any], **war: Any) -> War:
    """A war whose north has these aims, and which has been published once."""
    players = [{"id": "north", "conditions": list(conditions)}, {"id": "south"}]
    made = begin_war(APART, document={"players": players}, **war)
    made.plan("north", {"north1": march(2, 2)})
    for _ in range(4):
        made.pass_deadline()
    made.campaign.refresh_from_db()
    assert made.campaign.status == CampaignStatus.ENDED
    return made


HOLD_ONE = {"kind": "occupation", "count": 1, "primary": True}
HOLD_ALL = {"kind": "occupation", "count": 140, "primary": False}


def test_the_end_names_the_champions_player_every_aim_and_what_decided() -> None:
    war = won_by(HOLD_ONE, HOLD_ALL)
    page = end_of(war, browser(war.users["south"]))
    for words in (
        "led by North",
        "The north met all its primary aims, and nobody else did.",
        "Hold one sector undisputed",
        "Hold 140 sectors undisputed",
        "No aims of its own.",
    ):
        assert words in page, words
    said = why(war.campaign)
    assert [(aim.state, aim.primary) for aim in said.sides[0].aims] == [("met", True), ("open", False)]
    body = api(war, "south", "end/why/").json()
    assert body["player"] == "North"
    assert body["decided"] == list(said.decided)
    assert [one["champion"] for one in body["sides"]] == [True, False]
    assert body["sides"][0]["aims"][0]["state"] == "met"


def test_on_the_last_turn_the_first_difference_in_the_order_of_the_rules_decides() -> None:
    war = finished()
    said = why(war.campaign)
    assert said.decided[0].startswith("It was the last turn")
    champion = next(side for side in said.sides if side.champion)
    other = next(side for side in said.sides if not side.champion)
    pairs = {"sectors": (champion.sectors, other.sectors), "levels": (champion.levels, other.levels)}
    what, (own, following) = next((what, pair) for what, pair in pairs.items() if pair[0] != pair[1])
    assert f"most {what} of those level so far: {own}, the next {following}." in said.decided[1]
    assert champion.army in said.decided[1]
    assert said.decided[1] in end_of(war, browser(war.users["north"]))


def test_a_choice_of_the_facilitator_is_called_one() -> None:
    players = [{"id": army, "conditions": [HOLD_ONE]} for army in ("north", "south")]
    war = begin_war(APART, document={"players": players})
    for _ in range(3):
        war.pass_deadline()
    chosen = {"act": "publish", "sure": "yes", "champion": war.seat("south").public_id}
    browser(war.facilitator).post(f"/c/{war.campaign.public_id}/desk/", chosen)
    war.campaign.refresh_from_db()
    said = why(war.campaign)
    assert said.player == "South"
    assert said.decided == (
        "Several met all their primary aims in the same turn: The north, The south.",
        "Only their ids told the best apart, and the facilitator chose The south.",
    )


def test_without_a_choice_the_smaller_id_is_named() -> None:
    players = [{"id": army, "conditions": [HOLD_ONE]} for army in ("north", "south")]
    war = begin_war(APART, document={"players": players})
    for _ in range(4):
        war.pass_deadline()
    war.campaign.refresh_from_db()
    assert why(war.campaign).decided[1].startswith("Only their ids told the best apart: the smaller one")


def test_banners_that_were_to_be_destroyed_are_named_at_the_end() -> None:
    war = won_by(HOLD_ONE, {"kind": "destruction", "banners": ["south1"], "primary": False})
    assert "South 1" in why(war.campaign).sides[0].aims[1].text


def test_disputes_are_counted_for_both_players_and_shown_to_all_at_the_end() -> None:
    war = meet(last_turn=1)
    tell(war, "north", WON)
    tell(war, "south", WON)
    tell(war, "south", LOST)
    war.publish()
    war.campaign.refresh_from_db()
    assert [side.disputes for side in why(war.campaign).sides] == [1, 1]
    Campaign.objects.update(open_to_all=True)
    assert end_of(war, Client()).count("1 battle in dispute") == 2
    assert [one["disputes"] for one in api(war, "north", "end/why/").json()["sides"]] == [1, 1]


def test_disputes_of_earlier_versions_count_too_and_peace_counts_none() -> None:
    war = meet(last_turn=1)
    battle = war.turn.battles.get()
    war.publish()
    assert [side.disputes for side in why(war.campaign).sides] == [0, 0]
    AuditEntry.objects.create(
        campaign=war.campaign,
        turn=battle.turn,
        kind="dispute_somewhere",
        values={"first": battle.name_first, "second": battle.name_second},
    )
    assert [side.disputes for side in why(war.campaign).sides] == [1, 1]


def test_before_the_end_nobody_reads_why() -> None:
    war = meet()
    answer = api(war, "north", "end/why/")
    assert (answer.status_code, answer.json()["code"]) == (409, "not_ended")


# The log


def test_the_log_opens_to_all_at_the_end_and_not_before() -> None:
    war = meet(last_turn=1)
    tell(war, "north", WON)
    path, program = f"/c/{war.campaign.public_id}/desk/log/", "desk/log/"
    player, outsider = browser(war.users["north"]), User.objects.create_user("o@club.example", name="O")
    assert player.get(path).status_code == 404
    assert api(war, "north", program).status_code == 403
    assert Client().get(path).status_code == 302
    Campaign.objects.update(open_to_all=True)
    assert Client().get(path).status_code == 302
    assert browser(outsider).get(path).status_code == 404
    Campaign.objects.update(open_to_all=False)
    war.publish()
    page = player.get(path)
    assert page.status_code == 200
    assert "tells of North 1 against South 1" in page.content.decode()
    assert "The battles are announced" in page.content.decode()
    assert 'href="' + path + '"' in end_of(war, player)
    items = api(war, "north", program).json()["items"]
    assert {False, True} == {one["public"] for one in items}
    assert browser(outsider).get(path).status_code == 404
    assert Client().get(path).status_code == 302
    Campaign.objects.update(open_to_all=True)
    assert Client().get(path).status_code == 200
    assert browser(war.facilitator).get(path).status_code == 200


def test_the_open_log_does_not_tell_where_a_persons_programs_are() -> None:
    war = meet(last_turn=1)
    war.publish()
    AuditEntry.objects.create(
        campaign=war.campaign, kind="role", text="A program at bots.example is told no more: its maker left"
    )
    note(war.campaign, LogKind.PROGRAM_STOPPED, {"host": "new.bots.example"})
    path = f"/c/{war.campaign.public_id}/desk/log/"
    assert "bots.example" not in browser(war.users["north"]).get(path).content.decode()
    assert "bots.example" not in api(war, "north", "desk/log/").content.decode()
    page = browser(war.facilitator).get(path).content.decode()
    assert page.count("bots.example") == 2
    assert "A program at new.bots.example is told no more" in page
    ended = Campaign.objects.get(pk=war.campaign.pk)
    logs = [
        files_of(export_campaign(campaign=ended, by=who))["auditentry.jsonl"]
        for who in (war.users["north"], war.facilitator)
    ]
    assert [log.count("bots.example") for log in logs] == [0, 2]
    assert logs[0].count("\n") == logs[1].count("\n") - 2
