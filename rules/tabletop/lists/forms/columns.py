"""Lists in columns: with tabs, semicolons or bars, with or without a row of headings (Tabletop E).

Commas part columns only below a row of headings: lines of a forum have them too.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from rules.tabletop.lists import bounds
from rules.tabletop.lists.forms.chatter import TOTALS
from rules.tabletop.lists.forms.figures import LINE_NUMBER, TIMES, pointed
from rules.tabletop.lists.forms.fragments import listed, rejoined
from rules.tabletop.lists.raw import Part, Raw
from rules.tabletop.lists.words.column_heads import COLUMNS, OF_EACH
from rules.tabletop.lists.words.scanning import (
    ARM,
    CLASS,
    FLAG,
    LEADER,
    LOADER,
    NUMBER,
    OPTION,
    QUALITY,
    RANK,
    TEAM,
    VEHICLE,
    scan,
)
from rules.tabletop.lists.words.tokens import key_of
from rules.tabletop.lists.words.troops import TEAMS

MOST_ALIKE = 5
MOST_TITLES = 4
"""Lines that may stand above a row of headings."""
MOST_FIRST, MOST_MEN = 4, 30
"""So many units of a kind a first column may count; more are men."""
MOST_OF_SQUAD = 15
"""A larger number at the end of a row is what it costs."""
Numbers = Sequence[tuple[int, int]]
_SAID = (ARM, FLAG, LEADER, LOADER, NUMBER, OPTION, QUALITY)
_SIGNS = ("\t", ";", "|")
_ARM = "arm:"
_COMMA = ","
_SPACES = re.compile(r"\s{2,}")
_LETTERS = {"i": "inexperienced", "r": "regular", "v": "veteran"}
_NUMBER = re.compile(
    r"^\W*(\d{1,5})(?:[.,]0{1,2})?\s*(?:pts?|points?|p|pkte?|punkte|punti|puntos|pkt)?"
    r"\s*/?\s*(?:each|ea|apiece|pro stuck|je)?\W*$",
    re.IGNORECASE,
)
_TIMES_ALONE = re.compile(r"(\d{1,2})\s*[x\u00d7]")
_TIMES_FIRST = re.compile(r"(\d)\s+(?:[-\u2013]|no\.)\s+(?=[^\W\d_]{2})")
"""How many units there are, in the cell of their name: "2 no. MMG teams"."""
_RULE = re.compile(r"^[\s|:+=_-]+$")
_SET_IN = re.compile(r"(?:\s{2,}|\t)\s*(?:[-*\u2022\u00b7>]\s*)?|[-*\u2022\u00b7>]\s+")
LEAST_PRICE = 20
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


def _parted(full: Sequence[str], lines: Sequence[str]) -> tuple[str | None, Sequence[str]]:
    """The sign that parts columns, None if none does, and the lines that have it."""
    sign = next((one for one in _SIGNS if _parts_all(full, one)), None)
    titles = [] if sign else full[:MOST_TITLES]
    if any(len(_heads(_cells(line, _COMMA)) or ()) > 2 for line in titles):
        return _COMMA, lines
    if any(len(_heads(_SPACES.split(line.strip())) or ()) > 2 for line in titles):
        # They are of the same width.
        return "\t", [_SPACES.sub("\t", line.strip()) for line in lines]
    return sign, lines


def columned(lines: Sequence[str]) -> Rows | None:
    """The units of a text in columns; None if it has none."""
    full = [line for line in lines if line.strip() and not _RULE.match(line)]
    sign, lines = _parted(full, lines)
    if sign is None:
        return None
    lines = _uncounted(lines, sign)
    rows, heads = Rows(), None
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        cells = _cells(line, sign)
        if rows.units and (told := _set_in(line, cells, sign)):
            rows.units[-1] = _with(rows.units[-1], told, sign)
            continue
        if _RULE.match(line) or len([cell for cell in cells if cell]) < 2:
            rows.left += [line.strip()] if re.search(r"\w", line) else []
            if alone := _number(cells):
                # Below a column stands its sum.
                rows.total = alone
            continue
        if heads is None and (said := _heads(cells)) is not None:
            # What stands above the headings is a title.
            heads, rows = said, Rows(left=[*rows.left, *(one.line for one in rows.units), line.strip()])
            continue
        if any(_TOTAL.match(cell) for cell in cells) or (heads is not None and _heads(cells) == heads):
            # What all cost, or the same headings above another part of the list.
            rows.left.append(line.strip())
            numbers = [int(found[1]) for cell in cells if (found := _NUMBER.match(cell))]
            rows.total = numbers[-1] if numbers else rows.total
            continue
        rows.units.append(_row(cells, heads, line, number))
        bounds.within(len(rows.units), bounds.MOST_UNITS, "units")
    if heads is not None and "count" in heads and "men" not in heads:
        rows.units = _men_counted(rows.units)
    rows.units = _labelled(rows.units)
    return rows if rows.units else None


def _set_in(line: str, cells: Sequence[str], sign: str) -> str:
    """What a line says that stands set in below a row, in no column: of the row's unit; else nothing."""
    found = _SET_IN.match(line)
    if found is None or (sign != _COMMA and len([one for one in cells if one]) > 1):
        return ""
    told = line[found.end() :].strip(" \t\r\n|")
    return told if any(one.kind in _SAID and one.kind != NUMBER for one in scan(told)) else ""


