"""A turn from planning to publication, and the next one, by the clock and by the facilitator."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from campaign.base.dates import clock
from campaign.base.refusal import Refusal
from campaign.models import (
    AuditEntry,
    Banner,
    Battle,
    BattleResult,
    CampaignStatus,
    Notice,
    Phase,
    PlayerTurn,
    Sector,
    Turn,
)
from campaign.turn import tick
from campaign.turn.deadlines import given, move_deadline
from campaign.turn.locked_turn import locked_turn
from tests.wars import APART, CLOSE, START, War, begin_war, march

pytestmark = pytest.mark.django_db


def meet(war: War) -> None:
    """north1 marches at south1 and they meet; all plans are in."""
    war.plan("north", {"north1": march(2, 4)})
    war.plan("south", {})


def test_a_campaign_starts_with_a_published_deployment_and_turn_one_in_planning() -> None:
    war = begin_war(CLOSE)
    deployment, first = Turn.objects.filter(campaign=war.campaign).order_by("number")
    assert (deployment.number, deployment.phase) == (0, Phase.PUBLISHED)
    assert (first.number, first.phase) == (1, Phase.PLANNING)
    assert first.resolve_after == first.plan_due
    assert PlayerTurn.objects.filter(turn=first).count() == 2
    start = war.part("north", 0)
    assert [banner["at"] for banner in start.map["banners"]] == [[9, 1], [2, 3]]
    assert [(seen["at"], seen["level"], seen["name"]) for seen in start.map["sightings"]] == [
        ([2, 6], 15, "The south 1")
    ]
    assert start.map["territory"][3][2] == "1"
    assert war.campaign.commitment
    assert Notice.objects.filter(kind="campaign_starts").count() == 3


def test_a_turn_goes_through_its_states_by_its_dates() -> None:
    war = begin_war(CLOSE)
    meet(war)
    seen = []
    turn = war.turn
    while turn.phase != Phase.PUBLISHED:
        seen.append((turn.phase, turn.resolve_after))
        turn = war.pass_deadline() if war.turn.pk == turn.pk else Turn.objects.get(pk=turn.pk)
    promised = [turn.plan_due, turn.announce_due, turn.results_due, turn.publish_due]
    phases = [Phase.PLANNING, Phase.MOVEMENT_REVIEW, Phase.BATTLES, Phase.AFTERMATH_REVIEW]
    assert seen == list(zip(phases, promised, strict=True))
    following = war.turn
    assert (following.number, following.phase) == (2, Phase.PLANNING)
    assert following.plan_due is not None
    assert turn.publish_due is not None
    assert following.plan_due - turn.publish_due >= timedelta(hours=72)


def test_nothing_happens_before_its_time_and_nothing_twice() -> None:
    war = begin_war(CLOSE)
    due = war.turn.plan_due
    assert due is not None
    assert tick.tick(now=due - timedelta(seconds=1)) == 0
    assert tick.tick(now=due) == 1
    assert tick.tick(now=due) == 0
    assert war.turn.phase == Phase.MOVEMENT_REVIEW


def test_movement_is_a_proposal_until_it_is_announced_and_then_the_truth() -> None:
    war = begin_war(CLOSE)
    meet(war)
    turn = war.pass_deadline()
    assert turn.proposal["battles"][0]["banners"] == ["north1", "south1"]
    assert (war.banner("north1").x, war.banner("north1").y) == (2, 3)
    assert not Battle.objects.exists()
    assert war.part("north").announcement is None
    turn = war.pass_deadline()
    assert (war.banner("north1").x, war.banner("north1").y) == (2, 4)
    assert Battle.objects.get().first == "north1"
    assert turn.proposal is None
    assert turn.movement["battles"]


def test_each_side_learns_of_its_battle_at_the_announcement_and_all_get_the_same_mail() -> None:
    war = begin_war({**CLOSE, "west": ((13, 0), (12, 9))})
    meet(war)
    war.pass_deadline()
    war.pass_deadline()
    battle = Battle.objects.get()
    (met,) = war.part("north").announcement["told"]["battles"]
    assert met["enemy"] == battle.public_id
    assert met["banner"] == war.banner("north1").public_id
    assert (met["opponent"], met["level"], met["enemy_level"]) == ("2", 15, 15)
    assert war.part("north").announcement["names"]["2"] == "The south"
    assert war.part("west").announcement["told"]["battles"] == []
    assert Notice.objects.filter(kind="announced").count() == 4


def test_an_announcement_tells_nothing_of_intelligence_or_occupation() -> None:
    war = begin_war(CLOSE)
    meet(war)
    war.pass_deadline()
    war.pass_deadline()
    told = war.part("north").announcement["told"]
    assert set(told) == {"turn", "player", "node", "banners", "lines", "void", "battles"}
    assert {line["kind"] for line in told["lines"]} == {"marched"}


def test_the_facilitator_announces_and_publishes_before_the_dates() -> None:
    war = begin_war(CLOSE)
    meet(war)
    turn = war.pass_deadline()
    due = turn.announce_due
    assert due is not None
    with clock.at(due - timedelta(hours=20)):
        tick.announce(turn.pk, by=war.facilitator)
    turn.refresh_from_db()
    assert turn.phase == Phase.BATTLES
    assert turn.results_due is not None
    assert turn.announced_at is not None
    assert turn.results_due - turn.announced_at >= timedelta(days=7)
    war.pass_deadline()
    with clock.at(turn.results_due + timedelta(minutes=5)):
        tick.publish(turn.pk, by=war.facilitator)
    assert war.turn.number == 2


def test_nobody_else_announces_and_nobody_announces_twice() -> None:
    war = begin_war(CLOSE)
    turn = war.pass_deadline()
    with pytest.raises(Refusal, match="facilitator"):
        tick.announce(turn.pk, by=war.users["north"])
    tick.announce(turn.pk, by=war.facilitator)
    with pytest.raises(Refusal) as caught:
        tick.announce(turn.pk, by=war.facilitator)
    assert caught.value.code == "phase"


def test_results_agreed_by_both_become_the_outcome_and_the_report() -> None:
    war = begin_war(CLOSE)
    meet(war)
    war.pass_deadline()
    war.pass_deadline()
    battle = Battle.objects.get()
    for army in ("north", "south"):
        BattleResult.objects.create(
            battle=battle,
            seat=war.seat(army),
            method="tabletop",
            winner="north1",
            points_first=250,
            points_second=900,
        )
    turn = war.publish()
    battle.refresh_from_db()
    assert (battle.result["method"], battle.result["winner"]) == ("tabletop", "north1")
    assert war.banner("south1").level == 12
    assert war.banner("south1").retreating
    (fought,) = war.part("south", turn.number).report["told"]["battles"]
    assert fought["winner"] == battle.public_id
    assert fought["points_lost"] == [900, 250]
    assert fought["lost"] == 3
    (won,) = war.part("north", turn.number).report["told"]["battles"]
    assert won["winner"] == war.banner("north1").public_id


def test_a_published_turn_keeps_its_input_and_outcome_as_scenario_documents() -> None:
    war = begin_war(CLOSE)
    meet(war)
    turn = war.publish()
    assert "seed" not in turn.input
    assert turn.input["plans"]["north"]["orders"]["north1"] == march(2, 4)
    assert turn.outcome["battles"][0]["method"] == "abstract"
    assert turn.outcome["banners"]


def test_where_nobody_meets_the_battles_end_at_the_next_daily_hour() -> None:
    war = begin_war(APART)
    war.pass_deadline()
    turn = war.pass_deadline()
    assert turn.phase == Phase.BATTLES
    assert turn.results_due is not None
    assert turn.announced_at is not None
    assert turn.results_due - turn.announced_at <= timedelta(days=1)
    assert turn.resolve_after == turn.results_due


def test_without_early_results_they_end_at_their_deadline() -> None:
    war = begin_war(APART, early_results=False)
    war.pass_deadline()
    promised = war.turn.results_due
    turn = war.pass_deadline()
    assert turn.results_due == promised


def test_later_dates_move_with_the_announcement_and_all_are_told_why() -> None:
    war = begin_war(CLOSE)
    meet(war)
    turn = war.pass_deadline()
    assert turn.announce_due is not None
    with clock.at(turn.announce_due), locked_turn(turn.pk) as held:
        move_deadline(held, "announce_due", turn.announce_due + timedelta(days=3), given("a question"))
    turn.refresh_from_db()
    assert turn.resolve_after == turn.announce_due
    assert turn.results_due is not None
    assert turn.announce_due is not None
    assert turn.results_due - turn.announce_due >= timedelta(days=7)
    assert AuditEntry.objects.filter(kind="date_moved", public=True).count() == 1
    assert Notice.objects.filter(kind="date_moved").count() == 3


def test_an_automatic_campaign_needs_nobody_its_windows_are_zero() -> None:
    war = begin_war(CLOSE, automatic=True)
    meet(war)
    turn = war.pass_deadline()
    assert turn.phase == Phase.BATTLES
    turn = war.pass_deadline()
    assert turn.phase == Phase.PUBLISHED
    assert war.turn.number == 2


def test_where_all_battles_are_abstract_the_battles_state_is_skipped() -> None:
    war = begin_war(CLOSE, battles="abstract")
    meet(war)
    war.pass_deadline()
    turn = war.pass_deadline()
    assert turn.phase == Phase.AFTERMATH_REVIEW
    battle = Battle.objects.get()
    assert battle.closed_at is not None
    assert battle.dice["rolls"]
    turn = war.pass_deadline()
    assert turn.outcome["battles"][0]["method"] == "abstract"


def test_an_automatic_abstract_turn_is_resolved_in_one_step() -> None:
    war = begin_war(CLOSE, automatic=True, battles="abstract")
    meet(war)
    due = war.turn.plan_due
    assert tick.tick(now=due) == 1
    assert [turn.phase for turn in Turn.objects.order_by("number")] == ["published", "published", "planning"]
    assert Battle.objects.get().result["method"] == "abstract"
    assert (war.banner("north1").x, war.banner("north1").y) == (2, 4)


def test_a_sacrifice_is_part_of_the_plan_where_all_battles_are_abstract() -> None:
    orders: dict[str, Any] = {"north1": {**march(2, 4), "sacrifice": 2}}
    war = begin_war(CLOSE, battles="abstract", rules={"north": ["sacrifice"]})
    war.plan("north", orders)
    war.plan("south", {})
    turn = war.publish()
    (report,) = turn.input["reports"]
    assert (report["by"], report["sacrifice"]) == ("north", 2)
    assert turn.outcome["battles"][0]["inflicted"]["south1"] >= 3


def test_a_split_makes_a_banner_with_the_name_its_player_gave_it() -> None:
    war = begin_war(APART)
    war.plan("north", {"north1": {"secondary": {"order": "split", "name": "Outriders"}}})
    war.publish()
    made = Banner.objects.get(campaign=war.campaign, name="Outriders")
    assert made.key == "north1.1"
    assert (made.level, war.banner("north1").level) == (6, 7)
    report = war.part("north", 1).report
    assert made.public_id in {banner["id"] for banner in report["told"]["banners"]}
    assert report["names"][made.public_id] == "Outriders"
    assert made.public_id in {banner["id"] for banner in war.part("north", 1).map["banners"]}


def test_a_destroyed_banner_keeps_its_row_with_the_turn_in_which_it_went() -> None:
    war = begin_war(CLOSE, levels=9)
    meet(war)
    war.publish()
    gone = war.banner("north1")
    assert not gone.alive
    assert gone.gone_in == 1
    assert war.part("north", 1).report["names"][gone.public_id] == "North 1"


def test_only_sectors_that_carry_state_have_rows() -> None:
    war = begin_war(APART)
    war.plan("north", {"north1": march(2, 2)})
    turn = war.publish()
    stored = {
        (sector.x, sector.y): (sector.occupier.key if sector.occupier else None, sector.disputed)
        for sector in Sector.objects.select_related("occupier")
    }
    said = {(*one["at"],): (one["occupier"], one["disputed"]) for one in turn.outcome["sectors"]}
    assert stored == said


def test_the_next_turn_plays_on_from_the_outcome_of_the_last() -> None:
    war = begin_war(APART)
    for step in range(3):
        war.plan("north", {"north1": march(2, 2 + step)})
        war.publish()
    assert (war.banner("north1").x, war.banner("north1").y) == (2, 4)
    assert [turn.number for turn in Turn.objects.order_by("number")] == [0, 1, 2, 3, 4]


def test_versions_of_seats_rise_for_all_alike() -> None:
    war = begin_war({**CLOSE, "west": ((13, 0),)})
    meet(war)
    war.publish()
    assert len({war.seat(army).version for army in ("north", "south", "west")}) == 1
    assert war.seat("west").version > 0


def test_a_stopped_campaign_does_not_move() -> None:
    war = begin_war(APART)
    due = war.turn.plan_due
    for status in (CampaignStatus.PAUSED, CampaignStatus.ON_HOLD, CampaignStatus.ENDED):
        war.campaign.status = status
        war.campaign.save()
        assert tick.tick(now=due) == 0
    assert war.turn.phase == Phase.PLANNING


def test_a_clock_that_is_late_catches_up_and_leaves_the_battles_their_days() -> None:
    war = begin_war(CLOSE)
    meet(war)
    late = START + timedelta(days=60)
    tick.tick(now=late)
    turn = war.turn
    assert turn.phase == Phase.BATTLES
    assert turn.results_due is not None
    assert turn.results_due >= late + timedelta(days=7)
