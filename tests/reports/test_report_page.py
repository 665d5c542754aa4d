"""The report of a turn in words, its announcement while battles run, and who may read it."""

from __future__ import annotations

from html import unescape

import pytest
from django.utils.html import strip_tags

from campaign.models import Banner
from tests.warmap.test_warmap import ask, browser, data_of, ids
from tests.wars import CLOSE, HOLD, War, begin_war, march

pytestmark = pytest.mark.django_db


def meeting() -> War:
    """North 1 marches at South 1 and they meet; North 2 writes what it may not do together."""
    war = begin_war(CLOSE)
    war.plan("north", {"north1": march(2, 4), "north2": HOLD})
    war.plan("south", {"south2": {"secondary": {"order": "resupply"}}})
    return war


def read(war: War, army: str, number: int = 1) -> str:
    """The text of a report's page."""
    return unescape(ask(war, army, f"turns/{number}/report/").content.decode())


def test_before_the_announcement_there_is_nothing_to_read() -> None:
    war = meeting()
    assert ask(war, "north", "turns/1/report/").status_code == 404
    war.pass_deadline()
    assert ask(war, "north", "turns/1/report/").status_code == 404
    assert ask(war, "north", "turns/0/report/").status_code == 404
    assert ask(war, "north", "report/")["Location"] == f"/c/{war.campaign.public_id}/"


def test_the_announcement_tells_marches_and_battles_and_nothing_else() -> None:
    war = meeting()
    war.pass_deadline()
    war.pass_deadline()
    page = read(war, "north")
    assert "Turn 1: the battles are announced" in page
    assert "North 1 (15) meets The south (15) at C6" in page
    assert "You attack: a raid on open ground." in page
    assert "North 1 marched from C4 to C5." in page
    assert "(Rules 5.4)" in page
    for later in ("Enemies seen", "Your aims", "South 1", ids(war)["south1"]):
        assert later not in page
    assert war.part("north").read_at is None


def test_the_report_tells_what_came_of_it_and_is_marked_as_read() -> None:
    war = meeting()
    war.publish()
    page = read(war, "north")
    assert "Report of turn 1" in page
    assert "Resolved by abstract battle." in page
    assert "The south 1, level" in page
    assert "South 1" not in page
    assert war.part("north", 1).read_at is not None
    assert war.part("south", 1).read_at is None


def test_the_other_side_reads_its_own_report() -> None:
    war = meeting()
    war.publish()
    page = read(war, "south")
    assert "South 2 resupplied at J9: 1 level gained." in page
    assert "North 1" not in page
    assert "The north 1, level" in page


def test_each_line_leads_to_its_place_on_the_map() -> None:
    war = meeting()
    war.publish()
    assert 'data-at="2,4"' in read(war, "north")


def test_while_battles_run_the_map_shows_the_new_places_over_what_was_known() -> None:
    war = meeting()
    war.pass_deadline()
    war.pass_deadline()
    data = data_of(ask(war, "north", "turns/1/report/"))
    assert data["map-data"]["turn"] == 0
    assert [one["at"] for one in data["announced-data"]["banners"]] == [[9, 1], [2, 4]]
    assert [one["at"] for one in data["announced-data"]["battles"]] == [[2, 5]]


def test_an_order_that_did_not_count_says_why() -> None:
    war = begin_war()
    war.plan("north", {"north1": march(2, 2)})
    war.plan("south", {})
    # Works appear after the plan was acknowledged: what was legal then is void at the deadline.
    Banner.objects.filter(key="north1").update(works="fortified")
    war.publish()
    page = read(war, "north")
    assert "March for North 1 did not count: It is fortified: it must unfortify first." in page


def test_a_stranger_reads_nothing() -> None:
    war = meeting()
    war.publish()
    answer = browser(None).get(f"/c/{war.campaign.public_id}/turns/1/report/")
    assert answer.status_code == 302
    assert ask(war, "north", "turns/7/report/").status_code == 404


BESIDE = {"north": ((6, 5),), "south": ((7, 5), (12, 9))}


def retreating() -> War:
    """South 1 must retreat, and retreats onto North 1, whose army has Blood Reward."""
    war = begin_war(BESIDE, rules={"north": ["blood_reward"]})
    Banner.objects.filter(key="south1").update(retreating=True)
    war.plan("south", {"south1": {"special": {"order": "retreat", "to": [6, 5]}}})
    war.plan("north", {"north1": HOLD})
    return war


def test_at_the_announcement_the_owner_reads_how_its_retreating_banner_died_not_by_whom() -> None:
    war = retreating()
    war.pass_deadline()
    war.pass_deadline()
    page = read(war, "south")
    assert "South 1 retreated from H6 towards G6 and was destroyed: an enemy was there." in page
    assert "found no way back" not in page
    assert "destroyed there by" not in page
    killer = read(war, "north")
    assert "destroyed a banner" not in killer
    assert "Blood Reward" not in killer


def test_at_publication_both_read_what_became_of_a_retreating_banner() -> None:
    war = retreating()
    war.publish()
    owner, killer = read(war, "south"), read(war, "north")
    assert "South 1 retreated from H6 towards G6 and was destroyed there by The north." in owner
    assert "found no way back" not in owner
    assert "North 1 destroyed a banner of The south that retreated into G6." in killer
    assert "(Rules 5.6)" in killer
    assert "North 1 gained 5 levels by Blood Reward." in killer
    for name in ("South 1", ids(war)["south1"], "level 15"):
        assert name not in killer


def test_a_banner_with_nowhere_to_go_dies_by_nobodys_hand() -> None:
    rock = ["." * 14] * 8 + ["............##", "............#."]
    war = begin_war({"north": ((2, 1),), "south": ((13, 9), (5, 8))}, document={"map": rock})
    Banner.objects.filter(key="south1").update(retreating=True)
    war.publish()
    page = read(war, "south")
    assert "South 1 found no way back from N10 and was destroyed: no passable sector lay beside it." in page
    assert "(Rules 3)" in page


def test_who_is_excused_reads_the_reason_as_one() -> None:
    war = begin_war(CLOSE, grace=1)
    war.plan("north", {"north1": march(2, 4)})
    war.pass_deadline()
    war.pass_deadline()
    page = " ".join(strip_tags(read(war, "south")).split())
    assert "no orders, but no forfeit. Reason: first missed plan" in page
