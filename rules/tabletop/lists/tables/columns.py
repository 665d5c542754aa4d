"""Lists in columns: with tabs, semicolons or bars, with or without a row of headings (Tabletop E).

Commas part columns only below a row of headings: lines of a forum have them too.
"""

from __future__ import annotations

import csv
import re
from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field, replace
from itertools import zip_longest

from rules.tabletop.lists import bounds
from rules.tabletop.lists.lines.chatter import TOTALS
from rules.tabletop.lists.raw import Part, Raw
from rules.tabletop.lists.tables.aligned import below_heads
from rules.tabletop.lists.tables.table_rows import (
    MOST_ALIKE,
    NUMBER_ALONE,
    OF_ARM,
    SAID,
    number_in,
    parts_of,
    row,
)
from rules.tabletop.lists.words.column_heads import COLUMNS, OF_ALL, OF_EACH
from rules.tabletop.lists.words.scanning import ARM, MAN, NUMBER, QUALITY, STOP, scan
from rules.tabletop.lists.words.tokens import key_of
from rules.tabletop.lists.words.troops import LETTERS, ROLES

FEWEST = 3
MOST_TITLES = 4
"""Lines that may stand above a row of headings."""
_SIGNS = ("\t", ";", "|")
_COMMA = ","
_SLASH = " / "
_SPACES = re.compile(r"\s{2,}")
_RULE = re.compile(r"^[\s|:+=_-]+$")
_SET_IN = re.compile(r"(?:\s{2,}|\t)\s*(?:[-*\u2022\u00b7>]\s*)?|[-*\u2022\u00b7>]\s+")
_NUMBER_FIRST = re.compile(r"^(\d)\s+([^\W\d_].*)$")
_TOTAL = re.compile(
    rf"^\W*(?:macht |grand |sub)?(?:{TOTALS})\b|^\W*(?:[^\W\d_]+ ){{1,3}}(?:sub[ -]?)?(?:total|summe)\W*$"
    rf"|^\W*(?:points? )?limit\W*$|^\W*order dice\W*$",
    re.IGNORECASE,
)


@dataclass(slots=True)
class Rows:
    """Units in columns, and the lines that are left out."""

    units: list[Raw] = field(default_factory=list)
    left: list[str] = field(default_factory=list)
    total: int | None = None
    above: int = 0
    """How many of the lines that are left out stand above the headings, or are these."""
    headed: bool = False
    """Whether a row of headings says what stands in each column, and each row is a unit."""


def _parted(full: Sequence[str], lines: Sequence[str]) -> tuple[str | None, Sequence[str]]:
    """The sign that parts columns, None if none does, and the lines that have it."""
    sign = next((one for one in _SIGNS if _parts_all(full, one)), None)
    titles = [] if sign else full[:MOST_TITLES]
    if any(len(_heads(_cells(line, _COMMA)) or ()) > 2 for line in titles) or _fills(full):
        return _COMMA, lines
    for line in titles:
        if len(_heads(_SPACES.split(line.strip())) or ()) > 2:
            # They are of the same width.
            return "\t", below_heads(lines, line) or [_SPACES.sub("\t", one.strip()) for one in lines]
    return sign, lines


def _fills(lines: Sequence[str]) -> bool:
    """Whether nearly all lines have as many commas, some with nothing between them, as tables are saved."""
    many = Counter(len(_cells(line, _COMMA)) for line in lines)
    most, alike = max(many.items(), key=lambda one: one[1], default=(0, 0))
    empty = sum(",," in line or line.rstrip().endswith(",") for line in lines)
    return most >= MOST_TITLES and alike * 5 >= len(lines) * 4 and empty * 3 >= len(lines) >= FEWEST


def columned(lines: Sequence[str]) -> Rows | None:
    """The units of a text in columns; None if it has none."""
    full = [line for line in lines if line.strip() and not _RULE.match(line)]
    if any(_SLASH in line and len(_heads(line.split(_SLASH)) or ()) > 2 for line in full[:MOST_TITLES]):
        # "Name / Quality / Men / Weapons / Pts"
        lines = [line.replace(_SLASH, "\t") for line in lines]
        full = [line.replace(_SLASH, "\t") for line in full]
    sign, lines = _parted(full, lines)
    if sign is None:
        return None
    table = _Table(sign, _of_letters([_cells(line, sign) for line in full]))
    for number, line in enumerate(_uncounted(lines, sign), 1):
        if line.strip():
            table.take(line, number)
    rows, heads = table.rows, table.heads
    if heads is not None and "count" in heads and "men" not in heads:
        rows.units = _men_counted(rows.units)
    rows.units = _labelled(rows.units)
    told = all(one.name and one.points is not None for one in rows.units)
    rows.headed = heads is not None and told and not table.loose
    return rows if rows.units else None


