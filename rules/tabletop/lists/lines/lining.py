"""A text line by line: what stands before and above each, its points, and how many such units it says."""

from __future__ import annotations

import html
import itertools
import re
from dataclasses import dataclass

from rules.tabletop.lists.lines import flagged
from rules.tabletop.lists.lines.chatter import SAID, TOTALS
from rules.tabletop.lists.lines.figures import ENDS_IN_NUMBER, added, multiplied, pointed
from rules.tabletop.lists.raw import seen
from rules.tabletop.lists.rewriting.unmarked import FEWEST, LEAST_OF_ALL, unmarked
from rules.tabletop.lists.words import headings
from rules.tabletop.lists.words.armoury import ARMS, MACHINE_GUNS, SMALL
from rules.tabletop.lists.words.scanning import (
    ARM,
    BREAK,
    CLASS,
    LEADER,
    OPTION,
    QUALITY,
    RANK,
    STOP,
    TEAM,
    UNKNOWN,
    VEHICLE,
    scan,
)
from rules.tabletop.lists.words.tokens import key_of

_BULLET = re.compile(
    r"^(?P<space>[ \t\u00a0\u3000]*)(?P<sign>(?:[-*\u2022\u00b7\u25e6\u25aa\u25cf\u2023>~\u2013\u2014\u2219"
    r"\u2043\u25a0\u25a1\u25cb\u25ba\u25b6\u25b8\u25c6\u2713\u2714\u2794\u27a4\u2605]|(?:\.(?!\d)[ \t]*)+"
    r"|\u2192|\u21b3|\u2514)(?=\s|[^\W\d_]|\d)[ \t]*)?(?:\[[ xX]?\][ \t]+)?"
)
TOTAL = re.compile(
    r"^\W*(?:macht\s+|(?:grand|army|list|overall|platoon|company|force|roster)\s+|sub)?[\s-]*"
    rf"(?:{TOTALS}|points total|total points|subtotal)\b"
    r"|(?<!\bmen )(?<!\bmodels )(?<!\bmen in )(?<!\bmodels in )\btotal\s*(?:points|pts|cost)?\s*[:=]"
    r"|\bpoints?\s+(?:to"
    r"tal|limit)\b|^\W*points?\s*[:=]\s*\d+|^\W*(?:order\s+)?dice\s*[:=]?\s*\d|^\W*\d+\s+(?:order"
    r"\s+)?dice\b|^\s*=+\s*\d{3,5}\b(?!.*=)"
    r"|^\W*(?:(?:that|it|this|list|army|which) )?(?:comes|adds up|totals|is) (?:out )?(?:to|at)\W*\d{3,5}\b"
    r"|^\W*that'?s\W*\d{3,5}\b",
    re.IGNORECASE,
)
HEAD_SIGNS = re.compile(r"^\s*(?:\+{1,}|#{1,6}|={2,}|-{2,}|\*{2,}|_{2,}|~{2,}|>{2,}|\|{2,})")
HEAD_MARKS = " +#=-*_~>|"
_RULE = re.compile(r"^\s*[-=_*\u2013\u2014\u2500]{3,}\s*$")
_FIRST = re.compile(
    r"^\s*(?:(?P<open>[(\[])\s*)?(?P<points>\d{2,4})\s*(?:pts?\b\.?"
    r"|points?\b)?\s*(?(open)[)\]]\s*[-\u2013\u2014:|=]?"
    r"|[-\u2013\u2014:|=])\s+(?(open)(?=\w)|(?=[^\W\d_]{3}|\d{1,3}(?:[.,]\d)? ?(?:mm|cm|inch|pdr|pounder)\b"
    r"|\d(?:st|nd|rd)\b))",
    re.IGNORECASE,
)
"""Points before a name: "65 - Sniper team", "[65] Sniper team"."""
_BEFORE_A_SIGN = re.compile(r"^\s*(\d{2,3})\s*(?:pts?\b\.?)?\s*[-\u2013\u2014:|=]\s+(?=\w)")
"""The same before any name, "50 - 2nd lieutenant", where other lines say that it is points."""
_BEFORE_A_COLON = re.compile(r"\d{2,3}\s*(?:pts?\b\.?)?:\s")
_IN_ROW = re.compile(r"^\s*(\d{1,2})\s+[-\u2013\u2014]\s+(?=[^\W\d_]{2})")
"""A number that may count the lines: "1 - Sniper team"."""
_DICE = re.compile(
    r"[,;]?\s*\b(?:order dic?e\s*[:=]?\s*\d{1,2}\b|\d{1,2}\s+order dic?e\b|\d{1,2}\s?dic?e\b(?=\s*\])"
    r"|(?<=\[)\d{1,2}\s?dic?e,\s?(?=\d))",
    re.IGNORECASE,
)
_WONDERS = re.compile(
    r"\s*\((?![^()]*\bor (?:is|was) it \d)"
    r"(?:(?:[^()\s]+\s+){2,}[^()]*\?[^()]*|[^()?]*(?:\s+[^()\s?]+){2,}\?[^()]*)\)"
)
_REMARK = re.compile(
    r"\s*\((?=[^()\d]*\b(?:i|i'm|i've|i'll|my|we|love|like|still|painted|painting|unpainted|sprue|borrowed|proxy"
    r"|proxied|wip|nice|fun|sorry|thanks|hopefully|yet|favourites?|favorites?|why not)\b)([^()\d]*)\)",
    re.IGNORECASE,
)
"""What somebody says of a unit beside what it is: "(still painting these)", "(yes, I like carriers)"."""
_MARKUP = re.compile(
    r"\*\*|__|(?<!~)~~(?!~)|`|\[/?(?:b|i|u|list|quote|\*|size[^\]]*|color[^\]]*)\]|</?(?:b|i|u|br|p|li|ul"
    r"|strong|em)\s*/?>|(?<![^\W_])_+(?=\d+_)|(?<=\d)_+(?![^\W_])",
    re.IGNORECASE,
)
SENT = re.compile(
    r"^\s*\[?(?:\d{1,2}[:.]\d{2}(?:[:.]\d{2})?(?:\s?[ap]\.?m\.?)?,?\s+\d{1,4}[/.-]\d{1,2}(?:[/.-]\d{1,4})?"
    r"|\d{1,4}[/.-]\d{1,2}(?:[/.-]\d{1,4}|\.)?,?\s+\d{1,2}[:.]\d{2}(?:[:.]\d{2})?(?:\s?[ap]\.?m\.?)?)"
    r"\]?\s*(?:[-\u2013]\s*)?[^:\n]{1,40}:\s"
    r"|^\s*\[\d{1,2}[:.]\d{2}(?:[:.]\d{2})?(?:\s?[ap]\.?m\.?)?\]\s*(?:<[^<>\n]{1,40}>|[^:\n]{1,40}:)\s",
    re.IGNORECASE,
)
"""When a message was sent, and by whom."""
_STARRED = re.compile(r"\s*(?:\*{3,}\s*|\*\*\s+)([^*]*\w[^*]*?)(?:\s*\*{3,}|\s+\*\*)\s*")
"""A heading: "*** Command ***", "** Command **"."""
_UNDERLINED = re.compile(
    r"\s*\[u\](?:\[b\])?([^\[\]\d]*[^\W\d][^\[\]\d]*)(?:\[/b\])?\[/u\]\s*", re.IGNORECASE
)
"""One in a forum: "[u]Command[/u]"."""
_STRUCK = re.compile(r"^\W*?~~(?=\S)[^~]+~~")
_FIELD = re.compile(
    r"^\W*(?:quality|experience|exp|models|men|size|crew|points|pts|cost|type)\s*[:=]", re.IGNORECASE
)
"""What a form tells first of a unit whose name stands above."""
_EMPHASIS = re.compile(r"\s*\*[^*\s][^*]*\*\s*")
"""A line that is "*stressed*", no bullet."""
_COSTS = re.compile(rf"{ENDS_IN_NUMBER.pattern}|\bfree\W*$", re.IGNORECASE)
_HASHES = re.compile(r"^\s*#{1,6}\s+")
_IN_BRACKETS = re.compile(r"\s\((2[5-9]|[3-9]\d|[1-4]\d\d)\)\s*$")
_APART = re.compile(r"(?<=\S)\s{2,}(\d{1,4})$")
_APART_IN_FRONT = re.compile(r"^\s*(\d{2,3})\s{2,}(?=[^\W_])(?!\d+\s)")
_BEFORE_NAME = re.compile(r"^\s*(\d{2,3})\s+(?=[^\W_])(?!\d+(?:\s|x\b)|(?:men|man|pts?|points?)\b)")
SIGNED, SENTENCE = 0.9, 5
"""So many lines with a sign name a unit; so many words are more than its name."""
DEAR = 30
"""So many men are in no unit."""
LEAST_POINTS = 20
MOST_OF_UNIT = 800
"""Even the heaviest tank costs less."""
_COUNTS_ITSELF = re.compile(
    r"^\s*([1-9])\s+([^\W\d_]*(?:section|squad|platoon|gruppe|sekcja|team|troop))(?!s)\b(?=\s*(?:[,;:(\u2013-]|$))",
    re.IGNORECASE,
)
LONGEST_TOLD = 5
_BLANKS = dict.fromkeys(map(ord, "\u00a0\u2007\u2009\u202f"), " ")


