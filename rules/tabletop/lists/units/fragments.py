"""What is said of a unit behind a colon or in a cell, part by part (Tabletop E)."""

from __future__ import annotations

import re
from collections.abc import Sequence

from rules.tabletop.lists.lines.figures import POINTS, POINTS_AFTER, pointed
from rules.tabletop.lists.raw import Part
from rules.tabletop.lists.words.armoury import ARMS
from rules.tabletop.lists.words.scanning import (
    ARM,
    BREAK,
    GUNNER,
    LEADER,
    LOADER,
    MAN,
    NUMBER,
    QUALITY,
    RANK,
    STOP,
    TEAM,
    scan,
)
from rules.tabletop.lists.words.tokens import NUMBER_WORDS, size_in
from rules.tabletop.weapons import is_team

_MEN = (GUNNER, LEADER, MAN, TEAM)


def listed(text: str) -> list[Part]:
    """What stands after a colon, part by part; what stands in brackets belongs to the part before."""
    text = _IN_ALL.sub(r"\1", text)
    found = _LISTED.match(text)
    if found and {one.kind for one in scan(found[1])} <= {NUMBER, MAN, TEAM}:
        # "12 men: NCO with rifle, 9 rifles": all of it tells of the twelve.
        state = [Part(_MOUNTED.sub("on horses", found["state"]))] if found["state"] else []
        return [Part(found[1]), *state, *listed(text[found.end() :])]
    parts: list[Part] = []
    named = False
    for piece in pieces_of(text):
        parts += _of_some(piece, first=not named) or [part_of(piece)]
        named |= any(one.kind in (*_MEN, ARM) for one in scan(piece))
    return parts


def of_men(text: str) -> list[Part]:
    """ "8 men: NCO with SMG, LMG, 5 rifles", a line of its own: all of it tells of the eight; else none."""
    text = _IN_ALL.sub(r"\1", text)
    first = _FIRST_WORD.match(text)
    if first is not None and {one.kind for one in scan(first[1])} <= {QUALITY, TEAM, STOP, BREAK}:
        # "Regular. 8 men: ...", "rifle squad, regular, 8 men: ..."
        men = of_men(text[first.end() :])
        return [*map(Part, pieces_of(first[1])), *men] if men else []
    if led := _LED.match(text):
        # "1 NCO, 9 men": ten
        return [Part(f"{int(led[1]) + 1} men")]
    if beside := _BESIDE.match(text):
        return [Part(f"plus {beside[1]} men")]
    if (all_of := _ALL_OF.match(text)) is not None and _counts_men(all_of[1]):
        return [Part(all_of[1]), *listed(all_of[2])]
    found = _LISTED.match(text)
    return listed(text) if found is not None and _counts_men(found[1]) else []


def _counts_men(text: str) -> bool:
    return {one.kind for one in scan(text)} == {NUMBER, MAN}


def _of_some(piece: str, *, first: bool) -> list[Part]:
    """ "10 men: NCO with SMG", behind a quality: one of the ten, who are told from here on; else none."""
    all_of = _ALL_OF.match(piece)
    if all_of and first and {one.kind for one in scan(all_of[1])} <= {NUMBER, MAN, STOP}:
        # "6 men (NCO with SMG, 5 SMGs)", behind a colon
        return [Part(all_of[1]), *listed(all_of[2])]
    found = _COUNTED.match(piece)
    if found is None or not {one.kind for one in scan(found[1])} <= {NUMBER, MAN, STOP}:
        return []
    after = piece[found.end() :]
    leads = scan(after)[:1] and scan(after)[0].kind == LEADER
    other, size = _FIRST.match(after), str(size_in(found[2]))
    served = any(one.kind == ARM and is_team(ARMS[one.key][0]) for one in scan(after))
    alone = _TIMES.search(found[1]) and [one.kind for one in scan(after)] == [ARM]
    # "8x Rifleman: 8x Rifle", "8x Rifleman: rifle"
    held = alone or (other and other[1] == size)
    parted = leads or served or (first and not held) or (other and other[1] != size)
    return [Part(_TIMES.sub(" ", found[1])), part_of(after)] if parted else []


