"""Whether a line of a text says something of a unit, or is somebody talking about his list (Tabletop E)."""

from __future__ import annotations

import re

from rules.tabletop.lists.lines import chatter
from rules.tabletop.lists.lines.figures import ENDS_IN_NUMBER
from rules.tabletop.lists.lines.lining import TOTAL, Line, is_whole
from rules.tabletop.lists.rewriting.unmarked import LEAST_OF_ALL
from rules.tabletop.lists.words.scanning import (
    ARM,
    BREAK,
    CLASS,
    LEADER,
    LOADER,
    MAN,
    NUMBER,
    OPTION,
    QUALITY,
    RANK,
    STOP,
    TEAM,
    UNKNOWN,
    VEHICLE,
    scan,
)
from rules.tabletop.lists.words.trimmings import TALK

_PRICE = re.compile(r"\+\s?\d{1,3}\s*(?:pts?|points?)?\W*$", re.IGNORECASE)
"""What an option costs, at the end of its line."""
_SMILE = re.compile(r"\s[:;]-?[)DP]\s*$")
_SENTENCES = re.compile(r"[a-z]{2}[.!?] [A-Z]")
_ENDED = re.compile(r"[^\W\d_]{2}[.!?](?:\s*$|\s+[^\W\d_a-z])")
_SENTENCE = re.compile(r"(?:\S+\s+){3,}\S+[.!?]\s*$")
_ON = re.compile(r"\W*(?:and|then|plus|now|und|dazu|et|e)\b", re.IGNORECASE)
LONG_TALK = 12
MOST_STRANGE = 6
"""So many words that nobody knows are no unit's name."""
_ONCE_MORE = re.compile(
    r"\b(?:same(?: one)? again|ditto|same as (?:above|before))\b.*\d{2,3}\W*$", re.IGNORECASE
)
"""A unit that is one of those above: "and the same again, 187"."""


def is_arm_or_quality(line: Line) -> bool:
    """Whether a line names arms, a vehicle, a quality or a rank."""
    return any(one.kind in (ARM, VEHICLE, CLASS, QUALITY, RANK) for one in scan(line.rest))


def is_prose(line: Line) -> bool:
    """Whether a line is a long sentence that tells neither arms, quality nor points, in whatever tongue."""
    if is_arm_or_quality(line) or line.bullet or line.points is not None:
        return False
    long = len(line.text.split()) >= LONG_TALK and _ENDED.search(line.text) is not None
    return long or (not is_unit(line) and _strange(line) >= MOST_STRANGE)


def _strange(line: Line) -> int:
    """How many words of a line nobody knows."""
    return sum(one.kind == UNKNOWN or one.key in TALK for one in scan(line.rest))


def is_chat(line: Line) -> bool:
    """Whether a message tells of no unit."""
    return line.sent and line.points is None and not (_is_told(line) or _ONCE_MORE.search(line.text))


def _is_told(line: Line) -> bool:
    """Whether a message tells of a unit: its quality, or a number behind a name."""
    said = any(one.kind == QUALITY for one in scan(line.rest))
    return said or (is_unit(line) and re.search(r"\d{2,3}\s*$", line.rest) is not None)


def is_told_of(line: Line) -> bool:
    """Whether a line says of a unit which quality it has."""
    kinds = {one.kind for one in scan(line.rest)}
    return QUALITY in kinds and bool(kinds & {ARM, VEHICLE, CLASS, RANK, TEAM})


def is_unit(line: Line) -> bool:
    """Whether a line has a word of units, men or arms."""
    return any(one.kind not in (UNKNOWN, NUMBER, STOP, BREAK) for one in scan(line.rest))


def is_unknown(line: Line) -> bool:
    """Whether no word of a line is one of units, men or arms."""
    return {one.kind for one in scan(line.rest)} <= {UNKNOWN, NUMBER, STOP, BREAK, OPTION}


def is_talk(line: Line) -> bool:
    """Whether a line is somebody talking about his list."""
    unpriced = line.points is None or line.points >= LEAST_OF_ALL
    if chatter.QUESTION.match(line.text) and unpriced and not line.bullet:
        return not is_told_of(line)
    return _is_aside(line) or _is_talked(line) or _smiles(line)


def is_said_below(line: Line) -> bool:
    """Whether a line of its own is a sentence about what stands above: "These go up the middle with him."."""
    plain = not (line.goes_on or line.bullet or line.points or re.search(r"\d", line.rest))
    return plain and _SENTENCE.search(line.text) is not None and _strange(line) >= 2 and not is_told_of(line)


def _smiles(line: Line) -> bool:
    """Whether it only jokes: "Commissar-free zone ;)"."""
    plain = line.points is None and not line.bullet and not re.search(r"\d", line.rest)
    return plain and _SMILE.search(line.text) is not None and not is_told_of(line)