@dataclass(slots=True)
class Line:
    """A line with a word in it."""

    text: str
    number: int
    depth: int
    bullet: bool
    points: int | None
    rest: str
    times: int = 1
    after_rule: bool = False
    goes_on: bool = False
    """Whether it stands right below a line, with no empty one between."""
    dots: int = 0
    """How many dots stand before it, as rosters are printed."""
    sent: bool = False
    """Whether it is a message of a chat."""
    of_above: bool = False
    """Whether it is one of the parts that make up what the unit above it costs."""
    struck: bool = False
    """Whether its name is struck out."""
    leads_in: bool = False
    """Whether reading has found that it is no unit's."""
    of_models: bool = False
    """Whether the number before it counts models."""
    priced_first: bool = False  # as other units of its list


def is_head(line: Line) -> bool:
    """Whether a line is marked as a heading, or told to be no unit's."""
    return line.leads_in or HEAD_SIGNS.match(line.text) is not None


def lines_of(lines: list[str]) -> list[Line]:
    """The lines that hold a word, each with what stands above it."""
    found: list[Line] = []
    lines = unmarked(lines)
    rule = blank = True
    for at, (flag, text) in enumerate(map(flagged.parted, lines), 1):
        line = _line(text, at)
        if line is None:
            rule = bool(_RULE.match(text))
            if rule and not blank and _is_title(found[-1]):
                # A heading with a line drawn below it.
                found[-1].text = f"== {found[-1].text}"
            blank = True
            continue
        line.after_rule, line.goes_on = rule and bool(found), not blank
        line.struck = _STRUCK.match(text) is not None
        line.leads_in, line.of_models = flag == flagged.LEADS_IN, flag == flagged.MODELS
        found.append(line)
        rule = blank = False
    if any(SAID.match(text) for text in lines):
        for line in found:
            line.sent = True
    _forms_below(found)
    _price_ends(found)
    _price_starts(found)
    _of_above(found)
    _unit_heads(found)
    _name_counted(found)
    _remarks_between(found)
    counted = [(line, int(number[1])) for line in found if (number := _IN_ROW.match(line.rest))]
    if [count for _line_, count in counted] == list(range(1, len(counted) + 1)):
        for line, _count in counted:
            line.rest = _IN_ROW.sub("", line.rest)
    return found


