"""Saving and submitting plans: receipts, the deadline, and every way to be refused."""

from __future__ import annotations

import hashlib
import json
from datetime import timedelta
from typing import Any

import pytest

from campaign.base.dates import clock
from campaign.base.refusal import Refusal
from campaign.models import CampaignStatus, Deputy, Order, PlanState, SeatStatus, User
from campaign.turn.plans.knowledge import view_of_seat
from campaign.turn.plans.selectors import options_of, plan_of
from campaign.turn.plans.services import save_plan, set_fallback
from tests.wars import APART, CLOSE, HOLD, START, War, begin_war, march

pytestmark = pytest.mark.django_db


def refused(code: str, war: War, army: str, orders: dict[str, Any], **how: Any) -> Refusal:
    with pytest.raises(Refusal) as caught:
        war.plan(army, orders, **how)
    assert caught.value.code == code, caught.value.message
    return caught.value


def test_a_save_answers_with_the_hash_of_the_plan_s_canonical_json() -> None:
    war = begin_war()
    receipt = war.plan("north", {"north1": march(2, 2)}, submit=False)
    public = war.banner("north1").public_id
    plan = {"node": None, "orders": {public: {"primary": {"order": "march", "to": [2, 2]}}}}
    text = json.dumps(plan, sort_keys=True, separators=(",", ":"))
    assert receipt.hash == hashlib.sha256(text.encode()).hexdigest()
    assert receipt.state == PlanState.DRAFT
    mine = war.part("north")
    assert (mine.receipt, mine.saved_at) == (receipt.hash, receipt.saved_at)
    assert plan_of(mine, view_of_seat(war.seat("north")).ids) == plan


def test_the_last_save_replaces_the_plan() -> None:
    war = begin_war()
    war.plan("north", {"north1": march(2, 2), "north2": march(5, 2)}, submit=False)
    war.plan("north", {"north1": march(3, 2)}, submit=False)
    rows = Order.objects.filter(player_turn=war.part("north"))
    assert [(row.banner, row.detail["to"]) for row in rows] == [("north1", [3, 2])]


@pytest.mark.parametrize(
    ("orders", "state"),
    [
        ({}, PlanState.NOTHING),
        ({"north1": HOLD}, PlanState.DRAFT),
        ({"north1": march(2, 2)}, PlanState.DRAFT),
    ],
    ids=["nothing", "hold", "an order"],
)
def test_a_draft_counts_once_it_holds_an_order_or_a_hold(orders: dict[str, Any], state: PlanState) -> None:
    war = begin_war()
    assert war.plan("north", orders, submit=False).state == state


def test_a_submitted_plan_is_final() -> None:
    war = begin_war()
    first = war.plan("north", {"north1": march(2, 2)})
    refused("final", war, "north", {"north1": march(3, 2)})
    # The same plan once more, as after a double click, has the same receipt.
    assert war.plan("north", {"north1": march(2, 2)}) == first


def test_with_plan_revision_it_may_be_replaced_and_stays_submitted() -> None:
    war = begin_war(plan_revision=True)
    war.plan("north", {"north1": march(2, 2)})
    again = war.plan("north", {"north1": march(3, 2)}, submit=False)
    assert again.state == PlanState.SUBMITTED


def test_a_plan_at_the_deadline_is_late_and_one_just_before_it_counts() -> None:
    war = begin_war()
    due = war.turn.plan_due
    assert due is not None
    war.plan("north", {"north1": march(2, 2)}, at=due - timedelta(microseconds=1), submit=False)
    before = war.part("north").receipt
    refused("late", war, "north", {"north1": march(3, 2)}, at=due)
    assert war.part("north").receipt == before


def test_a_plan_for_a_turn_that_is_not_in_planning_is_late() -> None:
    war = begin_war()
    due = war.turn.plan_due
    war.pass_deadline()
    assert due is not None
    refused("late", war, "north", {"north1": march(2, 2)}, at=due - timedelta(hours=1))


def test_a_plan_for_a_turn_that_does_not_exist_is_refused() -> None:
    war = begin_war()
    with pytest.raises(Refusal) as caught:
        save_plan(seat=war.seat("north"), number=9, plan={}, by=war.users["north"])
    assert caught.value.code == "no_turn"


def test_someone_else_s_banner_and_a_banner_that_does_not_exist_read_the_same() -> None:
    war = begin_war()
    theirs = war.banner("south1").public_id
    one = refused("unknown", war, "north", {theirs: march(2, 7)})
    other = refused("unknown", war, "north", {"nonsense": march(2, 7)})
    assert one.message.replace(theirs, "?") == other.message.replace("nonsense", "?")
    assert not Order.objects.exists()


