"""The clock was dead for weeks: what was due is done in order, each once; nobody missed what never was."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest

from campaign.base.dates import clock
from campaign.base.dates.downtime import WEB
from campaign.base.refusal import Refusal
from campaign.models import AuditEntry, Notice, Phase, PlayerTurn, Seat, Turn
from campaign.turn import tick
from campaign.turn.deadlines import beat
from tests.wars import APART, CLOSE, War, begin_war, march

pytestmark = pytest.mark.django_db
HOUR, DAY = timedelta(hours=1), timedelta(days=1)
STEPS = ["plans_closed", "announced", "battles_closed", "published"]


def people_live_on(due: datetime, until: datetime) -> None:
    """The web answers around the deadline: no downtime."""
    moment = due - 3 * HOUR
    while moment < until:
        with clock.at(moment):
            beat(WEB)
        moment += 10 * timedelta(minutes=1)


def steps(war: War, number: int) -> list[str]:
    taken = AuditEntry.objects.filter(campaign=war.campaign, turn__number=number, kind__in=STEPS)
    return list(taken.order_by("id").values_list("kind", flat=True))


def missed(war: War) -> list[tuple[int, int]]:
    seats = Seat.objects.filter(campaign=war.campaign).order_by("number")
    return list(seats.values_list("missed_in_a_row", "grace_left"))


def test_three_plan_deadlines_without_a_clock_are_one_turn_resolved_once_and_nobody_is_missing() -> None:
    war = begin_war(APART, automatic=True, battles="abstract", grace=1)
    for army in ("north", "south"):
        war.plan(army, {f"{army}1": march(2, 2 if army == "north" else 7)})
    due = war.turn.plan_due
    assert due is not None
    back = due + 15 * DAY
    people_live_on(due, due + HOUR)
    with clock.at(back - HOUR):
        beat(WEB)
    # Meanwhile a plan that comes after the deadline is refused, though nobody has resolved anything.
    with pytest.raises(Refusal, match="has passed"):
        war.plan("north", {}, at=back - HOUR)
    assert tick.tick(now=back) == 1
    assert tick.tick(now=back) == 0
    assert steps(war, 1) == STEPS
    assert missed(war) == [(0, 1), (0, 1)]
    following = war.turn
    assert (following.number, following.phase) == (2, Phase.PLANNING)
    assert following.plan_due is not None
    assert following.plan_due >= back + timedelta(hours=72)
    assert not AuditEntry.objects.filter(campaign=war.campaign, kind__in=("missed", "excused_first")).exists()


def test_three_deadlines_of_a_turn_are_taken_in_order_each_once_and_the_battles_keep_their_days() -> None:
    war = begin_war(CLOSE)
    war.plan("north", {"north1": march(2, 4)})
    war.plan("south", {})
    dates = war.turn
    assert dates.publish_due is not None
    back = dates.publish_due + DAY
    assert dates.plan_due is not None
    people_live_on(dates.plan_due, dates.plan_due + HOUR)
    for _ in range(3):
        with clock.at(back):
            beat(WEB)
        tick.tick(now=back)
    turn = war.turn
    # Plans and announcement were due and are done; nobody could fight before the battles were known.
    assert (turn.number, turn.phase) == (1, Phase.BATTLES)
    assert steps(war, 1) == ["plans_closed", "announced"]
    assert turn.results_due is not None
    assert turn.results_due >= back + 7 * DAY
    assert missed(war)[0] == (0, 1)
    assert Notice.objects.filter(campaign=war.campaign, turn=turn, kind="announced").count() == 3


def test_several_wars_are_done_by_their_dates_and_each_once() -> None:
    wars = [begin_war(APART) for _ in range(3)]
    due = wars[0].turn.plan_due
    assert due is not None
    for place, war in enumerate(wars):
        late = due + (3 - place) * HOUR
        Turn.objects.filter(pk=war.turn.pk).update(plan_due=late, resolve_after=late)
        war.plan("north", {"north1": march(2, 2)}, at=due)
    people_live_on(due, due + 4 * HOUR)
    with clock.at(due + 30 * DAY):
        beat(WEB)
    assert tick.tick(now=due + 5 * HOUR) == 3
    done = AuditEntry.objects.filter(kind="plans_closed").order_by("id").values_list("campaign", flat=True)
    assert list(done) == [war.campaign.pk for war in reversed(wars)]
    assert tick.tick(now=due + 5 * HOUR) == 0
    for war in wars:
        assert missed(war) == [(0, 1), (1, 0)]
        assert PlayerTurn.objects.get(turn=war.turn, seat__key="south").excused
