"""Rosters read so that nothing is guessed: what is not understood, or stands for several things, is asked.

Tables that were opened before are read as they were then (``rules.tabletop.lists.roster``): their logs must
verify.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from rules.tabletop.lists import listed_words as words
from rules.tabletop.lists.roster import MEN, MOST_LINES, POINTS, QUALITY, RESERVE, TIMES, TURRETS, Line
from rules.tabletop.refusing import RefusedError

MOST_ASKED = 12
"""So many questions are put at a time."""
_CODE = re.compile(r'^\s*[\[\]{}<>]|^\s*"[^"]*"\s*:|^\s*"[^"]*",?\s*$|</|/>|":')
_WORD = re.compile(r"[^\W_]+(?:['\u2019][^\W_]+)?")
_DETAILS = re.compile(r"[,;:(\[|\t]")
Question = tuple[str, str, tuple[str, ...]]
"""What is asked: a code, the words that it is about, and the answers that there are."""


@dataclass(slots=True)
class _Reading:
    """A line while its words are being used: ``rest`` is what is left, with blanks for what is used."""

    rest: str
    values: dict[str, str | int | bool | tuple[str, ...]] = field(default_factory=dict)
    arms: list[str] = field(default_factory=list)
    kinds: list[tuple[str, str]] = field(default_factory=list)
    several: list[tuple[str, tuple[str, ...]]] = field(default_factory=list)
    vehicles: list[tuple[str, tuple[str, ...]]] = field(default_factory=list)
    ranks: list[tuple[str, tuple[str, ...]]] = field(default_factory=list)
    men: bool = False
    asked: list[Question] = field(default_factory=list)

    def ask(self, code: str, about: str = "", answers: tuple[str, ...] = ()) -> None:
        """Put a question."""
        self.asked.append((code, about.replace("|", " "), answers))

    def use(self, pattern: re.Pattern[str]) -> re.Match[str] | None:
        """The first place where a pattern stands, which is used up."""
        found = pattern.search(self.rest)
        if found is not None:
            self.rest = self.rest[: found.start()] + " " * len(found[0]) + self.rest[found.end() :]
        return found


def read_listed(text: str) -> tuple[Line, ...]:
    """The units of a list, one line each. ``RefusedError`` holds what has to be asked, line by line."""
    found: list[Line] = []
    asked: list[str] = []
    for number, line in enumerate(map(str.strip, text.splitlines()), 1):
        if not line or line.startswith("#"):
            continue
        units, questions = _read_line(line, number)
        found += units
        asked += ["|".join((str(number), code, about, ", ".join(of))) for code, about, of in questions]
        if len(found) > MOST_LINES:
            raise RefusedError("roster too long", "roster", most=MOST_LINES)
    if asked:
        raise RefusedError("roster asks", "roster", asked=tuple(asked[:MOST_ASKED]))
    if not found:
        raise RefusedError("empty roster", "roster")
    return tuple(found)


def _read_line(line: str, number: int) -> tuple[list[Line], list[Question]]:
    if _CODE.search(line):
        return [], [("no unit", line[:40].replace("|", " "), ())]
    times = TIMES.match(line)
    count = int(times.group(1)) if times else 1
    if not 1 <= count <= 30:
        raise RefusedError("roster count", "roster", line=number, count=count)
    typed = line[times.end() :] if times else line
    reading = _Reading(re.sub(r"[-\u2010-\u2014]", " ", typed.lower()))
    details = _numbers(reading)
    _use_words(reading)
    _settle(reading)
    _ask_of_the_rest(reading, details)
    name = _name(typed)
    if not re.search(r"\w", name):
        raise RefusedError("roster name", "roster", line=number)
    names = [name] if count == 1 else [f"{name} {at}" for at in range(1, count + 1)]
    return [Line(one, reading.values) for one in names], reading.asked


def _name(typed: str) -> str:
    for pattern in (POINTS, MEN, RESERVE):
        typed = pattern.sub(" ", typed)
    return " ".join(typed.split()).strip(" ,;:-\u2013\u2014\u2022*()[]")[:60]


def _numbers(reading: _Reading) -> int:
    """Use what is counted; gives where the details of the line begin: what stands before may be its name."""
    first = [len(reading.rest)]
    if sign := _DETAILS.search(reading.rest):
        first.append(sign.start())
    if points := reading.use(POINTS):
        reading.values["points"] = int(points[1])
        first.append(points.start())
    if men := reading.use(MEN):
        reading.values["models"] = max(1, int(men[1]))
        reading.men = True
        first.append(men.start())
    if reserve := reading.use(RESERVE):
        reading.values |= {"reserve": True, "entry": int(reserve[1] or 2)}
    if turrets := reading.use(TURRETS):
        reading.values["turrets"] = int(turrets[1])
    if quality := reading.use(QUALITY):
        reading.values["quality"] = quality[1].lower()
    return min(first)


def _phrase(phrase: str) -> re.Pattern[str]:
    return re.compile(rf"(?<!\w)(?:(?<!\w)\d{{1,2}}\s*x?\s+)?{re.escape(phrase)}s?(?!\w)")


_ALL = sorted(
    {
        *words.ARMS,
        *words.SEVERAL,
        *words.KINDS,
        *words.KINDS_OF_SEVERAL,
        *words.FLAGS,
        *words.RANKS,
        *words.MEN,
    },
    key=lambda phrase: (-len(phrase), phrase),
)
_PHRASES = [(phrase, _phrase(phrase)) for phrase in _ALL]


def _use_words(reading: _Reading) -> None:
    """Use every word that is known, the longest first: "light tank" before "tank"."""
    for phrase, pattern in _PHRASES:
        while reading.use(pattern):
            _use(reading, phrase)


def _use(reading: _Reading, phrase: str) -> None:
    if phrase in words.ARMS and words.ARMS[phrase] not in reading.arms:
        reading.arms.append(words.ARMS[phrase])
    if phrase in words.SEVERAL:
        reading.several.append((phrase, words.SEVERAL[phrase]))
    if phrase in words.KINDS:
        reading.kinds.append(words.KINDS[phrase])
    if phrase in words.KINDS_OF_SEVERAL:
        reading.vehicles.append((phrase, words.KINDS_OF_SEVERAL[phrase]))
    if phrase in words.FLAGS:
        reading.values[words.FLAGS[phrase]] = True
    if phrase in words.RANKS:
        reading.ranks.append((phrase, words.RANKS[phrase]))
    reading.men = reading.men or phrase in words.MEN


def _settle(reading: _Reading) -> None:
    """What the words say together; what they leave open is asked."""
    kinds = sorted(set(reading.kinds))
    if len(kinds) > 1:
        reading.ask("which kind", ", ".join(kind for kind, _moves in kinds), tuple(kind for kind, _ in kinds))
    elif not kinds and reading.vehicles:
        about, answers = reading.vehicles[0]
        reading.ask("which kind", about, answers)
    vehicle = bool(kinds or reading.vehicles)
    if kinds:
        reading.values |= {"kind": kinds[0][0], "locomotion": kinds[0][1]}
    _settle_arms(reading, vehicle)
    _settle_ranks(reading)
    if vehicle:
        reading.values |= {"models": 1, "start": 1}
        reading.values.setdefault("turrets", int("tank" in str(reading.values.get("kind"))))
        return
    if any(arm in words.GUNS for arm in reading.arms):
        reading.values |= {"kind": "artillery", "locomotion": "foot"}
        reading.men = True
    if not reading.men and not (reading.arms or reading.several or reading.ranks):
        reading.ask("what is it", "", ("infantry", "artillery", *words.VEHICLES))
    elif "models" not in reading.values:
        reading.ask("how many men")
    else:
        reading.values["start"] = reading.values["models"]


def _settle_arms(reading: _Reading, vehicle: bool) -> None:
    arms = list(reading.arms)
    for about, answers in reading.several:
        if answers == words.FLAMES:
            arms.append(words.FLAMES[int(vehicle)])
        elif not any(arm in answers for arm in arms):
            reading.ask("which weapon", about, answers)
    if arms:
        reading.values["weapons"] = tuple(arms)
    if any(arm in words.ANTI_TANK for arm in arms):
        reading.values["anti_tank"] = True


def _settle_ranks(reading: _Reading) -> None:
    told = {one[0] for _about, one in reading.ranks if len(one) == 1}
    if len(told) == 1:
        reading.values["officer"] = told.pop()
    elif reading.ranks:
        about, answers = reading.ranks[0]
        reading.ask("which rank", about, tuple(sorted(told)) or answers)


def _ask_of_the_rest(reading: _Reading, details: int) -> None:
    """Words before the details are the name; those among them have to mean something."""
    for found in _WORD.finditer(reading.rest):
        if found.start() >= details and found[0] not in words.STOP:
            reading.ask("what means", found[0])
