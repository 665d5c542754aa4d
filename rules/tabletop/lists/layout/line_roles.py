"""What each line of a list tells by itself: a name, men and arms, a quality, a price (Tabletop E)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from rules.tabletop.lists.layout import line_signs
from rules.tabletop.lists.layout.how_many import says_number
from rules.tabletop.lists.layout.line_signs import plain
from rules.tabletop.lists.lines import chatter, flagged
from rules.tabletop.lists.lines.figures import pointed
from rules.tabletop.lists.lines.lining import LEAST_POINTS, MOST_OF_UNIT, TOTAL
from rules.tabletop.lists.lines.talking import is_verdict
from rules.tabletop.lists.rewriting.legends import is_legend
from rules.tabletop.lists.rewriting.unmarked import LEAST_OF_ALL
from rules.tabletop.lists.words import headings
from rules.tabletop.lists.words.scanning import (
    ARM,
    BREAK,
    CLASS,
    FLAG,
    GUNNER,
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
    Seen,
    scan,
)
from rules.tabletop.lists.words.tokens import key_of
from rules.tabletop.lists.words.troops import QUALITIES

_COUNTS = re.compile(
    r"^\W*(?:[1-9]|1\d|20)(?:\s?[x\u00d7])?\s+(?!mm\b|cm\b|pdr\b|pounder\b|inch\b)", re.IGNORECASE
)
_SIZED = re.compile(
    r"\d{1,2}[ -]?man (?:[^\W\d]+ ){1,3}?(?:squad|section|platoon|patrol|group)s?\b(?! of\b)", re.IGNORECASE
)
"""A squad of so many: "10 man rifle squad"."""
_COUNTED = re.compile(
    r"^n(?:o\.?|r\.?|umber)\s?\d{1,2}(?: and (?:n(?:o\.?|r\.?|umber)\s?)?\d{1,2})?\s+(?=[^\W\d])",
    re.IGNORECASE,
)
_AROUND = re.compile(
    r"^\s*([~=_*|<>\u2013\u2014-])\1*\s.*\s\1+\s*$|^\s*[<{\[]{1,2}[^<>\[\]{}]*[>}\]]{1,2}\s*$"
)
_COUNTS_DICE = re.compile(r"\b\d{1,2}\s+(?:order )?(?:dice|units|activations|drops)\b", re.IGNORECASE)
_TIMES = re.compile(r"\bx\s?\d{1,2}\b")
_SENTENCE = re.compile(r"[.!?\u2026)\"'\u201d]\W*$")
_HASHED = re.compile(r"^\s*#{1,6}\s+\S")
_STRESSED = re.compile(r"^\s*>{2,}\s*(?=[^\W_])|^\W*(?:\*\*?|__?|\[b\]|\[u\]|\[i\]|~~?|`)(?=[^\W_])")
_SIGNED = re.compile(r"^\s*(?:={2,}|-{2,}|\*{3,}|~{2,}|\++|>{2,}|\[u\])\s*\S.*")
_FREE = re.compile(r"\b(?:free|gratis|kostenlos)\b", re.IGNORECASE)
_IS_GREEN = re.compile(r"(?:^|[,(:-])\s*green\s*(?:$|[,).])", re.IGNORECASE)
_GREEN = frozenset({"inexperienced"})
_TOLD_OF_ALL = re.compile(r"\b(?:total|in all|all in|altogether|spent|left)\b", re.IGNORECASE)
_THAT_IS = re.compile(r"^\W*(?:that'?s|makes|is|for|costs?) \d{2,3}\b", re.IGNORECASE)
_MAKES = re.compile(
    r"^\W*(?:(?:so|and|that|this|it|all) )*(?:makes?|comes to|adds up to|totals?|macht"
    r"|sind|fait|fanno|suman?|razem)\W+\d{3,5}\b",
    re.IGNORECASE,
)
_OTHERS = re.compile(
    r"\bregular(?= (?:readers?|list|opponents?|games?|club|night|meet\w*|players?|tournament|followers?)\b)",
    re.IGNORECASE,
)
"""What is regular, and no troops."""
_IN_ALL = re.compile(
    r"^\W*(?:(?:so|and|that|this|it|all|makes|thats|that's|which|for)\W+)*\d{3,5}\s*(?:pts?|points?)?\s*"
    r"(?:in all|in total|altogether|all told|total)\b",
    re.IGNORECASE,
)
_OF_ALL = re.compile(r"\b(?:list|army|force|roster|liste|lista|armee)\b", re.IGNORECASE)
MOST_NAMED, MOST_UNITS = 6, 3
SURE, MAYBE, PART, NONE = 0, 1, 2, 3
"""How likely a line is a unit's name: it names one, it may, it tells of men or arms, it is none."""
NUMBERED, HASHED, STRESSED, CAPITALS, COLON, BULLET, PLAIN, OUTER, NAMED, SENT, UNDERLINED = (
    *("numbered", "hashed", "stressed", "capitals", "colon", "bullet", "plain", "outer", "named", "sent"),
    "underlined",
)
_NAMES = frozenset({TEAM, RANK, VEHICLE, CLASS})
_MEN = frozenset({LEADER, LOADER, GUNNER, MAN, ARM})
_MUTE = frozenset({STOP, BREAK, NUMBER, OPTION})


