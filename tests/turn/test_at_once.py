"""Several at once: ticks, saves at the deadline, submissions. Real transactions in several threads."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from datetime import timedelta
from functools import partial
from typing import Any

import pytest
from django.db import connection

from campaign.base.dates import clock
from campaign.base.refusal import Refusal
from campaign.models import (
    AuditEntry,
    DiceSeal,
    FeedEntry,
    Notice,
    Order,
    Phase,
    PlanState,
    PlayerTurn,
    Role,
    RoleKind,
    Seat,
    SeatStatus,
    Turn,
    User,
)
from campaign.notices.feed.services import feed_text
from campaign.notices.services import feed_of
from campaign.people.seats.services import give_to_bot
from campaign.turn import tick
from campaign.turn.plans import bot_limits
from campaign.turn.plans.knowledge import view_of_seat
from campaign.turn.plans.services import save_plan
from campaign.warmap.dice import services as dice
from tests.wars import APART, CLOSE, begin_war, march

pytestmark = pytest.mark.django_db(transaction=True)


def at_once(*works: Callable[[], Any]) -> list[Any]:
    """Do all at the same time, each in a thread with a connection of its own; gives what they gave."""
    start = threading.Barrier(len(works))
    given: list[Any] = [None] * len(works)

    def run(place: int, work: Callable[[], Any]) -> None:
        try:
            start.wait(timeout=10)
            given[place] = work()
        except Exception as error:
            given[place] = error
        finally:
            connection.close()

    threads = [threading.Thread(target=run, args=(place, work)) for place, work in enumerate(works)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=60)
    return given


def test_two_ticks_at_once_resolve_a_turn_once() -> None:
    war = begin_war(CLOSE)
    war.plan("north", {"north1": march(2, 4)})
    for expected in (Phase.MOVEMENT_REVIEW, Phase.BATTLES, Phase.AFTERMATH_REVIEW, Phase.PUBLISHED):
        turn = Turn.objects.get(number=1)
        due = turn.resolve_after
        done = at_once(*[partial(tick.tick, now=due)] * 4)
        assert sum(done) == 1, done
        turn.refresh_from_db()
        assert turn.phase == expected
        assert turn.last_error == ""
    assert Turn.objects.filter(number=2).count() == 1
    assert PlayerTurn.objects.filter(turn__number=2).count() == 2
    assert Notice.objects.filter(kind="published").count() == 3
    assert AuditEntry.objects.filter(kind="published").count() == 1


def test_many_campaigns_due_at_once_are_shared_by_the_workers() -> None:
    war = begin_war(APART)
    due = war.turn.plan_due
    assert due is not None
    for number in range(8):
        war.campaign.pk = None
        war.campaign._state.adding = True
        war.campaign.public_id = f"copy-{number}"
        war.campaign.save()
        Turn.objects.create(campaign=war.campaign, number=1, resolve_after=due, rules_version="1")
    done = at_once(*[partial(tick.tick, now=due)] * 2)
    assert sum(done) == 9, done
    assert not Turn.objects.filter(phase=Phase.PLANNING).exists()


def test_a_save_in_the_last_moment_counts_if_and_only_if_it_was_acknowledged() -> None:
    war = begin_war(APART)
    turn = war.turn
    due = turn.plan_due
    assert due is not None
    seat = war.seat("north")
    public = {key: name for name, key in view_of_seat(seat).ids.banners.items()}
    plans = [{"orders": {public["north1"]: march(x, 2)}} for x in (1, 2, 3)]

    def save(plan: dict[str, Any]) -> Callable[[], Any]:
        def work() -> Any:
            with clock.at(due - timedelta(milliseconds=1)):
                return save_plan(seat=seat, number=1, plan=plan, by=seat.user)

        return work

    *saved, _ = at_once(*(save(plan) for plan in plans), partial(tick.tick, now=due))
    turn.refresh_from_db()
    assert turn.phase == Phase.MOVEMENT_REVIEW
    receipts = {one.hash for one in saved if not isinstance(one, Exception)}
    refusals = {one.code for one in saved if isinstance(one, Refusal)}
    assert refusals <= {"late"}
    assert len(receipts) + len([one for one in saved if isinstance(one, Refusal)]) == 3
    mine = PlayerTurn.objects.get(turn=turn, seat=seat)
    planned = turn.input["plans"].get("north", {"orders": {}})["orders"]
    if receipts:
        assert mine.receipt in receipts
        (order,) = Order.objects.filter(player_turn=mine)
        assert planned == {"north1": {"primary": order.detail}}
    else:
        assert planned == {}


def test_two_submissions_at_once_leave_one_plan() -> None:
    war = begin_war(APART)
    seat = war.seat("north")
    public = {key: name for name, key in view_of_seat(seat).ids.banners.items()}
    due = war.turn.plan_due
    assert due is not None

    def submit(x: int) -> Callable[[], Any]:
        def work() -> Any:
            with clock.at(due - timedelta(hours=1)):
                plan = {"orders": {public["north1"]: march(x, 2)}}
                return save_plan(seat=seat, number=1, plan=plan, by=seat.user, submit=True)

        return work

    given = at_once(submit(1), submit(2))
    receipts = [one for one in given if not isinstance(one, Exception)]
    refusals = [one for one in given if isinstance(one, Refusal)]
    assert (len(receipts), [one.code for one in refusals]) == (1, ["final"]), given
    mine = PlayerTurn.objects.get(turn=war.turn, seat=seat)
    assert (mine.state, mine.receipt) == (PlanState.SUBMITTED, receipts[0].hash)
    assert Order.objects.filter(player_turn=mine).count() == 1


def test_the_last_submission_of_all_brings_the_deadline_forward() -> None:
    war = begin_war(APART, early_close=True)
    before = war.turn.plan_due
    at_once(lambda: war.plan("north", {}), lambda: war.plan("south", {}))
    turn = war.turn
    assert turn.early_from == before
    assert Notice.objects.filter(kind="early_close").count() == 3


def test_a_calendar_read_by_two_devices_at_once_says_the_same_to_both() -> None:
    war = begin_war(CLOSE)
    token = feed_of(war.users["north"]).token
    for day in range(9, 15):
        Turn.objects.filter(number=1).update(plan_due=clock.now() + timedelta(days=day))
        texts = at_once(*[partial(feed_text, token)] * 6)
        assert all(isinstance(text, bytes) and b"VEVENT" in text for text in texts), texts
        assert len(set(texts)) == 1
        assert f"SEQUENCE:{day - 9}".encode() in texts[0]
        assert FeedEntry.objects.filter(uid__startswith="plan-").count() == 1
    # And of a feed that has said nothing yet.
    for _ in range(6):
        FeedEntry.objects.all().delete()
        texts = at_once(*[partial(feed_text, token)] * 6)
        assert all(isinstance(text, bytes) for text in texts), texts


def test_two_seats_given_to_bots_at_once_in_two_wars_are_counted_one_after_the_other(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Two that count at the same time would both find room."""
    monkeypatch.setattr(bot_limits, "MOST_BOTS", 1)
    wars = [begin_war(CLOSE), begin_war(APART)]
    mara = wars[0].facilitator
    Role.objects.filter(campaign=wars[1].campaign, kind=RoleKind.FACILITATOR).update(user=mara)
    counted = bot_limits._bots_of

    def slowly(user: User) -> Any:
        found = list(counted(user).values_list("pk", flat=True))
        time.sleep(0.5)
        return Seat.objects.filter(pk__in=found)

    monkeypatch.setattr(bot_limits, "_bots_of", slowly)
    given = at_once(*(partial(give_to_bot, seat=war.seat("north"), by=mara) for war in wars))
    refused = [one for one in given if one is not None]
    assert [getattr(one, "code", one) for one in refused] == ["bots"]
    assert Seat.objects.filter(status=SeatStatus.BOT).count() == 1


def test_who_seals_and_who_resolves_never_wait_for_each_other(monkeypatch: pytest.MonkeyPatch) -> None:
    """A seal names its turn, while it holds its army's part of it: whoever resolves holds them in turn."""
    war = begin_war(APART, dice="open")
    turn, seat = war.turn, war.seat("north")
    due = turn.plan_due
    assert due is not None
    held, plays = threading.Event(), dice.plays

    def slowly(seat: Seat) -> bool:
        held.set()
        time.sleep(0.5)
        return plays(seat)

    monkeypatch.setattr(dice, "plays", slowly)

    def seal() -> str:
        with clock.at(due - timedelta(milliseconds=1)):
            return dice.put_seal(seat=seat, number=1, seal="5" * 64, by=war.users["north"]).seal

    def resolve() -> int:
        held.wait(timeout=10)
        return tick.tick(now=due)

    assert at_once(seal, resolve) == ["5" * 64, 1]
    assert DiceSeal.objects.filter(turn=turn, seat=seat).exists()
