"""What happens when people are missing, disagree or cannot be told apart, and how a campaign ends."""

from __future__ import annotations

from datetime import timedelta

import pytest

from campaign.base.dates import clock
from campaign.base.dates.downtime import WEB
from campaign.base.refusal import Refusal
from campaign.models import (
    Battle,
    BattleResult,
    Campaign,
    CampaignStatus,
    Deputy,
    Downtime,
    Notice,
    Order,
    Phase,
    SeatStatus,
    User,
)
from campaign.turn import tick
from campaign.turn.deadlines import all_submitted, beat, consider_early_close, stop_early_close
from campaign.turn.locked_turn import locked_turn
from campaign.turn.plans.services import set_fallback
from tests.wars import APART, CLOSE, HOLD, START, War, begin_war, march

pytestmark = pytest.mark.django_db


# Missing plans


def test_the_first_missed_plan_is_excused_by_itself() -> None:
    war = begin_war(CLOSE)
    war.plan("north", {"north1": march(2, 4)})
    war.pass_deadline()
    mine = war.part("south")
    assert mine.excused
    assert war.seat("south").grace_left == 0
    war.pass_deadline()
    battle = Battle.objects.get()
    assert not battle.forfeit_second


def test_without_grace_all_battles_of_a_missing_player_are_forfeited() -> None:
    war = begin_war(CLOSE, grace=0)
    war.plan("north", {"north1": march(2, 4)})
    turn = war.publish()
    assert Battle.objects.get().forfeit_second
    (player,) = [one for one in turn.input["players"] if one["id"] == "south"]
    assert (player["submitted"], player["excused"]) == (False, False)
    assert turn.outcome["battles"][0]["method"] == "abstract"


def test_drafts_count_at_the_deadline_unless_the_campaign_says_otherwise() -> None:
    for counts in (True, False):
        war = begin_war(APART, drafts_count=counts)
        war.plan("north", {"north1": march(2, 2)}, submit=False)
        turn = war.publish()
        assert ("north" in turn.input["plans"]) is counts
        User.objects.all().delete()


def test_after_two_in_a_row_the_bot_takes_the_seat_and_the_facilitator_is_told() -> None:
    war = begin_war(APART)
    for _ in range(2):
        war.plan("north", {"north1": HOLD})
        war.publish()
    assert war.seat("south").status == SeatStatus.BOT
    assert Notice.objects.filter(kind="seat_missing").count() == 1
    war.plan("north", {"north1": HOLD})
    war.publish()
    assert war.part("south", 3).by_bot
    assert Order.objects.filter(player_turn=war.part("south", 3)).exists()


def test_a_deputy_keeps_the_seat_from_the_bot() -> None:
    war = begin_war(APART)
    friend = User.objects.create_user(email="friend@club.example", name="Friend")
    Deputy.objects.create(seat=war.seat("south"), user=friend, since=START)
    for _ in range(2):
        war.plan("north", {"north1": HOLD})
        war.publish()
    assert war.seat("south").status == SeatStatus.PLAYER


def test_a_plan_ends_the_row_of_missed_ones() -> None:
    war = begin_war(APART)
    war.publish()
    assert war.seat("south").missed_in_a_row == 1
    war.plan("south", {"south1": HOLD})
    war.publish()
    assert war.seat("south").missed_in_a_row == 0


def test_a_fallback_is_used_when_no_plan_stands_and_counts_as_one() -> None:
    war = begin_war(APART)
    public = {key: war.banner(key).public_id for key in ("south1", "south2")}
    set_fallback(
        seat=war.seat("south"),
        fallback={public["south1"]: "fortify", public["south2"]: "hold"},
        by=war.users["south"],
    )
    turn = war.publish()
    mine = war.part("south", 1)
    assert mine.used_fallback
    assert not mine.excused
    assert war.banner("south1").works == "fortified"
    assert turn.input["plans"]["south"]["orders"] == {"south1": {"secondary": {"order": "fortify"}}}
    assert war.seat("south").grace_left == 1


def test_a_fallback_to_retreat_marches_away_from_the_nearest_known_enemy() -> None:
    war = begin_war(CLOSE)
    set_fallback(
        seat=war.seat("south"),
        fallback={war.banner("south1").public_id: "retreat"},
        by=war.users["south"],
    )
    war.publish()
    assert war.banner("south1").y == 7


def test_a_player_without_banners_needs_no_plan() -> None:
    war = begin_war(APART)
    war.campaign.banners.filter(key__startswith="south").update(alive=False, gone_in=1)
    war.publish()
    assert war.seat("south").missed_in_a_row == 0


# All plans are in


