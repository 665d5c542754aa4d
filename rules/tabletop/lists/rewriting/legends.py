"""What a list's own marks stand for, "* = veteran", written out where they stand (Tabletop E)."""

from __future__ import annotations

import re
from collections.abc import Sequence

from rules.tabletop.lists.words.troops import LETTERS

_SAYS = re.compile(
    r"(?:^|(?<=[\s(,;.|\"']))(?!(?:quality|experience|exp|training|veterancy|rating|grade|skill|level)\b)"
    r"(?P<mark>[*\u2020\u2021^#\u00b0!+]{1,3}|[(\[][^\W\d_]{1,3}[)\]]"
    r"|[^\W\d_]{1,9})[\"')]?"
    r"\s*(?:=|means|is short for)\s*(?:all\s+)?(?P<quality>inexperienced|regulars?|veterans?|vets?|inexp"
    r"|regs?|green)\b",
    re.IGNORECASE,
)
_COLOURED = r"\[colou?r=[\"']?{mark}[\"']?\](?P<text>.*?)\[/colou?r\]"
_TAG = re.compile(r"\[/?(?![vri]\])[a-z]+[^\]]*\]", re.IGNORECASE)
_PRICED = re.compile(r"\d{2,}\s*(?:pts?|points?|pkte?|punkte|punten|ptos|puntos|punti)?\W*$")
_COLOURS = {"red", "blue", "green", "yellow", "orange", "purple", "grey", "gray", "gold", "brown", "pink"}
_LETTER = re.compile(r"(?:(?<=\s)|(?<=^))[(\[]([VRI])[)\]]", re.IGNORECASE)
_FIRST = re.compile(r"^(\s*(?:[-*\u2022]\s+)?)\((inexperienced|regular|veteran)\)\s+(?=\S)")
"""A quality in brackets before a name."""
_SIGNS = ("\t", ";", "|")
FEWEST = 2
MOST = 12
"""Nobody explains more marks."""
_QUALITIES = ("inexperienced", "regular", "veteran")


def explained(lines: Sequence[str]) -> list[str]:
    """The lines, with the quality beside each mark that one of them says stands for it."""
    found = [
        (at, match["mark"], _quality(match["quality"]))
        for at, text in enumerate(lines)
        for match in _SAYS.finditer(_TAG.sub("", text))
    ][:MOST]
    legends = {at for at, _mark, _quality_ in found}
    written = [*lines]
    for _at, mark, quality in found:
        pattern, text = _sought(mark), f"\\g<text> ({quality})"
        for at, line in enumerate(written):
            if at not in legends:
                written[at] = pattern.sub(text, line)
    return [_FIRST.sub(r"\1\2 ", line) for line in _lettered(written)]


def _lettered(lines: list[str]) -> list[str]:
    """The lines, with "(inexperienced)" for "(I)" where others have "(V)" or "(R)"."""
    lines = _in_a_column(lines)
    told = [found[1].lower() for line in lines if (found := _LETTER.search(line)) is not None]
    if len(told) <= FEWEST or {*told} == {"i"}:
        return lines
    return [_LETTER.sub(lambda found: f"({LETTERS[found[1].lower()]})", line) for line in lines]


def _in_a_column(lines: list[str]) -> list[str]:
    """The lines, with "regular" for "R" where such letters, and no others, stand in a column of their own."""
    for sign in _SIGNS:
        rows = {at: line.split(sign) for at, line in enumerate(lines) if line.count(sign) > 1}
        for column in range(max(map(len, rows.values()), default=0)):
            cells = {at: cells[column].strip() for at, cells in rows.items() if column < len(cells)}
            letters = [cell.lower() for cell in cells.values() if len(cell) == 1 and cell.isalpha()]
            if len(letters) <= FEWEST or not 1 < len({*letters}) == len({*letters} & {*LETTERS}):
                continue
            lines = [*lines]
            for at, cell in cells.items():
                if cell.lower() in letters:
                    rows[at][column] = rows[at][column].replace(cell, LETTERS[cell.lower()])
                    lines[at] = sign.join(rows[at])
    return lines


def is_legend(text: str) -> bool:
    """Whether a line only says what marks stand for, and is no unit's."""
    return _SAYS.search(_TAG.sub("", text)) is not None and not _PRICED.search(text)


def _quality(said: str) -> str:
    low = said.lower()
    return next((one for one in _QUALITIES if one.startswith(low.rstrip("s"))), _QUALITIES[0])


def _sought(mark: str) -> re.Pattern[str]:
    """Where a mark stands: a sign behind a word, a letter in brackets or alone, a colour in its tags."""
    plain = re.escape(mark.strip("()[]"))
    if not mark.strip("()[]").isalpha():
        return re.compile(rf"(?P<text>(?<=\S)(?<![*\s]))\s?{plain}(?=[\s,;:.(\[-]|$)")
    if plain.lower() in _COLOURS:
        return re.compile(_COLOURED.format(mark=plain), re.IGNORECASE)
    alone = rf"(?:(?<=[,;|/\t])|(?<=[,;|/\u2013\u2014-]\s)){plain}(?=\s*(?:[,;|/\t\u2013\u2014-]|$))"
    # Not "Panzer V".
    stressed = rf"(?<=\s)([*_`]{{1,2}}){plain}\2(?=\s|$)"
    behind_name = rf"(?<=[^\W_][*_]\s){plain}(?=\s|,|$)|(?<=[^\W_][*_]{{2}}\s){plain}(?=\s|,|$)"
    return re.compile(rf"(?P<text>)(?:[(\[]{plain}[)\]]|{stressed}|{behind_name}|{alone})", re.IGNORECASE)