def _of_letters(rows: Sequence[Sequence[str]]) -> set[int]:
    """The columns in which nearly nothing stands but the letters or words of qualities."""
    found = set()
    for at in range(max(map(len, rows), default=0)):
        cells = [row[at] for row in rows if at < len(row) and row[at]]
        told = [cell for cell in cells if cell.lower() in LETTERS or _quality_alone([cell])]
        if len(told) >= FEWEST and len(told) + 1 >= len(cells):
            found.add(at)
    return found


class _Table:
    """A table whose rows are still being read."""

    def __init__(self, sign: str, lettered: Collection[int] = ()) -> None:
        self.sign, self.lettered = sign, lettered
        self.rows = Rows()
        self.heads: list[str] | None = None
        self.section = ""
        """The quality that those below a row have that tells nothing else."""
        self.above: Sequence[str] = ()
        """The cells of the last unit."""
        self.loose = False
        """Whether lines that are no rows stand between units, or below one."""
        self.between = False

    def take(self, line: str, number: int) -> None:
        """Take another line."""
        cells, rows = _cells(line, self.sign), self.rows
        if rows.units and self.heads is not None and _goes_on(cells, self.heads):
            last = rows.units.pop()
            cells = [f"{one} {more}".strip() for one, more in zip_longest(self.above, cells, fillvalue="")]
            self._add(cells, f"{last.line} {line.strip()}", last.number)
        elif rows.units and (told := _set_in(line, cells, self.sign)):
            rows.units[-1] = _with(rows.units[-1], told, self.sign)
            self.loose = True
        elif _RULE.match(line) or len([cell for cell in cells if cell]) < 2:
            self._leave(line, cells)
        elif self.heads is None and (said := _heads(cells)) is not None:
            # What stands above the headings is a title.
            left = [*rows.left, *(one.line for one in rows.units), line.strip()]
            self.heads = [one or "quality" * (at in self.lettered) for at, one in enumerate(said)]
            self.rows = Rows(left=left, above=len(left))
        elif any(_TOTAL.match(cell) for cell in cells) or (self.heads and _heads(cells) == self.heads):
            # What all cost, or the same headings above another part of the list.
            rows.left.append(line.strip())
            numbers = [int(found[1]) for cell in cells if (found := NUMBER_ALONE.match(cell))]
            rows.total = numbers[-1] if numbers else rows.total
        else:
            self._add(cells, line, number)

    def _leave(self, line: str, cells: Sequence[str]) -> None:
        self.rows.left += [line.strip()] if re.search(r"\w", line) else []
        quality = _quality_alone(cells)
        self.section = quality or self.section
        self.between |= bool(self.rows.units) and not quality and re.search(r"[^\W\d]", line) is not None
        # Below a column stands its sum.
        self.rows.total = number_in(cells) or self.rows.total

    def _add(self, cells: Sequence[str], line: str, number: int) -> None:
        if self.heads and self.heads[0] == "quality" and self.above and not cells[0]:
            # A cell in front of several rows, as tables join them.
            cells = [self.above[0], *cells[1:]]
        self.above = cells
        self.loose |= self.between
        self.rows.units.append(_of_quality(row(cells, self.heads, line, number), self.section))
        bounds.within(len(self.rows.units), bounds.MOST_UNITS, "units")


def _quality_alone(cells: Sequence[str]) -> str:
    """The quality that alone stands in a row, for all below it; else nothing."""
    text = " ".join(filter(None, cells))
    return text if {QUALITY} <= {one.kind for one in scan(text)} <= {QUALITY, STOP, MAN} else ""


def _of_quality(unit: Raw, section: str) -> Raw:
    """A unit below such a row, unless it tells its own."""
    own = any(one.kind == QUALITY for text in (unit.name, *_texts(unit.parts)) for one in scan(text))
    return replace(unit, parts=(*unit.parts, Part(section))) if section and not own else unit


def _texts(parts: Sequence[Part]) -> list[str]:
    return [text for one in parts for text in (one.text, *_texts(one.parts))]


def _goes_on(cells: Sequence[str], heads: Sequence[str]) -> bool:
    """Whether a row is the rest of the one above: it has arms and notes, no quality, men or points."""
    told = {heads[at] if at < len(heads) else "" for at, cell in enumerate(cells) if cell}
    if told == {"name"}:
        # "Boys anti-tank", and below it "rifle"
        return "".join(cells)[:1].islower() and "points" in heads
    return bool(told) and told <= {"arms", "notes", *(("name",) if "points" in heads else ())}


def _set_in(line: str, cells: Sequence[str], sign: str) -> str:
    """What a line says that stands set in below a row, in no column: of the row's unit; else nothing."""
    found = _SET_IN.match(line)
    if found is None or (sign != _COMMA and len([one for one in cells if one]) > 1):
        return ""
    told = line[found.end() :].strip(" \t\r\n|")
    kinds = {one.kind for one in scan(told)}
    return told if kinds & {*SAID, MAN} - {NUMBER} else ""


