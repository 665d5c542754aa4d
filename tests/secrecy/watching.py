"""Both worlds, looked at by everybody at every moment: what was answered, and what of it was a leak."""

from __future__ import annotations

import os
import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace

from django.core.cache import cache

from campaign.delivery.services import send_due
from tests.secrecy import leaks
from tests.secrecy.asking import Asking, Strange
from tests.secrecy.cast import (
    ANONYMOUS,
    COMPARED,
    DEPUTY,
    EVERYBODY,
    FACILITATOR,
    GUEST,
    OBSERVER,
    OPERATOR,
    OUTSIDER,
    PLAYER,
    RIVAL,
    THIRD,
    Cast,
    open_guest,
)
from tests.secrecy.crawl import Address, Answer, Log, ask_all, letters
from tests.secrecy.story import story
from tests.secrecy.table import REFUSED, addresses, is_open, row_of
from tests.secrecy.world import LEFT, RIGHT, World

WHOLE = os.environ.get("SECRECY") == "whole"
"""The long form (``make secrecy``): everybody tries everything whenever they look. The short form does so at
one moment, and else only reads what is open to the reader."""
CLOSEST = (PLAYER, RIVAL)
"""Those who, in the long form, try everything at every moment that they look."""
PHASES = (
    "turn 1 opens",
    "movement is corrected",
    "results are told",
    "outcome is corrected",
    "the campaign is paused",
    "the campaign has ended",
)
"""A moment of each phase, for all but the player, who looks at every one."""
THOROUGH = "results are told"
"""The moment at which everybody tries everything; else most only read."""
PLANNED = "plans are in"
"""The moment at which, in the short form, the player tries everything that concerns plans."""
OF_PLANS = ("plan/", "fallback/", "practice/")
LOG = "the log"

SHORT: dict[str, tuple[str, ...]] = {
    "turn 1 opens": EVERYBODY,
    PLANNED: (PLAYER,),
    "movement is corrected": (PLAYER, FACILITATOR),
    THOROUGH: (PLAYER, RIVAL, THIRD, OUTSIDER, GUEST),
    "turn 2 opens": (PLAYER, DEPUTY),
    "the campaign is paused": (RIVAL,),
}
"""Who looks when in the short form, which ends with the last of these moments."""
TRY_ALL = (PLAYER, OUTSIDER, GUEST)
"""Who tries what is closed, too, at the thorough moment of the short form: a part of everything."""
SEE_ALL = (PLAYER, RIVAL, THIRD, FACILITATOR, GUEST)
"""Who asks in the short form for all pages; others share them."""
ONCE = (PLAYER, OPERATOR, ANONYMOUS)
"""Who looks in the short form at what has nothing to do with a campaign."""

Key = tuple[str, str]
"""A moment and a role."""


@dataclass
class Planted:
    """What came of a leak that was planted: the words found, and what the compared were answered."""

    words: list[str] = field(default_factory=list)
    answers: dict[Address, Answer] = field(default_factory=dict)
    letters: list[str] = field(default_factory=list)


@dataclass
class Record:
    """One world as it was seen."""

    answers: dict[Key, dict[Address, Answer]] = field(default_factory=dict)
    letters: dict[Key, list[str]] = field(default_factory=dict)
    leaks: list[str] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)
    met: dict[Key, set[str]] = field(default_factory=dict)
    named: dict[str, str] = field(default_factory=dict)
    strange: dict[str, Strange] = field(default_factory=dict)
    planted: dict[str, Planted] = field(default_factory=dict)
    requests: int = 0


