"""Vacations and the calendar: what moves a deadline, by how much, at whose cost, and what stays promised."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta

import pytest
from django.test import Client

from campaign.base.dates import clock
from campaign.base.dates.schedule import Schedule
from campaign.base.dates.vacation_shift import Away, moved
from campaign.base.refusal import Refusal
from campaign.base.setup.campaign_settings import Variables
from campaign.base.words.log_words import words_of
from campaign.calendar.selectors import calendar_page
from campaign.calendar.services import add_holidays, change_schedule, remove_holiday
from campaign.models import Deputy, Phase, User, Vacation
from campaign.turn.vacation_budget import days_left
from campaign.turn.vacations import announce_vacation, cancel_vacation
from tests.wars import START, War, begin_war

pytestmark = pytest.mark.django_db
Browser = Callable[[User | None], Client]
FRIDAY = date(2037, 11, 27)
"""The day of the first plan deadline."""


def away(war: War, army: str, first: date, last: date, at: datetime = START) -> Vacation:
    with clock.at(at):
        return announce_vacation(seat=war.seat(army), first_day=first, last_day=last, by=war.users[army])


def code_of(act: Callable[[], object]) -> str:
    with pytest.raises(Refusal) as caught:
        act()
    return caught.value.code


# Vacations


def test_a_vacation_moves_the_deadline_until_the_player_is_back() -> None:
    war = begin_war()
    due = war.turn.plan_due
    made = away(war, "north", FRIDAY - timedelta(days=1), FRIDAY + timedelta(days=1))
    assert war.turn.plan_due == due + timedelta(days=2)
    assert war.turn.resolve_after == war.turn.plan_due
    assert (made.days, made.turn) == (2, war.turn)
    assert days_left(war.seat("north"), Variables.of(war.campaign)) == 8
    told = war.campaign.audit.filter(public=True, kind="date_moved_away").get()
    assert words_of(told).endswith(": The north is away")


def test_all_together_move_it_by_four_days_and_overlaps_count_once() -> None:
    war = begin_war()
    due = war.turn.plan_due
    away(war, "north", FRIDAY, FRIDAY + timedelta(days=2))
    away(war, "south", FRIDAY, FRIDAY + timedelta(days=20))
    assert war.turn.plan_due == due + timedelta(days=4)
    assert [row.days for row in Vacation.objects.order_by("id")] == [3, 1]


def test_less_than_48_hours_before_it_moves_nothing() -> None:
    war = begin_war()
    due = war.turn.plan_due
    made = away(war, "north", FRIDAY, FRIDAY, at=due - timedelta(hours=47))
    assert war.turn.plan_due == due
    assert made.turn is None
    assert days_left(war.seat("north"), Variables.of(war.campaign)) == 10


def test_a_later_vacation_moves_the_turn_that_opens_into_it() -> None:
    war = begin_war()
    usual = begin_war_like_this_one_ends()
    away(war, "north", usual.date(), usual.date() + timedelta(days=1))
    war.publish()
    assert war.turn.number == 2
    assert war.turn.plan_due == usual + timedelta(days=2)
    assert Vacation.objects.get().turn == war.turn
    war.publish()
    assert war.turn.number == 3


def begin_war_like_this_one_ends() -> datetime:
    """When the second turn's plans are usually due."""
    return datetime(2037, 12, 11, 18, 0, tzinfo=UTC)


def test_a_budget_is_used_up_and_then_refused() -> None:
    war = begin_war(vacation_days=3)
    due = war.turn.plan_due
    away(war, "north", FRIDAY, FRIDAY + timedelta(days=9))
    assert war.turn.plan_due == due + timedelta(days=3)
    again = lambda: away(war, "north", date(2037, 12, 20), date(2037, 12, 21))  # noqa: E731
    assert code_of(again) == "budget"


