"""The desk's log at turn 54 costs at most half as much again as at turn 1 (Trust 5; P14)."""

from __future__ import annotations

import sys
from collections.abc import Callable
from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from campaign.base.dates import clock
from campaign.base.rows.audit import note
from campaign.base.words.log_messages import LogKind
from campaign.models import Campaign, Phase, Turn, User

pytestmark = pytest.mark.django_db
As = Callable[[User | None], Client]
MOST = 1.5
A_TURN = 12
"""Entries that a turn of a busy war leaves."""


def cost(client: Client, path: str) -> tuple[int, int]:
    """How many calls of functions a page takes, which no busy machine changes; and how many statements."""
    client.get(path)
    calls = 0

    def count(_frame: object, event: str, _argument: object) -> None:
        nonlocal calls
        calls += event == "call"

    with CaptureQueriesContext(connection) as seen:
        sys.setprofile(count)
        try:
            answer = client.get(path)
        finally:
            sys.setprofile(None)
    assert answer.status_code == 200
    return calls, len(seen.captured_queries)


def write(campaign: Campaign, turn: Turn, user: User) -> None:
    """What a turn leaves in the log."""
    for number in range(A_TURN):
        kind = LogKind.ON_HOLD if number % 2 else LogKind.OFF_HOLD
        note(campaign, kind, by=user, of_turn=turn, public=number % 3 == 0)


def test_the_log_of_a_long_war_costs_no_more(tarn: Campaign, mara: User, as_user: As) -> None:
    client = as_user(mara)
    path = f"/c/{tarn.public_id}/desk/log/"
    first = Turn.objects.get(campaign=tarn, number=1)
    write(tarn, first, mara)
    early, statements = cost(client, path)
    Turn.objects.filter(pk=first.pk).update(phase=Phase.PUBLISHED)
    for number in range(2, 55):
        turn = Turn.objects.create(
            campaign=tarn,
            number=number,
            phase=Phase.PUBLISHED if number < 54 else Phase.PLANNING,
            plan_due=clock.now() + timedelta(days=number),
            rules_version="1",
        )
        write(tarn, turn, mara)
    late, later_statements = cost(client, path)
    assert later_statements == statements
    assert late <= MOST * early, f"{late} calls at turn 54, {early} at turn 1: {late / early:.2f} times"
