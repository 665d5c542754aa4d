"""Lines that are no unit's by what the others are, or what they say of several (Tabletop E)."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from itertools import pairwise

from rules.tabletop.lists.layout.line_roles import COLON, MAYBE, OUTER, PART, SENT, SURE, Told
from rules.tabletop.lists.lines.figures import pointed
from rules.tabletop.lists.lines.heading import is_told_below, of_section
from rules.tabletop.lists.lines.lining import LEAST_POINTS, Line, is_head, lines_of
from rules.tabletop.lists.lines.of_all import speaks_of_all
from rules.tabletop.lists.words import headings
from rules.tabletop.lists.words.scanning import (
    ARM,
    BREAK,
    MAN,
    NUMBER,
    QUALITY,
    RANK,
    TEAM,
    UNKNOWN,
    VEHICLE,
    Key,
    scan,
)
from rules.tabletop.lists.words.tokens import key_of
from rules.tabletop.lists.words.trimmings import TALK

FEWEST = 3
MOST_HEADINGS = 0.6
"""Units have fewer headings than that."""
LONGEST_NAME = 12
MOST_SENT = 0.6
"""Where more lines begin a message, each of them is one."""
_SEVERAL = re.compile(r"\ball\b|s\s*[(\[:]", re.IGNORECASE)
_FIGURES = re.compile(r"\W*\d{2,3}\W*")
_BRACKETED = re.compile(r"\W*[(\[](\d{2,3})[)\]]\W*")
LONG, STRANGE = 8, 4
"""So many words, and so many that nobody knows, are somebody's talk."""


def leave_apart(found: Sequence[Told], lines: Sequence[str]) -> None:
    """Take for no unit's what heads several, what is said of all, and talk behind the last."""
    _head_with_colons(found)
    _take_headed(found)
    _take_priced(found)
    _take_cheap(found)
    _take_names(found)
    _leave_sayings(found, lines)
    _headings_alone(found)
    _headings_by_sign(found)
    _headings_outside(found)
    _leave_talk(found)


def _head_with_colons(found: Sequence[Told]) -> None:
    """Take "Then the boys:" for a heading: alone between empty lines, with nothing told in it or below it."""
    if sum(one.gap for one in found) < FEWEST:
        return
    for one, below in pairwise(found):
        mute = one.price is None and not one.qualities and one.name not in (SURE, PART)
        if mute and COLON in one.marks and one.gap and below.gap and one.text.rstrip().endswith(":"):
            one.heading = True


def _blocks(found: Sequence[Told]) -> list[list[Told]]:
    """The lines between empty ones, or of a message of several."""
    blocks: list[list[Told]] = []
    # Where each line is a message of its own, they part nothing.
    sent = MOST_SENT * len(found) > sum(SENT in one.marks for one in found)
    for one in found:
        if one.gap or (sent and SENT in one.marks) or not blocks:
            blocks.append([])
        blocks[-1].append(one)
    return blocks


def _take_headed(found: Sequence[Told]) -> None:
    """Take what looks like a heading for a unit's name, where the lines below it tell what others' do."""
    blocks = _blocks(found)
    if sum(_is_told(block) for block in blocks if not block[0].idle) < FEWEST:
        return
    for block in blocks:
        if block[0].heading and _is_told(block):
            block[0].heading, block[0].price = False, pointed(block[0].text)[1]


def take_costing(found: Sequence[Told]) -> None:
    """Take "HEADQUARTERS (107 points)" for a name, as all others stand, with no price below."""
    blocks = [block for block in _blocks(found) if not block[0].said and len(block) > 1]
    told = [[one.price is not None for one in block] for block in blocks if not block[0].heading]
    if len(told) < FEWEST or any(not first or any(rest) for first, *rest in told):
        return
    for first, *rest in blocks:
        costs = pointed(first.text)[1] if first.heading else None
        if costs and all(one.price is None and not one.idle for one in rest):
            first.heading, first.price, first.name = False, costs, SURE