def test_what_has_moved_nothing_is_taken_back_and_what_has_is_not() -> None:
    war = begin_war()
    later = away(war, "north", date(2037, 12, 20), date(2037, 12, 22))
    now = away(war, "south", FRIDAY, FRIDAY)
    with clock.at(START):
        cancel_vacation(vacation=later, by=war.users["north"])
        assert code_of(lambda: cancel_vacation(vacation=now, by=war.users["south"])) == "moved"
        assert code_of(lambda: cancel_vacation(vacation=later, by=war.users["south"])) == "not_yours"
    assert Vacation.objects.filter(cancelled_at=None).get() == now


def test_days_that_cannot_be_are_refused() -> None:
    war = begin_war()
    assert code_of(lambda: away(war, "north", FRIDAY, FRIDAY - timedelta(days=1))) == "impossible"
    assert code_of(lambda: away(war, "north", date(2037, 11, 1), date(2037, 11, 3))) == "impossible"
    assert code_of(lambda: away(war, "north", FRIDAY, date(2038, 11, 3))) == "impossible"
    away(war, "north", FRIDAY, FRIDAY)
    assert code_of(lambda: away(war, "north", FRIDAY, FRIDAY)) == "impossible"
    with clock.at(START):
        other = lambda: announce_vacation(  # noqa: E731
            seat=war.seat("south"), first_day=FRIDAY, last_day=FRIDAY, by=war.users["north"]
        )
        assert code_of(other) == "not_yours"


def test_a_deadline_keeps_its_wall_time_over_a_change_of_summer_time() -> None:
    schedule = Schedule(time_zone="Europe/Berlin", holidays=(date(2038, 3, 29),))
    due = datetime(2038, 3, 27, 19, 0, tzinfo=UTC)
    one = Away(1, 1, "A", date(2038, 3, 27), date(2038, 3, 28), START, 9)
    move = moved(schedule, due, [one])
    assert move.due == datetime(2038, 3, 30, 18, 0, tzinfo=UTC)
    assert move.days == {1: 2}


# The calendar


def test_the_schedule_of_coming_turns_changes_and_promised_dates_stay() -> None:
    war = begin_war()
    promised = (war.turn.plan_due, war.turn.results_due)
    with clock.at(START):
        change_schedule(
            campaign=war.campaign,
            changes={"plan": {"weekday": "sunday", "hour": "20:00"}, "turns": {"3": {"plan_hours": 240}}},
            reason="Fridays are club nights",
            by=war.facilitator,
        )
    assert (war.turn.plan_due, war.turn.results_due) == promised
    war.campaign.refresh_from_db()
    war.publish()
    assert war.turn.plan_due == datetime(2037, 12, 6, 20, 0, tzinfo=UTC)
    war.publish()
    assert war.turn.plan_due - war.turn.opened_at >= timedelta(hours=240)
    (told,) = war.campaign.audit.filter(public=True, kind="schedule")
    assert "club nights" in words_of(told)
    assert war.campaign.notices.filter(kind="schedule_changed").count() == 3


def test_a_schedule_that_cannot_be_read_changes_nothing() -> None:
    war = begin_war()
    before = war.campaign.schedule

    def change(**changes: object) -> None:
        change_schedule(campaign=war.campaign, changes=changes, reason="Why not", by=war.facilitator)

    with clock.at(START):
        for changes, field in (
            ({"plan": {"weekday": "someday", "hour": "20:00"}}, "plan"),
            ({"turns": {"1": {"plan_hours": 1}}}, "turns.1"),
            ({"turns": {"5": {"plan": "soon"}}}, "turns.5.plan"),
            ({"holidays": ["never"]}, "holidays"),
            ({"first_contact": 4}, "first_contact"),
            ({"time_zone": "Mars/Olympus"}, "time_zone"),
        ):
            with pytest.raises(Refusal) as caught:
                change(**changes)
            assert caught.value.field == field
        assert (
            code_of(
                lambda: change_schedule(campaign=war.campaign, changes={}, reason="x", by=war.users["north"])
            )
            == "not_yours"
        )
    war.campaign.refresh_from_db()
    assert war.campaign.schedule == before


