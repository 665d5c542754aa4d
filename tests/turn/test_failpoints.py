"""Killed at every step of a turn, as by ``kill -9``: nothing is half done, and the next tick does it all."""

from __future__ import annotations

import os
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection, connections

from campaign.base.dates import clock
from campaign.base.failpoints import KILLED, POINTS
from campaign.delivery import services as notices
from campaign.models import AuditEntry, Banner, Notice, NoticeState, Phase, PlayerTurn, Turn
from campaign.turn import tick
from tests.wars import CLOSE, War, begin_war, march

pytestmark = pytest.mark.django_db(transaction=True)

IN_A_TURN = [point for point in POINTS if not point.startswith("notices.")]
IN_THE_OUTBOX = [point for point in POINTS if point.startswith("notices.")]


def killed_at(point: str, work: Callable[[], Any]) -> bool:
    """Do the work in a process that dies at the point; True if it did die there."""
    connections.close_all()
    if connection.vendor == "postgresql":
        connection.close_pool()  # type: ignore[attr-defined]  # a pool cannot be shared with a child
    child = os.fork()
    if child == 0:
        os.environ["FAILPOINT"] = point
        try:
            work()
        finally:
            os._exit(0)
    _, status = os.waitpid(child, 0)
    return os.waitstatus_to_exitcode(status) == KILLED


def truth(war: War) -> dict[str, Any]:
    """Everything that a step may change, as it is stored."""
    rows: dict[str, Any] = {
        "banners": list(Banner.objects.order_by("key").values()),
        "turns": list(Turn.objects.order_by("number").values()),
        "players": list(PlayerTurn.objects.order_by("id").values()),
        "audit": AuditEntry.objects.count(),
        "notices": Notice.objects.count(),
    }
    return rows


def step(war: War) -> Callable[[], Any]:
    due = Turn.objects.get(campaign=war.campaign, number=1).resolve_after
    return lambda: tick.tick(now=due)


@pytest.mark.served
@pytest.mark.parametrize("point", IN_A_TURN)
def test_a_worker_killed_at_any_step_leaves_nothing_half_done_and_loses_nothing(point: str) -> None:
    war = begin_war(CLOSE)
    war.plan("north", {"north1": march(2, 4)})
    died = 0
    for phase in (Phase.MOVEMENT_REVIEW, Phase.BATTLES, Phase.AFTERMATH_REVIEW, Phase.PUBLISHED):
        before = truth(war)
        if killed_at(point, step(war)):
            died += 1
            assert truth(war) == before
            assert step(war)() == 1
        assert Turn.objects.get(number=1).phase == phase
    assert died >= 1
    assert Turn.objects.filter(number=2).count() == 1
    assert Notice.objects.filter(kind="published").count() == 3
    assert Turn.objects.get(number=1).last_error == ""


@pytest.mark.parametrize("point", IN_THE_OUTBOX)
def test_a_sender_that_is_killed_loses_no_mail(point: str) -> None:
    war = begin_war(CLOSE)
    start = Notice.objects.order_by("id")[0].not_before

    def send(minutes: int) -> Callable[[], Any]:
        def work() -> int:
            with clock.at(start + timedelta(minutes=minutes)):
                return notices.send_due()

        return work

    assert killed_at(point, send(0))
    connection.ensure_connection()
    send(6)()
    assert set(Notice.objects.values_list("state", flat=True)) == {NoticeState.SENT}
    assert war.campaign.pk is not None
