"""What is done to the site, each time while somebody waits for an answer or a step is begun."""

from __future__ import annotations

import random
import re
import signal
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import timedelta
from functools import partial

from django.db import connection, connections

from campaign.base.dates import clock, jumps
from campaign.models import Phase, Turn
from campaign.turn.locked_turn import locked_turn
from tests.rig.field import Fought
from tests.rig.servers import BEACON_ODD, GOOD, ODD, BeaconServer, MailServer
from tests.rig.site import ENDING, PROCESSES, Site, until

IN_FLIGHT = 20.0
"""Seconds that the moment for a hit may be waited for; then another is tried."""
NARROW = 1.5
"""The same for the very process that is meant."""
STILL = (0.05, 0.4)
HOUR = 3600.0
JUMPED = 1.0
"""Seconds that a clock stays wrong: longer than any process goes without looking."""

Do = Callable[[], None]


@dataclass
class Hits:
    """What has been done so far, by name, and what came of it that should not."""

    done: Counter[str] = field(default_factory=Counter)
    in_a_step: int = 0
    requests: int = 0
    """Requests without an answer at the moments of the hits, all together."""
    idle: int = 0
    """What was done while nothing was going on: not counted."""
    problems: list[str] = field(default_factory=list)

    @property
    def count(self) -> int:
        """Hits that count."""
        return sum(self.done.values())