@dataclass(slots=True)
class Told:
    """What a line tells; ``at`` is where it stands among all, ``name`` how likely it is a unit's name."""

    at: int
    text: str
    price: int | None
    alone: bool
    """Whether it tells only what a unit costs, and of which quality it is."""
    qualities: frozenset[str]
    name: int
    marks: frozenset[str]
    heading: bool
    said: bool
    """Whether it is a total, a greeting, or talk."""
    gap: bool = False
    """Whether an empty line stands above it, or more of them than between all lines."""
    rule: bool = False
    """Whether a line is drawn across above it."""

    @property
    def idle(self) -> bool:
        """Whether it is no unit's."""
        return self.heading or self.said

    @property
    def tells(self) -> bool:
        """Whether it tells something of a unit."""
        return not self.idle and (self.price is not None or bool(self.qualities) or self.name in (SURE, PART))


def told_of(at: int, line: str, *, bulleted: bool, set_in: bool) -> Told:
    """A line that stands ``at`` among those of a list, some of which have bullets, or are set in."""
    flag, line = flagged.parted(line)
    text = plain(line)
    price = line_signs.price_alone(text)
    if (equals := line_signs.EQUALS_ALONE.fullmatch(line)) is not None:
        price = int(equals[1])
    if price is not None:
        rest = ""
    elif line_signs.FREE_ALONE.fullmatch(text):
        price, rest = 0, ""
    else:
        rest, price = pointed(text)
    seen = scan(_OTHERS.sub(" ", rest))
    price = _bare(rest, seen) if price is None else price
    many = bool(says_number(text))
    costs = price if price is not None and 0 <= price < MOST_OF_UNIT and not _is_added(text) else None
    qualities = frozenset(QUALITIES[one.key] for one in seen if one.kind == QUALITY)
    qualities = qualities or (_GREEN if _IS_GREEN.search(text) else qualities)
    kinds = {one.kind for one in seen}
    told_alone = (costs is not None or QUALITY in kinds) and kinds <= {QUALITY, *_MUTE}
    heading = flag == flagged.LEADS_IN or _is_heading(line, text, seen, price)
    heading = heading and not many
    told = not _is_price(text) and _is_said(text, seen, price)
    said = not (heading or many) and (flag == flagged.OTHERS or is_legend(text) or told)
    return Told(
        at,
        line,
        None if said or heading else costs,
        told_alone,
        qualities,
        NONE if many else PART if costs == 0 and _FREE.search(text) else _name(text, seen),
        _marks(line, text, bulleted=bulleted, set_in=set_in) | ({SENT} if flag == flagged.SENT else set()),
        heading,
        said,
    )


def _bare(rest: str, seen: Sequence[Seen]) -> int | None:
    """What a line with a name and a quality ends in, "PIAT team, veteran 52"; 0 for what is free."""
    kinds = {one.kind for one in seen}
    if _FREE.search(rest) and kinds & _NAMES:
        return 0
    number = seen[-1].number if seen and seen[-1].kind == NUMBER and re.search(r"\s\d{2,3}\W*$", rest) else 0
    return number if kinds & {QUALITY} and kinds & {*_NAMES, ARM} and number >= LEAST_POINTS else None


def _is_added(text: str) -> bool:
    return re.search(r"\+\s?\d{1,3}\s*(?:pts?|points?|p)?\W*$", text) is not None


def _is_heading(line: str, text: str, seen: Sequence[Seen], price: int | None) -> bool:
    words = key_of(re.sub(r"\W*\d+\W*(?:pts?|points?|units?)?\W*$", "", text) or text)
    kinds = {one.kind for one in seen}
    if words in headings.HEADINGS & headings.KINDS_OF_UNITS and price is not None:
        # "Officer @ 84" is one, "Officers (84)" may be several.
        return re.match(r"[^\W\d]*[^\Ws]\b", text) is None
    if words in headings.HEADINGS and QUALITY not in kinds:
        return True
    if words in headings.KINDS_OF_UNITS and text.rstrip(" :").lower().endswith("s") and price is None:
        return NUMBER not in kinds
    if (_SIGNED.match(line) or _AROUND.match(line)) and not line_signs.BULLET.match(line):
        return price is None and not kinds & {QUALITY, ARM, NUMBER} and not kinds & {RANK, VEHICLE}
    return False