def _is_aside(line: Line) -> bool:
    """Whether a line says something of models: "He's the one with the map", "I built the gun myself"."""
    found = chatter.ASIDE.match(line.text)
    kinds = {one.kind for one in scan(line.rest)}
    told = {QUALITY} if found is not None and found["made"] else {ARM, QUALITY, LEADER, MAN}
    return found is not None and line.points is None and not kinds & told


def _is_talked(line: Line) -> bool:
    if chatter.CHAT.search(line.text) and (len(line.text.split()) >= 8 or not is_arm_or_quality(line)):
        plain = line.points is None or not is_arm_or_quality(line)
        return plain or (_strange(line) >= MOST_STRANGE and not is_told_of(line))
    words = line.text.split()
    kinds = {one.kind for one in scan(line.rest)}
    several = _SENTENCES.search(line.text) is not None
    if several and len(words) >= LONG_TALK and not kinds & {QUALITY, RANK, VEHICLE, CLASS}:
        # "As promised, this is the list I run. Photos at the bottom, 700 points or so:"
        return bool(chatter.TALK.search(line.text))
    if line.points is not None and is_unit(line):
        return False
    if several and len(words) >= 8 and not kinds & {QUALITY, RANK}:
        # Several sentences: "My Germans so far. No Tigers please!"
        return line.points is None and bool(chatter.TALK.search(line.text))
    if is_arm_or_quality(line) and (len(words) < 14 or (is_told_of(line) and line.text.count(",") > 1)):
        # "Turan I medium tank, inexp, light AT gun, ...": a number, and nobody who talks.
        return False
    return len(words) >= 4 and bool(chatter.TALK.search(line.text))


def leads_over(line: Line) -> bool:
    """Whether a line leads over to others: "and on foot"."""
    said = _ON.match(line.text) is not None and not re.search(r"\d", line.text)
    return said and line.points is None and len(line.text.split()) < 6 and is_unknown(line)


def is_number(line: Line) -> bool:
    """Whether a line has figures alone, and points of all: "seven, 616 points"."""
    kinds = {one.kind for one in scan(line.rest)}
    of_all = (line.points or 0) >= LEAST_OF_ALL
    return of_all and NUMBER in kinds and kinds <= {NUMBER, STOP, BREAK}


def is_priced(line: Line) -> bool:
    """Whether a line tells what a unit costs."""
    if line.points is not None:
        return 0 <= line.points < LEAST_OF_ALL
    return (
        ENDS_IN_NUMBER.search(line.text) is not None
        or re.search(r"[(\[]\d{2,3}[)\]]\W*$", line.text) is not None
        or re.match(r"\s*\d{2,3}\s?(?:,|;|:|\s[-\u2013\u2014])\s+(?=[^\W_])", line.text) is not None
    )


def is_verdict(text: str) -> bool:
    """Whether a line says how a list stands to what it may cost, or what a program finds amiss in it."""
    if chatter.VERDICT.search(text):
        kinds = {one.kind for one in scan(text)}
        return not (QUALITY in kinds and kinds & {ARM, VEHICLE, CLASS, RANK, TEAM})
    found = chatter.BALANCE.match(text)
    if found is None or TOTAL.search(text) or chatter.SPENT.search(text):
        return False
    # "25 pts left for a panzerfaust"
    behind = re.split(r"\b(?:for|f\u00fcr|pour|per|so|room|might|maybe|will)\b", text[found.end() :])[0]
    return {one.kind for one in scan(behind)} <= {UNKNOWN, STOP, NUMBER, BREAK, OPTION}


def is_set_in_unit(line: Line) -> bool:
    """Whether a line that is set in is a unit of its own, with its points."""
    own = line.points is not None and "+" not in line.text and not line.bullet
    return own and is_unit(line) and not _is_of_men(line)


def _is_of_men(line: Line) -> bool:
    """Whether a line tells of somebody in a unit: "1 extra man - 10 pts", "NCO has a submachine gun - 3"."""
    first = next((one for one in scan(line.rest) if one.kind not in (NUMBER, STOP, BREAK)), None)
    return first is not None and first.kind in (MAN, LEADER, LOADER, OPTION)


def is_led(head: Line, line: Line) -> bool:
    """Whether a name without points leads in units with bullets: "My airborne lot", "* Major (vet)"."""
    if (
        head.points is not None
        or head.bullet
        or not line.bullet
        or not (line.points or is_whole(line))
        or _PRICE.search(line.text)
    ):
        return False
    said = any(one.kind == QUALITY for one in scan(head.rest)) or re.search(r"\d", head.rest)
    if said or not is_told_of(line):
        return False
    beside = (NUMBER, STOP, BREAK, QUALITY, UNKNOWN)
    first = next((one for one in scan(line.rest) if one.kind not in beside), None)
    return first is not None and first.kind in (RANK, TEAM, VEHICLE, CLASS)


def costs_all(head: Line) -> bool:
    """Whether a line tells what all units cost: "Polish infantry, 1000 pts"."""
    return (head.points or 0) >= LEAST_OF_ALL and not is_arm_or_quality(head)
