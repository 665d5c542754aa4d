"""Hundreds press "Play now" at once, and the process dies right after it has taken a guest's plan.

The site's own command serves, in a process forked from this one: web, worker and clock, to be killed.
"""

from __future__ import annotations

import http.client
import json
import os
import random
import threading
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.cookies import SimpleCookie
from urllib.parse import urlencode

from django.conf import settings
from django.core.management import call_command
from django.db.models import Count, QuerySet

from campaign.access.play_keys import new_key
from campaign.models import (
    Banner,
    Campaign,
    CampaignKind,
    CampaignStatus,
    Founding,
    Order,
    Phase,
    PlanState,
    PlayerTurn,
    Turn,
    User,
)
from tests.faults.workers import Worker, fork
from tests.run import free_port

LIMITS = {"guests_an_hour": 5, "guests_a_day": 100, "open": 3, "a_day": 20, "guest_wars": 6}
"""Few, for each war costs a moment: one by the key that several press, two of one guest, four of others."""
SAME = 8
"""How many press the same button, and how often one guest presses others."""
TOKEN = "t" * 32
"""A form's token is good if the cookie says the same."""
PATIENCE = 60
"""Seconds for which an answer, a start or a turn is waited for."""
LONGEST = 0.05
"""Seconds after its answer within which the process is killed."""


@dataclass
class Outcome:
    """What came of it."""

    posts: int = 0
    wars: int = 0
    kills: int = 0
    problems: list[str] = field(default_factory=list)

    def line(self) -> str:
        """The run in a line."""
        wars = f"{self.posts} clicks at once made {self.wars} wars"
        return f"{wars}; {self.kills} kills after a guest's plan was taken; {len(self.problems)} problems"


@dataclass(frozen=True, slots=True)
class Answer:
    """What a browser was answered: where it was sent, and the session it was given."""

    status: int
    where: str = ""
    session: str = ""
    wait: str = ""
    body: bytes = b""


