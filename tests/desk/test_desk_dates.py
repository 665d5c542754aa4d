"""The desk's power over time: reminders, holds, extensions, pause and resumption."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from functools import partial

import pytest

from campaign.access.public_facts import campaign_facts
from campaign.base.dates import clock, times
from campaign.base.refusal import Refusal
from campaign.base.words.log_words import words_of
from campaign.desk.selectors import desk_page
from campaign.desk.time.services import (
    extend_deadline,
    hold_review,
    pause_campaign,
    remind_missing,
    resume_campaign,
    stop_early_close,
)
from campaign.models import AuditEntry, CampaignStatus, Notice, Phase, Role, RoleKind, Turn
from campaign.turn import tick
from campaign.turn.deadlines import consider_early_close
from tests.fights import WON, battle_in, confirm, meet, tell
from tests.wars import APART, START, War, begin_war, march

pytestmark = pytest.mark.django_db

FRIDAY = datetime(2037, 11, 27, 18, 0, tzinfo=UTC)
"""The plan deadline of the first turn."""


@contextmanager
def at(moment: datetime) -> Iterator[datetime]:
    """The clock stands at ``moment``."""
    with clock.at(moment):
        yield moment


def in_review() -> War:
    war = begin_war(APART)
    war.plan("north", {"north1": march(2, 2)})
    war.pass_deadline()
    assert war.turn.phase == Phase.MOVEMENT_REVIEW
    return war


def dates(turn: Turn) -> tuple[datetime | None, ...]:
    return turn.plan_due, turn.announce_due, turn.results_due, turn.publish_due


# Reminders


def test_only_those_of_whom_there_is_nothing_are_reminded_and_once_an_hour() -> None:
    war = begin_war({**APART, "west": ((12, 4),)})
    war.plan("north", {"north1": march(2, 2)}, at=START)
    war.plan("west", {"west1": march(12, 5)}, submit=False, at=START)
    with at(START + timedelta(hours=1)):
        assert remind_missing(turn=war.turn, by=war.facilitator) == 1
        remind_missing(turn=war.turn, by=war.facilitator)
    told = Notice.objects.filter(kind="plan_missing")
    assert [notice.user for notice in told] == [war.users["south"]]
    with at(START + timedelta(hours=2)):
        remind_missing(turn=war.turn, by=war.facilitator)
    assert told.all().count() == 2


# Holds


def test_a_review_is_held_once_with_a_reason_that_all_read() -> None:
    war = in_review()
    before = war.turn
    hold = partial(hold_review, by=war.facilitator, reason="The map has a misprint.")
    with at(FRIDAY + timedelta(hours=1)):
        hold(turn=war.turn, days=7)
        with pytest.raises(Refusal, match="held already"):
            hold(turn=war.turn, days=1)
    turn = war.turn
    assert before.announce_due is not None
    assert turn.announce_due == turn.resolve_after == before.announce_due + timedelta(days=7)
    assert turn.results_due is not None
    assert before.results_due is not None
    assert turn.results_due >= before.results_due
    facts = campaign_facts(war.users["south"], war.campaign)
    assert any("The map has a misprint." in notice.text for notice in facts.notices)
    assert Notice.objects.filter(kind="turn_held").count() == 3
    war.pass_deadline()
    assert war.turn.phase == Phase.BATTLES


def test_the_other_review_may_be_held_too() -> None:
    war = in_review()
    with at(FRIDAY + timedelta(hours=1)):
        hold_review(turn=war.turn, days=1, reason="Once.", by=war.facilitator)
    war.pass_deadline()
    war.pass_deadline()
    turn = war.turn
    assert turn.phase == Phase.AFTERMATH_REVIEW
    before = turn.publish_due
    with at(turn.results_at or START):
        hold_review(turn=turn, days=2, reason="Twice.", by=war.facilitator)
    assert before is not None
    assert war.turn.publish_due == before + timedelta(days=2)


@pytest.mark.parametrize("days", [0, 8, -1])
def test_a_hold_lasts_one_to_seven_days(days: int) -> None:
    war = in_review()
    with at(FRIDAY), pytest.raises(Refusal, match="1 to 7 days") as refused:
        hold_review(turn=war.turn, days=days, reason="Long.", by=war.facilitator)
    assert refused.value.field == "days"
    assert war.turn.held_movement == ""


def test_only_reviews_are_held() -> None:
    war = begin_war(APART)
    with at(START), pytest.raises(Refusal) as refused:
        hold_review(turn=war.turn, days=1, reason="Wait.", by=war.facilitator)
    assert refused.value.code == "phase"


# Extensions


def test_a_deadline_that_has_not_passed_is_extended_and_the_later_ones_move_with_it() -> None:
    war = begin_war(APART)
    before = dates(war.turn)
    to = FRIDAY + timedelta(days=3)
    with at(START):
        extend_deadline(turn=war.turn, name="plan_due", to=to, reason="Storm.", by=war.facilitator)
    after = dates(war.turn)
    assert after[0] == war.turn.resolve_after == to
    assert list(after) == sorted(after)  # type: ignore[type-var]
    assert all(new > old for new, old in zip(after, before, strict=True))  # type: ignore[operator]
    (entry,) = AuditEntry.objects.filter(kind="date_moved", public=True)
    assert "Storm." in words_of(entry)
    assert entry.user == war.facilitator
    assert Notice.objects.filter(kind="date_moved").count() == 3


def test_a_date_ahead_may_be_extended_without_touching_the_present_one() -> None:
    war = begin_war(APART)
    before = war.turn
    assert before.results_due is not None
    to = before.results_due + timedelta(days=7)
    with at(START):
        extend_deadline(turn=war.turn, name="results_due", to=to, reason="Fair.", by=war.facilitator)
    assert war.turn.results_due == to
    assert (war.turn.plan_due, war.turn.resolve_after) == (before.plan_due, before.resolve_after)


def test_a_review_is_not_extended_beyond_what_a_hold_may_last() -> None:
    war = in_review()
    before = war.turn.announce_due
    assert before is not None
    extend = partial(extend_deadline, name="announce_due", reason="Away.", by=war.facilitator)
    with at(FRIDAY + timedelta(hours=1)):
        with pytest.raises(Refusal, match="at the latest") as refused:
            extend(turn=war.turn, to=before + timedelta(days=7, minutes=1))
        assert refused.value.field == "to"
        assert times.when(before + timedelta(days=7)) in refused.value.message
        assert war.turn.announce_due == before
        extend(turn=war.turn, to=before + timedelta(days=3))
        with pytest.raises(Refusal, match="at the latest"):
            extend(turn=war.turn, to=before + timedelta(days=8))
        with pytest.raises(Refusal, match="at the latest") as held:
            hold_review(turn=war.turn, days=5, reason="Long.", by=war.facilitator)
        assert held.value.field == "days"
        assert war.turn.held_movement == ""
        hold_review(turn=war.turn, days=4, reason="Long.", by=war.facilitator)
        with pytest.raises(Refusal, match="put off by these already"):
            extend(turn=war.turn, to=before + timedelta(days=7, hours=1))
    assert war.turn.announce_due == before + timedelta(days=7)


def test_a_review_ahead_is_put_off_by_a_week_at_most_and_anew_once_planning_is() -> None:
    war = begin_war(APART)
    before = war.turn.publish_due
    assert before is not None
    extend = partial(extend_deadline, reason="Away.", by=war.facilitator)
    with at(START):
        with pytest.raises(Refusal, match="at the latest"):
            extend(turn=war.turn, name="publish_due", to=before + timedelta(days=8))
        extend(turn=war.turn, name="publish_due", to=before + timedelta(days=7))
        extend(turn=war.turn, name="plan_due", to=FRIDAY + timedelta(days=30))
        moved = war.turn.publish_due
        assert moved is not None
        extend(turn=war.turn, name="publish_due", to=moved + timedelta(days=7))


def test_a_publication_put_off_ahead_stays_so_when_the_battles_are_announced_and_end() -> None:
    war = in_review()
    before = war.turn.publish_due
    assert before is not None
    to = before + timedelta(days=5)
    with at(FRIDAY + timedelta(hours=1)):
        extend_deadline(turn=war.turn, name="publish_due", to=to, reason="Fair.", by=war.facilitator)
    war.pass_deadline()
    assert (war.turn.phase, war.turn.publish_due) == (Phase.BATTLES, to)
    war.pass_deadline()
    assert (war.turn.phase, war.turn.publish_due) == (Phase.AFTERMATH_REVIEW, to)


def test_a_passed_deadline_is_never_extended_or_reopened() -> None:
    war = begin_war(APART)
    extend = partial(extend_deadline, by=war.facilitator, reason="Please.", to=FRIDAY + timedelta(days=9))
    with at(FRIDAY), pytest.raises(Refusal, match="never extended or reopened") as late:
        extend(turn=war.turn, name="plan_due")
    assert late.value.code == "passed"
    war.pass_deadline()
    with at(FRIDAY), pytest.raises(Refusal) as gone:
        extend(turn=war.turn, name="plan_due")
    assert gone.value.code == "passed"


def test_an_extension_ends_later_than_the_date_it_extends() -> None:
    war = begin_war(APART)
    with at(START), pytest.raises(Refusal, match="must end later") as refused:
        extend_deadline(
            turn=war.turn, name="plan_due", to=FRIDAY - timedelta(hours=1), reason="Go.", by=war.facilitator
        )
    assert refused.value.field == "to"
    assert war.turn.plan_due == FRIDAY


def test_the_early_close_is_stopped_with_a_reason() -> None:
    war = begin_war(APART, early_close=True)
    for army in ("north", "south"):
        war.plan(army, {f"{army}1": {"primary": {"order": "search"}}}, at=START)
    with at(START):
        consider_early_close(war.turn.pk)
        assert war.turn.plan_due == START + timedelta(minutes=15)
        with pytest.raises(Refusal, match="Give a reason"):
            stop_early_close(turn=war.turn, reason="  ", by=war.facilitator)
        stop_early_close(turn=war.turn, reason="Talks.", by=war.facilitator)
    assert war.turn.plan_due == FRIDAY


def test_an_early_close_after_which_the_deadline_was_extended_cannot_take_the_extension_back() -> None:
    war = begin_war(APART, early_close=True)
    for army in ("north", "south"):
        war.plan(army, {f"{army}1": {"primary": {"order": "search"}}}, at=START)
    later = FRIDAY + timedelta(days=1)
    with at(START):
        consider_early_close(war.turn.pk)
        extend_deadline(turn=war.turn, name="plan_due", to=later, reason="Snow.", by=war.facilitator)
        assert not desk_page(war.campaign, war.turn).early
        with pytest.raises(Refusal) as refused:
            stop_early_close(turn=war.turn, reason="Talks.", by=war.facilitator)
    assert refused.value.code == "not_early"
    assert war.turn.plan_due == later


def test_an_early_close_that_has_passed_is_not_offered_to_be_stopped() -> None:
    war = begin_war(APART, early_close=True)
    for army in ("north", "south"):
        war.plan(army, {f"{army}1": {"primary": {"order": "search"}}}, at=START)
    with at(START):
        consider_early_close(war.turn.pk)
    assert desk_page(war.campaign, war.turn).early
    war.pass_deadline()
    assert war.turn.phase != Phase.PLANNING
    assert not desk_page(war.campaign, war.turn).early


# Pause


def test_while_paused_nothing_moves_and_the_next_deadline_leaves_what_was_left() -> None:
    war = begin_war(APART)
    with at(START + timedelta(days=2)):
        pause_campaign(campaign=war.campaign, reason="The hall is flooded.", by=war.facilitator)
    war.campaign.refresh_from_db()
    assert (war.campaign.status, war.campaign.pause_reason) == ("paused", "The hall is flooded.")
    tick.tick(now=FRIDAY + timedelta(days=10))
    assert war.turn.phase == Phase.PLANNING
    left = FRIDAY - (START + timedelta(days=2))
    resumed = START + timedelta(days=20)
    with at(resumed):
        resume_campaign(campaign=war.campaign, by=war.facilitator)
    due = war.turn.plan_due
    assert due is not None
    assert due - resumed >= left
    assert due - resumed < left + timedelta(days=7)
    assert (due.weekday(), due.hour) == (FRIDAY.weekday(), FRIDAY.hour)
    assert war.turn.resolve_after == due
    assert dates(war.turn) == tuple(sorted(dates(war.turn)))  # type: ignore[type-var]
    assert Notice.objects.filter(kind__in=("paused", "resumed")).count() == 6
    public = AuditEntry.objects.filter(public=True)
    assert any("The hall is flooded." in words_of(entry) for entry in public)


def test_a_plan_saved_in_a_pause_counts_and_the_deadline_is_not_passed_by_it() -> None:
    war = begin_war(APART)
    with at(FRIDAY - timedelta(hours=1)):
        pause_campaign(campaign=war.campaign, reason="Fever.", by=war.facilitator)
    receipt = war.plan("north", {"north1": march(2, 2)}, at=FRIDAY + timedelta(days=1))
    assert receipt.hash


def test_results_are_told_in_a_pause_too() -> None:
    war = meet()
    turn = war.turn
    assert turn.announced_at is not None
    with at(turn.announced_at + timedelta(hours=1)):
        pause_campaign(campaign=war.campaign, reason="Fever.", by=war.facilitator)
    tell(war, "north", WON)
    assert battle_in(war).results.count() == 1
    with at(turn.announced_at + timedelta(days=30)):
        resume_campaign(campaign=war.campaign, by=war.facilitator)
    due = war.turn.results_due
    assert due is not None
    assert turn.results_due is not None
    assert due - (turn.announced_at + timedelta(days=30)) >= turn.results_due - turn.announced_at - timedelta(
        hours=1
    )


def test_with_nothing_left_to_fight_the_results_are_due_soon_after_a_pause_too() -> None:
    war = meet()
    tell(war, "north", WON)
    confirm(war, "south")
    turn = war.turn
    assert turn.announced_at is not None
    with at(turn.announced_at + timedelta(hours=25)):
        pause_campaign(campaign=war.campaign, reason="Fever.", by=war.facilitator)
    with at(turn.announced_at + timedelta(days=10)) as now:
        resume_campaign(campaign=war.campaign, by=war.facilitator)
        due = war.turn.results_due
        assert due is not None
        assert now < due <= now + timedelta(days=1)


def test_a_campaign_is_paused_once_and_resumed_once() -> None:
    war = begin_war(APART)
    with at(START):
        with pytest.raises(Refusal) as running:
            resume_campaign(campaign=war.campaign, by=war.facilitator)
        assert running.value.code == "running"
        pause_campaign(campaign=war.campaign, reason="Fever.", by=war.facilitator)
        with pytest.raises(Refusal) as stopped:
            pause_campaign(campaign=war.campaign, reason="Fever.", by=war.facilitator)
        assert stopped.value.code == "stopped"


def test_a_campaign_on_hold_after_a_failure_is_tried_again_from_the_same_page() -> None:
    war = begin_war(APART)
    war.campaign.status = CampaignStatus.ON_HOLD
    war.campaign.save()
    with at(START):
        resume_campaign(campaign=war.campaign, by=war.facilitator)
    war.campaign.refresh_from_db()
    assert war.campaign.status == CampaignStatus.RUNNING


def test_a_facilitator_who_plays_has_no_desk_but_may_pause() -> None:
    war = begin_war(APART)
    playing = war.users["north"]
    Role.objects.create(campaign=war.campaign, user=playing, kind=RoleKind.FACILITATOR)
    with at(START):
        for forbidden in (
            partial(remind_missing, turn=war.turn),
            partial(extend_deadline, turn=war.turn, name="plan_due", to=FRIDAY, reason="x"),
        ):
            with pytest.raises(Refusal) as refused:
                forbidden(by=playing)
            assert refused.value.code == "not_yours"
        pause_campaign(campaign=war.campaign, reason="Fever.", by=playing)
        resume_campaign(campaign=war.campaign, by=playing)
        with pytest.raises(Refusal) as stranger:
            pause_campaign(campaign=war.campaign, reason="Fever.", by=war.users["south"])
        assert stranger.value.code == "not_yours"
