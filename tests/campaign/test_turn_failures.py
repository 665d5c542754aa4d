"""A turn that fails: tried again, put on hold while others go on, and mended."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from campaign.dates import clock
from campaign.models import (
    AuditEntry,
    Campaign,
    CampaignStatus,
    Notice,
    Phase,
    Seat,
    Turn,
)
from campaign.services import turns
from campaign.services.failures import MOST_STARTS
from tests.campaign.wars import APART, START, War, begin_war, march

pytestmark = pytest.mark.django_db


def broken(war: War) -> None:
    """An input that the engine cannot work with, as a bug might leave it."""
    Seat.objects.filter(campaign=war.campaign, key="north").update(conditions=[{"kind": "nonsense"}])


def test_a_failing_turn_is_tried_three_times_and_then_put_on_hold_while_others_go_on() -> None:
    war = begin_war(APART)
    broken(war)
    due = war.turn.plan_due
    assert due is not None
    assert turns.tick(now=due) == 0
    turn = war.turn
    assert turn.attempts == 1
    assert "nonsense" in turn.last_error
    assert turn.resolve_after == due + timedelta(seconds=10)
    assert turn.plan_due == due
    turns.tick(now=due + timedelta(seconds=10))
    turns.tick(now=due + timedelta(seconds=70))
    campaign = Campaign.objects.get()
    assert campaign.status == CampaignStatus.ON_HOLD
    assert Notice.objects.filter(kind="on_hold").count() == 3
    public = AuditEntry.objects.filter(kind="on_hold", public=True)
    assert [entry.text for entry in public] == [
        "The campaign is on hold after a failure; all plans and results are safe"
    ]


def test_once_mended_it_goes_on() -> None:
    war = begin_war(APART)
    broken(war)
    for _ in range(3):
        war.pass_deadline()
    Seat.objects.filter(campaign=war.campaign, key="north").update(conditions=[])
    moment = (war.turn.resolve_after or START) + timedelta(days=1)
    with clock.at(moment):
        turns.take_off_hold(war.turn.pk, by=war.facilitator)
    turns.tick(now=moment)
    assert Turn.objects.get(number=1).phase != Phase.PLANNING


def test_a_step_that_succeeds_forgets_failures() -> None:
    war = begin_war(APART)
    broken(war)
    war.pass_deadline()
    Seat.objects.filter(campaign=war.campaign, key="north").update(conditions=[])
    turn = war.pass_deadline()
    assert turn.phase == Phase.MOVEMENT_REVIEW
    assert (turn.attempts, turn.starts, turn.last_error) == (0, 0, "")


def test_ten_starts_without_an_end_put_a_campaign_on_hold() -> None:
    war = begin_war(APART)
    due = war.turn.plan_due
    Turn.objects.filter(pk=war.turn.pk).update(starts=MOST_STARTS, first_start=due)
    assert due is not None
    assert turns.tick(now=due + timedelta(minutes=9)) == 0
    assert Campaign.objects.get().status == CampaignStatus.ON_HOLD


def test_starts_over_a_longer_time_are_not_held_against_it() -> None:
    war = begin_war(APART)
    due = war.turn.plan_due
    Turn.objects.filter(pk=war.turn.pk).update(starts=MOST_STARTS, first_start=due)
    assert due is not None
    assert turns.tick(now=due + timedelta(minutes=11)) == 1


def test_when_other_campaigns_fail_too_the_machine_is_at_fault_and_nobody_is_put_on_hold() -> None:
    war = begin_war(APART)
    due = war.turn.plan_due
    Turn.objects.filter(pk=war.turn.pk).update(starts=MOST_STARTS, first_start=due)
    other = Campaign.objects.create(name="Another", status=CampaignStatus.PAUSED, map_rows="..")
    Turn.objects.create(campaign=other, number=1, starts=4, first_start=due)
    assert turns.tick(now=due) == 1


def test_a_failure_leaves_nothing_half_done() -> None:
    war = begin_war(APART)
    war.plan("north", {"north1": march(2, 2)})
    broken(war)
    before: list[Any] = list(war.campaign.banners.order_by("key").values())
    war.pass_deadline()
    assert list(war.campaign.banners.order_by("key").values()) == before
    assert war.turn.input is None
    assert not war.part("south").excused
