"""A worker that is killed in the middle of a job, of each kind: another takes it up, and it is done once."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from functools import reduce
from types import ModuleType
from typing import Any

import pytest
from django.db import connection, connections

from campaign import tasks
from campaign.archive.exchange import services as transfers
from campaign.archive.exchange.exporting import export_campaign
from campaign.base.dates import clock
from campaign.base.jobs import lease, runner
from campaign.base.maps.bot_games import counted, play
from campaign.base.maps.generate import Wish, draw
from campaign.base.sandbox import adjudication, children
from campaign.film.making import selectors as film_wishes
from campaign.film.making import services as films
from campaign.founding.balance import services as trials
from campaign.founding.draft_saving import open_draft, save_board
from campaign.models import (
    BalanceRun,
    Campaign,
    FilmFile,
    FilmFormat,
    FilmKind,
    Parcel,
    Reel,
    Transfer,
    User,
    Verdict,
)
from campaign.models.jobs import Job
from campaign.rulebook.adjudicator import services as verdicts
from tests.archive.test_exchange import files_of
from tests.faults.workers import Worker, fork
from tests.wars import CLOSE, begin_war

pytestmark = pytest.mark.django_db(transaction=True)

PATIENCE = 60
"""Seconds in which a process gets as far as it is waited for, on the slowest machine."""
SCENARIO = '{"map": ["...."], "players": [{"id": "a"}], "turn": 1}'
GAMES = 6


@dataclass(frozen=True)
class Case:
    """A kind of job: its task and record, a step in the middle of its work; how to ask for and check one."""

    task: Callable[[], int]
    room: ModuleType
    record: str
    middle: tuple[Any, str]
    ask: Callable[[], Job]
    check: Callable[[], None]


def somebody(name: str) -> User:
    return User.objects.create_user(f"{name}@club.example", name=name)


def ask_verdict() -> Job:
    return verdicts.ask_verdict(text=SCENARIO, asker="somebody")


def check_verdict() -> None:
    (made,) = Verdict.objects.all()
    assert made.answer == adjudication.written(SCENARIO.encode())
    assert made.state == json.loads(made.answer)["state"]


def ask_export() -> Job:
    war = begin_war(CLOSE)
    return transfers.ask_export(campaign=war.campaign, by=war.facilitator)


def check_export() -> None:
    (made,), (parcel,) = Transfer.objects.all(), Parcel.objects.all()
    assert made.campaign is not None
    again = export_campaign(campaign=made.campaign, by=made.user)
    assert files_of(bytes(parcel.data))["turn.jsonl"] == files_of(again)["turn.jsonl"]
    assert (made.state, made.size, made.rules) == ("done", len(parcel.data), True)


def ask_import() -> Job:
    war = begin_war(CLOSE)
    packed = export_campaign(campaign=war.campaign, by=war.facilitator)
    return transfers.ask_import(file=packed, name="war.zip", by=somebody("friend"))


def check_import() -> None:
    first, arrived = Campaign.objects.order_by("pk")
    (made,) = Transfer.objects.all()
    assert (made.state, made.campaign) == ("done", arrived)
    assert not Parcel.objects.exists()
    assert arrived.seats.count() == first.seats.count()
    assert arrived.turns.count() == first.turns.count()


def ask_games() -> Job:
    mara = somebody("mara")
    campaign = open_draft(by=mara, name="The Long March", seats=2)
    drawn = draw(Wish(seed=2, width=12, height=12, players=2, level=15)).board
    save_board(campaign=campaign, by=mara, board=drawn)
    return trials.start_trial(campaign=campaign, by=mara, games=GAMES, turns=8)


def check_games() -> None:
    """Each game has been played and counted once, as if nobody had been killed."""
    (run,) = BalanceRun.objects.all()
    games = [play(run.scenario, number, run.seed, run.turns).document() for number in range(GAMES)]
    none: Mapping[str, Any] = {}
    assert (run.state, run.played, run.tally) == ("done", GAMES, reduce(counted, games, none))


def ask_poster() -> Job:
    war = begin_war(CLOSE)
    war.publish()
    wish = film_wishes.Wish(FilmKind.POSTER, 1, 1, 1, FilmFormat.PNG, "1200x630", "paper")
    return films.ask_film(campaign=war.campaign, by=war.users["north"], wish=wish)


def check_poster() -> None:
    (made,), (reel,) = FilmFile.objects.all(), Reel.objects.all()
    assert (made.state, made.size) == ("done", len(reel.data))
    assert bytes(reel.data).startswith(b"\x89PNG")


CASES = {
    "poster": Case(tasks.make_films, films, "FILM_FILES", (children, "lines"), ask_poster, check_poster),
    "verdict": Case(
        tasks.give_verdicts, verdicts, "VERDICTS", (children, "lines"), ask_verdict, check_verdict
    ),
    "export": Case(
        tasks.carry_files, transfers, "TRANSFERS", (transfers, "export_campaign"), ask_export, check_export
    ),
    "import": Case(
        tasks.carry_files, transfers, "TRANSFERS", (transfers, "read_campaign"), ask_import, check_import
    ),
    "games": Case(tasks.play_trials, trials, "TRIALS", (trials, "counted"), ask_games, check_games),
}


@pytest.fixture(params=sorted(CASES))
def case(request: pytest.FixtureRequest) -> Case:
    """Each kind of job."""
    return CASES[request.param]


def stopped(case: Case, prepare: Callable[[Callable[..., None]], None]) -> Worker:
    """A worker that has come as far as where ``prepare`` stops it, and stays there until it is killed."""
    come, here = os.pipe()

    def stop(*given: Any, **named: Any) -> None:
        os.write(here, b"!")
        time.sleep(3600)

    def work() -> None:
        # On a slow machine its slice would be over before it is where it stops.
        record = getattr(case.room, case.record)
        setattr(case.room, case.record, replace(record, slice=timedelta(hours=1)))
        prepare(stop)
        case.task()

    connections.close_all()
    if connection.vendor == "postgresql":
        connection.close_pool()  # type: ignore[attr-defined]  # a pool cannot be shared with a child
    worker = fork(work)
    os.close(here)
    assert os.read(come, 1) == b"!", "it ended before"
    os.close(come)
    return worker


def in_the_middle(case: Case) -> Worker:
    """A worker at its work; of games, after some have been counted."""
    home, name = case.middle
    whole = getattr(home, name)

    def prepare(stop: Callable[..., None]) -> None:
        runner.EVERY = 0.0
        lease.BEAT = timedelta(milliseconds=50)
        seen = 0

        def count(*given: Any) -> Any:
            nonlocal seen
            seen += 1
            return whole(*given) if seen <= GAMES // 2 else stop()

        setattr(home, name, count if case.record == "TRIALS" else stop)

    return stopped(case, prepare)


def before_it_commits(case: Case) -> Worker:
    """A worker that has stored everything, for nobody else to see."""

    def prepare(stop: Callable[..., None]) -> None:
        setattr(case.room, case.record, replace(getattr(case.room, case.record), ended=stop))

    return stopped(case, prepare)


def take_up(case: Case, job: Job) -> None:
    """What the next workers do: nothing while the dead one might live, then all that is left."""
    job.refresh_from_db()
    left = job.leased_until
    assert (job.state, job.attempts) == ("running", 1)
    assert left is not None
    assert left <= clock.now() + timedelta(minutes=1)
    with clock.at(left - timedelta(seconds=1)):
        assert case.task() == 0, "it might still live"
    with clock.at(left + timedelta(seconds=1)):
        assert case.task() == 1
        while case.task():
            pass
    job.refresh_from_db()
    assert (job.leased_until, job.error) == (None, "")
    assert job.attempts >= 2
    assert job.ended_at is not None
    case.check()


@pytest.mark.served
def test_a_worker_killed_at_its_work_is_followed_and_the_job_is_done_once(case: Case) -> None:
    job = case.ask()
    worker = in_the_middle(case)
    if case.record == "TRIALS":
        assert BalanceRun.objects.get().played == GAMES // 2
    assert worker.kill()
    take_up(case, job)


@pytest.mark.served
def test_a_worker_killed_before_it_commits_is_followed_and_the_job_is_done_once(case: Case) -> None:
    job = case.ask()
    campaigns = Campaign.objects.count()
    assert before_it_commits(case).kill()
    assert Campaign.objects.count() == campaigns
    take_up(case, job)


@pytest.mark.served
def test_a_worker_that_lives_keeps_its_lease(case: Case) -> None:
    job = case.ask()
    worker = in_the_middle(case)
    first = leased_until(job)
    until = time.monotonic() + PATIENCE
    while leased_until(job) <= first and time.monotonic() < until:
        time.sleep(0.02)
    assert leased_until(job) > first
    assert worker.kill()


def leased_until(job: Job) -> datetime:
    job.refresh_from_db()
    assert job.leased_until is not None
    return job.leased_until