def test_when_all_have_submitted_the_plan_deadline_comes_in_a_quarter_of_an_hour() -> None:
    war = begin_war(APART, early_close=True)
    war.plan("north", {})
    moment = START + timedelta(days=2)
    with clock.at(moment):
        assert not consider_early_close(war.turn.pk)
    war.plan("south", {})
    with clock.at(moment):
        assert consider_early_close(war.turn.pk)
        assert not consider_early_close(war.turn.pk)
    turn = war.turn
    assert turn.plan_due == moment + timedelta(minutes=15)
    assert turn.resolve_after == turn.plan_due
    assert Notice.objects.filter(kind="early_close").count() == 3


def test_a_facilitator_may_stop_it_once_and_plans_stay_final() -> None:
    war = begin_war(APART, early_close=True)
    promised = war.turn.plan_due
    war.plan("north", {})
    war.plan("south", {})
    moment = START + timedelta(days=2)
    with clock.at(moment):
        consider_early_close(war.turn.pk)
        stop_early_close(war.turn.pk, by=war.facilitator, reason="Somebody asked for time")
        assert not consider_early_close(war.turn.pk)
        with pytest.raises(Refusal) as caught:
            stop_early_close(war.turn.pk, by=war.facilitator, reason="again")
    assert caught.value.code == "not_early"
    assert war.turn.plan_due == promised
    with pytest.raises(Refusal, match="final"):
        war.plan("north", {"north1": march(2, 2)})


def test_bots_and_excused_players_do_not_keep_others_waiting() -> None:
    war = begin_war({**APART, "west": ((12, 0),)}, bots=("west",))
    war.plan("north", {})
    with locked_turn(war.turn.pk) as held:
        assert not all_submitted(held)
        held.set_plan(held.player_turn_of(held.seats["south"]), excused=True)
        assert all_submitted(held)


# The app was down


def down(war: War, minutes: int, *, before: int) -> None:
    """The app was down for so many minutes, which ended so many minutes before the plan deadline."""
    due = war.turn.plan_due
    assert due is not None
    for left in (before + minutes, *range(before, -1, -10)):
        with clock.at(due - timedelta(minutes=left)):
            beat(WEB)


def test_downtime_before_a_deadline_moves_it_twelve_hours_once() -> None:
    war = begin_war(APART)
    due = war.turn.plan_due
    assert due is not None
    down(war, 20, before=30)
    with clock.at(due):
        assert tick.advance(war.turn.pk)
    turn = war.turn
    assert turn.phase == Phase.PLANNING
    assert turn.plan_due == due + timedelta(hours=12)
    assert Notice.objects.filter(kind="date_moved").count() == 3
    down(war, 20, before=30)
    with clock.at(turn.plan_due):
        assert tick.advance(war.turn.pk)
    assert war.turn.phase == Phase.MOVEMENT_REVIEW


@pytest.mark.parametrize(
    ("minutes", "before"), [(15, 30), (60, 121), (20, 110)], ids=["short", "early", "most"]
)
def test_short_or_early_downtime_moves_nothing(minutes: int, before: int) -> None:
    war = begin_war(APART)
    due = war.turn.plan_due
    down(war, minutes, before=before)
    assert due is not None
    with clock.at(due):
        tick.advance(war.turn.pk)
    assert war.turn.phase == Phase.MOVEMENT_REVIEW


def test_signs_of_life_remember_all_gaps() -> None:
    for minutes in (0, 16, 17, 40):
        with clock.at(START + timedelta(minutes=minutes)):
            beat(WEB)
    gaps = [
        (START + timedelta(minutes=start), START + timedelta(minutes=end))
        for start, end in ((0, 16), (17, 40))
    ]
    assert list(Downtime.objects.order_by("id").values_list("down_from", "down_until")) == gaps


# Disputes


def disputed(war: War) -> Battle:
    war.plan("north", {"north1": march(2, 4)})
    war.plan("south", {})
    war.pass_deadline()
    war.pass_deadline()
    battle = Battle.objects.get()
    for army in ("north", "south"):
        BattleResult.objects.create(
            battle=battle, seat=war.seat(army), method="tabletop", winner=f"{army}1", sacrifice=0
        )
    return battle


def test_a_battle_in_dispute_keeps_the_turn_in_battles_and_the_people_are_told() -> None:
    war = begin_war(CLOSE)
    battle = disputed(war)
    due = war.turn.results_due
    turn = war.pass_deadline()
    assert turn.phase == Phase.BATTLES
    assert due is not None
    assert turn.resolve_after == due + timedelta(hours=72)
    told = Notice.objects.filter(kind="dispute")
    assert {notice.detail["battle"] for notice in told} == {battle.public_id}
    assert {notice.user.name for notice in told} == {"North", "South", "Facilitator"}


