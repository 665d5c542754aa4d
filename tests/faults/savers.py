"""Web processes killed while they save plans: what was acknowledged stands, and nothing is half stored."""

from __future__ import annotations

import os
import random
import time
from dataclasses import dataclass, field
from typing import Any

from campaign.models import PlayerTurn, Seat
from campaign.turn.plans.knowledge import view_of_seat
from campaign.turn.plans.plan_codec import receipt_of
from campaign.turn.plans.selectors import plan_of
from campaign.turn.plans.services import save_plan
from tests.faults.wars import found, seats_of
from tests.faults.workers import fork

LONGEST = 0.12


@dataclass
class Outcome:
    """What the kills came to."""

    kills: int = 0
    told: int = 0
    problems: list[str] = field(default_factory=list)

    def line(self) -> str:
        """The run in a line."""
        told = f"{self.kills} kills while plans were saved, {self.told} savings acknowledged before them"
        return f"{told}; {len(self.problems)} problems"


def run(kills: int, seed: int) -> Outcome:
    """Kill as many processes as asked for, each in the middle of saving one plan after the other."""
    chance = random.Random(seed)
    outcome = Outcome()
    war = found(800, automatic=True)
    turn = war.turn()
    assert turn is not None
    seat = seats_of(war)[0]
    banner = seat.banners.order_by("-level")[0].public_id
    for number in range(kills):
        acknowledged = _killed_while_saving(seat, turn.number, banner, number, chance)
        outcome.kills += 1
        outcome.told += len(acknowledged)
        _judge(seat, turn.number, acknowledged, outcome)
    return outcome


def _killed_while_saving(
    seat: Seat, number: int, banner: str, kill: int, chance: random.Random
) -> list[tuple[int, str]]:
    """The savings that a process was told of before it died: their numbers and receipts."""
    reading, writing = os.pipe()

    def save() -> None:
        for count in range(1_000_000):
            receipt = save_plan(seat=seat, number=number, plan=_plan(banner, kill, count), by=seat.user)
            os.write(writing, f"{count} {receipt.hash}\n".encode())

    worker = fork(save)
    os.close(writing)
    with os.fdopen(reading) as told:
        first = told.readline()
        time.sleep(chance.random() * LONGEST)
        worker.kill()
        lines = [first, *told.read().splitlines()]
    return [(int(count), receipt) for count, receipt in (line.split() for line in lines if line.strip())]


def _plan(banner: str, kill: int, count: int) -> dict[str, Any]:
    return {"orders": {banner: {"secondary": {"order": "split", "name": f"{kill}.{count}"}}}}


def _judge(seat: Seat, number: int, acknowledged: list[tuple[int, str]], outcome: Outcome) -> None:
    """The stored plan is the last one acknowledged, or the next, whose answer was lost on its way."""
    mine = PlayerTurn.objects.get(seat=seat, turn__number=number)
    stored = plan_of(mine, view_of_seat(seat).ids)
    (orders,) = stored["orders"].values()
    count = int(orders["secondary"]["name"].split(".")[1])
    last, receipt = acknowledged[-1] if acknowledged else (-1, "")
    if count not in (last, last + 1) or (count == last and mine.receipt != receipt):
        outcome.problems.append(f"plan {last} was acknowledged and plan {count} is stored")
    if receipt_of(stored) != mine.receipt:
        outcome.problems.append(f"the rows of plan {count} do not make its receipt")