def _remarks_between(lines: list[Line]) -> None:
    """Leave out a sentence without a sign between lines that have one and name a unit with its quality."""
    rows = [at for at, line in enumerate(lines) if line.bullet]
    whole = [at for at in rows if is_whole(lines[at]) or lines[at].points]
    if len(whole) < FEWEST or len(whole) < SIGNED * len(rows):
        return
    for line in lines[rows[0] :]:
        kinds = {one.kind for one in scan(line.rest)}
        counted = line.points is not None or re.search(r"\b\d+\b", line.text) is not None
        if not (line.bullet or counted or QUALITY in kinds) and len(line.text.split()) >= SENTENCE:
            line.leads_in = True


def _name_counted(lines: list[Line]) -> None:
    """Read "1 Section", "2 Section", which count themselves, as the names "Section #1", "Section #2"."""
    told: dict[str, list[tuple[Line, re.Match[str]]]] = {}
    for line in lines:
        if (found := _COUNTS_ITSELF.match(line.rest)) is not None and line.times == 1:
            told.setdefault(found[2].lower(), []).append((line, found))
    for same in told.values():
        if len(same) > 1 and [int(found[1]) for _line_, found in same] == [*range(1, len(same) + 1)]:
            for line, found in same:
                line.rest = f"{found[2]} #{found[1]}{line.rest[found.end() :]}"