def _with(above: Raw, told: str, sign: str) -> Raw:
    line = f"{above.line.rstrip(' |')}{sign}{told}"
    return replace(above, line=line, parts=(*above.parts, *_parts([told])), titled=True)


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
    numbered = [row for row in parted if any(_NUMBER.match(cell) for cell in row)]
    headed = any(_heads(row) for row in parted)
    return len(parted) >= max(1, (len(lines) + 1) // 2) and (headed or len(numbered) * 2 >= len(parted) > 0)


def _heads(cells: Sequence[str]) -> list[str] | None:
    found = [_meaning_of(cell.strip('"')) for cell in cells]
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
    if of and _meaning_of(first) == "points" and key_of(of) in OF_EACH:
        return "each"
    found = [COLUMNS.get(key_of(one), "") for one in (head, plain, *re.split("[/&]", plain))]
    return next((one for one in found if one), "")


def _arm_in(head: str) -> str:
    """A heading that is a weapon's name, whatever stands behind it in brackets."""
    seen = scan(re.sub(r"\([^)]*\)", " ", head))
    return f"{_ARM}{head}" if seen and all(one.kind == ARM for one in seen) else ""


def _so_many(cell: str, arm: str) -> str:
    if _NUMBER.match(cell):
        return f"{cell} {arm}" if cell.strip("0") else ""
    return arm if cell.lower() in ("x", "yes", "y", "\u2713", "\u2714", "ja", "oui") else cell.strip("-")


def _times_of(each: int | None, together: int | None) -> int:
    """How many units there are by what each costs and what all of the row do; 1 where that tells nothing."""
    if not each or not together or together % each or together > MOST_ALIKE * each:
        return 1
    return together // each


def _row(cells: Sequence[str], heads: Sequence[str] | None, line: str, number: int) -> Raw:
    if heads is None:
        return _bare(cells, line, number)
    said: dict[str, list[str]] = {}
    for at, cell in enumerate(cells):
        meaning = heads[at] if at < len(heads) else ""
        if meaning.startswith(_ARM):
            # A column for each weapon, with how many of it.
            meaning, cell = "arms", _so_many(cell, meaning.removeprefix(_ARM))
        strange = meaning == "notes" or (not meaning and at < len(heads))
        if strange and not any(one.kind in _SAID for one in scan(cell)):
            continue  # "need painting!", "Painted?: Y"
        meaning = "arms" if meaning == "notes" else meaning
        if cell and meaning != "slot":
            said.setdefault(meaning or "arms", []).append(cell)
    times = _number(said.get("count")) or _times_of(_number(said.get("each")), _number(said.get("points")))
    if not 1 <= times <= bounds.MOST_OF_A_KIND:
        raise bounds.too_much("count", bounds.MOST_OF_A_KIND, number)
    priced = said.get("each") or said.get("points") or []
    points = _number(priced)
    if points is None and any("?" in cell for cell in priced):
        points = -1
    men = _number(said.get("men"))
    extra = [text for text in said.get("men", []) if not _NUMBER.match(text)]
    # Below "NCO" stands what he holds.
    leader = [f"NCO {cell}" for cell in said.get("nco", []) if any(one.kind == ARM for one in scan(cell))]
    quality = [_LETTERS.get(cell.lower(), cell) for cell in said.get("quality", [])]
    texts = [*quality, *extra, *leader, *said.get("arms", [])]
    if entry := said.get("entry"):
        texts += [
            f"reserve {cell}" if _NUMBER.match(cell) else cell
            for cell in entry
            if cell.lower() not in ("-", "no", "0")
        ]
    return Raw(
        LINE_NUMBER.sub("", " ".join(said.get("name", [""]))),
        line.strip(),
        number,
        times,
        points,
        men,
        _parts(texts),
        titled=bool(texts),
    )


def _led_apart(cells: list[str]) -> list[str]:
    """ "Rifle squad of 9: NCO SMG; LMG with loader": what stands behind the name is a cell of its own."""
    name, _colon, after = (cells or [""])[0].partition(": ")
    seen = scan(after)
    return [name, after, *cells[1:]] if seen and seen[0].kind == LEADER else cells


def _bare(cells: Sequence[str], line: str, number: int) -> Raw:
    """A row without headings: its last number is its points, a lone other one has to be clear."""
    full = _led_apart([cell for cell in cells if cell])
    counted = [found for cell in full if (found := _TIMES_ALONE.fullmatch(cell))]
    if len(counted) == 1:
        # "2x" in a column of its own, wherever it stands.
        full = [counted[0][1], *(cell for cell in full if cell != counted[0][0])]
    numbers = [(at, int(found[1])) for at, cell in enumerate(full) if (found := _NUMBER.match(cell))]
    words = [cell for cell in full if not _NUMBER.match(cell)]
    name, texts = (LINE_NUMBER.sub("", words[0]), words[1:]) if words else ("", [])
    said = [value for at, value in numbers if re.search(r"\dp|\d\s*p", full[at], re.IGNORECASE)]
    last = numbers[-1][1] if numbers else 0
    vehicle = any(one.kind in (VEHICLE, CLASS) for one in scan(name))
    at_end = bool(numbers) and numbers[-1][0] == len(full) - 1
    points = (
        last
        if last > 20 or last in said or (last > MOST_OF_SQUAD and at_end) or (vehicle and last > 4 and at_end)
        else None
    )
    others: Numbers = numbers[:-1] if points is not None else numbers
    if points is None and numbers and not numbers[0][0] and numbers[0][1] > LEAST_PRICE:
        # "79; First Lieutenant; Regular; 2"
        points, others = numbers[0][1], numbers[1:]
    times, points, others = _counted(others, points)
    if times == 1 and (found := _TIMES_FIRST.match(name) or TIMES.match(name)):
        times, name = int(found[1]), name[found.end() :]
    men = None
    if len(others) == 1 and (5 <= others[0][1] <= MOST_MEN or (others[0][1] > 1 and _is_officer(name))):
        men, others = others[0][1], []
    elif len(others) == 1 and others[0][1] == 1:
        # One of it, or one man: either is so.
        men, others = 1 if _is_one_man(name) else None, []
    if points is None:
        points = _priced_in(texts)
    texts = [_LETTERS.get(cell.lower(), cell) for cell in texts]
    texts += [str(value) for _at, value in others]
    return Raw(name, line.strip(), number, times, points, men, _parts(texts))


def _priced_in(texts: Sequence[str]) -> int | None:
    """The points that stand with other words in a cell, "312 pts total"; -1 if several do."""
    found = [points for text in texts if (points := pointed(text)[1]) is not None]
    return found[0] if len(found) == 1 else -1 if found else None


def _counted(others: Numbers, points: int | None) -> tuple[int, int | None, Numbers]:
    """How many units a row says first, the points of each, and the numbers that are left.

    "2 | Sherman | 195 | 390" tells what one costs, and what both do.
    """
    if not others or others[0][0] or not 1 <= others[0][1] <= MOST_FIRST:
        return 1, points, others
    times, others = others[0][1], others[1:]
    if others and points is not None and others[-1][1] * times == points:
        return times, others[-1][1], others[:-1]
    return times, points, others


def _is_officer(name: str) -> bool:
    """Whether a row is an officer's, of whom nobody has two: a number beside him counts his men."""
    return any(one.kind == RANK for one in scan(name))


def _is_one_man(name: str) -> bool:
    """Whether a row is of somebody who is alone as a rule, as a medic is."""
    return any(one.kind == TEAM and TEAMS[one.key][0] == 1 for one in scan(name))


def _number(cells: Sequence[str] | None) -> int | None:
    for cell in cells or ():
        if found := _NUMBER.match(cell):
            return int(found[1])
    return None


def _parts(texts: Sequence[str]) -> tuple[Part, ...]:
    return tuple(part for text in rejoined(texts) for part in listed(text))
