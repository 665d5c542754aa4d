"""Turns that are due are given out several at a time, each to one worker, and none before its turn."""

from __future__ import annotations

import threading
from contextlib import suppress
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.db import connection, transaction

from campaign.base.dates import clock
from campaign.models import Campaign, Phase, Turn, TurnStart
from campaign.turn import tick
from campaign.turn.clockwork import turn_starts as starts
from campaign.turn.locked_turn import LockedTurn
from tests.wars import APART, War, begin_war

pytestmark = pytest.mark.django_db
SECOND = timedelta(seconds=1)


def fresh(moment: datetime, most: int = 10) -> list[int]:
    return [one.turn for one in starts.claim(moment, most, ()).fresh]


def due_of(war: War) -> datetime:
    due = war.turn.resolve_after
    assert due is not None
    return due


def test_a_turn_is_given_out_as_fresh_once_and_goes_on_if_its_worker_is_lost() -> None:
    war = begin_war(automatic=True, battles="abstract")
    due = due_of(war)
    assert fresh(due - SECOND) == []
    assert fresh(due, 0) == []
    assert fresh(due) == [war.turn.pk]
    assert fresh(due) == []
    row = TurnStart.objects.get()
    assert (row.turn_id, row.begun, row.ended, row.well) == (war.turn.pk, due, None, False)
    assert row.process
    assert tick.tick(now=due) == 1
    (row,) = TurnStart.objects.all()
    assert row.well
    assert row.ended is not None
    assert war.turn.number == 2


def test_a_turn_that_was_started_before_is_counted_by_itself() -> None:
    """Whatever stands beside a turn that kills its worker is given out with it once, and not ten times."""
    war, other = begin_war(), begin_war()
    due = due_of(war)
    Turn.objects.filter(pk=other.turn.pk).update(resolve_after=due + timedelta(days=9))
    assert starts.mark_start(starts.named(war.turn.pk), due)
    found = starts.claim(due, 10, ())
    assert (found.fresh, [one.turn for one in found.before]) == ((), [war.turn.pk])


class Order:
    """Writes down which campaigns are stepped, in order, and how long each takes by the machine's count."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.seen: list[int] = []
        self.seconds: dict[int, float] = {}
        self.now = 0.0
        monkeypatch.setattr(tick.time, "monotonic", lambda: self.now)
        for phase, step in list(tick.STEPS.items()):
            monkeypatch.setitem(tick.STEPS, phase, self._noted(step))

    def _noted(self, step: Any) -> Any:
        def noted(held: LockedTurn) -> None:
            self.seen.append(held.campaign.pk)
            self.now += self.seconds.get(held.campaign.pk, 0.0)
            step(held)

        return noted


def several(count: int, **variables: Any) -> list[War]:
    """So many wars whose turns are all due, the first one since longest."""
    wars = [begin_war(APART, **variables) for _ in range(count)]
    for number, war in enumerate(wars):
        Turn.objects.filter(pk=war.turn.pk).update(resolve_after=due_of(wars[-1]) - (count - number) * SECOND)
    return wars


def test_each_campaign_has_one_step_before_any_has_two(monkeypatch: pytest.MonkeyPatch) -> None:
    wars, order = several(12), Order(monkeypatch)
    first = wars[0].campaign.pk
    late = due_of(wars[0]) + timedelta(days=30)
    # All dates of the first are before anybody else's.
    early = due_of(wars[0]) - timedelta(days=9)
    Turn.objects.filter(pk=wars[0].turn.pk).update(
        resolve_after=early, announce_due=early, results_due=early, publish_due=early
    )
    tick.tick(now=late)
    keys = [war.campaign.pk for war in wars]
    assert order.seen[:12] == keys
    assert set(order.seen[12:24]) == set(keys)
    assert order.seen.count(first) > 1


def test_who_was_started_before_in_vain_comes_last(monkeypatch: pytest.MonkeyPatch) -> None:
    wars, order = several(3), Order(monkeypatch)
    starts.mark_start(starts.named(wars[0].turn.pk), due_of(wars[0]))
    tick.tick(limit=3, now=due_of(wars[2]))
    assert order.seen == [wars[number].campaign.pk for number in (1, 2, 0)]


def test_a_step_over_two_seconds_is_long_until_a_short_one(monkeypatch: pytest.MonkeyPatch) -> None:
    (war,), order = several(1), Order(monkeypatch)
    order.seconds[war.campaign.pk] = 2.5
    war.pass_deadline()
    assert Campaign.objects.get().long_steps
    order.seconds.clear()
    war.pass_deadline()
    assert not Campaign.objects.get().long_steps


def test_long_ones_alternate_with_others(monkeypatch: pytest.MonkeyPatch) -> None:
    wars, order = several(6), Order(monkeypatch)
    long = [wars[number].campaign.pk for number in (0, 1, 2)]
    Campaign.objects.filter(pk__in=long).update(long_steps=True)
    order.seconds = dict.fromkeys(long, 3.0)
    tick.tick(limit=6, now=due_of(wars[5]))
    assert order.seen == [wars[number].campaign.pk for number in (3, 0, 4, 1, 5, 2)]


def test_while_one_slot_is_at_a_long_one_the_other_takes_none(monkeypatch: pytest.MonkeyPatch) -> None:
    wars, order = several(4), Order(monkeypatch)
    Campaign.objects.filter(pk__in=[wars[0].campaign.pk, wars[2].campaign.pk]).update(long_steps=True)
    moment = due_of(wars[3])
    with monkeypatch.context() as taken:
        taken.setattr(starts, "take_long_slot", lambda: False)
        assert tick.tick(limit=4, now=moment) == 2
    assert order.seen == [wars[1].campaign.pk, wars[3].campaign.pk]
    assert tick.tick(limit=2, now=moment) == 2
    assert not TurnStart.objects.filter(well=False).exists()


@pytest.mark.django_db(transaction=True)
def test_whoever_dies_at_a_long_step_keeps_the_slot_from_nobody() -> None:
    """Found by killing workers: the slot was theirs for two minutes more, and all long turns waited."""
    if not connection.features.has_select_for_update_skip_locked:
        pytest.skip("whoever writes on SQLite is alone anyway")
    assert starts.is_long_slot_free()
    held, died = threading.Event(), threading.Event()

    def die() -> None:
        with suppress(ConnectionAbortedError), transaction.atomic():
            assert starts.take_long_slot()
            held.set()
            assert died.wait(20)
            # As the server sees a process that is killed.
            connection.connection.close()
            raise ConnectionAbortedError
        connection.close()

    worker = threading.Thread(target=die)
    worker.start()
    assert held.wait(20)
    assert not starts.is_long_slot_free()
    died.set()
    worker.join()
    assert starts.is_long_slot_free()


@pytest.mark.django_db(transaction=True)
def test_two_workers_give_each_turn_one_step() -> None:
    wars = several(24)
    moment = due_of(wars[-1])
    done: list[int] = []

    def work() -> None:
        try:
            done.append(tick.tick(now=moment))
        finally:
            connection.close()

    threads = [threading.Thread(target=work) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sum(done) + tick.tick(now=moment) == 24
    phases = Turn.objects.filter(number=1).values_list("phase", flat=True)
    assert set(phases) == {Phase.MOVEMENT_REVIEW}
    assert TurnStart.objects.filter(well=True).count() == 24
    with clock.at(moment):
        assert not TurnStart.objects.filter(well=False).exists()
