"""Rounds: wars are founded, people save, the site is hit; then all comes to rest and is looked at."""

from __future__ import annotations

import random
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from django.db import DatabaseError, connections

from campaign.base.dates import clock, jumps
from campaign.base.setup.campaign_settings import OPEN
from campaign.models import Phase, Turn
from campaign.turn.drawing.beacon_rounds import ask_beacon, site_beacon
from tests.faults.killing import due, let_leases_end, let_pauses_end, waiting
from tests.faults.wars import NEAR, STARTS
from tests.rig.field import Director, Fought, begin
from tests.rig.hits import Faults
from tests.rig.journal import requests
from tests.rig.judge import Evidence, mails, problems
from tests.rig.people import Program
from tests.rig.site import Site, until

HITS = 60
"""Hits in a round: the fewer, the nearer to its cause a problem is found."""
PATIENCE = 90.0
"""Seconds without any progress after which something is wrong, on the slowest machine."""
SENDERS = ("worker", "ticker")
TALK = 0.7
SEALED = 0.5
"""How often messages or seals are sent instead of plans, where these are looked at."""
PAUSE = (0.0, 0.1)
"""Seconds between an answer after a hit and the next hit."""


@dataclass
class Outcome:
    """What a run came to."""

    done: Counter[str] = field(default_factory=Counter)
    in_a_step: int = 0
    waited: int = 0
    idle: int = 0
    requests: int = 0
    acknowledged: int = 0
    unknown: int = 0
    close: int = 0
    """Plans sent within 50 ms of the deadline."""
    turns: int = 0
    mails: int = 0
    rounds: int = 0
    moments: list[tuple[str, float, float]] = field(default_factory=list)
    """What was done from when to when, in all rounds."""
    problems: list[str] = field(default_factory=list)

    @property
    def hits(self) -> int:
        """Hits that count."""
        return sum(self.done.values())

    def line(self) -> str:
        """The run in a line."""
        hits = f"{self.hits} hits in flight ({self.in_a_step} in a step, {self.waited} requests waiting)"
        sent = f"{self.requests} requests, {self.acknowledged} acknowledged, {self.unknown} never answered"
        close = f"{self.close} plans sent within 50 ms of their deadline"
        done = f"{self.turns} turns, {self.mails} mails; {len(self.problems)} problems"
        return f"{hits}; {sent}; {close}; {done}"

    def kinds(self) -> str:
        """How often each was hit."""
        return ", ".join(f"{kind} {count}" for kind, count in sorted(self.done.items()))


@dataclass
class Plan:
    """What to do in a round."""

    hits: int
    wars: int = 2
    only: str = ""
    talks: bool = False
    """Most of what is sent are messages."""
    fights: bool = False
    """All battles are fought at tables, and soon."""
    seals: bool = False
    """No war has a beacon, and much is sealed."""
    close: int = 0
    """Plans sent close to a deadline after which a round without hits ends."""

    def automatic(self, n: int) -> bool:
        """Whether the round's war of this number has no reviews."""
        return bool(self.close) or (n % 2 == 0 and not self.fights)


@dataclass
class Scene:
    """What is going on in a round."""

    fields: list[Fought]
    director: Director
    faults: Faults
    programs: list[Program]

    def quieten(self) -> None:
        """Nobody plans any more, and no new date is set: what has been begun is brought to its end."""
        self.director.rest.set()
        for program in self.programs:
            program.resting.set()

    def stop(self) -> None:
        """Everybody goes home."""
        for program in self.programs:
            program.stop()
        for program in self.programs:
            program.join()
        self.director.stop()


@contextmanager
def fighting(site: Site, fields: list[Fought], chance: random.Random) -> Iterator[Scene]:
    """Let people plan and dates come inside the block; afterwards only what has been begun goes on."""
    director = Director(fields, random.Random(chance.random()))
    site.programs = [
        Program(place, one, site.ports, site.journal, random.Random(chance.random()))
        for one in fields
        for place in one.places
    ]
    scene = Scene(fields, director, Faults(site, fields, chance), site.programs)
    for thread in (director, *site.programs):
        thread.start()
    try:
        yield scene
    except BaseException:
        scene.stop()
        raise
    scene.quieten()


def found_wars(plan: Plan, outcome: Outcome) -> list[Fought]:
    """The wars of a round, all with open dice: by the beacon and by shares in turn, each in both kinds.

    Where plans are to come close to deadlines, or armies to meet, they follow from the chain: each turn would
    wait for its dice.
    """
    number, found = outcome.rounds * 100, []
    outcome.rounds += 1
    until(_beacon_is_known, PATIENCE)
    for n in range(plan.wars):
        more: dict[str, Any] = {} if plan.close or plan.fights else {"dice": OPEN}
        more["beacon"] = bool(more) and not plan.seals and (outcome.rounds + n) % 2 == 0
        starts = NEAR if plan.fights else STARTS
        found.append(begin(number + n, automatic=plan.automatic(n), starts=starts, **more))
    return found


