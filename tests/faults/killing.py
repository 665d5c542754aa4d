"""Kill workers at random moments and at every named point, then see what is left of the wars."""

from __future__ import annotations

import random
import time
from dataclasses import dataclass, field
from datetime import timedelta
from pathlib import Path

from django.db import connections

from campaign.base import failpoints
from campaign.base.dates import clock
from campaign.base.refusal import Refusal
from campaign.models import Breaker, CampaignStatus, Notice, NoticeState, Phase, Turn
from campaign.outbox import leases
from rules.format.reading import ScenarioError
from tests.faults import naive
from tests.faults.verify import problems_of, problems_of_mail
from tests.faults.wars import War, found
from tests.faults.workers import Diary, Worker, embedded, fork, started_anew, tick_in_a_loop

WARS = 6
STEPS = 2.5
"""A worker lives from the beginning of its first step for as long as up to so many steps take."""
BARREN = 4
"""After so many workers without a finished step one is left to finish one, as on a machine that crashes
now and then: what is begun three times without an end is put on hold, and that is not what is tested."""
RECOVERY = 30.0
"""Seconds after the last kill by which all must be done."""
IMPATIENCE = 3.0
"""The same where nothing is expected to recover: a broken war may be on hold, with nothing left to begin."""
ANEW = 25
"""Every so many, a worker is started anew from the command line."""
EMBEDDED = 20
"""Every so many, it is the embedded one of the one-process default."""
TWO_AT_ONCE = 4
"""Every so many, a second worker does the same work at the same time."""


@dataclass
class Outcome:
    """What a run came to."""

    kills: int = 0
    in_a_step: int = 0
    """Kills that fell into the resolution of a turn."""
    turns: int = 0
    recovery: float = 0.0
    problems: list[str] = field(default_factory=list)

    def line(self) -> str:
        """The run in a line."""
        kills = f"{self.kills} kills, {self.in_a_step} of them in the middle of a step"
        end = f"all done {self.recovery:.1f} s after the last kill; {len(self.problems)} problems"
        return f"{kills}; {self.turns} turns published; {end}"


def run(kills: int, seed: int, folder: Path, *, broken: bool = False) -> Outcome:
    """Kill ``kills`` workers while they carry six wars on. ``broken`` takes the transactions away from them:
    a run that does not find that would find nothing."""
    chance = random.Random(seed)
    outcome = Outcome()
    wars = [found(number, automatic=number % 2 == 0) for number in range(WARS)]
    pace = Pace(step=0.4, patience=IMPATIENCE) if broken else Pace()
    number = 0
    while outcome.kills < kills:
        _feed(wars, chance, outcome)
        workers = [_worker(number, broken)]
        if number % TWO_AT_ONCE == 0 and not broken:
            workers.append(fork(tick_in_a_loop))
        pace.let_live(workers[0], chance)
        for worker in workers:
            outcome.kills += worker.kill()
            outcome.in_a_step += pace.look_back(worker)
        number += 1
    if not broken:
        _kill_at_points(wars, chance, folder, outcome)
    for war in wars:
        war.go_on()
    outcome.recovery = _recover(broken)
    outcome.turns = Turn.objects.filter(phase=Phase.PUBLISHED, number__gt=0).count()
    outcome.problems += [problem for war in wars for problem in problems_of(war)]
    outcome.problems += problems_of_mail(folder / "mail", outcome.kills)
    if outcome.recovery > RECOVERY:
        outcome.problems.append(f"it took {outcome.recovery:.1f} s after the last kill")
    return outcome


def _worker(number: int, broken: bool) -> Worker:
    if broken:
        return fork(naive.tick_without_transactions)
    if number % ANEW == ANEW - 1:
        return started_anew()
    return fork(embedded if number % EMBEDDED == EMBEDDED - 1 else tick_in_a_loop)