def test_a_ruling_ends_the_wait_at_once() -> None:
    war = begin_war(CLOSE)
    battle = disputed(war)
    turn = war.pass_deadline()
    battle.ruling = {"winner": "north1", "points_lost": {"north1": 0, "south1": 100}, "sacrifice": {}}
    battle.save()
    moment = (turn.results_due or START) + timedelta(hours=5)
    with clock.at(moment), locked_turn(turn.pk) as held:
        tick.bring_forward(held)
    tick.tick(now=moment)
    assert war.turn.phase == Phase.AFTERMATH_REVIEW


def test_after_seventy_two_hours_the_dice_decide() -> None:
    war = begin_war(CLOSE)
    battle = disputed(war)
    war.pass_deadline()
    turn = war.pass_deadline()
    assert turn.phase == Phase.AFTERMATH_REVIEW
    results = BattleResult.objects.filter(battle=battle)
    assert {(one.method, one.by_app) for one in results} == {("abstract", True)}
    assert war.publish().outcome["battles"][0]["method"] == "abstract"


# The end


def test_a_victor_ends_the_campaign_and_is_its_champion() -> None:
    goal = {"kind": "occupation", "count": 1, "primary": True}
    players = [{"id": "north", "conditions": [goal]}, {"id": "south"}]
    war = begin_war(APART, document={"players": players})
    war.publish()
    campaign = Campaign.objects.get()
    assert campaign.status == CampaignStatus.ENDED
    assert campaign.champion == war.seat("north")
    assert war.turn.number == 1
    assert Notice.objects.filter(kind="campaign_ended").count() == 3


def two_victors() -> War:
    goal = {"kind": "occupation", "count": 1, "primary": True}
    players = [{"id": army, "conditions": [goal]} for army in ("north", "south")]
    war = begin_war(APART, document={"players": players})
    for _ in range(3):
        war.pass_deadline()
    assert war.turn.phase == Phase.AFTERMATH_REVIEW
    return war


def test_where_only_the_id_decides_the_facilitator_chooses_the_champion() -> None:
    war = two_victors()
    assert war.turn.contenders == ["north", "south"]
    for champion in (None, "west"):
        with pytest.raises(Refusal) as caught:
            tick.publish(war.turn.pk, by=war.facilitator, champion=champion)
        assert caught.value.code == "champion"
    tick.publish(war.turn.pk, by=war.facilitator, champion="south")
    assert Campaign.objects.get().champion == war.seat("south")


def test_without_a_facilitator_s_choice_the_smallest_id_is_champion() -> None:
    war = two_victors()
    war.pass_deadline()
    assert Campaign.objects.get().champion == war.seat("north")


def test_the_last_turn_decides_by_the_order_of_the_rules() -> None:
    war = begin_war({**APART, "west": ((12, 5), (12, 1), (9, 5))}, last_turn=1)
    war.publish()
    assert Campaign.objects.get().champion == war.seat("west")


def test_with_no_banner_left_the_campaign_ends_without_a_champion() -> None:
    war = begin_war({"north": ((2, 3),), "south": ((2, 6),)}, levels=9)
    war.plan("north", {"north1": march(2, 4)})
    war.publish()
    campaign = Campaign.objects.get()
    assert (campaign.status, campaign.champion) == (CampaignStatus.ENDED, None)


def test_a_condition_names_the_heir_of_a_banner_that_was_joined_away() -> None:
    goal = {"kind": "destruction", "banners": ["south2"], "primary": True}
    players = [{"id": "north", "conditions": [goal]}, {"id": "south"}]
    where = {"north": ((2, 1), (5, 1)), "south": ((5, 8), (5, 8))}
    war = begin_war(where, document={"players": players})
    war.plan(
        "south",
        {
            "south1": {"secondary": {"order": "join", "with": war.banner("south2").public_id}},
            "south2": {"secondary": {"order": "join", "with": war.banner("south1").public_id}},
        },
    )
    turn = war.publish()
    assert turn.outcome["heirs"] == {"south2": "south1"}
    (condition,) = war.seat("north").conditions
    assert condition["banners"] == ["south1"]
    assert condition["named"] == ["south2"]
    assert war.part("north", 1).map["goals"][0]["banners"] == 1


def test_when_the_seeds_run_out_new_ones_are_bound_and_all_are_told() -> None:
    war = begin_war(APART)
    Campaign.objects.update(chain_length=1)
    first = Campaign.objects.get().commitment
    war.publish()
    campaign = Campaign.objects.get()
    assert campaign.commitment != first
    assert campaign.chain_start == 2
    assert Notice.objects.filter(kind="new_commitment").count() == 3
