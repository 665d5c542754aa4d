"""Slips at the desk: what is rarely meant is asked about, and banners of one name are told apart."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.http import HttpResponse

from campaign.base.dates import clock
from campaign.models import Banner, Correction, Role, RoleKind, User
from tests.desk.test_desk_pages import Facilitator, text
from tests.fights import WON, battle_in, browser, meet, tell, while_fighting
from tests.wars import APART, CLOSE, START, War, begin_war, march

pytestmark = pytest.mark.django_db

SURE = {"sure": "yes"}


def alike(war: War) -> War:
    """The same war, in which every player calls the banners by their numbers."""
    for banner in Banner.objects.filter(campaign=war.campaign):
        Banner.objects.filter(pk=banner.pk).update(name=f"Banner {banner.key[-1]}")
    return war


def asked(answer: HttpResponse) -> bool:
    """Whether the desk asks once more instead of doing it."""
    return answer.status_code == 200 and "Are you sure?" in text(answer)


# Dates


@pytest.mark.parametrize("year", ["2526", "9999"])
def test_a_deadline_that_would_move_by_centuries_is_refused_in_words(year: str) -> None:
    at = Facilitator(begin_war(APART))
    before = at.war.turn.plan_due
    typed = {"name": "plan_due", "to": f"{year}-12-31T23:00", "reason": "Snow.", **SURE}
    answer = at.does("extend", "dates/", **typed)
    assert answer.status_code == 422
    assert "A date moves by a year at most" in text(answer)
    assert "Snow." in text(answer)
    assert at.war.turn.plan_due == before


def test_a_deadline_that_moves_far_is_asked_about_since_it_cannot_be_moved_back() -> None:
    at = Facilitator(begin_war(APART))
    before = at.war.turn.plan_due
    assert before is not None
    to = before + timedelta(days=60)
    typed = {"name": "plan_due", "to": f"{to:%Y-%m-%dT%H:%M}", "reason": "Snow."}
    answer = at.does("extend", "dates/", **typed)
    assert asked(answer)
    assert "Move it by 60 days" in text(answer)
    assert at.war.turn.plan_due == before
    assert "The date has moved" in text(at.does("extend", "dates/", **typed, **SURE))
    assert at.war.turn.plan_due == to


def test_a_paused_war_promises_no_date_on_its_desk() -> None:
    at = Facilitator(begin_war(APART))
    assert "the clock stands still" not in at.reads("dates/")
    with clock.at(at.moment):
        browser(at.war.facilitator).post(
            f"/c/{at.war.campaign.public_id}/pause/", {"act": "pause", "reason": "Flood."}
        )
    for page in ("", "dates/"):
        assert "the clock stands still" in at.reads(page), page


def test_only_who_may_be_excused_is_offered() -> None:
    war = begin_war(APART, bots=("south",))
    war.plan("north", {"north1": march(2, 2)}, submit=False, at=START)
    at = Facilitator(war)
    assert "Excuse a player" not in at.reads()
    other = Facilitator(begin_war(APART))
    assert "Excuse a player" in other.reads()


# Corrections


def in_review(**war: object) -> Facilitator:
    made = begin_war(CLOSE, **war)  # type: ignore[arg-type]
    made.plan("north", {"north1": march(2, 4)})
    made.pass_deadline()
    return Facilitator(alike(made))


def test_a_level_that_is_rarely_meant_is_asked_about() -> None:
    at = in_review(rules={"north": ["massive_armies"]})
    banner = at.war.banner("north1").public_id
    typed = {"banner": banner, "reason": "Counted."}
    answer = at.does("banner", "review/", level="99", **typed)
    assert asked(answer)
    assert "The north: Banner 1 (15, C4) would be at level 99 instead of 15." in text(answer)
    assert "It fights as one of level 20" in text(answer)
    assert not Correction.objects.exists()
    assert asked(at.does("banner", "review/", level="0", **typed))
    assert asked(at.does("banner", "review/", level="3", **typed))
    assert not Correction.objects.exists()
    at.does("banner", "review/", level="99", **typed, **SURE)
    at.does("banner", "review/", level="12", works="fortified", **typed, **SURE)
    assert [one.change["level"] for one in Correction.objects.order_by("id")] == [99, 12]


def test_an_army_without_masses_is_told_its_bound_in_words() -> None:
    at = in_review()
    banner = at.war.banner("south1").public_id
    answer = at.does("banner", "review/", banner=banner, level="21", reason="Counted.")
    assert answer.status_code == 422
    assert "0 to 20; only Massive Armies pass that." in text(answer)
    assert "banners[" not in text(answer)


def test_what_was_corrected_names_the_army_and_the_feature() -> None:
    cache = {"id": "cache", "at": [12, 8], "needs_search": True, "known_to": []}
    at = in_review(document={"features": [cache]})
    south1 = at.war.banner("south1").public_id
    north = at.war.seat("north").public_id
    at.does("banner", "review/", banner=south1, level="14", reason="Counted.")
    assert "Banner 1 (The south): level 14" in at.reads("review/")
    (feature,) = re.findall(r'<option value="([^"]+)"[^>]*>cache, M9', at.reads("review/"))
    at.does("feature", "review/", feature=feature, known_to=[north], reason="Told.")
    assert "cache is known to The north" in at.reads("review/")


def test_the_dry_run_tells_whose_banners_meet_and_says_sectors_by_name() -> None:
    at = in_review()
    page = at.reads("review/")
    row = re.findall(r'data-at="2,5">.*?</a>', page, re.DOTALL)[0]
    assert row.count("shield") >= 2
    assert "The south" in row
    banner = at.war.banner("south2").public_id
    at.does("orders", "review/", banner=banner, primary="march", to="A1", reason="By letter.")
    page = at.reads("review/")
    assert "Sector A1 is" in page
    assert "[0, 0]" not in page


def test_before_the_next_deadline_the_review_says_how_the_last_turn_is_put_right() -> None:
    war = begin_war(APART)
    war.publish()
    assert "put right in the next review" in Facilitator(war).reads("review/")


# Rulings


def test_a_dispute_between_banners_of_one_name_can_be_ruled_on(nils: User) -> None:
    war = alike(meet())
    Role.objects.create(campaign=war.campaign, user=nils, kind=RoleKind.ARBITER)
    tell(war, "north", WON)
    tell(war, "south", WON)
    battle = battle_in(war)
    type(battle).objects.filter(pk=battle.pk).update(name_first="Banner 1", name_second="Banner 1")
    desk = Facilitator(war).reads(f"battles/{battle.public_id}/")
    with while_fighting(war):
        page = f"/c/{war.campaign.public_id}/disputes/{battle.public_id}/"
        arbiter = browser(nils).get(page).content.decode()
    for shown in (desk, arbiter):
        assert "Points lost by Banner 1 (The north)" in shown
        assert "Points lost by Banner 1 (The south)" in shown
        (winner,) = re.findall(r"<tr[^>]*><th[^>]*>Winner</th>.*?</tr>", shown)
        assert "differs" in winner
        assert "Banner 1 (The north)" in winner
        assert "Banner 1 (The south)" in winner


def test_an_arbiter_reads_this_wars_own_hours(nils: User) -> None:
    for hours, words in ((72, "72 hours after"), (5, "5 hours after"), (0, "when the results are due")):
        war = meet(dispute_hours=hours)
        Role.objects.create(campaign=war.campaign, user=nils, kind=RoleKind.ARBITER)
        with while_fighting(war):
            page = browser(nils).get(f"/c/{war.campaign.public_id}/disputes/").content.decode()
        assert words in page, hours
        due = war.turn.results_due
        assert due is not None
        assert f"That is on {due + timedelta(hours=hours):%a}" in page
        assert "unless the campaign" not in page


# What was done


def test_the_log_says_what_was_corrected_also_after_the_turn_is_published() -> None:
    at = in_review()
    for banner, level in (("south1", "14"), ("north2", "13")):
        key = at.war.banner(banner).public_id
        at.does("banner", "review/", banner=key, level=level, reason=f"Counted {level}.")
    at.does("withdraw", "review/", number="1", reason="Not that one.")
    at.war.publish()
    log = Facilitator(at.war).reads("log/")
    assert "Counted 14. (Banner 1 (The south): level 14)" in log
    assert "Counted 13. (Banner 2 (The north): level 13)" in log
    Banner.objects.filter(key="north2").update(name="Taken away")
    assert "(Taken away (The north): level 13)" in Facilitator(at.war).reads("log/")


def test_a_paused_war_tells_when_it_would_go_on() -> None:
    war = begin_war(APART)
    page = f"/c/{war.campaign.public_id}/pause/"
    client = browser(war.facilitator)
    due = war.turn.plan_due
    assert due is not None
    with clock.at(START + timedelta(hours=1)):
        client.post(page, {"act": "pause", "reason": "Flood."})
    with clock.at(START + timedelta(hours=2)):
        told = client.get(page).content.decode()
        client.post(page, {"act": "resume"})
    assert "Resumed now, plans are due" in told
    later = war.turn.plan_due
    assert later is not None
    assert later > due
    assert f'datetime="{later:%Y-%m-%dT%H:%M}' in told


def test_the_dates_say_how_planning_closes() -> None:
    assert "by itself soon after the last plan" in Facilitator(begin_war(APART, early_close=True)).reads(
        "dates/"
    )
    assert "closes at its date; nobody closes it by hand" in Facilitator(begin_war(APART)).reads("dates/")