@dataclass
class Pace:
    """How long steps take here and now, and how many workers have died without finishing one."""

    step: float = 0.05
    barren: int = 0
    patience: float = RECOVERY
    """Seconds to wait for a worker to begin."""

    def let_live(self, worker: Worker, chance: random.Random) -> None:
        """Wait until the worker has begun a step, and then for a random part of a few steps."""
        if worker.diary is None:
            time.sleep(1.0 + chance.random())
            return
        until = time.monotonic() + self.patience
        while time.monotonic() < until and not self._is_ready(worker.diary):
            time.sleep(0.003)
        time.sleep(chance.random() * STEPS * self.step)

    def _is_ready(self, diary: Diary) -> bool:
        begun, done, _ = diary.read()
        return done > 0 if self.barren >= BARREN else begun > 0

    def look_back(self, worker: Worker) -> bool:
        """Learn from a dead worker's diary; True if it died in the middle of a step."""
        if worker.diary is None:
            return False
        begun, done, seconds = worker.diary.read()
        self.barren = 0 if done else self.barren + 1
        if done:
            self.step = (3 * self.step + seconds) / 4
        return begun > done


def _feed(wars: list[War], chance: random.Random, outcome: Outcome) -> None:
    """Let people act and deadlines pass. Who is refused has met a turn that is only half there."""
    for war in wars:
        try:
            war.make_due(chance)
        except (Refusal, ScenarioError) as refusal:
            outcome.problems.append(f"{war.campaign}: people do not find what they were told ({refusal})")


def due() -> int:
    """How many turns want resolving now."""
    running = Turn.objects.exclude(phase=Phase.PUBLISHED).filter(campaign__status=CampaignStatus.RUNNING)
    return running.filter(resolve_after__lte=clock.now()).count()


def _kill_at_points(wars: list[War], chance: random.Random, folder: Path, outcome: Outcome) -> None:
    """Each named point ends one worker; the next one goes on as if nothing had been."""
    for point in failpoints.POINTS:
        once = folder / f"point-{point}"
        environment = {"FAILPOINT": point, "FAILPOINT_ONCE": str(once)}
        for _ in range(8):
            _feed(wars, chance, outcome)
            let_leases_end()
            worker = fork(tick_in_a_loop, environment)
            while worker.wait(0.1) is None and is_busy():
                pass
            if once.exists():
                outcome.kills += 1
                outcome.in_a_step += not point.startswith("notices.")
                break
            worker.kill()
        else:
            outcome.problems.append(f"nobody ever came to {point}")


def is_busy() -> bool:
    """Whether turns are due or notices wait."""
    return due() > 0 or waiting() > 0


def waiting() -> int:
    """How many notices are still to be sent."""
    return Notice.objects.filter(state__in=(NoticeState.QUEUED, NoticeState.SENDING)).count()


def _recover(broken: bool) -> float:
    """Let one worker do what is left; gives the seconds until all turns are done."""
    start = time.monotonic()
    worker = fork(naive.tick_without_transactions if broken else tick_in_a_loop)
    patience = IMPATIENCE if broken else RECOVERY
    while due() and time.monotonic() - start < patience * 1.5:
        time.sleep(0.05)
    taken = time.monotonic() - start
    let_leases_end()
    until, left = time.monotonic() + patience, waiting()
    while is_busy() and time.monotonic() < until:
        time.sleep(0.05)
        if not broken and (now := waiting()) < left:
            # However slow a machine that is busy with other things: all that goes on will be done.
            until, left = time.monotonic() + patience, now
    worker.kill()
    connections.close_all()
    return taken


def let_leases_end(*, renewed_before: timedelta = timedelta(0)) -> None:
    """A minute passes for what a killed worker had taken: for what nobody took or renewed for so long."""
    moment = clock.now()
    taken = Notice.objects.filter(
        state=NoticeState.SENDING, leased_until__lte=moment - renewed_before + leases.LEASE
    )
    taken.update(leased_until=moment - timedelta(seconds=1))


def let_pauses_end() -> None:
    """What waits for minutes need not: breakers open again, mails are tried again."""
    moment = clock.now()
    Breaker.objects.filter(until__gt=moment).update(until=moment)
    Notice.objects.filter(state=NoticeState.QUEUED, not_before__gt=moment).update(not_before=moment)