def test_an_illegal_plan_is_refused_with_every_problem_and_its_rule() -> None:
    war = begin_war()
    caught = refused(
        "illegal",
        war,
        "north",
        {"north1": march(9, 9), "north2": {"secondary": {"order": "unfortify"}}},
    )
    assert len(caught.problems) == 2
    assert {problem.rule for problem in caught.problems} == {"3"}
    assert "North" in caught.message
    assert "north1" not in caught.message
    assert not Order.objects.exists()
    assert war.part("north").state == PlanState.NOTHING


@pytest.mark.parametrize(
    ("orders", "field"),
    [
        ({"north1": {"primary": {"order": "swim"}}}, "primary"),
        ({"north1": {"primary": {"order": "march", "to": "up"}}}, "to"),
        ({"north1": {"primary": {"order": "fortify"}}}, "primary"),
        ({"north1": {"primary": {"order": "march", "to": [2, 2]}, "hold": True}}, "orders"),
        ({"north1": {"secondary": {"order": "split", "name": "n" * 61}}}, "name"),
        ({"north1": {"sacrifice": 1}}, "sacrifice"),
        ({"north1": []}, "orders"),
    ],
    ids=["order", "sector", "slot", "hold and march", "name", "sacrifice", "list"],
)
def test_what_cannot_be_read_names_its_place(orders: dict[str, Any], field: str) -> None:
    war = begin_war()
    caught = refused("malformed", war, "north", orders)
    assert field in str(caught.field)
    assert not Order.objects.exists()


def test_only_the_player_or_a_deputy_of_the_moment_plans_and_the_deputy_is_marked() -> None:
    war = begin_war()
    seat, due = war.seat("north"), war.turn.plan_due
    assert due is not None
    friend = User.objects.create_user(email="friend@club.example", name="Friend")
    moment = due - timedelta(hours=1)
    with clock.at(moment), pytest.raises(Refusal, match="deputy"):
        save_plan(seat=seat, number=1, plan={}, by=friend, submit=True)
    Deputy.objects.create(seat=seat, user=friend, since=START, until=due)
    with clock.at(moment):
        save_plan(seat=seat, number=1, plan={}, by=friend, submit=True)
    assert war.part("north").by_deputy


def test_while_a_campaign_is_paused_its_deadline_stands_still() -> None:
    war = begin_war()
    due = war.turn.plan_due
    assert due is not None
    war.campaign.status, war.campaign.paused_at = CampaignStatus.PAUSED, due - timedelta(hours=5)
    war.campaign.save()
    war.plan("north", {"north1": march(2, 2)}, at=due + timedelta(days=3), submit=False)
    assert war.part("north").state == PlanState.DRAFT


def test_a_player_whose_seat_the_bot_holds_takes_it_back_by_planning() -> None:
    war = begin_war(bots=("north",))
    war.plan("north", {"north1": march(2, 2)}, submit=False)
    assert war.seat("north").status == SeatStatus.PLAYER


def test_a_fallback_names_own_banners_and_known_words() -> None:
    war = begin_war()
    seat, user = war.seat("north"), war.users["north"]
    mine, theirs = war.banner("north1").public_id, war.banner("south1").public_id
    set_fallback(seat=seat, fallback={mine: "fortify"}, by=user)
    assert war.seat("north").fallback == {"north1": "fortify"}
    for fallback, code in (({theirs: "hold"}, "unknown"), ({mine: "dance"}, "malformed")):
        with pytest.raises(Refusal) as caught:
            set_fallback(seat=seat, fallback=fallback, by=user)
        assert caught.value.code == code


def test_options_offer_what_is_legal_with_the_reason_why_the_rest_is_not() -> None:
    war = begin_war(APART)
    view = view_of_seat(war.seat("north"))
    offered = options_of(view)
    public = war.banner("north1").public_id
    assert set(offered) == {public, war.banner("north2").public_id}
    by_order = {option["order"]: option for option in offered[public]}
    assert [2, 2] in by_order["march"]["targets"]
    assert by_order["transfer"]["from"] == [war.banner("north2").public_id]
    assert not by_order["unfortify"]["legal"]
    assert by_order["unfortify"]["problems"][0]["rule"] == "3"


def test_a_seat_knows_its_own_and_what_its_map_shows_and_nothing_else() -> None:
    war = begin_war(CLOSE)
    known = view_of_seat(war.seat("north")).knowledge
    assert {banner.at for banner in known.banners} == {(2, 3), (9, 1)}
    assert [(sighting.at, sighting.level) for sighting in known.sightings] == [((2, 6), 15)]
    assert "south1" not in repr(known)
    assert "north1" not in repr(known)