def _forms_below(lines: list[Line]) -> None:
    """Read "=== RIFLE SQUAD ===" as a unit's name where a form stands below it: "Quality: regular"."""
    heads = [at for at, line in enumerate(lines[:-1]) if _is_over_form(line, lines[at + 1])]
    if len(heads) < 2:
        return
    for at in heads:
        head = lines[at]
        head.text = head.rest = head.text.strip(HEAD_MARKS)
        head.depth, head.bullet, head.goes_on = 0, False, False
        for below in itertools.takewhile(lambda line: line.goes_on, lines[at + 1 :]):
            below.of_above = True


def _is_over_form(line: Line, below: Line) -> bool:
    plain = is_head(line) and line.points is None
    return plain and below.goes_on and _FIELD.match(below.text) is not None


def _price_ends(lines: list[Line]) -> None:
    """Take what stands apart at the ends of lines, one below another, for what they cost."""
    ends = [(line, end) for line in lines if line.points is None and (end := _APART.search(line.rest))]
    dear = [end for _line_, end in ends if int(end[1]) >= LEAST_POINTS]
    if len(dear) < FEWEST or len(dear) < 0.5 * len(ends):
        return
    for line, end in ends:
        line.points, line.rest = int(end[1]), line.rest[: end.start()].ljust(len(line.rest))


def _price_starts(lines: list[Line]) -> None:
    """Take what stands in front of lines, one below another, for what they cost."""
    for pattern, share in ((_APART_IN_FRONT, 4), (_BEFORE_NAME, 1.4)):
        starts = [(line, start) for line in lines if (start := pattern.match(line.text))]
        dear = sum(int(start[1]) > DEAR for _line_, start in starts)
        plain = not any(line.points for line, _start in starts)
        if len(starts) >= FEWEST and share * len(starts) >= len(lines) and plain and 2 * dear > len(starts):
            break
    else:
        first = sum(_FIRST.match(line.text) is not None and bool(line.points) for line in lines)
        starts = [(line, start) for line in lines if (start := _BEFORE_A_SIGN.match(line.text))]
        if len(starts) < FEWEST or 3 * first < len(starts):
            return
    for line, start in starts:
        line.points, line.depth, line.priced_first = int(start[1]), 0, True
        line.rest = line.text[start.end() :]


def _unit_heads(lines: list[Line]) -> None:
    """Read "### Rifle squad [10] [119pts]" as a unit, where lines without points stand below it."""
    alike = len(lines) > 1 and all(_HASHES.match(one.text) for one in lines)
    pairs = [*itertools.pairwise([*lines, lines[-1]])] if lines else []
    levels = [_level(line) for line, below in pairs if _is_unit_head(line, below)]
    # Beside several units all of the level that cost something are: "#### Jeep - 21".
    of_units = {level for level in levels if levels.count(level) >= FEWEST}
    for line, below in pairs:
        costs = 0 < (line.points or 0) < LEAST_OF_ALL
        if alike or _is_unit_head(line, below) or (costs and _level(line) in of_units):
            line.text, line.rest = _HASHES.sub("", line.text), _HASHES.sub("", line.rest)


def _is_unit_head(line: Line, below: Line) -> bool:
    inner = below.bullet and below.points is None and below.goes_on
    most = MOST_OF_UNIT if (whole := is_whole(line)) else LEAST_OF_ALL
    costs = 0 < (line.points or 0) < most or (whole and _COSTS.search(line.text))
    return bool(_HASHES.match(line.text) and costs and (inner or whole))


def _level(line: Line) -> int:
    """How many signs stand before a heading; 0 if it is none."""
    return len(line.text.split(" ", maxsplit=1)[0]) if _HASHES.match(line.text) else 0


def is_whole(line: Line) -> bool:
    """Whether a line names a unit and its quality: "# Sniper team, veteran, 65 pts"."""
    kinds = {one.kind for one in scan(line.rest)}
    return QUALITY in kinds and bool(kinds & {CLASS, RANK, TEAM, VEHICLE})


