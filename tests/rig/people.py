"""The people's programs: each sends one request after the other by a socket that it keeps open.

Who is not answered either sends the same again under the same key, or goes on with something newer.
"""

from __future__ import annotations

import http.client
import json
import random
import threading
import time
from collections.abc import Sequence
from contextlib import suppress
from typing import Any

from tests.rig.field import DRAWING, Fought, News, Place, drawn_plan
from tests.rig.journal import UNKNOWN, Journal
from tests.rig.sealing import SEALING, Act, Device

ANSWER = 120.0
"""Seconds that an answer may take: whoever stands still is waited for, as the request may still count."""
CLOSE = 0.05
"""Seconds around a deadline that matter."""
MESSAGES = 0.15
"""How often a message is sent instead of a plan; 30 in five minutes are allowed."""
MOST_MESSAGES = 28


class Program(threading.Thread):
    """One person's program."""

    def __init__(
        self, place: Place, fought: Fought, ports: Sequence[int], journal: Journal, chance: random.Random
    ) -> None:
        super().__init__(daemon=True)
        self.place, self.fought, self.ports = place, fought, ports
        self.journal, self.chance = journal, chance
        self.waits_at = 0
        """The port whose process owes an answer; 0: none does."""
        self.pace = 0.25
        """Seconds that it waits between two requests, about."""
        self.answered = self.close = 0
        """Answers that it has had, and plans that it sent within 50 ms of a deadline."""
        self.patient = False
        """Whether it sends only what it can send close to a deadline."""
        self.device = Device(place)
        self.seals = SEALING if fought.open else 0.0
        """How often it seals a share."""
        self.messages = MESSAGES
        """How often it sends a message."""
        self._messages = self._keys = 0
        self._again: tuple[Act, str] | None = None
        self._line: http.client.HTTPConnection | None = None
        self._port = 0
        self.resting = threading.Event()
        """Set: only results are told, for turns to come to their end."""
        self._over = threading.Event()
        self._told: set[str] = set()
        self._lag = 0.0

    def run(self) -> None:
        """Go on until told to stop."""
        while not self._over.is_set():
            if self.patient and not self.resting.is_set() and not self._aims():
                self._over.wait(0.02)
                continue
            act, key = self._next()
            if act is None or self._is_over(act):
                self._over.wait(0.02)
                continue
            self._send(act, key)
            if not self.patient and not self._aims():
                self._over.wait(self.chance.random() * 2 * self.pace)

    def stop(self) -> None:
        """Send nothing more."""
        self._over.set()

    def _is_over(self, act: Act) -> bool:
        """Whether it is a plan that comes too late, which most people do not send."""
        due = self.fought.news.due
        late = act.kind == "plan" and due is not None and time.monotonic() > due + 2 * CLOSE
        return late and self.chance.random() < 0.95

    def _aims(self) -> bool:
        """Sleep until just before or after the deadline, if it is close; whether it is."""
        due = self.fought.news.due
        if due is None or not -0.3 < due - time.monotonic() < 0.5:
            return False
        # Half of them leave as much earlier as the last answer took: these are taken close to it.
        early = self._lag * self.chance.randint(0, 1)
        self._over.wait(max(0.0, due + self.chance.uniform(-CLOSE, CLOSE) - early - time.monotonic()))
        return True

    def _next(self) -> tuple[Act | None, str]:
        if self._again is not None:
            act, key = self._again
            self._again = None
            # Some programs have forgotten what they did when they lost the line.
            if self.chance.random() < 0.7:
                return act, key
        self._keys += 1
        return self._drawn(self.fought.news), f"{self.place.who}-{self._keys}"

    def _drawn(self, news: News) -> Act | None:
        if news.phase == DRAWING:
            return self.device.open(news.number)
        if self.resting.is_set() and not news.battles:
            return None
        if news.phase == "planning" and self.place.seat in news.plans:
            if self.chance.random() < self.seals:
                return self.device.seal(news.number)
            if self.chance.random() < self.messages and self._messages < MOST_MESSAGES:
                return self._message()
            return self._plan(news)
        open_ones = [one for one in news.battles.get(self.place.seat, ()) if not self._is_done(one[0])]
        return self._result(news, *self.chance.choice(open_ones)) if open_ones else None

    def _plan(self, news: News) -> Act:
        plan = drawn_plan(news.plans[self.place.seat], self.chance)
        submit = self.chance.random() < 0.01
        path = f"turns/{news.number}/plan/"
        about = {"turn": news.number, "seat": self.place.seat, "plan": plan, "submit": submit}
        if submit:
            return Act("plan", about, "POST", f"{path}submit/", plan)
        return Act("plan", about, "PUT", path, plan)

    def _result(self, news: News, battle: str, first: bool) -> Act:
        """What both sides agree on in the end; the first may have told something else before."""
        own, enemy = (50 * (ord(sign) % 8) for sign in battle[:2])
        said: dict[str, Any] = {"winner": "own", "points_own": own, "points_enemy": enemy}
        if not first:
            said = {"winner": "enemy", "points_own": enemy, "points_enemy": own}
        elif battle not in self._told and self.chance.random() < 0.6:
            said = {"winner": "draw", "points_own": 50 * self.chance.randint(0, 8), "points_enemy": 450}
        self._told.add(battle)
        about = {"turn": news.number, "battle": battle, "seat": self.place.seat, "first": first, **said}
        return Act("result", about, "POST", f"battles/{battle}/result/", {"method": "tabletop", **said})

    def _is_done(self, battle: str) -> bool:
        return (battle, self.place.seat) in self.fought.done

    def _message(self) -> Act:
        """Half of them have a name of the sender's own, the others the request's key alone."""
        self._messages += 1
        text = f"{self.place.who} writes {self._messages}"
        body = {"text": text}
        if self._messages % 2:
            body["client_id"] = f"m{self._messages}"
        return Act("message", {"text": text}, "POST", "messages/all/", body)

    def _send(self, act: Act, key: str) -> None:
        if not self._connected():
            self._over.wait(0.05)
            return
        number = self.journal.number()
        self.journal.write(
            "request",
            number=number,
            who=self.place.who,
            kind=act.kind,
            war=self.place.war,
            about=dict(act.about),
            key=key,
        )
        due = self.fought.news.due
        self.close += act.kind == "plan" and due is not None and abs(due - time.monotonic()) <= CLOSE
        self.waits_at, begun = self._port, time.monotonic()
        try:
            status, answer = self._asked(act, key)
        except (OSError, http.client.HTTPException, ValueError):
            self._hang_up()
            self._again = (act, key)
            return
        finally:
            self.waits_at = 0
        self.journal.write("answer", number=number, status=status, answer=answer)
        self.device.heard(act, status)
        self.answered += status not in UNKNOWN
        self._lag = min(time.monotonic() - begun, 0.4)
        if act.kind == "result" and status == 200 and act.about["winner"] != "draw":
            self.fought.done.add((act.about["battle"], self.place.seat))
        if status in UNKNOWN:
            self._again = (act, key)

    def _asked(self, act: Act, key: str) -> tuple[int, dict[str, Any]]:
        assert self._line is not None
        headers = {
            "Authorization": f"Bearer {self.place.token}",
            "Content-Type": "application/json",
            "Idempotency-Key": key,
        }
        path = f"/api/v1/campaigns/{self.place.campaign}/{act.path}"
        self._line.request(act.method, path, json.dumps(act.body), headers)
        response = self._line.getresponse()
        raw = response.read()
        document = json.loads(raw) if "json" in response.headers.get("Content-Type", "") else {}
        names = ("receipt", "saved_at", "code", "type", "detail")
        return response.status, {name: document[name] for name in names if name in document}

    def _connected(self) -> bool:
        """Whether there is a line, an old one or a new one."""
        if self._line is not None:
            return True
        for port in self.chance.sample(self.ports, len(self.ports)):
            line = http.client.HTTPConnection("127.0.0.1", port, timeout=ANSWER)
            with suppress(OSError):
                line.connect()
                self._line, self._port = line, port
                return True
        return False

    def _hang_up(self) -> None:
        if self._line is not None:
            self._line.close()
        self._line = None
