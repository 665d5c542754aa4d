"""A run of care takes so long and no longer, and the next one goes on where it stopped."""

from __future__ import annotations

import logging

import pytest

from battles.tasks import keep_dates
from campaign import tasks
from campaign.base.jobs import rounds
from campaign.models import Round, User
from tests.wars import APART, begin_war

pytestmark = pytest.mark.django_db
log = logging.getLogger("campaign.tests")


class Work:
    """Writes down whom it was at; each takes a second of a clock that is turned by hand."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.done: list[int] = []
        self.seconds = 0.0
        monkeypatch.setattr(rounds.time, "monotonic", lambda: self.seconds)

    def run(self, *, fails: int = 0) -> int:
        def do(user: User) -> int:
            self.seconds += 1
            self.done.append(user.pk)
            if user.pk == fails:
                raise ValueError("this one")
            return 1

        with rounds.one_run():
            return rounds.go_round(User.objects.all(), do, name="people", log=log, what="a person")


def people(count: int) -> list[int]:
    for number in range(count):
        User.objects.create_user(f"p{number}@club.example", name=f"P{number}")
    return list(User.objects.order_by("pk").values_list("pk", flat=True))


def test_it_stops_in_time_and_goes_on_there(monkeypatch: pytest.MonkeyPatch) -> None:
    keys, work = people(25), Work(monkeypatch)
    assert [work.run(), work.run(), work.run()] == [10, 10, 5]
    assert work.done == keys
    assert not Round.objects.exists()
    assert work.run() == 10


def test_what_fails_stops_no_other(monkeypatch: pytest.MonkeyPatch) -> None:
    keys, work = people(3), Work(monkeypatch)
    assert work.run(fails=keys[1]) == 2
    assert work.done == keys


def test_a_run_that_is_over_already_still_gets_on(monkeypatch: pytest.MonkeyPatch) -> None:
    keys, work = people(3), Work(monkeypatch)
    monkeypatch.setattr(rounds, "RUN", 0.0)
    assert [work.run() for _ in keys] == [1, 1, 1]
    assert work.done == keys


@pytest.mark.parametrize("task", [tasks.remind, tasks.start_tonight, keep_dates])
def test_the_tasks_of_care_have_ten_seconds(monkeypatch: pytest.MonkeyPatch, task: object) -> None:
    begin_war(APART)
    until: list[float | None] = []
    for room in (
        "campaign.tasks.reminders.remind",
        "campaign.tasks.starting.start_due",
        "battles.tasks.date_reminders.remind_of_dates",
        "battles.tasks.claims.grant_due_claims",
        "battles.tasks.dates.forget_places",
    ):
        monkeypatch.setattr(room, lambda: until.append(rounds._until.get()) or 0)
    monkeypatch.setattr(rounds.time, "monotonic", lambda: 100.0)
    assert callable(task)
    task()
    assert set(until) == {110.0}
    assert rounds._until.get() is None