class Site:
    """The site at its port, served by a process that can be killed."""

    def __init__(self) -> None:
        self.port = free_port()
        self.server: Worker | None = None

    def start(self) -> None:
        """Serve, and wait until it answers."""
        self.server = fork(self._serve)
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            try:
                if self.ask("GET", "/healthz").status == 200:
                    return
            except OSError:
                time.sleep(0.05)
        raise SystemExit("the site did not start")

    def _serve(self) -> None:
        settings.SKIRMISHES = LIMITS
        with open(os.devnull, "w") as nowhere:
            call_command("serve", port=self.port, stdout=nowhere)

    def kill(self) -> None:
        """``kill -9``."""
        assert self.server is not None
        self.server.kill()

    def ask(self, method: str, path: str, body: str = "", kind: str = "", session: str = "") -> Answer:
        """Ask once, as a browser with this session would."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        cookies = f"{settings.CSRF_COOKIE_NAME}={TOKEN}; {settings.SESSION_COOKIE_NAME}={session}"
        headers = {"Cookie": cookies, "X-CSRFToken": TOKEN, "Content-Type": kind}
        try:
            connection.request(method, path, body, headers)
            answer = connection.getresponse()
            given = SimpleCookie(", ".join(answer.headers.get_all("Set-Cookie") or ()))
            name = settings.SESSION_COOKIE_NAME
            return Answer(
                answer.status,
                answer.headers.get("Location", "").partition("#")[0],
                given[name].value if name in given else "",
                answer.headers.get("Retry-After", ""),
                answer.read(),
            )
        finally:
            connection.close()

    def press(self, key: str, session: str = "") -> Answer:
        """Press the button of a page with this key."""
        form = urlencode({"key": key, "csrfmiddlewaretoken": TOKEN})
        return self.ask("POST", "/play/", form, "application/x-www-form-urlencoded", session)


def run(posts: int, kills: int, seed: int) -> Outcome:
    """Press so often at once, then kill so many processes."""
    chance, outcome = random.Random(seed), Outcome()
    with _served() as site:
        sessions = _press_the_same(site, outcome) | _press_all(site, posts, outcome)
        for number in range(kills):
            _kill_after_submit(site, sessions, chance.random() * LONGEST if number else 0, outcome)
    return outcome


@contextmanager
def _served() -> Iterator[Site]:
    site = Site()
    site.start()
    try:
        yield site
    finally:
        site.kill()


def wars() -> QuerySet[Campaign]:
    """All skirmishes that there are."""
    return Campaign.objects.filter(kind=CampaignKind.SKIRMISH)


def at_once(*works: Callable[[], Answer]) -> list[Answer]:
    """Do all at the same moment, each in a thread; whoever gets no answer has status 0."""
    start, given = threading.Barrier(len(works)), [Answer(0)] * len(works)

    def work(place: int) -> None:
        start.wait(PATIENCE)
        given[place] = works[place]()

    threads = [threading.Thread(target=work, args=(place,)) for place in range(len(works))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return given


def _pressing(site: Site, keys: Sequence[str], session: str = "") -> list[Answer]:
    def one(key: str) -> Callable[[], Answer]:
        return lambda: site.press(key, session)

    return at_once(*map(one, keys))


def _press_the_same(site: Site, outcome: Outcome) -> dict[str, str]:
    """One page's button by several at once; then the buttons of many pages by the guest that it has made.

    Gives sessions by the address of their war, as all of these do.
    """
    same = _pressing(site, [new_key()] * SAME)
    if {one.status for one in same} != {303} or len({one.where for one in same}) != 1:
        outcome.problems.append(f"one key was answered {[(one.status, one.where) for one in same]}")
    if (wars().count(), User.objects.filter(guest=True).count()) != (1, 1):
        outcome.problems.append(f"one key made {wars().count()} wars")
    session = same[-1].session
    own = _pressing(site, [new_key() for _ in range(SAME)], session)
    most = LIMITS["open"]
    if Counter(one.status for one in own) != {303: most - 1, 429: SAME - most + 1}:
        outcome.problems.append(f"one guest was answered {sorted(one.status for one in own)}")
    if wars().count() != most:
        outcome.problems.append(f"one guest has {wars().count()} wars")
    return {one.where: session for one in (*same, *own) if one.status == 303}


def _press_all(site: Site, posts: int, outcome: Outcome) -> dict[str, str]:
    """Everybody at once from one network, each button twice."""
    keys = [new_key() for _ in range(posts // 2)] * 2
    answers = _pressing(site, keys)
    outcome.posts, outcome.wars = len(answers), wars().count()
    wrong = [one.status for one in answers if one.status not in (303, 302, 429)]
    wrong += [one.status for one in answers if one.status == 429 and not one.wait.isdigit()]
    if wrong:
        outcome.problems.append(f"{len(wrong)} clicks were answered otherwise than expected: {wrong[:5]}")
    places: Mapping[str, set[str]] = defaultdict(set)
    for key, one in zip(keys, answers, strict=True):
        if one.status == 303:
            places[key].add(one.where)
    if any(len(found) > 1 for found in places.values()):
        outcome.problems.append("a key made two wars")
    begun = Founding.objects.exclude(asker="").count()
    if begun != LIMITS["guests_an_hour"]:
        outcome.problems.append(f"{begun} wars were begun from one network")
    if outcome.wars != LIMITS["guest_wars"]:
        outcome.problems.append(f"there are {outcome.wars} wars of guests")
    return {one.where: one.session for one in answers if one.status == 303}


def _kill_after_submit(site: Site, sessions: Mapping[str, str], pause: float, outcome: Outcome) -> None:
    """Submit a guest's plan, kill the process that has taken it, and see that the war goes on from there."""
    # In each as few turns as can be: while all of the guest's banners live.
    there = (
        wars().filter(status=CampaignStatus.RUNNING).alias(number=Count("turns")).order_by("number", "-id")
    )
    war = next(one for one in there if f"/c/{one.public_id}/" in sessions)
    home = f"/c/{war.public_id}/"
    turn = Turn.objects.exclude(phase=Phase.PUBLISHED).get(campaign=war)
    banners = Banner.objects.filter(campaign=war, seat__user__isnull=False, alive=True)
    orders = {name: {"primary": {"order": "search"}} for name in banners.values_list("public_id", flat=True)}
    body = json.dumps({"orders": orders})
    answer = site.ask("POST", f"{home}plan/submit/", body, "application/json", sessions[home])
    time.sleep(pause)
    site.kill()
    outcome.kills += 1
    if answer.status != 200:
        outcome.problems.append(f"the plan was answered {answer.status}: {answer.body[:200]!r}")
    mine = PlayerTurn.objects.get(turn=turn, seat__user__isnull=False)
    if mine.state != PlanState.SUBMITTED or mine.receipt not in answer.body.decode() or not mine.receipt:
        outcome.problems.append(f"the plan that was taken is {mine.state} {mine.receipt}")
    if Order.objects.filter(player_turn=mine).count() != len(orders):
        outcome.problems.append("the plan that was taken is not whole")
    site.start()
    until = time.monotonic() + PATIENCE
    while Turn.objects.filter(pk=turn.pk).exclude(phase=Phase.PUBLISHED).exists():
        if time.monotonic() > until:
            outcome.problems.append(f"turn {turn.number} never came to its end")
            return
        time.sleep(0.1)
    report = site.ask("GET", f"{home}turns/{turn.number}/report/", session=sessions[home])
    if report.status != 200:
        outcome.problems.append(f"the guest's report was answered {report.status}")
