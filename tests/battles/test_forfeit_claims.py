"""Turns that are due are given out several at a time, each to one worker, and none is forgotten."""

from __future__ import annotations

from datetime import timedelta

import pytest

from campaign.base.dates import clock
from campaign.models import Phase, Turn
from campaign.turn import tick
from campaign.turn.failures import claim_fresh, mark_start
from tests.wars import begin_war

pytestmark = pytest.mark.django_db


def test_a_turn_is_given_out_as_fresh_once_and_goes_on_if_its_worker_is_lost() -> None:
    war = begin_war(automatic=True, battles="abstract")
    due = war.turn.plan_due
    assert due is not None
    assert claim_fresh(due - timedelta(seconds=1), 10) == []
    assert claim_fresh(due, 0) == []
    assert claim_fresh(due, 10) == [war.turn.pk]
    assert claim_fresh(due, 10) == []
    turn = Turn.objects.get(pk=war.turn.pk)
    assert (turn.starts, turn.first_start) == (1, due)
    assert tick.tick(now=due) == 1
    turn.refresh_from_db()
    assert (turn.phase, turn.starts) == (Phase.PUBLISHED, 0)


def test_a_turn_that_was_started_before_is_counted_by_itself() -> None:
    """Whatever stands beside a turn that kills its worker is given out with it once, and not ten times."""
    war, other = begin_war(), begin_war()
    due = war.turn.plan_due
    assert due is not None
    Turn.objects.filter(pk=other.turn.pk).update(resolve_after=due + timedelta(days=9))
    with clock.at(due):
        assert mark_start(war.turn.pk)
        assert claim_fresh(due, 10) == []
    # The machine was well since: another campaign's turn has come to its end.
    Turn.objects.filter(pk=other.turn.pk).update(ended_well_at=due + timedelta(seconds=5))
    with clock.at(due + timedelta(minutes=1)):
        assert mark_start(war.turn.pk)
        assert claim_fresh(clock.now(), 10) == []
    assert Turn.objects.get(pk=war.turn.pk).starts == 2
