"""What two sides tell of a battle, and what it comes to: the clauses of Rules 7 through the service."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from functools import partial
from typing import Any

import pytest

from battles.results.services import Claim, ask_to_reopen, declare_sacrifice, report_result
from campaign.base.dates import clock
from campaign.base.refusal import Refusal
from campaign.base.words.log_words import words_of
from campaign.desk.services import rule_on_battle, set_forfeit
from campaign.models import AuditEntry, Battle, BattleResult, Deputy, Notice, Phase, User
from campaign.turn import tick
from campaign.turn.contact.battle_status import Standing
from tests.fights import (
    BADLY,
    DICE,
    HARDLY,
    LOST,
    WON,
    battle_in,
    confirm,
    meet,
    seen_by,
    tell,
    while_fighting,
)
from tests.turn.test_at_once import at_once
from tests.wars import CLOSE, War

pytestmark = pytest.mark.django_db

DRAWN = Claim("tabletop", "draw", points_own=500, points_enemy=500)


def result_of(war: War) -> dict[str, Any]:
    """What the battle came to, once the turn is published."""
    turn = war.publish()
    (battle,) = turn.outcome["battles"]
    return dict(battle)


@pytest.mark.parametrize(
    ("north", "south", "standing", "method"),
    [
        (WON, LOST, Standing.AGREED, "tabletop"),
        (DRAWN, DRAWN, Standing.AGREED, "tabletop"),
        (DICE, DICE, Standing.ABSTRACT, "abstract"),
        (WON, replace(LOST, points_own=901), Standing.DISPUTE, "abstract"),
        (WON, WON, Standing.DISPUTE, "abstract"),
        (WON, DICE, Standing.DISPUTE, "abstract"),
        (HARDLY, None, Standing.ONE, "tabletop"),
        (BADLY, None, Standing.ONE, "abstract"),
        (DICE, None, Standing.ONE, "abstract"),
        (None, None, Standing.OPEN, "abstract"),
    ],
)
def test_the_first_clause_that_applies_decides(
    north: Claim | None, south: Claim | None, standing: Standing, method: str
) -> None:
    """Rules 7.3 to 7.7; a dispute that nobody rules on is left to the dice 72 hours later."""
    war = meet()
    for army, claim in (("north", north), ("south", south)):
        if claim is not None:
            tell(war, army, claim)
    assert seen_by(war, "north").standing == standing
    assert result_of(war)["method"] == method


def test_what_both_sides_agree_on_is_the_result() -> None:
    war = meet()
    assert tell(war, "north", WON) == Standing.ONE
    assert confirm(war, "south") == Standing.AGREED
    battle = result_of(war)
    assert battle["winner"] == "north1"
    assert battle["points_lost"] == {"north1": 400, "south1": 900}
    assert battle["lost"] == {"north1": 1, "south1": 3}


def test_a_ruling_stands_above_everything_that_was_told() -> None:
    war = meet()
    tell(war, "north", WON)
    tell(war, "south", WON)
    with while_fighting(war):
        rule_on_battle(
            battle=battle_in(war), winner="draw", points=(100, 200), reason="I stood by.", by=war.facilitator
        )
    battle = result_of(war)
    assert (battle["method"], battle["winner"]) == ("ruling", None)
    assert battle["points_lost"] == {"north1": 100, "south1": 200}


def test_without_a_plan_every_battle_is_left_to_the_dice_with_five_less() -> None:
    war = meet(both_plan=False, grace=0)
    page = seen_by(war, "north")
    assert page.standing == Standing.FORFEIT
    assert page.enemy.forfeits
    assert page.handicap_enemy == 5
    assert result_of(war)["method"] == "abstract"


def test_the_dice_that_are_shown_are_those_that_count() -> None:
    war = meet()
    tell(war, "north", DICE)
    assert seen_by(war, "north").result is None
    tell(war, "south", DICE)
    own, enemy = seen_by(war, "north").result, seen_by(war, "south").result
    assert own is not None
    assert enemy is not None
    assert [(one, other) for one, other in enemy.rolls] == [(other, one) for one, other in own.rolls]
    battle = result_of(war)
    assert [(roll["north1"], roll["south1"]) for roll in battle["rolls"]] == list(own.rolls)
    assert own.winner == ("own" if battle["winner"] == "north1" else "enemy")
    assert own.points_own == battle["points_lost"]["north1"]


def test_a_result_is_told_anew_until_both_agree() -> None:
    war = meet()
    tell(war, "north", WON)
    tell(war, "north", DRAWN)
    assert BattleResult.objects.count() == 1
    assert tell(war, "south", DRAWN) == Standing.AGREED
    with pytest.raises(Refusal, match="opened again only when both sides ask") as refused:
        tell(war, "north", WON)
    assert refused.value.code == "closed"


def test_only_both_sides_together_open_an_agreed_result_again() -> None:
    war = meet()
    tell(war, "north", WON)
    confirm(war, "south")
    reopen = partial(ask_to_reopen, battle=battle_in(war))
    with while_fighting(war):
        assert reopen(seat=war.seat("north"), by=war.users["north"]) == Standing.AGREED
        with pytest.raises(Refusal):
            report_result(battle=battle_in(war), seat=war.seat("north"), claim=DRAWN, by=war.users["north"])
        assert reopen(seat=war.seat("south"), by=war.users["south"]) == Standing.REOPENED
    assert tell(war, "north", DRAWN) == Standing.DISPUTE
    assert confirm(war, "south") == Standing.AGREED
    assert result_of(war)["winner"] is None


def test_what_was_agreed_counts_if_nobody_tells_anything_after_opening_it_again() -> None:
    war = meet()
    tell(war, "north", WON)
    confirm(war, "south")
    with while_fighting(war):
        for army in ("north", "south"):
            ask_to_reopen(battle=battle_in(war), seat=war.seat(army), by=war.users[army])
    assert result_of(war)["winner"] == "north1"


def test_a_result_that_the_dice_have_decided_is_not_opened_again() -> None:
    war = meet()
    tell(war, "north", DICE)
    tell(war, "south", DICE)
    with while_fighting(war), pytest.raises(Refusal) as refused:
        ask_to_reopen(battle=battle_in(war), seat=war.seat("north"), by=war.users["north"])
    assert refused.value.code == "bound"


def test_nothing_is_confirmed_unseen() -> None:
    war = meet()
    with pytest.raises(Refusal) as nothing:
        confirm(war, "south")
    assert nothing.value.code == "nothing_told"
    tell(war, "north", WON)
    seen = seen_by(war, "south").theirs
    tell(war, "north", HARDLY)
    assert seen is not None
    with pytest.raises(Refusal) as changed:
        confirm(war, "south", seen=seen.said.mark)
    assert changed.value.code == "changed"
    assert battle_in(war).closed_at is None


@pytest.mark.parametrize(
    ("claim", "field", "allowed"),
    [
        (replace(WON, points_own=1501), "points_own", "0 to 1500"),
        (replace(WON, points_own=-1), "points_own", "0 to 1500"),
        (replace(WON, points_enemy=1700), "points_enemy", "0 to 1600"),
        (replace(WON, winner="north1"), "winner", "you, the enemy, or nobody"),
        (replace(WON, method="cards"), "method", "fought it"),
        (replace(WON, sacrifice=1), "sacrifice", "army rule Sacrifice"),
        (replace(WON, story="x" * 5001), "story", "5000"),
    ],
)
def test_what_cannot_be_is_refused_with_the_field_and_what_is_allowed(
    claim: Claim, field: str, allowed: str
) -> None:
    """South has resupplied to level 16."""
    war = meet()
    with pytest.raises(Refusal, match=allowed) as refused:
        tell(war, "north", claim)
    assert (refused.value.code, refused.value.field) == ("impossible", field)
    assert not BattleResult.objects.exists()


def test_after_the_results_deadline_nothing_more_is_told() -> None:
    war = meet()
    due = war.turn.results_due
    assert due is not None
    seat = war.seat("north")
    report = partial(report_result, battle=battle_in(war), seat=seat, claim=WON, by=seat.user)
    with clock.at(due), pytest.raises(Refusal, match="were due by") as refused:
        report()
    assert refused.value.code == "late"
    with clock.at(due - timedelta(seconds=1)):
        assert report() == Standing.ONE


def test_nobody_tells_of_others_battles_or_of_one_that_is_not_fought() -> None:
    war = meet(where={**CLOSE, "west": ((12, 1),)}, levels=9)
    with while_fighting(war):
        for army, code in (("west", "not_yours"), ("north", "auto")):
            with pytest.raises(Refusal) as refused:
                report_result(battle=battle_in(war), seat=war.seat(army), claim=WON, by=war.users[army])
            assert refused.value.code == code
    assert result_of(war)["method"] == "auto"


# Sacrifice


def test_a_sacrifice_is_sealed_until_the_turn_is_published() -> None:
    war = meet(rules={"north": ["sacrifice"]})
    tell(war, "north", replace(WON, sacrifice=3))
    mine, theirs = seen_by(war, "north").mine, seen_by(war, "south").theirs
    assert mine is not None
    assert theirs is not None
    assert (mine.sacrifice, theirs.sacrifice) == (3, None)
    assert confirm(war, "south") == Standing.AGREED
    battle = result_of(war)
    assert battle["lost"] == {"north1": 1 + 3, "south1": 3 + 4}


def test_a_sacrifice_may_be_declared_once_the_dice_have_decided() -> None:
    war = meet(rules={"north": ["sacrifice"]})
    tell(war, "north", DICE)
    tell(war, "south", DICE)
    declare = partial(declare_sacrifice, battle=battle_in(war))
    with while_fighting(war):
        declare(seat=war.seat("north"), sacrifice=2, by=war.users["north"])
        with pytest.raises(Refusal, match="0 to 3"):
            declare(seat=war.seat("north"), sacrifice=4, by=war.users["north"])
        with pytest.raises(Refusal, match="army rule Sacrifice"):
            declare(seat=war.seat("south"), sacrifice=1, by=war.users["south"])
    battle = result_of(war)
    assert battle["lost"]["south1"] - battle["inflicted"]["south1"] == 0
    assert battle["lost"]["north1"] - battle["inflicted"]["north1"] == 2


def test_against_a_forfeit_a_sacrifice_needs_no_report() -> None:
    war = meet(both_plan=False, grace=0, rules={"north": ["sacrifice"], "south": ["sacrifice"]})
    with while_fighting(war, hours=1):
        declare_sacrifice(battle=battle_in(war), seat=war.seat("north"), sacrifice=1, by=war.users["north"])
        with pytest.raises(Refusal):
            declare_sacrifice(
                battle=battle_in(war), seat=war.seat("south"), sacrifice=1, by=war.users["south"]
            )
    assert result_of(war)["lost"]["north1"] >= 1


def test_a_sealed_sacrifice_changes_nothing_that_the_other_side_could_notice() -> None:
    war = meet(rules={"north": ["sacrifice"]})
    tell(war, "north", WON)
    before = seen_by(war, "south"), war.seat("south").version, Notice.objects.count()
    tell(war, "north", replace(WON, sacrifice=2))
    after = seen_by(war, "south"), war.seat("south").version, Notice.objects.count()
    assert before == after
    mine = seen_by(war, "north").mine
    assert mine is not None
    assert mine.sacrifice == 2


def test_against_a_forfeit_a_sealed_sacrifice_makes_nothing_appear() -> None:
    war = meet(both_plan=False, grace=0, rules={"north": ["sacrifice"]})
    before = seen_by(war, "south")
    with while_fighting(war, hours=1):
        declare_sacrifice(battle=battle_in(war), seat=war.seat("north"), sacrifice=1, by=war.users["north"])
    assert seen_by(war, "south") == before
    assert before.theirs is not None


def test_a_deputy_tells_for_the_seat_and_is_marked_and_strangers_do_not() -> None:
    war = meet()
    dora = User.objects.create_user("dora@club.example", name="Dora")
    with while_fighting(war) as now:
        report = partial(report_result, battle=battle_in(war), seat=war.seat("north"), claim=WON, by=dora)
        with pytest.raises(Refusal) as refused:
            report()
        assert refused.value.code == "not_yours"
        Deputy.objects.create(seat=war.seat("north"), user=dora, since=now - timedelta(days=1))
        assert report() == Standing.ONE
    (entry,) = AuditEntry.objects.filter(kind="result_won")
    assert words_of(entry).startswith("The north (deputy) tells of")


# Bots, load, early results, notices


def test_a_bot_s_battles_are_left_to_the_dice_at_once() -> None:
    war = meet(both_plan=False, bots=("south",), grace=0)
    for battle in Battle.objects.filter(turn=war.turn):
        assert battle.auto or battle.dice is not None
        assert battle.closed_at == war.turn.announced_at


def test_the_other_side_is_told_of_a_result_and_both_and_the_facilitator_of_a_dispute() -> None:
    war = meet()
    tell(war, "north", WON)
    (waiting,) = Notice.objects.filter(kind="result_waiting")
    assert waiting.user == war.users["south"]
    tell(war, "south", WON)
    told = Notice.objects.filter(kind="dispute").values_list("user__name", flat=True)
    assert sorted(told) == ["Facilitator", "North", "South"]
    assert AuditEntry.objects.filter(kind="dispute", public=False).count() == 1


def test_a_granted_forfeit_leaves_the_battle_to_the_dice_and_cannot_follow_them() -> None:
    war = meet()
    forfeit = partial(set_forfeit, battle=battle_in(war), reason="Did not come.", by=war.facilitator)
    with while_fighting(war):
        forfeit(side="second")
        with pytest.raises(Refusal) as refused:
            forfeit(side="first")
    assert refused.value.code == "bound"
    page = seen_by(war, "south")
    assert (page.standing, page.own.forfeits) == (Standing.FORFEIT, True)


def test_no_forfeit_is_granted_once_the_battle_is_ruled_on() -> None:
    war = meet()
    battle = battle_in(war)
    with while_fighting(war):
        rule_on_battle(battle=battle, winner="draw", points=(0, 0), reason="Fog", by=war.facilitator)
        with pytest.raises(Refusal, match="change the ruling") as refused:
            set_forfeit(battle=battle, side="first", reason="Did not come.", by=war.facilitator)
    assert refused.value.code == "ruled"
    assert seen_by(war, "north").standing == Standing.RULED


@pytest.mark.django_db(transaction=True)
def test_two_who_report_at_once_leave_one_consistent_result() -> None:
    for north, south, standing in ((WON, LOST, Standing.AGREED), (WON, WON, Standing.DISPUTE)):
        war = meet()
        told = at_once(partial(tell, war, "north", north), partial(tell, war, "south", south))
        assert sorted(told) == sorted([Standing.ONE, standing])
        assert seen_by(war, "north").standing == standing
        assert BattleResult.objects.filter(battle=battle_in(war)).count() == 2
        assert (battle_in(war).closed_at is not None) == (standing == Standing.AGREED)
        war.campaign.delete()
        for user in (*war.users.values(), war.facilitator):
            user.delete()


@pytest.mark.django_db(transaction=True)
def test_a_report_in_the_last_moment_counts_if_and_only_if_it_was_acknowledged() -> None:
    war = meet()
    due = war.turn.results_due
    assert due is not None

    def report() -> Standing:
        seat = war.seat("north")
        with clock.at(due - timedelta(milliseconds=1)):
            return report_result(battle=battle_in(war), seat=seat, claim=HARDLY, by=seat.user)

    told, _ = at_once(report, partial(tick.tick, now=due))
    tick.tick(now=due)  # the first may have left a turn alone that was locked just then
    assert war.turn.phase == Phase.AFTERMATH_REVIEW
    (battle,) = war.turn.proposal["battles"]
    assert (battle["method"] == "tabletop") == (told == Standing.ONE)