_COUNTED = re.compile(
    rf"^\s*((\d{{1,2}}(?= ?x?\s*[^\W\d_])|(?:{'|'.join(NUMBER_WORDS)})(?= ))(?: ?x)?\s*[^\W\d_]+)"
    r"\s*:\s*(?=\S)",
    re.IGNORECASE,
)
_TIMES = re.compile(r"(?<=\d) ?x| x(?= )", re.IGNORECASE)
_ALL_OF = re.compile(r"^\s*(\d{1,2}(?: ?x)?\s*[^\W\d_]+)\s*[(\[]([^()\[\]]*,[^()\[\]]*)[)\]]\s*$")
_FIRST = re.compile(r"(\d{1,2})(?!\d)")
_LISTED = re.compile(
    rf"^\s*((?:\d{{1,2}}|{'|'.join(NUMBER_WORDS)})\s*[^\W\d_]+)(?P<state>\s+(?:dis)?mounted|\s+motori[sz]ed"
    r"|\s+mechani[sz]ed|\s+strong|\s+on (?:foot|horse(?:s|back)|(?:motor)?bikes|bicycles|skis))?"
    r"\s*:\s*(?=.*(?:[,;+/&]|\band\b))",
    re.IGNORECASE,
)
_MOUNTED = re.compile(r"\bmounted\b", re.IGNORECASE)
"""How men get about, which is asked where it may be in several ways."""
_IN_ALL = re.compile(
    rf"^(\s*(?:\d{{1,2}}|{'|'.join(NUMBER_WORDS)})\s*[^\W\d_]+) (?:in (?:all|total)|total|altogether"
    r"|all told)(?=\s*[:(\[])",
    re.IGNORECASE,
)
"""What only says that so many are all of them: "seven men in all: ..."."""
_LED = re.compile(
    r"^(?:\W*composition)?\W*(?:1|one)x?\s+(?:nco|sergeant|corporal|officer|leader|lieutenant|captain|major)"
    r"\s*(?:,|\+|&|and)\s*(\d{1,2})x?\s+(?:men|soldiers|troopers|riflemen)\W*$",
    re.IGNORECASE,
)
_BESIDE = re.compile(
    r"^\W*(\d)x?\s+(?:budd(?:y|ies)|attendants?|bodyguards?|companions?|aides?|orderl(?:y|ies))\W*$",
    re.IGNORECASE,
)
"""Who is with an officer, in a line of its own."""
_SO_MANY_MEN = rf"(?:\d{{1,2}}|{'|'.join(NUMBER_WORDS)})\s*[^\W\d_]+\s*"
_FIRST_WORD = re.compile(
    rf"^\s*([^\W\d_]{{3,}}(?=\s*[.,;]\s+\S)|[^\W\d_][^:;()\d]*[^\W\d_](?=\s*[.,;]\s+{_SO_MANY_MEN}:))\s*[.,;]\s+",
    re.IGNORECASE,
)


_ENDED = re.compile(r"[^\W\d_]{3}\.\s\d")
_DASHES = "-\u2013\u2014"

_NEXT = re.compile(
    r"\s[+/&]\s(?:\d{1,2} ?[x\u00d7] [^,;:()]+[:(]|\d{1,2} [^\W\d_]+ \("
    r"|(?:nco|sgt|sergeant|cpl|corporal|squad leader)[: ]|[^\W\d_]+s: ?\d|[^\W\d_]+ x\d{1,2}:)",
    re.IGNORECASE,
)
_ARMS_COUNTED = re.compile(
    r"\s*[^\W\d_]+s: ?\d{1,2}\s*|\s*\d{1,2} ?x [^\d,;:()]+: (?:\d{1,2} ?x )?[^\W\d_]+(?: [^\W\d_]+)?\s*",
    re.IGNORECASE,
)
_SAYS = re.compile(r"\s+(?:\d{1,2}x? )?[^\W\d_]+\.?(?: [^\W\d_]+)?:\s*(?=\S)")


