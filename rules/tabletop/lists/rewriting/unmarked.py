"""Lines without the signs that stand before all of them, or before each unit (Tabletop E)."""

from __future__ import annotations

import re
import textwrap

from rules.tabletop.lists.lines import flagged
from rules.tabletop.lists.lines.figures import pointed
from rules.tabletop.lists.tables.aligned import with_bars
from rules.tabletop.lists.words.scanning import ARM, BREAK, LEADER, MAN, NUMBER, QUALITY, STOP, scan

_QUOTED = re.compile(r"^ ?> ?")
_COUNTS = re.compile(r"^(\d{1,2}) (?=[^\W_][^\t|;]*$)(?!(?:x|men|man|pts?|points?)\b)", re.IGNORECASE)
_INDENTED = re.compile(r"^(\s*)\[indent[^\]]*\](.*?)(?:\[/indent\])?\s*$", re.IGNORECASE)
_NAMED = re.compile(r"^\s*name\s*:\s*(?=\w)", re.IGNORECASE)
_MODELS = re.compile(r"^\s*(\d{1,2})x\s[^()]*\(\d+ ?pts\):", re.IGNORECASE)
OF_MODELS = re.compile(r"^\s*[A-Z][A-Za-z]{1,4}\d{1,2}:\s+(\d{1,2})x\s")
MODELS_FIRST = re.compile(r"^\s*(\d{1,2})x\s")
"""As rosters for tournaments are printed, with how many models there are: "Inf1: 10x Rifle squad"."""
_LABEL = re.compile(r"^\s*[A-Z][A-Za-z]{1,4}\d{1,2}:\s+(?=\d{1,2}x\s)")
_THREAD = re.compile(r"^\s*[(\[]?\d{1,2}/\d{1,2}[)\]]?\s+(?=[^\W_])")
_ARROW = re.compile(r"^\s*(?:>{2,}|[-=]>)\s*(?=\S)(?!.*[<>]\s*$)")
"""Before each unit, no heading."""
_DASHED = re.compile(r"^\s*(?:--|\+)\s+(\S.*?)(?<![-+])$")
"""A bullet below units, unless it is a heading's: "-- 7x Rifleman", "+ 7x Rifleman"."""
_BESIDE_HIM = re.compile(
    r"^\s*\+\s*\d (?:m[ae]nn?|lads?|others?|hommes?|uom(?:o|ini)|hombres?)\W*$", re.IGNORECASE
)
FEWEST = 4
"""So many lines that are alike are no accident."""
LEAST_OF_ALL = 400
"""No unit costs so much that is called neither by its arms nor by its quality."""
MOST_ALIKE = 4
"""Nobody has more units of a kind in one entry: what is counted are models."""


def bare(text: str) -> str:
    """A text without what stands before all of its lines: the sign of what is quoted, and blanks."""
    lines = text.splitlines()
    if any(line.strip() for line in lines) and all(_QUOTED.match(line) for line in lines if line.strip()):
        text = "\n".join(_QUOTED.sub("", line) for line in lines)
    lines = [_INDENTED.sub(r"\1    \2", line) for line in with_bars(text.splitlines())]
    return textwrap.dedent("\n".join(_uncounted(lines)))


def _uncounted(lines: list[str]) -> list[str]:
    """The lines without the numbers that only count them: "1 Lieutenant", "2 Rifle squad" and so on."""
    counted = [int(found[1]) for line in lines if (found := _COUNTS.match(line))]
    if len(counted) <= FEWEST or counted != [*range(1, len(counted) + 1)]:
        return lines
    return [_COUNTS.sub("", line) for line in lines]


def unmarked(lines: list[str]) -> list[str]:
    """The lines without what stands before all of them, or before each unit."""
    said = [text for text in lines if text.strip()]
    if said and all(_QUOTED.match(text) for text in said[len(said) // 3 :]):
        # A list that somebody answered to, each of its lines behind a sign.
        lines = [_QUOTED.sub("", text) for text in lines]
    elif _is_answered(said):
        # A list with somebody's remarks between its lines.
        lines = [
            _QUOTED.sub("", text) if _QUOTED.match(text) or not text.strip() else f"{flagged.LEADS_IN}{text}"
            for text in lines
        ]
    if sum(bool(_NAMED.match(text)) for text in lines) > 1:
        # A form: the names of its units, not the list's.
        lines = [_NAMED.sub("Unit: ", text) for text in lines]
    models = [int(found[1]) for text in lines if (found := _MODELS.match(text))]
    if of_models := len(models) >= FEWEST and max(models) > MOST_ALIKE:
        # "8x Scouts (132 pts): Veteran", as such rosters are printed without labels
        lines = [f"{flagged.MODELS}{text.strip()}" if _MODELS.match(text) else text for text in lines]
    counted = [int(found[1]) for text in lines if (found := OF_MODELS.match(text))]
    if counted and max(counted) <= MOST_ALIKE and not of_models:
        # "INF1: 2x Rifle squad"
        lines = [_LABEL.sub("", text) for text in lines]
    if len([text for text in lines if _THREAD.match(text)]) > 1:
        lines = [_THREAD.sub("", text) for text in lines]
    if sum(bool(_ARROW.match(text)) for text in lines) >= FEWEST:
        lines = [_ARROW.sub("- ", text) for text in lines]
    dashed = [found[1] for text in lines if (found := _DASHED.match(text))]
    if len(dashed) < FEWEST and any(_BESIDE_HIM.match(text) for text in lines):
        return lines
    details = [kinds for text in dashed if (kinds := _detail(text)) is not None]
    if any(kinds & {ARM, LEADER, MAN} for kinds in details) and 2 * len(details) > len(dashed):
        lines = [_DASHED.sub(r"- \1", text) for text in lines]
    return lines


def _detail(text: str) -> set[str] | None:
    """The kinds of words of a line that tells a unit's men, arms or quality, or what it costs; else None."""
    kinds = {one.kind for one in scan(pointed(text)[0])}
    told = kinds & {ARM, LEADER, MAN, QUALITY} or kinds <= {NUMBER, STOP, BREAK}
    return kinds if told else None


def _is_answered(said: list[str]) -> bool:
    """Whether all that costs something stands behind the sign of what is quoted."""
    # Below units that are not quoted, "> 120 pts" is what one of them costs.
    costs = [
        (text, cost or 0) for text in said for rest, cost in [pointed(text)] if re.search(r"[^\W\d]", rest)
    ]
    plain = [text for text in said if not _QUOTED.match(text)]
    set_in = [text for text in plain if text[:1] in " \t" and _detail(text)]
    if len(set_in) >= FEWEST and 2 * len(set_in) > len(plain):
        # ">> Sergeant, 60 pts", and below it, set in, who has what.
        return False
    priced = [bool(_QUOTED.match(text)) for text, cost in costs if 0 < cost < LEAST_OF_ALL]
    return len(priced) >= FEWEST and all(priced)
