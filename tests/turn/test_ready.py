"""A war without dates goes on when its person is ready, and no sooner; nobody is told of it by mail."""

from __future__ import annotations

from copy import copy
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from campaign.base.dates import clock
from campaign.base.dates.schedule import Schedule, ScheduleError
from campaign.base.refusal import Refusal
from campaign.base.setup.campaign_settings import Variables
from campaign.calendar.selectors import calendar_page
from campaign.founding.draft_saving import open_draft
from campaign.founding.services import save_schedule
from campaign.founding.start.founding import CampaignSpec, SeatSpec, create_campaign
from campaign.founding.start.ready_wars import found_ready_war
from campaign.ids import random_id
from campaign.models import (
    Banner,
    Campaign,
    CampaignKind,
    Notice,
    Phase,
    PlanState,
    PlayerTurn,
    Seat,
    Turn,
    User,
)
from campaign.notices.reminders.services import remind
from campaign.turn.bot_plans import plan_ahead
from campaign.turn.plans.services import save_plan
from campaign.turn.tick import tick
from tests.conftest import tarn_ford

EMPTY = {"orders": {}}


@pytest.fixture
def war(db: None, ada: User) -> Campaign:
    """Ada against two bots."""
    seats = (
        SeatSpec("ada", "4th Iron Column", ada),
        SeatSpec("ben", "Crimson Host", bot=True),
        SeatSpec("cleo", "Pale Swarm", bot=True),
    )
    spec = CampaignSpec(name="Skirmish", state=tarn_ford(), seats=seats)
    return found_ready_war(kind=CampaignKind.SKIRMISH, spec=spec)


def own(war: Campaign) -> Seat:
    return war.seats.get(key="ada")


def latest(war: Campaign) -> Turn:
    return war.turns.order_by("-number")[0]


def test_a_turn_waits_for_its_person_and_for_nothing_else(war: Campaign) -> None:
    assert tick(now=clock.now() + timedelta(days=400)) == 0
    assert latest(war).plan_due is None
    save_plan(seat=own(war), number=1, plan=EMPTY, by=own(war).user)
    assert tick() == 0, "a draft says nothing of being ready"
    save_plan(seat=own(war), number=1, plan=EMPTY, by=own(war).user, submit=True)
    assert tick() == 1
    assert latest(war).number == 2
    assert latest(war).phase == Phase.PLANNING
    assert not Notice.objects.exists()


def test_bots_plan_as_soon_as_the_turn_is_open_and_make_nothing_due(war: Campaign) -> None:
    assert plan_ahead() == 2
    states = (
        PlayerTurn.objects.filter(turn=latest(war)).order_by("seat__number").values_list("state", flat=True)
    )
    assert list(states) == [PlanState.NOTHING, PlanState.SUBMITTED, PlanState.SUBMITTED]
    assert tick() == 0
    assert remind() == 0


def test_the_bots_of_a_lesson_are_left_to_it(war: Campaign) -> None:
    Campaign.objects.update(kind=CampaignKind.LESSON)
    assert plan_ahead() == 0


def test_who_has_no_banner_left_is_not_waited_for(war: Campaign) -> None:
    own(war).banners.update(alive=False)
    save_plan(seat=own(war), number=1, plan=EMPTY, by=own(war).user, submit=True)
    Turn.objects.filter(campaign=war, number=1).update(resolve_after=clock.now())
    assert tick() > 1, "the bots fight it out between them"


def test_the_plan_and_what_makes_it_due_are_one(war: Campaign) -> None:
    """Whoever dies after the answer has lost nothing: nothing is left to be done but by the tick."""
    save_plan(seat=own(war), number=1, plan=EMPTY, by=own(war).user, submit=True)
    assert latest(war).resolve_after is not None


def again(row: Any, **changes: object) -> Any:
    """The same row once more, not stored yet."""
    fresh = copy(row)
    fresh.pk, fresh._state.adding = None, True
    if hasattr(fresh, "public_id"):
        fresh.public_id = random_id()
    for name, value in changes.items():
        setattr(fresh, name, value)
    return fresh


def multiply(war: Campaign, count: int) -> None:
    """So many wars more that stand as this one does, made as rows."""
    for campaign in Campaign.objects.bulk_create([again(war) for _number in range(count)]):
        turns = {one.pk: again(one, campaign=campaign) for one in war.turns.all()}
        seats = {one.pk: again(one, campaign=campaign) for one in war.seats.all()}
        Turn.objects.bulk_create(turns.values())
        Seat.objects.bulk_create(seats.values())
        parts = PlayerTurn.objects.filter(turn__campaign=war)
        PlayerTurn.objects.bulk_create(
            again(one, turn=turns[one.turn_id], seat=seats[one.seat_id]) for one in parts
        )
        Banner.objects.bulk_create(
            again(one, campaign=campaign, seat=seats[one.seat_id]) for one in war.banners.all()
        )


@pytest.mark.parametrize("wars", [12, pytest.param(500, marks=pytest.mark.long)])
def test_idle_wars_cost_the_clock_nothing(war: Campaign, wars: int) -> None:
    """Their bots have planned, their people have not: nobody asks for each of them."""
    plan_ahead()

    def statements() -> int:
        with CaptureQueriesContext(connection) as seen:
            assert (tick(), plan_ahead()) == (0, 0)
        return len(seen)

    statements()
    few = statements()
    multiply(war, wars)
    assert Turn.objects.filter(resolve_after=None, phase="planning").count() == wars + 1
    assert statements() == few


def test_the_calendar_foresees_no_dates(war: Campaign) -> None:
    page = calendar_page(war)
    assert [row.number for row in page.turns] == [1]
    assert page.turns[0].plan_due is None


def test_only_an_automatic_abstract_war_can_do_without_dates(db: None) -> None:
    seats = tuple(SeatSpec(key, key, bot=True) for key in ("ada", "ben", "cleo"))
    spec = CampaignSpec(
        name="War", state=tarn_ford(), seats=seats, schedule=Schedule(ready=True), variables=Variables()
    )
    with pytest.raises(Refusal) as refused:
        create_campaign(facilitator=None, spec=spec)
    assert refused.value.field == "schedule"


def test_who_builds_a_campaign_gives_it_dates(mara: User) -> None:
    campaign = open_draft(by=mara, name="War")
    with pytest.raises(Refusal) as refused:
        save_schedule(campaign=campaign, by=mara, document={"ready": True})
    assert refused.value.field == "ready"
    with pytest.raises(ScheduleError):
        Schedule.parse({"ready": "yes"})