def _says(text: str, start: int, at: int) -> bool:
    """Whether so far it says what one man holds: "Sgt: SMG "."""
    return _SAYS.match(f" {text[start:at].lstrip()}") is not None and any(
        one.kind in _MEN or one.kind == RANK for one in scan(text[start:at])
    )


def pieces_of(text: str) -> list[str]:
    found, depth, start = [], 0, 0
    for at, char in enumerate(text):
        depth += (char in "([") - (char in ")]")
        parted = char in _DASHES and text[at - 1 : at + 2] == f" {char} " and not _holds(text, start, at)
        # "NCO with SMG + 6x Rifleman: 6x Rifle"
        parted |= char in "+/&" and _NEXT.match(text, at - 1) is not None
        # "Ltn: SMG / guard: SMG"
        parted |= char in "+/&" and _says(text, start, at) and _SAYS.match(text, at + 1) is not None
        parted |= char in "+/&" and _ARMS_COUNTED.fullmatch(text, start, at) is not None
        # "NCO: SMG. 3 BAR"
        parted |= char == "." and _ENDED.match(text, at - 3) is not None if at > 2 else False
        if depth <= 0 and (char in ",;|\u2022\u00b7" or parted):
            found.append(text[start:at])
            start = at + 1
    found.append(text[start:])
    return rejoined([piece.strip() for piece in found if re.search(r"\w", piece)])


def rejoined(pieces: Sequence[str]) -> list[str]:
    """Pieces, those that only go on joined to the one before: "all SMGs but the NCO", "who has a rifle"."""
    found: list[str] = []
    for piece in pieces:
        if found and (goes_on(piece) or _of_them(found[-1], piece)):
            found[-1] = f"{found[-1]}, {piece}"
        else:
            found.append(piece)
    return found


def goes_on(piece: str) -> bool:
    """Whether a piece only goes on from the one before."""
    return _WHO.match(piece) is not None


def _of_them(men: str, piece: str) -> bool:
    """Whether a piece says what all of the men hold who stand before it: "5 men", "all with rifles"."""
    last = scan(re.split(r"[/+&(]", men)[-1])
    return _ALL_WITH.match(piece) is not None and {one.kind for one in last} == {NUMBER, MAN}


_ALL_WITH = re.compile(r"all (?:with|have|armed with|carrying)\b", re.IGNORECASE)
_WHO = re.compile(
    r"(?:who (?:has|have|carr(?:y|ies)|holds?|gets?)|all (?:three|four|five) (?:with|have))\b", re.IGNORECASE
)


def _holds(text: str, start: int, at: int) -> bool:
    """Whether a dash says what somebody holds: "Officer - SMG, 2x soldier - rifle"."""
    if _each_holds(text[start:]) or (_COUNTED_HOLD.fullmatch(text[start:]) and _is_held(text[start:])):
        return True
    if not re.search("[,;&+/|]", text):
        return False
    who, what = scan(text[start:at]), scan(re.split("[,;&+/|]", text[at + 1 :], maxsplit=1)[0])
    held = {one.kind for one in what} <= {ARM, STOP, BREAK, LOADER} and what[:1] and what[0].kind == ARM
    return bool(who and held) and who[-1].kind in (*_MEN, RANK) and {one.kind for one in what[1:]} != {STOP}


def _each_holds(text: str) -> re.Match[str] | None:
    """What is told of men and as many arms, "7x Rifleman - 7x Rifle"; None if it is something else."""
    found = _EACH_HOLDS.fullmatch(text)
    if found is None or scan(found["who"])[-1].kind not in _MEN or scan(found["what"])[-1].kind != ARM:
        return None
    return found


_COUNTED_HOLD = re.compile(r"\s*\d{1,2} ?[x\u00d7] [^\d,;:()]+ [-\u2013\u2014] [^\d,;:()]+")