class Watch:
    """Looks at one world as everybody while its story runs."""

    def __init__(self, world: World, other: Record | None = None) -> None:
        self.world = world
        self.other = other
        self.record = Record(named=world.named)
        self.cast = Cast(world.users)
        self.log = Log()

    def run(self, until: str = "") -> Record:
        """Play the story, and look at each of its moments; ``until`` is the last one."""
        cache.clear()
        self._let_a_guest_in()
        with self.log.open():
            for moment in story(self.world):
                self.look(moment)
                if moment == until:
                    break
        return self.record

    def _let_a_guest_in(self) -> None:
        """Somebody plays here without an account: that war is nobody else's to hear of."""
        word = "zqplayedalonex"
        self.world.words.may_see[word] = frozenset((GUEST,))
        self.world.named["war of the guest"] = word
        with self.world.time():
            self.world.users[GUEST] = open_guest(word)

    def look(self, moment: str) -> None:
        """Look at everything once."""
        strange = Strange.of(self.world) if self.other is None else self.other.strange[moment]
        self.record.strange[moment] = strange
        with self.world.time():
            self._read_mail(moment)
            for role in self._roles(moment):
                self._crawl(moment, role, strange)
            if moment in leaks.MOMENTS:
                for leak in leaks.AT[moment]:
                    self.record.planted[leak.name] = self._plant(leak, strange)
        self._read_log(moment)

    def _roles(self, moment: str) -> Iterator[str]:
        """Who looks: in the right world only those who are compared, for nobody else learns from it."""
        for role in EVERYBODY:
            if self.other is not None and role not in COMPARED:
                continue
            if role in SHORT.get(moment, ()) if not WHOLE else role == PLAYER or moment in PHASES:
                yield role

    def _crawl(self, moment: str, role: str, strange: Strange) -> None:
        asking = Asking(self.world, role, strange)
        asked = self._tried(addresses(asking, once=False), moment, role)
        if moment == PHASES[0] and (WHOLE or role in ONCE):
            once = addresses(asking, once=True)
            # Of entries of which each person has one the operator looks in the short form at every sixth.
            each = 1 if WHOLE or role != OPERATOR else 6
            asked += [one for n, one in enumerate(once) if n % each == 0 or "object_id" not in one.route]
        answers = ask_all(self.cast.client(role), asked)
        self.record.requests += len(answers)
        if role in COMPARED:
            self.record.answers[(moment, role)] = answers
        met = self.record.met.setdefault((moment, role), set())
        for address, answer in answers.items():
            words = self.world.words.in_text(answer.text)
            met.update(words)
            self._judge(moment, role, address, answer, words)

    def _tried(self, asked: list[Address], moment: str, role: str) -> list[Address]:
        """Of all requests those that this person makes at this moment."""
        if WHOLE:
            everything = moment == THOROUGH or role in CLOSEST
            return [address for address in asked if everything or address.method == "GET"]
        if moment == THOROUGH and role in TRY_ALL:
            return [address for address in asked if _is_tried_at_the_thorough_moment(address, role)]
        return [address for address in asked if self._is_tried_shortly(address, moment, role)]

    def _is_tried_shortly(self, address: Address, moment: str, role: str) -> bool:
        if moment == PLANNED and any(part in address.route for part in OF_PLANS):
            return True
        row = row_of(address.route)
        if row is None or address.method != "GET" or not is_open(row, role, self.world):
            return False
        if not address.route.startswith("api/"):
            return role in SEE_ALL or _has_its_turn(address, moment, role)
        whole = role == PLAYER and moment == PHASES[0] and zlib.crc32(address.route.encode()) % 3 == 0
        return whole or _has_its_turn(address, moment, role)

    def _judge(self, moment: str, role: str, address: Address, answer: Answer, words: list[str]) -> None:
        place = f"{moment}: {role}, {address.name}"
        for word in words:
            if role not in self.world.words.may_see[word] and word not in f"{address.path}{address.data}":
                self.record.leaks.append(f"{place} was answered {word}")
        row = row_of(address.route)
        if row is None or row.any_status:
            return
        if answer.status >= 500:
            self.record.wrong.append(f"{place}: {answer.status}")
        elif not is_open(row, role, self.world) and answer.status not in REFUSED:
            self.record.wrong.append(f"{place}: {answer.status}, but it is open to {row.open_to}")
        elif role in row.open_to and address.mine and answer.status >= 400:
            self.record.wrong.append(f"{place}: {answer.status}, but it is open to {role}")

    def _read_mail(self, moment: str) -> None:
        send_due()
        roles = {user.email: role for role, user in self.world.users.items()}
        for letter in letters():
            role = roles[letter.to]
            self.record.letters.setdefault((moment, role), []).append(letter.text)
            for word in self.world.words.found_by(role, letter.text):
                self.record.leaks.append(f"{moment}: a mail to {role} says {word}")

    def _read_log(self, moment: str) -> None:
        """The log is the operator's, who sees no campaign's content; addresses are what was asked for."""
        for line in self.log.lines:
            for word in self.world.words.found_by(LOG, line):
                if not any(word in asked for asked in self.record.strange[moment].all()):
                    self.record.leaks.append(f"{moment}: the log says {word}: {line[:200]}")
        self.log.lines.clear()

    def _plant(self, leak: leaks.Leak, strange: Strange) -> Planted:
        """Look again with a leak in the app: at what the player and an outsider are told where it is."""
        planted = Planted()
        self.log.lines.clear()
        with leak.planted(self.world):
            for role in (PLAYER, OBSERVER):
                asked = addresses(Asking(self.world, role, strange), once=False, among=leak.routes)
                answers = ask_all(self.cast.client(role), asked)
                # Both are asked for the same addresses, and both answers are to be compared.
                planted.answers.update(
                    {
                        replace(address, route=f"{role}: {address.route}"): one
                        for address, one in answers.items()
                    }
                )
                for address, answer in answers.items():
                    found = self.world.words.found_by(role, answer.text)
                    planted.words += [word for word in found if word not in f"{address.path}{address.data}"]
            planted.letters = leak.letters(self.world)
        for text in planted.letters:
            planted.words += self.world.words.found_by(PLAYER, text)
        for line in self.log.lines:
            planted.words += self.world.words.found_by(LOG, line)
        self.log.lines.clear()
        return planted