def _with(above: Raw, told: str, sign: str) -> Raw:
    line = f"{above.line.rstrip(' |')}{sign}{told}"
    return replace(above, line=line, parts=(*above.parts, *parts_of([told])), titled=True)


def _labelled(units: list[Raw]) -> list[Raw]:
    """Units of one name that count themselves, "1 Section", "2 Section": as "Section 1", "Section 2"."""
    found = [_NUMBER_FIRST.match(one.name) for one in units]
    names = {match[2] for match in found if match}
    counted = {name: [int(match[1]) for match in found if match and match[2] == name] for name in names}
    labels = {name for name, seen in counted.items() if len(seen) > 1 and seen == [*range(1, len(seen) + 1)]}
    return [
        replace(one, name=f"{match[2]} {match[1]}")
        if match and match[2] in labels and one.times == 1
        else one
        for one, match in zip(units, found, strict=True)
    ]


def _uncounted(lines: Sequence[str], sign: str) -> Sequence[str]:
    """Lines without a first column that only counts them: "1 | Captain", "2 | Rifle squad"."""
    if sign == _COMMA:
        return lines
    first = [_cells(line, sign)[0] for line in lines if line.count(sign) > 1 and not _RULE.match(line)]
    counted = [cell for cell in first if cell.rstrip(".)").isdigit()]
    if len(counted) < 3 or [int(cell.rstrip(".)")) for cell in counted] != [*range(1, len(counted) + 1)]:
        return lines
    inner = r"^\s*\|?[^|]*\|" if sign == "|" else rf"^[^{sign}]*{sign}"
    return [
        re.sub(inner, "", line) if line.count(sign) > 1 and not _RULE.match(line) else line for line in lines
    ]


def _cells(line: str, sign: str) -> list[str]:
    """A line's cells; in quotes, as tables are saved, a cell may hold the sign that parts them."""
    line = line.replace("\ufeff", "").replace("\u00a0", " ").strip(" \r\n")
    if sign == "|":
        line = line.strip().strip("|")
    if '"' in line and sign != "|" and line.count('"') % 2 == 0:
        found = next(csv.reader([line], delimiter=sign, skipinitialspace=True), [])
    else:
        found = [cell.strip().strip('"') for cell in line.split(sign)]
    return [cell.strip("* \t") for cell in found]


def _men_counted(units: list[Raw]) -> list[Raw]:
    """A column "number" with eight in it counts men: nobody has eight such units."""
    if max((one.times for one in units), default=0) <= MOST_ALIKE:
        return units
    return [replace(one, times=1, men=one.times) for one in units]


def _parts_all(lines: Sequence[str], sign: str) -> bool:
    """Whether a sign parts most lines into cells of which one is a number alone."""
    cells = [[cell for cell in _cells(line, sign) if cell] for line in lines]
    parted = [row for row in cells if len(row) > 1]
    numbered = [row for row in parted if any(NUMBER_ALONE.match(cell) for cell in row)]
    headed = any(_heads(row) for row in parted)
    return len(parted) >= max(1, (len(lines) + 1) // 2) and (headed or len(numbered) * 2 >= len(parted) > 0)


def _heads(cells: Sequence[str]) -> list[str] | None:
    found = [_meaning_of(cell.strip('"')) for cell in cells]
    if "name" not in found and not cells[0] and len([one for one in found if one]) >= FEWEST:
        # Nothing stands above the names.
        found[0] = "name"
    if "name" not in found and "entry" in found:
        # "Entry", where nothing else names a unit, is none that comes late.
        found[found.index("entry")] = "name"
    if "name" not in found or len([one for one in found if one]) < 2:
        return None
    return [one or _arm_in(cell) for one, cell in zip(found, cells, strict=True)]


def _meaning_of(head: str) -> str:
    """What a heading means: "Squad / Team" what either does, "Men (total)" what stands before the bracket."""
    plain = re.sub(r"\([^)]*\)", " ", head)
    if head.strip() == "#":
        return "count"
    first, _slash, of = plain.partition("/")
    if of and _meaning_of(first) == "points":
        # "Pts/unit"; "Pts/man" tells nothing of the unit.
        return "each" if key_of(of) in OF_EACH else "" if key_of(of) in OF_ALL else "slot"
    found = [COLUMNS.get(key_of(one), "") for one in (head, plain, *re.split("[/&]", plain))]
    return next((one for one in found if one), "")


def _arm_in(head: str) -> str:
    """A heading that is a weapon's name or who has it ("Riflemen"), whatever stands behind it in brackets."""
    seen = scan(re.sub(r"\([^)]*\)", " ", head))
    armed = all(one.kind == ARM or (one.kind == MAN and ROLES[one.key]) for one in seen)
    return f"{OF_ARM}{head}" if seen and armed else ""
