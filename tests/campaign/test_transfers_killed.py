"""A worker that is killed while it makes or takes in a campaign's file: another follows within a minute."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.db import connection, connections

from campaign.dates import clock
from campaign.models import Campaign, Parcel, Transfer, TransferState, User
from campaign.services import transfers
from campaign.services.exchange_out import export_campaign
from campaign.services.transfers import LEASE, ask_export, ask_import, carry_files
from tests.campaign.wars import CLOSE, War, begin_war
from tests.faults.workers import Worker, fork

pytestmark = pytest.mark.django_db(transaction=True)

PATIENCE = 60
"""Seconds in which a process gets as far as it is waited for, on the slowest machine."""


@pytest.fixture
def war() -> War:
    """A war that has begun."""
    return begin_war(CLOSE)


@pytest.fixture
def friend(db: None) -> User:
    """Somebody of another club."""
    return User.objects.create_user("friend@club.example", name="Friend")


def stopped_at(name: str) -> Worker:
    """A worker that has come as far as this step of its work, and stays there until it is killed."""
    come, here = os.pipe()

    def stop(*given: Any, **named: Any) -> None:
        os.write(here, b"!")
        time.sleep(3600)

    def work() -> None:
        setattr(transfers, name, stop)
        transfers.BEAT = timedelta(milliseconds=50)
        carry_files()

    connections.close_all()
    if connection.vendor == "postgresql":
        connection.close_pool()  # type: ignore[attr-defined]  # a pool cannot be shared with a child
    worker = fork(work)
    assert os.read(come, 1) == b"!"
    os.close(come)
    os.close(here)
    return worker


def leased_until() -> datetime:
    until = Transfer.objects.get().leased_until
    assert until is not None
    return until


def soon(happens: Callable[[], bool]) -> bool:
    until = time.monotonic() + PATIENCE
    while not happens():
        if time.monotonic() > until:
            return False
        time.sleep(0.02)
    return True


def test_a_worker_killed_before_it_commits_is_followed_within_a_minute(war: War, friend: User) -> None:
    packed = export_campaign(campaign=war.campaign, by=war.facilitator)
    ask_import(file=packed, name="war.zip", by=friend)
    # Everything is stored by then, and nothing of it for others to see.
    assert stopped_at("_close").kill()
    assert Campaign.objects.count() == 1
    left = leased_until()
    assert left <= clock.now() + timedelta(minutes=1)
    with clock.at(left - timedelta(seconds=1)):
        assert carry_files() == 0, "it might still live"
    with clock.at(left + timedelta(seconds=1)):
        assert carry_files() == 1
    assert [(one.state, one.attempts) for one in Transfer.objects.all()] == [(TransferState.DONE, 2)]
    assert (Campaign.objects.count(), Parcel.objects.count()) == (2, 0)


def test_a_worker_that_lives_keeps_its_lease_and_one_that_is_killed_does_not(war: War) -> None:
    ask_export(campaign=war.campaign, by=war.facilitator)
    worker = stopped_at("export_campaign")
    first = leased_until()
    assert soon(lambda: leased_until() > first)
    assert worker.kill()
    left = leased_until()
    assert left <= clock.now() + LEASE
    with clock.at(left + timedelta(seconds=1)):
        assert carry_files() == 1
    done = Transfer.objects.get()
    assert (done.state, done.leased_until) == (TransferState.DONE, None)
