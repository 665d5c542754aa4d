"""``python -m tests.faults.restored``: look at a restored database, play its wars on, print what is wrong.

Receipts that have to be there come on standard input: ``{"TURN SEAT": RECEIPT}``.
"""

from __future__ import annotations

import json
import random
import sys
import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tests.faults.wars import War

GO_ON = 2
"""Turns that each war is played on."""
PATIENCE = 60.0


def main() -> None:
    """Print a line for each problem; exit status 0 unless it cannot look at all."""
    import django

    django.setup()
    from campaign.models import Campaign, PlayerTurn
    from tests.faults.verify import problems_of
    from tests.faults.wars import War

    for key, receipt in json.load(sys.stdin).items():
        number, seat = map(int, key.split())
        part = PlayerTurn.objects.filter(turn__number=number, seat=seat).first()
        if part is None or part.receipt != receipt:
            print(f"the plan {receipt[:12]} of turn {number} was acknowledged before and is not there")
    wars = [War(campaign) for campaign in Campaign.objects.order_by("id")]
    if not _play_on(wars):
        print("the wars do not go on")
    for war in wars:
        for problem in problems_of(war):
            print(problem)


def _play_on(wars: list[War]) -> bool:
    """Play until each war has some turns more or has ended, and all rests; False if that takes too long."""
    from campaign.models import Phase, Turn
    from tests.faults.killing import due
    from tests.faults.workers import fork, tick_in_a_loop

    published = Turn.objects.filter(phase=Phase.PUBLISHED)
    goal = published.count() + GO_ON * len(wars)
    chance = random.Random(1)
    worker = fork(tick_in_a_loop)
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        over = published.count() >= goal or not any(war.turn() for war in wars)
        if over and not due():
            break
        if not over:
            for war in wars:
                war.make_due(chance)
        time.sleep(0.05)
    worker.kill()
    return time.monotonic() < until


if __name__ == "__main__":
    main()