def _unless_told(found: re.Match[str]) -> str:
    """A remark in brackets, if it tells of men or arms; else nothing."""
    kinds = {one.kind for one in scan(found[1])}
    # "(yes I know, airborne crews should be vets)"
    told = {ARM, LEADER, RANK} | ({QUALITY} if len(found[1].split()) <= LONGEST_TOLD else set())
    return found[0] if kinds & told else ""


def _of_above(lines: list[Line]) -> None:
    """Mark what is set in below a unit and costs together what it costs: its parts."""
    for at, head in enumerate(lines):
        end = next((i for i in range(at + 1, len(lines)) if lines[i].depth <= head.depth), len(lines))
        below = lines[at + 1 : end]
        told = [line.points for line in below if line.points is not None]
        words = tuple(word for word in key_of(head.rest) if not word.isdigit())
        if words in headings.HEADINGS or 2 * sum(map(is_whole, below)) > len(below):
            # "Support - 90 pts", above units that make this up.
            continue
        if told and len(told) == len(below) and sum(told) == head.points and head.points < LEAST_OF_ALL:
            for line in below:
                line.of_above = True


def _is_title(line: Line) -> bool:
    """Whether a line says nothing of a unit, so that one drawn below it makes it a heading."""
    return line.points is None and {one.kind for one in scan(line.rest)} <= {UNKNOWN, STOP, OPTION, BREAK}


def _ends_in_arms(text: str) -> bool:
    """Whether a line ends in arms that have no calibre, and nobody counts so many of: "coax MMG (105)"."""
    last = scan(text)[-1:]
    return bool(last) and last[0].kind == ARM and set(ARMS[last[0].key]) <= {*SMALL, *MACHINE_GUNS}


def _without_stars(text: str) -> str:
    """A line between stars without them; as a heading, if it names nobody."""
    if not _EMPHASIS.fullmatch(text):
        return text
    plain = text.replace("*", "")
    # "*Zugf\u00fchrer*"
    return f"== {plain}" if {one.kind for one in scan(plain)} <= {UNKNOWN, STOP, LEADER} else plain


def _without_dice(text: str) -> str:
    """A line without its order dice, unless it is a total or says nothing else."""
    dieless = _DICE.sub("", text)
    return dieless if re.search(r"[^\W\d_]{3}", dieless) and not TOTAL.search(text) else text


def _line(text: str, at: int) -> Line | None:
    clean = _MARKUP.sub("", seen(html.unescape(text)).translate(_BLANKS)).rstrip()
    sent = SENT.match(clean)
    clean = SENT.sub("", clean)
    starred = _STARRED.fullmatch(seen(text)) or _UNDERLINED.fullmatch(seen(text))
    if starred:
        clean = f"== {starred[1]} =="
    if not re.search(r"\w", clean):
        return None
    clean = _without_dice(_WONDERS.sub("", _without_stars(clean)))
    sign = _BULLET.match(clean)
    space, bullet, depth, dots = "", False, 0, 0
    body = clean
    if sign is not None:
        space = sign["space"]
        signs = sign["sign"] or ""
        bullet = bool(signs)
        dots = signs.count(".")
        depth = len(space.expandtabs(4)) + (dots if dots else 1 if bullet else 0)
        body = _REMARK.sub(_unless_told, clean[sign.end() :])
    if product := multiplied(body := added(body)):
        return Line(clean, at, depth, bullet, product[2], product[0], product[1])
    rest, points = pointed(body)
    if points is None and (behind := _IN_BRACKETS.search(rest)) and _ends_in_arms(rest[: behind.start()]):
        points, rest = int(behind[1]), rest[: behind.start()].ljust(len(rest))
    marked = not bullet or body[:1] in "([" or _BEFORE_A_COLON.match(body)
    first = _FIRST.match(body) if points is None and marked else None
    if first is not None and int(first["points"]) > LEAST_POINTS:
        # Figures that stand one below another are set in by as much as they are shorter.
        return Line(clean, at, 0, bullet, int(first["points"]), body[first.end() :])
    return Line(clean, at, depth, bullet, points, rest, dots=dots, sent=sent is not None)