def _beacon_is_known() -> bool:
    """Ask it again: on a machine that is busy enough its addresses do not answer in time."""
    ask_beacon()
    return site_beacon() is not None


def play(site: Site, plan: Plan, chance: random.Random, outcome: Outcome) -> None:
    """One round."""
    fields = found_wars(plan, outcome)
    with fighting(site, fields, chance) as scene:
        for program in scene.programs if plan.talks else ():
            program.messages = TALK
        for program in scene.programs if plan.seals else ():
            program.seals = SEALED
        for program in scene.programs if plan.close else ():
            program.patient, program.messages = True, 0.0
        if plan.close:
            _until_close(site, plan.close, outcome)
        else:
            _hit_all(site, plan, scene.faults, outcome)
    rest(site, scene, outcome)
    scene.stop()
    connections.close_all()
    _count(site, scene.faults, fields, outcome)
    found = list(scene.faults.hits.problems)
    outcome.moments += scene.faults.moments
    until(lambda: not waiting(), PATIENCE)
    notices = mails()
    found += problems(fields, Evidence(site.journal.lines(), outcome.moments, notices))
    outcome.problems += [f"round {outcome.rounds}: {one}" for one in found]


def _hit_all(site: Site, plan: Plan, faults: Faults, outcome: Outcome) -> None:
    misses = 0
    while faults.hits.count < plan.hits and misses < 5:
        answered = _answered(site)
        if not faults.hit(faults.draw(plan.only)):
            misses += 1
        if not _goes_on(site, answered):
            outcome.problems.append(f"nobody was answered for {PATIENCE:.0f} s after {faults.moments[-1:]}")
            return
        time.sleep(faults.chance.uniform(*PAUSE))
    if misses >= 5:
        outcome.problems.append("nothing was going on: nothing was tried")


def _answered(site: Site) -> int:
    return sum(one.answered for one in site.programs)


def _goes_on(site: Site, before: int) -> bool:
    """Whether anybody is answered again."""
    end = time.monotonic() + PATIENCE
    looked = time.monotonic()
    while _answered(site) <= before:
        if time.monotonic() > end:
            return False
        if time.monotonic() - looked > 1:
            # On a busy machine a process may say late that the clock was wrong: the operator says it again.
            looked = time.monotonic()
            if jumps.is_parted(clock.now()):
                jumps.trust()
        time.sleep(0.005)
    return True


def _until_close(site: Site, count: int, outcome: Outcome) -> None:
    """Let deadlines come, with nothing else, until so many plans were sent close to them."""
    end, seen = time.monotonic() + PATIENCE, 0
    while (now := sum(one.close for one in site.programs)) < count:
        if now > seen:
            end, seen = time.monotonic() + PATIENCE, now
        elif time.monotonic() > end:
            outcome.problems.append("no plan came close to a deadline any more")
            return
        time.sleep(0.1)


def rest(site: Site, scene: Scene, outcome: Outcome) -> None:
    """Mend all, and wait until nothing is due and all mails are gone, as long as it goes on.

    Those who send are started anew, so that nobody holds a lease, and none has to run out.
    """
    site.mend()
    scene.faults.note("all who send are killed", lambda: site.kill_all(SENDERS))
    connections.close_all()
    let_leases_end()
    site.start_all(SENDERS)
    end, left = time.monotonic() + PATIENCE, (-1, -1, -1)
    while True:
        try:
            if jumps.is_parted(clock.now()):
                jumps.trust()
            let_pauses_end()
            now = (due(), _moving(scene.fields), waiting())
        except DatabaseError:
            connections.close_all()
            now = (-2, -2, -2)
        if not any(now):
            return
        if now != left:
            end, left = time.monotonic() + PATIENCE, now
        elif time.monotonic() > end:
            outcome.problems.append(f"turns due, open, mails waiting: {now}, and nothing goes on")
            return
        time.sleep(0.1)


def _moving(fields: list[Fought]) -> int:
    keys = [one.war.campaign.pk for one in fields]
    return Turn.objects.filter(
        campaign__in=keys, phase__in=(Phase.MOVEMENT_REVIEW, Phase.AFTERMATH_REVIEW, Phase.BATTLES)
    ).count()


def _count(site: Site, faults: Faults, fields: list[Fought], outcome: Outcome) -> None:
    outcome.done += faults.hits.done
    outcome.in_a_step += faults.hits.in_a_step
    outcome.waited += faults.hits.requests
    outcome.idle += faults.hits.idle
    keys = {one.war.campaign.pk for one in fields}
    for request in requests(site.journal.lines()):
        if request.war in keys:
            outcome.requests += 1
            outcome.acknowledged += request.acknowledged
            outcome.unknown += request.unknown
    outcome.close += sum(one.close for one in site.programs)
    outcome.turns += Turn.objects.filter(campaign__in=keys, phase=Phase.PUBLISHED, number__gt=0).count()
    outcome.mails = sum(line["fact"] == "mail" for line in site.journal.lines())
