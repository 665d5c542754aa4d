"""Plans saved within 50 ms of the deadline: the last acknowledged one counts, and nothing else does."""

from __future__ import annotations

import random
import threading
import time
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from django.db import connection, transaction

from campaign.base.dates import clock
from campaign.base.refusal import Refusal
from campaign.models import PlayerTurn, Seat, Turn
from campaign.turn.plans.services import save_plan
from tests.faults.wars import War, found, seats_of
from tests.faults.workers import fork, tick_in_a_loop

WRITERS = 2
"""Threads a seat: a person with two tabs open."""
AHEAD = 0.8
WINDOW = 0.05
"""Seconds around the deadline that matter."""
RUN_UP = 0.25
"""Seconds before it at which the writers start: they wait for each other."""


@dataclass(frozen=True, slots=True)
class Told:
    """A saving as its sender knows it: acknowledged with a time and hash, or refused with a code."""

    seat: str
    name: str
    submit: bool
    sent: float
    saved_at: datetime | None = None
    receipt: str = ""
    code: str = ""


@dataclass
class Outcome:
    """What the races came to."""

    rounds: int = 0
    told: int = 0
    late: int = 0
    final: int = 0
    close: int = 0
    """Acknowledged within 50 ms before the deadline."""
    problems: list[str] = field(default_factory=list)

    @property
    def was_close(self) -> bool:
        """Whether savings came within 50 ms on both sides of a deadline: on a slow machine not all do."""
        return bool(self.late and self.close)

    def line(self) -> str:
        """The races in a line."""
        told = f"{self.told} savings acknowledged ({self.close} in the last 50 ms)"
        refused = f"{self.late} too late, {self.final} after a final one"
        return f"{self.rounds} deadlines raced: {told}, {refused}; {len(self.problems)} problems"


def run(rounds: int, seed: int) -> Outcome:
    """Race as many deadlines as asked for."""
    chance = random.Random(seed)
    outcome = Outcome()
    for number in range(5 * rounds):
        if number >= rounds and outcome.was_close:
            break
        war = found(900 + number, automatic=True)
        turn = war.turn()
        assert turn is not None
        _one(war, turn, chance, outcome)
    if not outcome.was_close:
        outcome.problems.append("no saving came near the deadline on both sides: nothing was raced")
    return outcome


def _one(war: War, turn: Turn, chance: random.Random, outcome: Outcome) -> None:
    due = _set_deadline(turn)
    seats = [seat for seat in seats_of(war) if seat.banners.filter(alive=True).exists()]
    told: list[Told] = []
    banners = {seat.pk: seat.banners.filter(alive=True).order_by("-level", "key")[0] for seat in seats}
    worker = fork(tick_in_a_loop)
    at = time.monotonic() + (due - clock.now()).total_seconds()
    threads = [
        threading.Thread(
            target=_write,
            args=(seat, turn.number, banners[seat.pk].public_id, n, at, random.Random(chance.random()), told),
        )
        for seat in seats
        for n in range(WRITERS)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    _wait_until_resolved(turn)
    worker.kill()
    outcome.rounds += 1
    _judge(turn, due, told, outcome)


def _set_deadline(turn: Turn) -> datetime:
    with transaction.atomic():
        due = clock.now() + timedelta(seconds=AHEAD)
        Turn.objects.filter(pk=turn.pk).update(plan_due=due, announce_due=due, resolve_after=due)
    return due


def _write(
    seat: Seat, number: int, banner: str, writer: int, at: float, chance: random.Random, told: list[Told]
) -> None:
    """Save again and again until 50 ms after the deadline; one saving in fifty submits."""
    try:
        time.sleep(max(0.0, at - RUN_UP - time.monotonic()))
        count = 0
        while time.monotonic() < at + WINDOW or not count:
            count += 1
            submit = chance.random() < 0.02
            told.append(_save(seat, number, banner, f"{seat.number}.{writer}.{count}", submit))
            time.sleep(chance.random() * 0.004)
    finally:
        connection.close()


def _save(seat: Seat, number: int, banner: str, name: str, submit: bool) -> Told:
    sent = time.monotonic()
    plan: dict[str, Any] = {"orders": {banner: {"secondary": {"order": "split", "name": name}}}}
    try:
        receipt = save_plan(seat=seat, number=number, plan=plan, by=seat.user, submit=submit)
    except Refusal as refusal:
        return Told(seat.key, name, submit, sent, code=refusal.code)
    return Told(seat.key, name, submit, sent, receipt.saved_at, receipt.hash)


def _wait_until_resolved(turn: Turn) -> None:
    until = time.monotonic() + 30
    while time.monotonic() < until:
        if Turn.objects.filter(pk=turn.pk, input__isnull=False).exists():
            return
        time.sleep(0.02)


def _judge(turn: Turn, due: datetime, told: list[Told], outcome: Outcome) -> None:
    turn.refresh_from_db()
    if turn.input is None:
        outcome.problems.append(f"{turn}: not resolved within 30 s of its deadline")
        return
    outcome.late += sum(one.code == "late" for one in told)
    outcome.final += sum(one.code == "final" for one in told)
    for strange in sorted({one.code for one in told} - {"", "late", "final"}):
        outcome.problems.append(f"{turn}: refused with {strange}")
    for seat in sorted({one.seat for one in told}):
        _judge_seat(turn, due, [one for one in told if one.seat == seat], outcome)


def _judge_seat(turn: Turn, due: datetime, told: list[Told], outcome: Outcome) -> None:
    seat = told[0].seat
    acknowledged = sorted(
        (one for one in told if one.saved_at is not None), key=lambda one: (one.saved_at, one.sent)
    )
    outcome.told += len(acknowledged)
    outcome.close += sum(
        due - timedelta(seconds=WINDOW) <= (one.saved_at or due) < due for one in acknowledged
    )
    for one in acknowledged:
        if one.saved_at is None or one.saved_at >= due:
            outcome.problems.append(f"{turn}, {seat}: {one.name} was acknowledged after the deadline")
    submitted = [one for one in acknowledged if one.submit]
    if submitted and acknowledged[-1].receipt != submitted[0].receipt:
        outcome.problems.append(
            f"{turn}, {seat}: something was acknowledged after the final {submitted[0].name}"
        )
    counted = (turn.input or {})["plans"].get(seat, {"orders": {}})
    names = [
        orders["secondary"]["name"]
        for orders in counted["orders"].values()
        if orders.get("secondary", {}).get("order") == "split"
    ]
    expected = [acknowledged[-1].name] if acknowledged else []
    if names != expected:
        outcome.problems.append(f"{turn}, {seat}: {names} counted, {expected} was acknowledged last")
    receipt = PlayerTurn.objects.get(turn=turn, seat__key=seat).receipt
    if acknowledged and receipt != acknowledged[-1].receipt:
        outcome.problems.append(f"{turn}, {seat}: the stored receipt is not the last acknowledged one")
