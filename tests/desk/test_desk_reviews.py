"""The two reviews on the desk: the dry run, excuses, corrections, rulings, and moving the turn on."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from functools import partial
from typing import Any

import pytest

from campaign.base.dates import clock
from campaign.base.refusal import Refusal
from campaign.desk.review.selectors import ReviewPage, review_page
from campaign.desk.selectors import desk_page
from campaign.desk.services import (
    announce_now,
    correct_input,
    correct_outcome,
    excuse_player,
    publish_now,
    rule_on_battle,
    scenario_of,
    set_forfeit,
)
from campaign.models import AuditEntry, Correction, Phase
from campaign.turn.contact.battle_status import Standing
from campaign.turn.turn_rights import mark_of
from tests.fights import DICE, WON, battle_in, confirm, meet, seen_by, tell, while_fighting
from tests.wars import CLOSE, START, War, begin_war, march

pytestmark = pytest.mark.django_db


def in_movement_review(*, both_plan: bool = True, **war: Any) -> War:
    made = begin_war(CLOSE, **war)
    made.plan("north", {"north1": march(2, 4), "north2": {"secondary": {"order": "resupply"}}})
    if both_plan:
        made.plan("south", {"south1": {"secondary": {"order": "split", "name": "Third Wing"}}})
    made.pass_deadline()
    assert made.turn.phase == Phase.MOVEMENT_REVIEW
    return made


def in_aftermath_review(**war: Any) -> War:
    made = meet(**war)
    tell(made, "north", WON)
    confirm(made, "south")
    made.pass_deadline()
    assert made.turn.phase == Phase.AFTERMATH_REVIEW
    return made


def dry_run(war: War) -> ReviewPage:
    page = review_page(war.campaign, war.turn)
    assert page is not None
    return page


# The board and the dry run


def test_before_the_deadline_the_desk_knows_of_a_plan_only_whether_there_is_one() -> None:
    war = begin_war(CLOSE)
    war.plan("north", {"north1": march(2, 4)}, at=START)
    war.plan("south", {"south1": march(2, 5)}, submit=False, at=START)
    page = desk_page(war.campaign, war.turn)
    assert [row.state for row in page.board] == ["submitted", "draft"]
    assert (page.submitted, page.drafts, page.missing) == (1, 1, ())
    assert review_page(war.campaign, war.turn) is None
    assert scenario_of(war.turn) is None
    assert "march" not in repr(page)


def test_the_dry_run_shows_who_stands_where_and_who_meets_whom() -> None:
    war = in_movement_review()
    page = dry_run(war)
    rows = {row.name: row for row in page.banners}
    moved = rows["North 1"]
    assert (moved.before, moved.after, moved.moved, moved.orders) == ("C4", "C5", True, "march to C5")
    assert (rows["North 2"].level_before, rows["North 2"].level_after) == (15, 16)
    assert rows["Third Wing"].fate == "split from South 1"
    assert [move["to"] for move in page.moves] == [[2, 4]]
    assert {frozenset(row.names) for row in page.contacts} == {
        frozenset(("North 1", "South 1")),
        frozenset(("North 1", "Third Wing")),
    }
    assert [(army.name, count) for army, count in page.battles_per_army] == [
        ("The north", 2),
        ("The south", 2),
    ]
    assert {row.after for row in page.sectors} <= {"The north", "The south", "disputed", "nobody"}
    assert page.sectors
    assert page.unchanged == tuple(row for row in page.banners if row.name == "South 2")


def test_the_dry_run_is_no_truth_yet() -> None:
    war = in_movement_review()
    assert (war.banner("north1").x, war.banner("north1").y) == (2, 3)
    assert war.part("north").announcement is None
    with clock.at(war.turn.announce_due or START):
        announce_now(turn=war.turn, by=war.facilitator)
    assert (war.banner("north1").x, war.banner("north1").y) == (2, 4)


# Excuses


def test_an_excused_player_has_no_orders_and_forfeits_nothing() -> None:
    war = in_movement_review(both_plan=False, grace=0)
    with clock.at(war.turn.planned_at or START):
        excuse_player(turn=war.turn, seat=war.seat("south"), reason="In hospital.", by=war.facilitator)
        announce_now(turn=war.turn, by=war.facilitator)
    assert war.part("south").excused
    assert war.seat("south").missed_in_a_row == 0
    assert not battle_in(war).forfeit_second
    assert seen_by(war, "south").standing == Standing.OPEN


def test_who_has_a_plan_or_is_too_late_is_not_excused() -> None:
    war = in_movement_review()
    excuse = partial(excuse_player, turn=war.turn, reason="Why not.", by=war.facilitator)
    with pytest.raises(Refusal) as planned:
        excuse(seat=war.seat("north"))
    assert planned.value.code == "planned"
    late = meet_again()
    with pytest.raises(Refusal) as announced:
        excuse_player(turn=late.turn, seat=late.seat("south"), reason="Late.", by=late.facilitator)
    assert announced.value.code == "phase"


def meet_again() -> War:
    from campaign.models import Campaign, User

    Campaign.objects.all().delete()
    User.objects.all().delete()
    return meet(both_plan=False)


# Corrections


def test_a_corrected_level_changes_the_movement_and_is_shown_to_its_player_alone() -> None:
    war = in_movement_review()
    correct_input(
        turn=war.turn,
        change={"banner": "north1", "level": 9},
        reason="Counted twice.",
        by=war.facilitator,
    )
    assert all(row.auto for row in dry_run(war).contacts)
    (made,) = dry_run(war).corrections
    assert (made.what, made.reason, made.seats) == (
        "North 1 (The north): level 9",
        "Counted twice.",
        ("The north",),
    )
    war.pass_deadline()
    assert war.part("north").announcement["corrections"][0]["reason"] == "Counted twice."
    assert war.part("south").announcement["corrections"] == []


def test_corrections_are_replayed_in_order() -> None:
    war = in_movement_review()
    for level in (9, 18):
        correct_input(
            turn=war.turn, change={"banner": "north1", "level": level}, reason="Again.", by=war.facilitator
        )
    correct_input(
        turn=war.turn,
        change={"plan": "north", "banner": "north1", "orders": None},
        reason="Misread.",
        by=war.facilitator,
    )
    rows = {row.name: row for row in dry_run(war).banners}
    assert (rows["North 1"].level_after, rows["North 1"].after) == (18, "C4")
    assert dry_run(war).contacts == ()


@pytest.mark.parametrize(
    "change",
    [
        {"banner": "nobody", "level": 3},
        {"banner": "north1", "level": -1},
        {"banner": "north1", "at": [40, 40]},
        {"banner": "north1", "at": [2, 6]},
        {"banner": "north1", "works": "castle"},
    ],
)
def test_what_cannot_be_corrected_leaves_everything_as_it_was(change: dict[str, Any]) -> None:
    war = in_movement_review()
    before = war.turn.proposal
    with pytest.raises(Refusal) as refused:
        correct_input(turn=war.turn, change=change, reason="Try.", by=war.facilitator)
    assert refused.value.code == "correction"
    assert war.turn.proposal == before
    assert not Correction.objects.exists()
    assert not AuditEntry.objects.filter(kind="correction").exists()


def test_a_corrected_outcome_is_published_and_told_to_whom_it_touches() -> None:
    war = in_aftermath_review()
    correct_outcome(
        turn=war.turn,
        change={"banner": "south1", "retreating": False, "level": 15},
        reason="It was dark.",
        by=war.facilitator,
    )
    with clock.at(war.turn.publish_due or START):
        publish_now(turn=war.turn, by=war.facilitator)
    assert (war.banner("south1").level, war.banner("south1").retreating) == (15, False)
    assert war.part("south", 1).report["corrections"][0]["reason"] == "It was dark."
    assert war.part("north", 1).report["corrections"] == []


def test_positions_and_battles_are_not_corrected_in_the_aftermath() -> None:
    war = in_aftermath_review()
    for change in ({"banner": "south1", "at": [3, 6]}, {"plan": "south", "banner": "south1", "orders": None}):
        with pytest.raises(Refusal) as refused:
            correct_outcome(turn=war.turn, change=change, reason="Try.", by=war.facilitator)
        assert refused.value.code == "correction"
    with pytest.raises(Refusal) as early:
        correct_input(
            turn=war.turn, change={"banner": "south1", "level": 3}, reason="Late.", by=war.facilitator
        )
    assert early.value.code == "phase"


@pytest.mark.parametrize("reason", ["", "   ", "x" * 501])
def test_nothing_is_corrected_without_a_reason(reason: str) -> None:
    war = in_movement_review()
    with pytest.raises(Refusal) as refused:
        correct_input(
            turn=war.turn, change={"banner": "north1", "level": 9}, reason=reason, by=war.facilitator
        )
    assert (refused.value.code, refused.value.field) == ("reason", "reason")


# Rulings


def test_a_ruling_in_the_aftermath_works_the_outcome_out_anew() -> None:
    war = in_aftermath_review()
    rule_on_battle(
        battle=battle_in(war),
        winner="second",
        points=(1500, 0),
        reason="The army list was wrong.",
        by=war.facilitator,
    )
    (row,) = dry_run(war).contacts
    assert row.result.startswith("South 1 (The south) won (ruling)")
    page = seen_by(war, "north")
    assert page.result is not None
    assert (page.result.winner, page.result.reason) == ("enemy", "The army list was wrong.")


def test_a_dispute_waits_for_the_ruling_and_goes_on_with_it() -> None:
    war = meet()
    tell(war, "north", WON)
    tell(war, "south", WON)
    war.pass_deadline()
    assert war.turn.phase == Phase.BATTLES
    assert [one.kind for one in desk_page(war.campaign, war.turn).decisions] == ["dispute"]
    moment = (war.turn.results_due or START) + timedelta(hours=5)
    with clock.at(moment):
        rule_on_battle(
            battle=battle_in(war), winner="first", points=(0, 900), reason="Seen.", by=war.facilitator
        )
    assert war.turn.resolve_after == moment
    war.pass_deadline()
    assert war.turn.phase == Phase.AFTERMATH_REVIEW


@pytest.mark.parametrize(
    ("winner", "points", "sacrifices", "field"),
    [
        ("north1", (0, 0), (0, 0), "winner"),
        ("first", (1501, 0), (0, 0), "points_first"),
        ("first", (0, 1601), (0, 0), "points_second"),
        ("first", (0, 0), (1, 0), "sacrifice_first"),
    ],
)
def test_an_impossible_ruling_names_its_field(
    winner: str, points: tuple[int, int], sacrifices: tuple[int, int], field: str
) -> None:
    war = meet()
    with while_fighting(war), pytest.raises(Refusal) as refused:
        rule_on_battle(
            battle=battle_in(war),
            winner=winner,
            points=points,
            sacrifices=sacrifices,
            reason="So be it.",
            by=war.facilitator,
        )
    assert (refused.value.code, refused.value.field) == ("impossible", field)
    assert battle_in(war).ruling is None


def test_players_and_strangers_have_no_desk() -> None:
    war = in_movement_review()
    for act in (
        partial(announce_now, turn=war.turn),
        partial(correct_input, turn=war.turn, change={"banner": "north1", "level": 20}, reason="Me."),
        partial(excuse_player, turn=war.turn, seat=war.seat("south"), reason="Me."),
    ):
        with pytest.raises(Refusal) as refused:
            act(by=war.users["north"])
        assert refused.value.code == "not_yours"
    assert war.turn.phase == Phase.MOVEMENT_REVIEW


# Two at once


def test_who_looks_at_an_old_desk_is_told_who_was_faster() -> None:
    war = in_movement_review()
    seen = mark_of(war.turn)
    correct_input(
        turn=war.turn,
        change={"banner": "north1", "level": 12},
        reason="Mine.",
        by=war.facilitator,
        seen=seen,
    )
    with pytest.raises(Refusal, match=r"Somebody was faster.*Mine\.") as refused:
        announce_now(turn=war.turn, by=war.facilitator, seen=seen)
    assert refused.value.code == "changed"
    with clock.at(war.turn.planned_at or START):
        announce_now(turn=war.turn, by=war.facilitator, seen=mark_of(war.turn))
    with pytest.raises(Refusal) as announced:
        announce_now(turn=war.turn, by=war.facilitator)
    assert announced.value.code == "phase"


def test_a_forfeit_after_the_battles_is_worked_into_the_outcome() -> None:
    war = meet()
    tell(war, "north", replace(WON, points_own=0))
    war.pass_deadline()
    assert war.turn.proposal["battles"][0]["method"] in ("tabletop", "abstract")
    set_forfeit(battle=battle_in(war), side="second", reason="Silent.", by=war.facilitator)
    assert war.turn.proposal["battles"][0]["method"] == "abstract"
    assert battle_in(war).dice is not None


def test_both_asking_for_the_dice_leaves_nothing_to_rule_but_a_ruling_still_stands_above() -> None:
    war = meet()
    tell(war, "north", DICE)
    tell(war, "south", DICE)
    with while_fighting(war):
        rule_on_battle(
            battle=battle_in(war), winner="first", points=(0, 100), reason="Mistake.", by=war.facilitator
        )
    assert seen_by(war, "south").standing == Standing.RULED


# The turn as a document


def test_a_turn_s_document_has_no_seed_before_the_end() -> None:
    war = in_movement_review()
    document = scenario_of(war.turn)
    assert document is not None
    assert document["plans"]["north"]["orders"]["north1"]
    assert "seed" not in document
    after = in_aftermath_document(war)
    assert after["reports"] or after["plans"]
    assert "seed" not in after


def in_aftermath_document(war: War) -> dict[str, Any]:
    war.pass_deadline()
    war.pass_deadline()
    document = scenario_of(war.turn)
    assert document is not None
    return document