def _is_tried_at_the_thorough_moment(address: Address, role: str) -> bool:
    """The player, who has read most that is open to him before, a fifth; of outsiders and guests every fifth
    page, each another, and of the API every tenth address, or twentieth for guests, to whom all is closed."""
    mark = zlib.crc32(address.route.encode())
    if role == PLAYER:
        return mark % 5 == 0
    if address.route.startswith("api/"):
        return mark % (20 if role == GUEST else 10) == 0
    return mark % 5 == (0 if role == GUEST else 1)


def _has_its_turn(address: Address, moment: str, role: str) -> bool:
    """All share the API between them, a ninth of it each at one moment, and another at the next, and the
    pages, of which each has half."""
    place = EVERYBODY.index(role) + list(SHORT).index(moment)
    share = 9 if address.route.startswith("api/") else 2
    return (zlib.crc32(address.route.encode()) + place) % share == 0


def glimpse(
    world: World, moment: str, routes: tuple[str, ...], tell: Callable[[World], Iterator[str]] = story
) -> tuple[dict[Address, Answer], list[str]]:
    """What the player is answered at these addresses at one moment, and the words among it not for him."""
    cache.clear()
    for reached in tell(world):
        if reached == moment:
            break
    with world.time():
        asked = addresses(Asking(world, PLAYER, Strange()), once=False, among=routes)
        chosen = [address for address in asked if address.method == "GET"]
        answers = ask_all(Cast(world.users).client(PLAYER), chosen)
    words = [word for answer in answers.values() for word in world.words.found_by(PLAYER, answer.text)]
    return answers, words


def both_worlds(clear: Callable[[], None]) -> tuple[Record, Record]:
    """See the left world and then the right one, which is asked for the left one's secrets too."""
    until = "" if WHOLE else list(SHORT)[-1]
    left = Watch(World(LEFT)).run(until)
    clear()
    right = Watch(World(RIGHT), left).run(until)
    clear()
    return left, right