def _is_held(text: str) -> bool:
    """Whether it only tells what so many men hold: "3x Soldier - rifle"."""
    who, what = (
        [one.kind for one in scan(part)] for part in re.split(r" [-\u2013\u2014] ", text, maxsplit=1)
    )
    return who[0] == NUMBER and who[-1] == MAN and len(who) < 4 and what == [ARM]


_EACH_HOLDS = re.compile(
    r"\s*(?P<count>\d{1,2})\s*[x\u00d7]\s*(?P<who>[^\d,;:()]+) [-\u2013\u2014]"
    r" (?P<what>(?P=count)\s*[x\u00d7]\s*[^,;:()]+)"
)
_COUNT = re.compile(r"^\s*(\d{1,2})\s*[x\u00d7]\s*(?=[^\W\d_])")
_SO_MANY = re.compile(r"([^\d:][^:]*(?:[^\W\d_]|\)))\s*:\s*x?(\d{1,2})\s*\.?")
_TIMES_BEHIND = re.compile(r"(?<=[^\W\d_])\s[x\u00d7](\d{1,2})\s*$")
_BRACKETS = re.compile(r"^(?P<name>[^()\[\]]*[^()\[\]\s])\s*[(\[](?P<inner>[^()\[\]]*)[)\]]\s*$")


_CLASS_OF = re.compile(r"^\s*(?P<count>\d{1,2})\s*[x\u00d7]\s*(?P<name>[^:]+):\s*(?P<class>\S.*)$", re.I)


def _is_class_of(arm: str, text: str) -> bool:
    """Whether a text begins with the class of a weapon that is named before it: "MG34", "LMG"."""
    one, other = scan(arm), scan(text)[:1]
    named = [word.kind for word in (*one, *other)] == [ARM, ARM]
    return named and bool({*ARMS[one[0].key]} & {*ARMS[other[0].key]})


def _plain(text: str) -> str:
    """A piece without what it costs, and without a weapon's name before its class."""
    if POINTS.search(text) or POINTS_AFTER.search(text):
        text = pointed(text)[0].strip() or text
    found = _CLASS_OF.match(text)
    if found is not None and _is_class_of(found["name"], found["class"]):
        # "2x MG34: LMG (2 men each)"
        return f"{found['count']}x {found['class']}"
    return text


def part_of(text: str) -> Part:
    text = _plain(text)
    if (each := _each_holds(text)) is not None:
        return Part(each["who"].strip(), int(each["count"]), "", (part_of(each["what"]),))
    count = None
    if (behind := _SO_MANY.fullmatch(text)) and any(one.kind == ARM for one in scan(behind[1])):
        # "Submachine gun (NCO): 1"
        text = f"{behind[2]}x {behind[1]}"
    if found := _COUNT.match(text):
        count, text = int(found[1]), text[found.end() :]
    name, colon, after = text.partition(":")
    dash = next((f" {one} " for one in _DASHES if f" {one} " in text), "")
    if not colon and dash and _holds(f"{text},", 0, text.index(dash) + 1):
        name, _dash, after = text.partition(dash)
        colon = dash
    if colon and after.strip():
        if count is None and (behind := _TIMES_BEHIND.search(name)):
            # "Extra men x2: rifle"
            count, name = int(behind[1]), name[: behind.start()]
        return Part(name.strip(), count, "", tuple(listed(after)))
    found = _BRACKETS.match(text)
    if (
        found
        and not found["inner"].strip().isdigit()
        and any(one.kind in _MEN for one in scan(found["name"]))
    ):
        name = found["name"]
        if count is None and (behind := _TIMES_BEHIND.search(name)):
            # "Riflemen x7 (rifle)"
            count, name = int(behind[1]), name[: behind.start()]
        return Part(name.strip(), count, "", tuple(listed(found["inner"])))
    return Part(text.strip().rstrip(":"), count)
