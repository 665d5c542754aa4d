"""A war by the minute: what is told when, what downtime does, and that nothing waits longer than it must."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest
from django.core import mail

from campaign.base.dates import clock
from campaign.base.dates.downtime import WEB
from campaign.base.dates.schedule import Schedule
from campaign.base.refusal import Refusal
from campaign.delivery.services import send_due, send_lines
from campaign.founding.tonight.services import Wish, found_tonight, start_tonight
from campaign.models import Campaign, Channel, Device, Notice, Phase, Seat, SeatStatus, Turn, User
from campaign.notices.reminders.services import remind
from campaign.people.invitations.joining import accept_invitation
from campaign.turn import tick
from campaign.turn.deadlines import beat
from campaign.turn.plans.services import save_plan
from campaign.turn.vacations import announce_vacation

pytestmark = pytest.mark.django_db
HOLD = {"orders": {}}


@pytest.fixture
def evening(mara: User, ben: User) -> Campaign:
    """An evening of two with a bot, whose first turn is open."""
    gathering = found_tonight(by=mara, wish=Wish(players=3))
    assert gathering.invitation is not None
    accept_invitation(invitation=gathering.invitation, user=ben)
    start_tonight(campaign=gathering.campaign, by=mara)
    return Campaign.objects.get(pk=gathering.campaign_id)


def turn_of(war: Campaign) -> Turn:
    return Turn.objects.filter(campaign=war).order_by("-number")[0]


def due(war: Campaign) -> datetime:
    found = turn_of(war).plan_due
    assert found is not None
    return found


def submit(war: Campaign, *users: User) -> None:
    for user in users:
        seat = Seat.objects.select_related("campaign").get(campaign=war, user=user)
        save_plan(seat=seat, number=turn_of(war).number, plan=HOLD, by=user, submit=True)


def send_all() -> None:
    """Send what is due; a run of the sender is over after half a minute, however slow the machine is."""
    while send_due():
        continue


def lives(moment: datetime) -> None:
    with clock.at(moment):
        beat(WEB)


def test_the_turn_goes_on_as_soon_as_both_are_done(
    evening: Campaign, mara: User, ben: User, django_capture_on_commit_callbacks: object
) -> None:
    assert due(evening) - turn_of(evening).opened_at == timedelta(minutes=20)  # type: ignore[operator]
    with django_capture_on_commit_callbacks(execute=True):  # type: ignore[operator]
        submit(evening, mara)
    tick.tick()
    assert turn_of(evening).number == 1
    with django_capture_on_commit_callbacks(execute=True):  # type: ignore[operator]
        submit(evening, ben)
    tick.tick()
    assert turn_of(evening).number == 2


def test_whoever_stays_away_holds_up_one_turn_and_is_back_with_the_next_plan(
    evening: Campaign, mara: User, ben: User, django_capture_on_commit_callbacks: object
) -> None:
    def done(number: int, *users: User) -> None:
        """The turn is over as soon as these are done."""
        with django_capture_on_commit_callbacks(execute=True):  # type: ignore[operator]
            submit(evening, *users)
        tick.tick()
        assert turn_of(evening).number == number + 1

    submit(evening, mara)
    with clock.at(due(evening)):
        tick.tick()
        away = Seat.objects.get(campaign=evening, user=ben)
        assert (turn_of(evening).number, away.status) == (2, SeatStatus.BOT)
        done(2, mara)
        # With a plan of his own the seat is his, and waited for.
        submit(evening, ben)
        away.refresh_from_db()
        assert away.status == SeatStatus.PLAYER
        done(3, mara)
        with django_capture_on_commit_callbacks(execute=True):  # type: ignore[operator]
            submit(evening, mara)
        tick.tick()
        assert turn_of(evening).number == 4


def test_start_and_end_are_mailed_and_all_else_is_in_the_list_and_pushed(
    evening: Campaign, mara: User, ben: User
) -> None:
    Device.objects.create(
        user=ben, name="Phone", address="https://push.invalid/1", key="a", auth="b", created_at=clock.now()
    )
    send_all()
    [start] = [one for one in mail.outbox if one.to == [ben.email]]
    body = str(start.body)
    assert "fights for:" in body
    assert body.index("fights for:") < body.index("turn 1 is open")
    assert "0 of 4 held, turn 0 of 2" in body
    mail.outbox.clear()
    for number in range(1, 9):
        moment = due(evening)
        tick.tick(now=moment)
        evening.refresh_from_db()
        with clock.at(moment):
            send_all()
        told = set(Notice.objects.filter(user=ben, channel=Channel.MAIL).values_list("kind", flat=True))
        assert "published" in told
        if evening.status == "ended":
            break
        assert Notice.objects.filter(user=ben, channel=Channel.PUSH, kind="published", turn__number=number)
        assert not mail.outbox, number
    assert {one.subject.rpartition(": ")[2] for one in mail.outbox if one.to == [ben.email]} == {
        "the campaign has ended"
    }


def test_five_minutes_before_the_deadline_whoever_is_missing_is_reminded_once(
    evening: Campaign, mara: User, ben: User
) -> None:
    submit(evening, mara)
    with clock.at(due(evening) - timedelta(minutes=6)):
        assert remind() == 0
    for minutes in (5, 4):
        with clock.at(due(evening) - timedelta(minutes=minutes)):
            remind()
    [told] = Notice.objects.filter(kind="plan_missing")
    assert (told.user, told.detail) == (ben, {"minutes": 5})
    assert told.expires == due(evening)


# Downtime


def test_after_downtime_the_minutes_begin_anew_at_once_and_once_a_turn(evening: Campaign) -> None:
    opened = turn_of(evening).opened_at
    assert opened is not None
    lives(opened + timedelta(minutes=4))
    lives(opened + timedelta(minutes=6, seconds=1))
    back = opened + timedelta(minutes=6, seconds=1)
    assert due(evening) == back + timedelta(minutes=20)
    assert Notice.objects.filter(kind="date_moved").exists()
    lives(opened + timedelta(minutes=9))
    assert due(evening) == back + timedelta(minutes=20)


def test_two_minutes_are_none(evening: Campaign) -> None:
    promised, opened = due(evening), turn_of(evening).opened_at
    assert opened is not None
    for minutes in (4, 6, 8):
        lives(opened + timedelta(minutes=minutes))
    assert due(evening) == promised


def test_over_the_deadline_the_turn_waits_until_the_app_is_back(evening: Campaign, ben: User) -> None:
    promised = due(evening)
    lives(promised - timedelta(minutes=1))
    for minutes in (2, 5, 60):
        with clock.at(promised + timedelta(minutes=minutes)):
            tick.advance(turn_of(evening).pk)
        assert turn_of(evening).number == 1, minutes
    with clock.at(promised + timedelta(minutes=61)):
        submit(evening, ben)  # whoever saves before the first sign of life is not late
    lives(promised + timedelta(minutes=61))
    assert due(evening) == promised + timedelta(minutes=81)
    tick.tick(now=promised + timedelta(minutes=81))
    assert turn_of(evening).number == 2


def test_downtime_while_the_clock_stands_moves_nothing(evening: Campaign) -> None:
    turn = turn_of(evening)
    assert turn.opened_at is not None
    start = turn.opened_at + timedelta(minutes=10)
    hours = {"from": f"{start - timedelta(hours=1):%H:%M}", "until": f"{start:%H:%M}"}
    rhythm = {"plan_minutes": 60, "battle_minutes": 0, **hours}
    Campaign.objects.filter(pk=evening.pk).update(
        schedule={**evening.schedule, "time_zone": "UTC", "rhythm": rhythm}
    )
    schedule = Schedule.of(Campaign.objects.get(pk=evening.pk))
    promised = schedule.counted(turn.opened_at, 60)
    Turn.objects.filter(pk=turn.pk).update(plan_due=promised, resolve_after=promised)
    lives(start + timedelta(hours=2))
    lives(start + timedelta(hours=3))
    assert due(evening) == promised


def test_nobody_has_a_vacation(evening: Campaign, ben: User) -> None:
    today = clock.now().date()
    with pytest.raises(Refusal) as refused:
        announce_vacation(
            seat=Seat.objects.get(campaign=evening, user=ben), first_day=today, last_day=today, by=ben
        )
    assert refused.value.code == "budget"


def test_nothing_is_left_waiting_at_the_end(evening: Campaign) -> None:
    for _ in range(8):
        tick.tick(now=due(evening))
        evening.refresh_from_db()
        if evening.status == "ended":
            break
    assert evening.status == "ended"
    assert turn_of(evening).phase == Phase.PUBLISHED
    send_lines()
