"""Lists in columns: with tabs, semicolons or bars, with or without a row of headings (Tabletop E)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from rules.tabletop.lists import bounds
from rules.tabletop.lists.forms.fragments import listed
from rules.tabletop.lists.raw import Part, Raw
from rules.tabletop.lists.words.tokens import key_of

MOST_ALIKE = 5
_SIGNS = ("\t", ";", "|")
_MEANINGS = {
    "name": "unit, name, unit name, units, description, type, entry, einheit, squad, unit type, model",
    "count": "no of units, units no, qty,"
    "  quantity, number of units, count, no, no of, x, anzahl, units count, nr, number",
    "men": "men, models, size, figures, crew, men crew, squad size, unit size, man, model "
    "count, strength, minis, troops",
    "quality": "quality, experience, exp, troop quality, training, morale, rating, veterancy, skill",
    "points": "points, pts, pts total, total pts, sum,"
    "  cost, point, total, points cost, total points, punkte, price, value",
    "arms": "weapons, weapon, arms, equipment, options, option, upgrades, loadout, notes, "
    "armament, details, wargear, notes options, weapons options, weapons and options",
    "entry": "reserve, entry, turn",
    "each": "cost each, points each, pts each, each, unit cost, "
    "unit points, price each, cost per unit, per unit",
}
_COLUMNS = {key_of(word): meaning for meaning, words in _MEANINGS.items() for word in words.split(",")}
_NUMBER = re.compile(r"^\W*(\d{1,5})(?:\.0+)?\s*(?:pts?|points?|p)?\W*$", re.IGNORECASE)
_RULE = re.compile(r"^[\s|:+=_-]+$")
_TOTAL = re.compile(r"^\W*(?:grand |sub)?(?:total|gesamt|summe|sum)\b", re.IGNORECASE)


@dataclass(slots=True)
class Rows:
    """Units in columns, and the lines that are left out."""

    units: list[Raw] = field(default_factory=list)
    left: list[str] = field(default_factory=list)
    total: int | None = None


def columned(lines: Sequence[str]) -> Rows | None:
    """The units of a text in columns; None if it has none."""
    full = [line for line in lines if line.strip() and not _RULE.match(line)]
    sign = next((one for one in _SIGNS if _parts_all(full, one)), None)
    if sign is None:
        return None
    rows, heads = Rows(), None
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        cells = [
            cell.strip().strip('"') for cell in line.strip().strip("|" if sign == "|" else "").split(sign)
        ]
        if _RULE.match(line) or len([cell for cell in cells if cell]) < 2:
            rows.left += [line.strip()] if re.search(r"\w", line) else []
            continue
        if heads is None and (said := _heads(cells)) is not None:
            heads = said
            rows.left.append(line.strip())
            continue
        if any(_TOTAL.match(cell) for cell in cells):
            rows.left.append(line.strip())
            numbers = [int(found[1]) for cell in cells if (found := _NUMBER.match(cell))]
            rows.total = numbers[-1] if numbers else rows.total
            continue
        rows.units.append(_row(cells, heads, line, number))
        bounds.within(len(rows.units), bounds.MOST_UNITS, "units")
    if heads is not None and "count" in heads and "men" not in heads:
        rows.units = _men_counted(rows.units)
    return rows if rows.units else None


def _men_counted(units: list[Raw]) -> list[Raw]:
    """A column "number" with eight in it counts men: nobody has eight such units."""
    if max(one.times for one in units) <= MOST_ALIKE:
        return units
    return [replace(one, times=1, men=one.times) for one in units]


def _parts_all(lines: Sequence[str], sign: str) -> bool:
    """Whether a sign parts most lines into cells of which one is a number alone."""
    cells = [[cell for cell in line.strip().strip("|").split(sign) if cell.strip()] for line in lines]
    parted = [row for row in cells if len(row) > 1]
    numbered = [row for row in parted if any(_NUMBER.match(cell.strip()) for cell in row)]
    headed = any(_heads([cell.strip() for cell in row]) for row in parted)
    return len(parted) >= max(1, (len(lines) + 1) // 2) and (headed or len(numbered) * 2 >= len(parted) > 0)


def _heads(cells: Sequence[str]) -> list[str] | None:
    found = [_COLUMNS.get(key_of(cell.strip('"')), "") for cell in cells]
    return found if "name" in found and len([one for one in found if one]) >= 2 else None


def _row(cells: Sequence[str], heads: Sequence[str] | None, line: str, number: int) -> Raw:
    if heads is None:
        return _bare(cells, line, number)
    said: dict[str, list[str]] = {}
    for at, cell in enumerate(cells):
        meaning = heads[at] if at < len(heads) else ""
        if cell:
            said.setdefault(meaning or "arms", []).append(cell)
    times = _number(said.get("count")) or 1
    if not 1 <= times <= bounds.MOST_OF_A_KIND:
        raise bounds.too_much("count", bounds.MOST_OF_A_KIND, number)
    points = _number(said.get("each") or said.get("points"))
    men = _number(said.get("men"))
    extra = [text for text in said.get("men", []) if not _NUMBER.match(text)]
    texts = [*said.get("quality", []), *extra, *said.get("arms", [])]
    if entry := said.get("entry"):
        texts += [
            f"reserve {cell}" if _NUMBER.match(cell) else cell
            for cell in entry
            if cell.lower() not in ("-", "no", "0")
        ]
    return Raw(" ".join(said.get("name", [""])), line.strip(), number, times, points, men, _parts(texts))


def _bare(cells: Sequence[str], line: str, number: int) -> Raw:
    """A row without headings: its last number is its points, a lone other one has to be clear."""
    full = [cell for cell in cells if cell]
    numbers = [(at, int(found[1])) for at, cell in enumerate(full) if (found := _NUMBER.match(cell))]
    words = [cell for cell in full if not _NUMBER.match(cell)]
    name, texts = (words[0], words[1:]) if words else ("", [])
    points = numbers[-1][1] if numbers and numbers[-1][1] > 20 else None
    others = numbers[:-1] if points is not None else numbers
    times, men = 1, None
    if len(others) == 1 and others[0][0] == 0 and others[0][1] <= 4:
        times = others[0][1]
        others = []
    elif len(others) == 1 and others[0][1] >= 5:
        men, others = others[0][1], []
    texts += [str(value) for _at, value in others]
    return Raw(name, line.strip(), number, times, points, men, _parts(texts))


def _number(cells: Sequence[str] | None) -> int | None:
    for cell in cells or ():
        if found := _NUMBER.match(cell):
            return int(found[1])
    return None


def _parts(texts: Sequence[str]) -> tuple[Part, ...]:
    return tuple(part for text in texts for part in listed(text))