def _take_priced(found: Sequence[Told]) -> None:
    """Read "(48) I should have left it at home" as a price, where others stand so in lines of their own."""
    alone = [one for one in found if one.alone and one.price is not None and _BRACKETED.fullmatch(one.text)]
    if len(alone) < FEWEST:
        return
    for above, one in pairwise(found):
        first = _BRACKETED.match(one.text)
        if first is not None and one.price is None and not one.qualities and not above.alone and not one.gap:
            one.price, one.alone, one.said = int(first[1]), True, False


def _is_told(block: Sequence[Told]) -> bool:
    """Whether lines below a name tell its quality, and these or its own what it costs, and name nobody."""
    first, *rest = block
    if not any(one.qualities for one in rest) or any(one.name == SURE or one.heading for one in rest):
        return False
    costs = [one for one in rest if one.price is not None or _FIGURES.fullmatch(one.text)]
    own = first.price if first.price is not None else pointed(first.text)[1]
    return len(costs) + (own is not None) == 1


def _take_cheap(found: Sequence[Told]) -> None:
    """Read "21" below "Jeep" as what it costs, where others have figures alone for that at their ends."""
    blocks = [[one for one in block if not one.idle] for block in _blocks(found)]
    ends = [one for block in blocks for one in block[1:] if one.alone]
    priced = [one for one in ends if one.alone and one.price is not None and _FIGURES.fullmatch(one.text)]
    if len(priced) < FEWEST:
        return
    for above, one, below in zip(found, found[1:], [*found[2:], None], strict=False):
        # "Medic", "- 23", and the next one's name
        ended = below is None or below.idle or below.gap or below.name == SURE
        if above.name == SURE and above.price is None and ended and _FIGURES.fullmatch(one.text):
            _take_price(one)
    for block in blocks:
        last = next((one for one in block[1:] if _FIGURES.fullmatch(one.text)), None)
        if last is None or any(one.price is not None for one in block):
            continue
        if block[0].name == SURE:
            _take_price(last)


def _take_price(one: Told) -> None:
    costs = int(re.sub(r"\D", "", one.text))
    if costs >= LEAST_POINTS // 2 and not one.idle:
        one.price, one.alone = costs, True


def _take_names(found: Sequence[Told]) -> None:
    """Take a line that looks like talk for a name, where nothing else names what is told below it."""
    for block in _blocks(found):
        first, rest = block[0], block[1:]
        ended = rest and rest[-1].alone and rest[-1].price is not None and not any(one.idle for one in rest)
        if not (ended and first.said and len(rest) > 1 and not first.text.rstrip().endswith(("?", "!"))):
            continue
        if len(first.text.split()) < LONGEST_NAME and all(one.name != SURE for one in rest):
            first.said, first.name = False, MAYBE


def _leave_sayings(found: Sequence[Told], lines: Sequence[str]) -> None:
    """Take "== Regulars ==" for a heading, and "everything regular, lads" for none of a unit's lines."""
    told = [one for one in found if one.qualities and not one.idle]
    if not told:
        return
    known = {line.number: line for line in lines_of([*lines])}
    first = next((at for at, one in enumerate(found) if one.price is not None or one.name == SURE), 0)
    for one in told:
        line = known.get(one.at + 1)
        if line is None:
            continue
        at = found.index(one)
        after = found[at + 1] if at + 1 < len(found) else None
        below = known.get(after.at + 1) if after is not None else None
        if of_section(line) is not None and not is_told_below(line, below) and _heads(one, line, after):
            one.heading, one.price, one.qualities = True, None, frozenset()
        elif speaks_of_all(line) and (at < first or (one.gap and (after is None or after.gap))):
            one.said, one.price, one.qualities = True, None, frozenset()