class Faults:
    """Everything that can happen to this site, to be drawn from."""

    def __init__(self, site: Site, fields: list[Fought], chance: random.Random) -> None:
        self.site, self.fields, self.chance = site, fields, chance
        self.hits = Hits()
        self.moments: list[tuple[str, float, float]] = []
        """What was done from when to when, by the wall."""
        self.kinds: dict[str, Do] = {}
        for name in PROCESSES:
            for how in (self._kill, self._stand, self._restart):
                self.kinds[f"{name} {how.__name__.strip('_')}"] = partial(how, name)
        self.kinds["time forward"] = partial(self._jump, HOUR)
        self.kinds["time back"] = partial(self._jump, -HOUR)
        for mood in ODD:
            self.kinds[f"mail {mood}"] = partial(self._mood, site.mail, mood)
        for mood in BEACON_ODD:
            self.kinds[f"beacon {mood}"] = partial(self._mood, site.beacon, mood)
        if site.disk is not None:
            self.kinds["disk full"] = self._fill
        if site.postgres is not None:
            self.kinds["postgres kill"] = partial(self._postgres, kill=True)
            self.kinds["postgres restart"] = partial(self._postgres, kill=False)
            self.kinds["postgres stand"] = lambda: (
                (site.postgres and site.postgres.stop(self._while())) or None
            )
        if site.redis is not None:
            self.kinds["redis kill"] = self._redis_killed
            self.kinds["redis restart"] = site.redis.restart
            self.kinds["redis stand"] = lambda: (site.redis and site.redis.stop(4 * self._while())) or None
        self._deck: list[str] = []

    def draw(self, only: str = "") -> str:
        """The next kind: each comes before any comes again."""
        fitting = [one for one in self._deck if re.match(only, one)]
        if not fitting:
            self._deck = self.chance.sample(sorted(self.kinds), len(self.kinds))
            fitting = [one for one in self._deck if re.match(only, one)]
        self._deck.remove(fitting[0])
        return fitting[0]

    def hit(self, kind: str) -> bool:
        """Do it at a good moment; False if there was none."""
        meant = self._meant(kind)
        if not until(meant, NARROW) and not until(self._busy, IN_FLIGHT):
            self.hits.idle += 1
            self._deck.append(kind)
            return False
        self.hits.in_a_step += self.site.in_a_step()
        self.hits.requests += self.site.waiting()
        self.note(kind, self.kinds[kind])
        self.hits.done[kind] += 1
        return True

    def note(self, kind: str, do: Do) -> None:
        """Do something, and write down when."""
        begun = time.time()
        self.site.journal.write("fault", kind=kind)
        # The database may have been another since this process spoke with it.
        connections.close_all()
        do()
        self.moments.append((kind, begun, time.time()))
        self.site.journal.write("mended", kind=kind)

    def _busy(self) -> bool:
        return self.site.waiting() > 0 or self.site.in_a_step()

    def _meant(self, kind: str) -> Callable[[], bool]:
        """What must be going on for a hit of this kind: in the process that is hit, if it is one."""
        one = self.site.processes.get(kind.partition(" ")[0])
        if kind.startswith("mail"):
            return lambda: self.site.mail.talking > 0 or self._busy()
        if one is None:
            return self._busy
        if one.port:
            return lambda: self.site.waiting(one.port) > 0
        if one.name == "clock":
            return one.in_a_step
        return lambda: one.in_a_step() or self.site.mail.talking > 0

    def _while(self) -> float:
        return self.chance.uniform(*STILL)

    def _kill(self, name: str) -> None:
        one = self.site.processes[name]
        one.signal(signal.SIGKILL)
        self.site.start(one)

    def _stand(self, name: str) -> None:
        one = self.site.processes[name]
        one.signal(signal.SIGSTOP)
        time.sleep(self._while())
        one.signal(signal.SIGCONT)

    def _restart(self, name: str) -> None:
        one = self.site.processes[name]
        one.signal(signal.SIGTERM)
        if not one.wait(ENDING):
            one.signal(signal.SIGKILL)
        self.site.start(one)

    def _mood(self, server: MailServer | BeaconServer, mood: str) -> None:
        spoilt, server.mood = server.spoilt, mood
        # Hits on who sends, or asks, are in flight when somebody has met with them.
        until(lambda: server.spoilt > spoilt, NARROW)
        time.sleep(self._while())
        server.mood = GOOD

    def _postgres(self, *, kill: bool) -> None:
        assert self.site.postgres is not None
        if kill:
            self.site.postgres.kill()
            time.sleep(self._while() / 2)
        self.site.postgres.restart()

    def _redis_killed(self) -> None:
        assert self.site.redis is not None
        self.site.redis.kill()
        time.sleep(self._while())
        self.site.redis.start()

    def _fill(self) -> None:
        """The database's disk is full for a while. What was prepared for later writes is used up first."""
        assert self.site.disk is not None
        connections.close_all()
        if self.site.postgres is not None:
            self.site.postgres.take_room()
        else:
            with connection.cursor() as cursor:
                cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        connections.close_all()
        self.site.disk.fill()
        time.sleep(2 * self._while())
        self.site.disk.clear()
        if self.site.postgres is not None and not self.site.postgres.pids()[1:]:
            self.site.postgres.restart()

    # The time

    def _jump(self, seconds: float) -> None:
        """All clocks on the wall are wrong for a while: no turn is resolved early, and none until they agree.

        One war's deadline is so far ahead that only a wrong clock could reach it. Then the operator says that
        the time is right.
        """
        watched = self._set_far()
        until(self._busy, NARROW)
        self.site.shared.offset = seconds
        time.sleep(JUMPED)
        early = self._resolved_early(watched)
        self.site.shared.offset = 0.0
        # Nobody is left who still sees the wrong time.
        time.sleep(0.3)
        until(self._trusted, 60, 0.1)
        for one in self.fields:
            one.wait = False
        if early:
            self.hits.problems.append(f"a clock that jumped by {seconds:.0f} s resolved turn {early} early")

    def _set_far(self) -> list[int]:
        for one in self.fields:
            one.wait = True
        time.sleep(0.3)
        planning = Turn.objects.filter(campaign__in=[one.war.campaign.pk for one in self.fields])
        found = list(planning.filter(phase=Phase.PLANNING).values_list("id", flat=True))
        kept = []
        for key in found:
            with locked_turn(key) as held:
                if held.turn.phase == Phase.PLANNING:
                    due = held.now + timedelta(seconds=HOUR / 2)
                    held.set_turn(plan_due=due, announce_due=due, resolve_after=due)
                    kept.append(key)
        return kept

    def _resolved_early(self, watched: list[int]) -> list[int]:
        gone = Turn.objects.filter(id__in=watched).exclude(phase=Phase.PLANNING)
        return list(gone.values_list("number", flat=True))

    def _trusted(self) -> bool:
        jumps.trust()
        return not jumps.is_parted(clock.now())
