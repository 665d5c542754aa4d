"""A row of a list in columns as a unit, below headings or without (Tabletop E)."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from rules.tabletop.lists import bounds
from rules.tabletop.lists.lines.figures import LINE_NUMBER, TIMES, pointed
from rules.tabletop.lists.raw import Part, Raw
from rules.tabletop.lists.units.fragments import listed, rejoined
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
from rules.tabletop.lists.words.troops import LETTERS, TEAMS

MOST_ALIKE = 5
MOST_FIRST, MOST_MEN = 4, 30
"""So many units of a kind a first column may count; more are men."""
MOST_OF_SQUAD = 15
"""A larger number at the end of a row is what it costs."""
LEAST_PRICE = 20
OF_ARM = "arm:"
"""What the meaning of a heading begins with that names a weapon."""
SAID = (ARM, FLAG, LEADER, LOADER, NUMBER, OPTION, QUALITY)
NUMBER_ALONE = re.compile(
    r"^\W*(\d{1,5})(?:[.,]0{1,2})?\s*(?:pts?|points?|p|pkte?|punkte|punti|puntos|pkt)?"
    r"\s*/?\s*(?:each|ea|apiece|pro stuck|je)?\W*$",
    re.IGNORECASE,
)
_FREE = re.compile(r"^\W*0?\W*(?:free|gratis|gratuite?|gratuito|kostenlos)\W*$", re.IGNORECASE)
_SERVED = re.compile(r"(\d{1,2})\s*(\([23] (?:men|crew)\))", re.IGNORECASE)
_Numbers = Sequence[tuple[int, int]]
_TIMES_ALONE = re.compile(r"(\d{1,2})\s*[x\u00d7]")
_TIMES_FIRST = re.compile(r"(\d)\s+(?:[-\u2013]|no\.)\s+(?=[^\W\d_]{2})")
"""How many units there are, in the cell of their name: "2 no. MMG teams"."""


def _so_many(cell: str, arm: str) -> str:
    if NUMBER_ALONE.match(cell):
        return f"{cell} {arm}" if cell.strip("0") else ""
    if served := _SERVED.fullmatch(cell):
        return f"{served[1]} {arm} {served[2]}"
    return arm if cell.lower() in ("x", "yes", "y", "\u2713", "\u2714", "ja", "oui") else cell.strip("-")


def _times_of(each: int | None, together: int | None) -> int:
    """How many units there are by what each costs and what all of the row do; 1 where that tells nothing."""
    if not each or not together or together % each or together > MOST_ALIKE * each:
        return 1
    return together // each


def _whole(cells: Sequence[str], times: int) -> int | None:
    """What one unit costs, of one number or of several: "120", "50, 50", "84, 104" with its options."""
    numbers = [int(found[1]) for cell in cells if (found := NUMBER_ALONE.match(cell))]
    if len(numbers) < 2 or numbers[0] * times == numbers[-1]:
        return numbers[0] if numbers else None
    return numbers[-1] if times == 1 and numbers[-1] > max(numbers[:-1]) else -1


def _price(said: Mapping[str, Sequence[str]], times: int) -> int | None:
    """What one unit of a row costs; -1 if that is left open."""
    priced = said.get("each") or said.get("points") or []
    points = number_in(priced) if "each" in said else _whole(priced, times)
    if points is None and any(_FREE.match(cell) for cell in priced):
        return 0
    # "?", or two at 25 each, and both are 25.
    both = "each" in said and times > 1 and bool(points) and number_in(said.get("points")) == points
    return -1 if both or (points is None and any("?" in cell for cell in priced)) else points


def row(cells: Sequence[str], heads: Sequence[str] | None, line: str, number: int) -> Raw:
    if heads is None:
        return _bare(cells, line, number)
    said: dict[str, list[str]] = {}
    for at, cell in enumerate(cells):
        meaning = heads[at] if at < len(heads) else ""
        if meaning.startswith(OF_ARM):
            # A column for each weapon, with how many of it.
            meaning, cell = "arms", _so_many(cell, meaning.removeprefix(OF_ARM))
        strange = meaning == "notes" or (not meaning and at < len(heads))
        if strange and not any(one.kind in SAID for one in scan(cell)):
            continue  # "need painting!", "Painted?: Y"
        meaning = "arms" if meaning == "notes" else meaning
        if cell and meaning != "slot":
            said.setdefault(meaning or "arms", []).append(cell)
    times = number_in(said.get("count")) or _times_of(
        number_in(said.get("each")), number_in(said.get("points"))
    )
    if not 1 <= times <= bounds.MOST_OF_A_KIND:
        raise bounds.too_much("count", bounds.MOST_OF_A_KIND, number)
    points = _price(said, times)
    men = number_in(said.get("men"))
    extra = [text for text in said.get("men", []) if not NUMBER_ALONE.match(text)]
    # Below "NCO" stands what he holds.
    leader = [f"NCO {cell}" for cell in said.get("nco", []) if any(one.kind == ARM for one in scan(cell))]
    quality = [LETTERS.get(cell.lower(), cell) for cell in said.get("quality", [])]
    texts = [*quality, *extra, *leader, *said.get("arms", [])]
    if entry := said.get("entry"):
        texts += [
            f"reserve {cell}" if NUMBER_ALONE.match(cell) else cell
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
        parts_of(texts),
        titled=bool(texts),
        expected=frozenset({"quality"} if "quality" in heads and not quality else ()),
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
    numbers = [(at, int(found[1])) for at, cell in enumerate(full) if (found := NUMBER_ALONE.match(cell))]
    words = [cell for cell in full if not NUMBER_ALONE.match(cell)]
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
    others: _Numbers = numbers[:-1] if points is not None else numbers
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
    texts = [LETTERS.get(cell.lower(), cell) for cell in texts]
    texts += [str(value) for _at, value in others]
    return Raw(name, line.strip(), number, times, points, men, parts_of(texts))


def _priced_in(texts: Sequence[str]) -> int | None:
    """The points that stand with other words in a cell, "312 pts total"; -1 if several do."""
    found = [points for text in texts if (points := pointed(text)[1]) is not None]
    return found[0] if len(found) == 1 else -1 if found else None


def _counted(others: _Numbers, points: int | None) -> tuple[int, int | None, _Numbers]:
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


def number_in(cells: Sequence[str] | None) -> int | None:
    for cell in cells or ():
        if found := NUMBER_ALONE.match(cell):
            return int(found[1])
    return None


def parts_of(texts: Sequence[str]) -> tuple[Part, ...]:
    return tuple(part for text in rejoined(texts) for part in listed(text))