def _headings_alone(found: Sequence[Told]) -> None:
    """Take a quality between empty lines for a heading of the units below it: "REGULARS".

    Where another stands with a unit's lines they are all of units.
    """
    told = [one for one in found if one.alone and one.qualities and one.price is None and not one.idle]
    places = {one.at for one in told}
    alone = [one for one, below in pairwise(found) if one.at in places and one.gap and below.gap]
    priced = sum(one.price is not None for one in found)
    if len(alone) < len(told) or len(alone) > MOST_HEADINGS * priced:
        return
    for one in alone:
        one.heading, one.qualities = True, frozenset()


def _heads(one: Told, line: Line, after: Told | None) -> bool:
    """Whether a quality in a line of its own heads others: by its sign, in brackets, or several in it."""
    if is_head(line):
        return True
    if not one.alone:
        # "Jeep (regular)" is one; "Jeeps (regular)", "REGULAR INFANTRY", "Support (all regular)" head some.
        seen = [word.key for word in scan(line.rest) if word.kind not in (QUALITY, BREAK)]
        words = key_of(" ".join(" ".join(key) for key in seen))
        return one.name != SURE or words in headings.HEADINGS or _SEVERAL.search(line.text) is not None
    plural = any(word.plural for word in scan(line.rest) if word.kind == QUALITY)
    shown = line.rest.isupper() or line.rest.rstrip().endswith(":") or (after is not None and not after.gap)
    return plural and one.gap and shown and after is not None and after.name in (SURE, MAYBE)


def _sign(one: Told) -> str:
    """A picture before a line."""
    text = one.text.lstrip()
    return text[:1] if text and unicodedata.category(text[0]) == "So" else ""


def _is_mute(one: Told) -> bool:
    mute = one.price is None and not one.qualities and one.name == MAYBE and not one.idle
    return mute and not any(word.kind == ARM for word in scan(one.text))


def _is_named(one: Told) -> bool:
    """Whether it only names something, and tells nothing of it: "Group B: infantry"."""
    kinds = {word.kind for word in scan(one.text)}
    return one.price is None and not (one.qualities or one.idle or kinds & {ARM, MAN, RANK, VEHICLE})


def _headings_by_sign(found: Sequence[Told]) -> None:
    """Take lines with a picture before them for headings, as others with one are: "[tank] Rolling stuff"."""
    signed = [one for one in found if _sign(one)]
    heads = [one for one in signed if one.heading]
    if len(heads) < FEWEST - 1 or any(one.price is not None or one.qualities for one in signed):
        return
    for one in signed:
        if _is_mute(one) and one.gap:
            one.heading = True


def _headings_outside(found: Sequence[Told]) -> None:
    """Take for headings what alone is not set in, tells nothing, and stands above all that does."""
    outer = [one for one in found if OUTER in one.marks and not one.said]
    inner = [one for one in found if OUTER not in one.marks]
    priced = sum(one.price is not None for one in inner)
    if not FEWEST - 1 <= len(outer) <= MOST_HEADINGS * priced:
        return
    if all((_is_mute(one) or one.heading or _is_named(one)) and one.gap for one in outer):
        for one in outer:
            one.heading = True


def _names(one: Told) -> set[Key]:
    return {word.key for word in scan(one.text) if word.kind in (ARM, TEAM, VEHICLE)}


def _leave_talk(found: Sequence[Told]) -> None:
    """Take what talks of units already told for none, below what the last of them costs."""
    priced = [at for at, one in enumerate(found) if one.price is not None]
    if len(priced) < FEWEST:
        return
    last = priced[-1]
    known = set().union(*(_names(one) for one in found[: last + 1]))
    for one in found[last + 1 :]:
        seen = scan(one.text)
        strange = sum(word.kind == UNKNOWN or word.key in TALK for word in seen)
        long = len(one.text.split()) >= LONG and strange >= STRANGE
        counted = any(word.kind == NUMBER for word in seen)
        if one.gap and long and not one.idle and not counted and _names(one) <= known:
            one.said, one.qualities = True, frozenset()
