"""How many units of a kind there are, said in words or in a field of a form (Tabletop E)."""

from __future__ import annotations

import re
from collections.abc import Sequence

from rules.tabletop.lists.forms.figures import EACH_COSTS
from rules.tabletop.lists.forms.lining import MOST_ALIKE

FEWEST = 3
_NUMBERS = {
    **dict.fromkeys(("2", "two", "zwei", "deux", "dos", "due", "dwie", "dwa"), 2),
    **dict.fromkeys(("3", "three", "drei", "trois", "tres", "tre", "trzy"), 3),
    **dict.fromkeys(("4", "four", "vier", "quatre", "cuatro", "quattro", "cztery"), 4),
}
_SAID = rf"(?P<number>{'|'.join(_NUMBERS)})"
_POINTS = r"(?P<price>\d{2,3})\s*(?:pts?\b\.?|points?|punkte?|puntos|punti)?"
_EACH = (
    r"(?:each|apiece|a ?piece|(?:la )?pi\u00e8ce|chacune?|je|pro st\u00fcck|cada un[ao]|ciascun[ao]|l'un[oa])"
)
_TAKEN = re.compile(
    rf"{_POINTS}\s*{_EACH}\W+(?:(?:and|und|et|y|e)\s+)?(?:i|we|j'en|ich|wir|nous en)\W?(?:am|m|ve)?\s*"
    r"(?:take|taking|took|have|got|run|running|field|bring|prends|prenons|ai|nehme|nehmen|habe|haben)\s+"
    rf"(?:davon\s+)?{_SAID}(?:\s+(?:of (?:them|these|those)|davon))?\W*$",
    re.IGNORECASE,
)
"""What each costs, and how many are taken: "72 each and I take two"."""
_OF_THEM = re.compile(
    rf"^(?P<name>\W*[^\W\d][^.,;:()]*),\s*{_SAID} of (?:them|these|those)(?=\W*(?:[.:;]|$))", re.IGNORECASE
)
_COSTS_EACH = re.compile(rf"\d\s*(?:pts?|points?)?\s*{_EACH}\b|{EACH_COSTS.pattern}", re.IGNORECASE)
_COSTS_FIRST = re.compile(r"^\s*(\d{1,2})\s*@\s*(\d{2,3})\s*=\s*(?=.*[^\W\d])(.*\S)\s*$")
"""What each costs between how many there are and their name: "2 @ 172 = para section"."""
_NO = r"(?:number|no\.?|nr\.?)\s?"
_NAMED = re.compile(
    rf"^(?P<before>\W*){_NO}(?P<first>\d{{1,2}})(?:\s+(?:and|und|&|\+)\s+(?:{_NO})?(?P<last>\d{{1,2}}))?\s+"
    r"(?P<name>[^\W\d_]*(?:section|squad|gruppe|team|troop))(?P<after>\W*)$",
    re.IGNORECASE,
)
"""A name that tells which it is: "No. 2 section", "Number 1 and number 2 section"."""
_FIELD = re.compile(
    rf"^\W*(?:how many|number of (?:units|squads)|qty|quantity|anzahl)\s*:\s*{_SAID}\W*$", re.IGNORECASE
)
_FIELDS = re.compile(r"^\W*(?:how many|number of (?:units|squads)|qty|quantity|anzahl)\s*:", re.IGNORECASE)
_EACH_FIELD = re.compile(
    r"^(?P<label>\W*(?:points?|pts|cost|punkte|kosten)) (?:each|per unit|je)\s*:\s*(?P<price>\d{2,3})\W*$",
    re.IGNORECASE,
)


def so_many(lines: Sequence[str]) -> list[str]:
    """The lines, with the sign of how many units there are, "x2", where that is said in words."""
    found = [_TAKEN.sub(_taken, line) for line in _told_last(lines)]
    for at, line in enumerate(found):
        name = _OF_THEM.match(line)
        if name is not None and _is_priced_each(found, at):
            found[at] = f"{name['name']} x{_number(name)}{line[name.end() :]}"
        if (numbered := _NAMED.match(line)) is not None:
            found[at] = _of_number(numbered, found, at)
    return _of_form(found)


def _told_last(lines: Sequence[str]) -> list[str]:
    """The lines, what units cost behind their names: "2 @ 172 = para section"."""
    if sum(_COSTS_FIRST.match(line) is not None for line in lines) < FEWEST:
        return [*lines]
    return [_COSTS_FIRST.sub(r"\1x \3, \2 pts each", line) for line in lines]


def _of_number(found: re.Match[str], lines: Sequence[str], at: int) -> str:
    first, last = int(found["first"]), int(found["last"] or found["first"])
    times = last - first + 1
    if times == 1:
        return f"{found['before']}{found['name']} #{first}{found['after']}"
    each = 1 < times <= MOST_ALIKE and _is_priced_each(lines, at)
    return f"{found['before']}{found['name']} #{first} x{times}{found['after']}" if each else lines[at]


def _number(found: re.Match[str]) -> int:
    return _NUMBERS[found["number"].lower()]


def _taken(found: re.Match[str]) -> str:
    return f"{found['price']} pts each x{_number(found)}"


def _is_priced_each(lines: Sequence[str], at: int) -> bool:
    """Whether a line, or one right below it, tells what each of several costs."""
    end = next((below for below in range(at, len(lines)) if not lines[below].strip()), len(lines))
    return any(_COSTS_EACH.search(line) for line in lines[at:end])


def _of_form(lines: list[str]) -> list[str]:
    """The lines of a form, "How many: 2", "Points each: 105", with what they say where it is looked for."""
    fields = sum(_FIELDS.match(line) is not None for line in lines)
    if fields < FEWEST or sum(_EACH_FIELD.match(line) is not None for line in lines) < fields:
        return lines
    found = [_EACH_FIELD.sub(r"\g<label>: \g<price> each", line) for line in lines]
    for at, line in enumerate(found):
        number = _FIELD.match(line)
        if number is not None and at and found[at - 1].strip() and _number(number) <= MOST_ALIKE:
            found[at - 1] = f"{found[at - 1].rstrip()} x{_number(number)}"
    return found