def test_holidays_come_and_go() -> None:
    war = begin_war()
    with clock.at(START):
        first, last = date(2037, 12, 11), date(2037, 12, 12)
        add_holidays(campaign=war.campaign, first=first, last=last, reason="Fair", by=war.facilitator)
        war.campaign.refresh_from_db()
        page = calendar_page(war.campaign)
        assert page.turns[1].dates[0][1] == datetime(2037, 12, 13, 18, 0, tzinfo=UTC)
        remove_holiday(campaign=war.campaign, day=last, reason="No fair", by=war.facilitator)
        war.campaign.refresh_from_db()
        assert Schedule.of(war.campaign).holidays == (first,)


def test_the_calendar_foresees_the_dates_that_come() -> None:
    war = begin_war(early_results=False)
    away(war, "north", date(2037, 12, 18), date(2037, 12, 18))
    with clock.at(START):
        page = calendar_page(war.campaign)
    assert [row.number for row in page.turns] == list(range(1, 14))
    assert page.turns[1].away == ("The north",)
    foreseen = page.turns[1].dates
    war.publish()
    assert tuple(getattr(war.turn, name) for name, _ in foreseen) == tuple(at for _, at in foreseen)


# The pages


def test_the_seat_s_page_does_it_all(as_user: Browser) -> None:
    war = begin_war()
    client, address = as_user(war.users["north"]), f"/c/{war.campaign.public_id}/seat/"
    friend = User.objects.create_user(email="friend@club.example", name="Friend")
    with clock.at(START):
        answer = client.post(address, {"act": "vacation", "first_day": FRIDAY, "last_day": "soon"})
        assert answer.status_code == 422
        assert str(FRIDAY) in answer.content.decode()
        client.post(address, {"act": "vacation", "first_day": FRIDAY, "last_day": FRIDAY})
        assert Vacation.objects.get().days == 1
        client.post(address, {"act": "deputy", "who": "nobody@club.example"})
        assert not Deputy.objects.exists()
        client.post(address, {"act": "deputy", "who": friend.email})
        assert Deputy.objects.get().user == friend
        assert "You act in this seat" in as_user(friend).get(address).content.decode()
        client.post(address, {"act": "bot"})
        assert war.seat("north").status == "bot"
        client.post(address, {"act": "back"})
        assert war.seat("north").status == "player"
        assert client.post(address, {"act": "leave"}).status_code == 422
        client.post(address, {"act": "leave", "sure": "yes"})
    assert war.seat("north").user is None
    assert not Deputy.objects.exists()


def test_the_calendar_s_page_is_for_all_to_read_and_for_facilitators_to_change(as_user: Browser) -> None:
    war = begin_war()
    address = f"/c/{war.campaign.public_id}/calendar/"
    keeper, player = as_user(war.facilitator), as_user(war.users["north"])
    with clock.at(START):
        assert "Change what is to come" not in player.get(address).content.decode()
        assert player.post(address, {"act": "holiday"}).status_code == 404
        bad = keeper.post(address, {"act": "own", "turn": "2", "battle_days": "14", "reason": ""})
        assert bad.status_code == 422
        keeper.post(
            address,
            {"act": "own", "turn": "2", "plan": "2037-12-20T12:00", "battle_days": "14", "reason": "Yule"},
        )
        keeper.post(
            address, {"act": "holiday", "first": "2037-12-24", "last": "2037-12-26", "reason": "Yule"}
        )
        keeper.post(address, {"act": "workday", "day": "2037-12-26", "reason": "Open"})
        slots = {f"{name}_hour": "20:00" for name in ("plan", "announce", "results", "publish")}
        keeper.post(address, {"act": "slots", "plan_weekday": "sunday", **slots, "reason": "Later"})
    schedule = Schedule.of(type(war.campaign).objects.get())
    assert schedule.turns[2].document() == {"plan": "2037-12-20T12:00", "battle_days": 14}
    assert [day.day for day in schedule.holidays] == [24, 25]
    assert schedule.plan.weekday == 6
    assert schedule.results.weekday is None
    assert war.turn.phase == Phase.PLANNING
