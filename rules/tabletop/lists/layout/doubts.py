"""Whether the units of a list may begin elsewhere than where they were read (Tabletop E).

Each sign was weighed on lists of known truth: of what readers not made for them had parted wrongly most had
one, of a thousand that are parted right one in fifteen.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence

from rules.tabletop.lists.layout.by_hand import LEAVE, PART, UNIT, extents, roles_of
from rules.tabletop.lists.layout.gathering import gathered
from rules.tabletop.lists.layout.line_roles import SURE, Told
from rules.tabletop.lists.layout.line_sums import told_by
from rules.tabletop.lists.lines.lining import is_head, lines_of
from rules.tabletop.lists.raw import Raw
from rules.tabletop.lists.words.scanning import BREAK, NUMBER, QUALITY, STOP, scan

TOLD, CLEAR, NONE, UNEVEN, DOUBTFUL = range(5)
"""Their owner has said where they begin; each line is one; nothing speaks for another beginning; something
may, if much else is open; something does."""
MOST_APART = 0.6
"""Where so many units stand below an empty line, the others should."""
FEWEST_ODD = 2
MOST_BEYOND = 0.5
"""Of so many units something stands below what they cost: their list is laid out so."""
_SIGN = re.compile(r"\s*(?:\d{1,2}[.)](?=\s)|[^\w\s(\[\"']*)")
_LAST_CELL = re.compile(r"[\t;|]\s*(\d{2,3})\W*$")
_PRICES = re.compile(r"(?<![+\d])\b\d{2,3} (?:pts?|points)\b", re.IGNORECASE)
_MUTE = frozenset({QUALITY, NUMBER, STOP, BREAK})


def doubt_of(lines: Sequence[str], units: Sequence[Raw], left: Sequence[str]) -> int:
    """How much speaks for units that begin elsewhere: from ``CLEAR`` to ``DOUBTFUL``."""
    roles = roles_of(lines, units, left)
    told = {one.at + 1: one for one in told_by(gathered(lines))}
    of_unit = extents(roles)
    held = {
        begin: [one for at in own if (one := told.get(at)) is not None and not one.idle]
        for begin, own in of_unit.items()
    }
    beyond = sum(map(_goes_on_beyond_its_price, held.values()))
    dear = max((one.points or 0 for one in units), default=0)
    if (
        any(_holds_two(rows) or _names_two(rows) for rows in held.values())
        or any(
            _holds_heading([told[at] for at in range(own[0], own[-1] + 1) if at in told])
            for own in of_unit.values()
        )
        or _is_left_with_its_parts(lines, roles)
        or any(_ends_in_heading([lines[at - 1] for at in own]) for own in of_unit.values())
        or 0 < beyond < MOST_BEYOND * len(units)
        or any(_is_mute(one) or _tells_many_prices(one) for one in units)
        or any(_is_of_unit(one, dear) for one in _left_between(lines, roles, told))
    ):
        return DOUBTFUL
    if PART not in roles:
        return CLEAR
    return UNEVEN if _is_uneven(held, told) or _begin_otherwise([lines[at - 1] for at in held]) else NONE


def _tells_many_prices(one: Raw) -> bool:
    """Whether a unit tells what several cost: "an MMG, 50 points, a sniper, 65 points, and a mortar, ..."."""
    return one.kind == "" and len(_PRICES.findall(one.line)) > FEWEST_ODD


def _left_between(lines: Sequence[str], roles: Sequence[str], told: Mapping[int, Told]) -> list[Told]:
    """What is left out below the first unit, and no heading."""
    first = roles.index(UNIT) + 1 if UNIT in roles else len(roles)
    heads = {line.number for line in lines_of([*lines]) if is_head(line)}
    out = [told[at] for at, role in enumerate(roles, 1) if role == LEAVE and at in told and at > first]
    return [one for one in out if not one.idle and one.at + 1 not in heads]


def _is_of_unit(one: Told, dear: int) -> bool:
    """Whether a line tells what a unit costs, no more than the ``dear``est, or names one and its quality.

    Of a row of a table both have to be told: its sums and headings have cells, too.
    """
    last = _LAST_CELL.search(one.text)
    price = one.price or (int(last[1]) if last else 0)
    cheap = price > 0 and (not dear or price <= dear)
    if re.search(r"[\t;|]", one.text):
        return cheap and bool(one.qualities)
    priced = cheap and (one.alone or one.name == SURE)
    return priced or (one.name == SURE and bool(one.qualities))


def _holds_two(rows: Sequence[Told]) -> bool:
    """Whether two of these lines tell nothing but a price, or a quality, or each another quality, or all."""
    if sum(one.name == SURE and bool(one.price) and bool(one.qualities) for one in rows) > 1:
        return True
    prices = sum(one.alone and one.price is not None for one in rows)
    alone = sum(one.alone and bool(one.qualities) for one in rows)
    qualities = [one.qualities for one in rows if one.qualities]
    return max(prices, alone) > 1 or len(set().union(*qualities)) > 1 < len(qualities)


def _names_two(rows: Sequence[Told]) -> bool:
    """Whether a line below an empty one names a unit, between the first and the last of these."""
    return any(one.name == SURE and one.gap for one in rows[1:-1])


def _holds_heading(rows: Sequence[Told]) -> bool:
    """Whether something is told below a heading, and in the unit above it."""
    at = next((at for at, one in enumerate(rows) if one.heading), len(rows))
    return at > 0 and any(one.tells for one in rows[at + 1 :])


def _is_left_with_its_parts(lines: Sequence[str], roles: Sequence[str]) -> bool:
    """Whether a line is left out with one below it, which begins as parts of units do, and it does not."""
    of_parts = Counter(_sign_of(line) for line, role in zip(lines, roles, strict=True) if role == PART)
    sign = max(of_parts, key=lambda one: of_parts[one], default="")
    first = next((at for at, role in enumerate(roles) if role == UNIT), len(roles))
    if not sign or sign in {_sign_of(lines[at]) for at, role in enumerate(roles) if role == UNIT}:
        return False
    return any(
        at > first
        and roles[at] == roles[at + 1] == LEAVE
        and _sign_of(lines[at + 1]) == sign != _sign_of(line)
        and re.search(r"\w", line) is not None
        for at, line in enumerate(lines[:-1])
    )


def _sign_of(line: str) -> str:
    """The sign that a line begins with, by which units and their parts are told from each other."""
    found = _SIGN.match(line)
    return re.sub(r"\d+", "1", found[0].strip()) if found else ""


def _ends_in_heading(lines: Sequence[str]) -> bool:
    """Whether the last line of several says that others follow: "Regular:"."""
    told = [line.strip() for line in lines if re.search(r"\w", line)]
    return len(told) > 1 and told[-1].endswith(":")


def _begin_otherwise(lines: Sequence[str]) -> bool:
    """Whether most units' first lines begin with the same sign, and some with another, or none."""
    signs = Counter(map(_sign_of, lines))
    return MOST_APART * len(lines) <= signs.most_common(1)[0][1] < len(lines)


def _is_mute(unit: Raw) -> bool:
    """Whether what is taken for a unit's name is only a quality, or a number without points."""
    kinds = {one.kind for one in scan(unit.name)}
    return kinds <= _MUTE and (QUALITY in kinds or unit.points is None)


def _goes_on_beyond_its_price(rows: Sequence[Told]) -> bool:
    """Whether something of a unit is told below the line that tells nothing but its price."""
    at = next((at for at, one in enumerate(rows) if one.alone and one.price), 0)
    return at > 0 and any(one.tells for one in rows[at + 1 :])


def _is_uneven(held: Mapping[int, Sequence[Told]], told: Mapping[int, Told]) -> bool:
    """Whether most units stand below an empty line, and one holds such a line, or some stand below none."""
    apart = sum(begin in told and told[begin].gap for begin in held)
    if apart < MOST_APART * len(held):
        return False
    return len(held) - apart >= FEWEST_ODD or any(one.gap for rows in held.values() for one in rows[1:])