def _is_said(text: str, seen: Sequence[Seen], price: int | None) -> bool:
    kinds = {one.kind for one in seen}
    if price is not None and (price >= MOST_OF_UNIT or (_COUNTS_DICE.search(text) and not kinds & _NAMES)):
        return True
    if TOTAL.search(text) and line_signs.price_alone(text) is None and not _THAT_IS.match(text):
        return not kinds & {QUALITY, TEAM, VEHICLE, RANK}
    if (
        _MAKES.match(text)
        or _IN_ALL.match(text)
        or is_verdict(text)
        or chatter.SUMMARY.match(text)
        or chatter.SPENT.search(text)
        or chatter.CLOSES.match(text)
        or chatter.EMPTY.match(text)
        or chatter.REMARK.match(text)
        or chatter.AFTERWORD.match(text)
        or (price is None and not kinds & {QUALITY, ARM} and chatter.STAYS.search(text))
    ):
        return True
    if (
        kinds & {QUALITY, ARM, LEADER}
        or price is not None
        or kinds >= {NUMBER, MAN}
        or line_signs.LABEL.match(text)
    ):
        return False
    words = len(text.split())
    of_all = _OF_ALL.search(text) and not kinds & {NUMBER, VEHICLE}
    # "These ones are older sculpts."
    counts = {RANK} if chatter.ASIDE.match(text) else {RANK, NUMBER}
    said = _SENTENCE.search(text) and words > 3 and not kinds & counts and _first(seen) not in _NAMES
    if of_all or said:
        return True
    short = kinds & _NAMES and words < MOST_NAMED and not text.rstrip().endswith("?")
    talks = chatter.CHAT.search(text) or chatter.TALK.search(text) or chatter.LINK.search(text)
    return bool((talks and not short) or (chatter.ABOUT.match(text) and not line_signs.NAMED.match(text)))


def _is_price(text: str) -> bool:
    """Whether it tells what one unit costs in words: "That comes to 169 pts."."""
    if _TOLD_OF_ALL.search(text):
        return False
    return 0 < (line_signs.price_alone(text) or 0) < LEAST_OF_ALL


def _first(seen: Sequence[Seen]) -> str:
    """Of which kind the first word is that says something."""
    return next(
        (one.kind for one in seen if one.kind not in (STOP, BREAK, OPTION, FLAG, NUMBER, QUALITY)), ""
    )


def _name(text: str, seen: Sequence[Seen]) -> int:
    if line_signs.NAMED.match(text) or _SIZED.match(text):
        return SURE
    if line_signs.LABEL.match(text):
        return PART
    if (count := _COUNTED.match(text)) is not None:
        # "No. 2 Section"
        text = text[count.end() :]
        seen = scan(text)
    words = [one for one in seen if one.kind not in (STOP, BREAK, OPTION, FLAG)]
    first = next((one.kind for one in words if one.kind not in (NUMBER, QUALITY)), None)
    kinds = {one.kind for one in words}
    if first is None:
        return MAYBE if kinds & {UNKNOWN} else NONE
    if first in _NAMES:
        many = _COUNTS.match(text) is not None and words[0].number > MOST_UNITS
        return PART if many and first == TEAM and kinds & {ARM} else SURE
    return _name_of_men(text, first, kinds) if first in _MEN else MAYBE


def _name_of_men(text: str, first: str, kinds: set[str]) -> int:
    """How likely a line is a unit's name that begins with men or arms."""
    if first == LEADER and RANK in kinds and QUALITY in kinds:
        # "Leader (counts as first lieutenant), regular"
        return SURE
    beside = {LOADER, LEADER, MAN} if first == ARM else {ARM, NUMBER}
    if _COUNTS.match(text) or first in (LEADER, LOADER, GUNNER) or kinds & beside:
        return PART
    return SURE if kinds & (_NAMES if first == MAN else {TEAM, CLASS}) else MAYBE


def _marks(line: str, text: str, *, bulleted: bool, set_in: bool) -> frozenset[str]:
    bullet = bool(line_signs.BULLET.match(line))
    letters = re.sub(r"[^A-Za-z]", "", re.sub(r"\b(?:pts|reg|vet|inexp)\b", "", text, flags=re.IGNORECASE))
    shouted = len(letters) > 3 and (bare := _TIMES.sub("", text)) == bare.upper()
    name = pointed(text)[0].strip(" -\u2013\u2014=@,")
    told = (
        (NUMBERED, line_signs.NUMBERED.match(line_signs.MARKUP.sub("", line))),
        (HASHED, _HASHED.match(line)),
        (STRESSED, _STRESSED.match(line)),
        (CAPITALS, shouted),
        (COLON, name.endswith(":")),
        (BULLET, bullet),
        (PLAIN, bulleted and not bullet),
        (OUTER, set_in and line[:1] not in " \t"),
        (NAMED, line_signs.NAMED.match(text)),
    )
    return frozenset(mark for mark, is_so in told if is_so)
