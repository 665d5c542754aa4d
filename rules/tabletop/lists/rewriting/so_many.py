"""How many units of a kind there are, said in words or in a field of a form (Tabletop E)."""

from __future__ import annotations

import re
from collections.abc import Sequence

from rules.tabletop.lists.lines.figures import EACH_COSTS
from rules.tabletop.lists.rewriting.unmarked import MOST_ALIKE
from rules.tabletop.lists.words import headings
from rules.tabletop.lists.words.scanning import (
    ARM,
    BREAK,
    GUNNER,
    LEADER,
    LOADER,
    MAN,
    RANK,
    STOP,
    TEAM,
    UNKNOWN,
    scan,
)
from rules.tabletop.lists.words.tokens import key_of, size_in

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


_FIELD_ALONE = re.compile(
    r"\s*(?:number|count|quantity|qty|how many|anzahl|quantit(?:\u00e9|\u00e0)|cantidad|ilo\u015b\u0107)"
    r"\s*[:=]\s*(\d)\s*",
    re.IGNORECASE,
)
_FIRST_FIELD = re.compile(r"^\s*(?:unit|name|unit name|type|einheit)\s*:\s*", re.IGNORECASE)
_VERB = r"(?:ha(?:s|ve|d)|gets?|got|carr(?:y|ies)|is|are|holds?|takes?|use[sd]?|so|but|as)"
_OF_THESE = re.compile(
    rf"^(\W*)((?!(?:every|each|all|both|half)\b)(?:(?!\b{_VERB}\b)[^\W\d](?:(?!\b{_VERB}\b)[^\d,;])*?))"
    r"[\s,;(\u2013-]+([2-6]) of (?:these|them|those)\b(?:\s(?:at|for|@))?\s*",
    re.IGNORECASE,
)
"""How many such units there are: "Rifle squad, 2 of these at 140 pts each"."""
_TAKE_SEVERAL = re.compile(
    r"^(\W*)([^\W\d].*?)\s*(?:[(,;]|\s[-\u2013])\s*i(?:'m|'ve| am| have)? ?(?:take|taking|took|taken|have"
    r"|got|bring|bringing|run"
    r"|running|use|using|field|want) (?:[x\u00d7]\s?)?([2-6]|two|three|four)(?: of)? (?:them|these"
    r"|those)\s*\)?\s*$",
    re.IGNORECASE,
)
"""The same behind a unit: "Machine guns @ 50 (I take 2 of them)"."""
_KIND = r"(?:sections?|squads?|platoons?|troops?|teams?|gruppen?|trupps?|sekcj[ae]|patrols?)"
_TWO_NAMED = re.compile(
    rf"^(?P<lead>[^\w(]*)(?:(?:no\.? ?|#)?(?P<a>\d|[A-E])(?:st|nd|rd|th)? ?(?:and|&|\+|/|und) ?(?:no\.? ?"
    rf"|#)?(?P<b>\d|[A-E])"
    rf"(?:st|nd|rd|th)? (?P<of>(?:[^\W\d]+ )?{_KIND})"
    rf"|(?P<of2>(?:[^\W\d]+ )?{_KIND}) (?:no\.? ?|#)?(?P<c>\d|[A-E]) ?(?:and|&|\+|/|und) ?(?:no\.? ?"
    rf"|#)?(?P<d>\d|[A-E]))"
    r"(?=\s*(?:$|[,;:.(\[|=\u2013-]))",
    re.IGNORECASE,
)
"""Two units that are alike, called by which of all they are: "7 and 8 Section", "Squads A & B"."""
_NAMED_TWO = re.compile(
    r"^(?P<name>[^\W\d][^\d.,:;()]{2,40})[.:] (?P<many>[2-6]|two|three|four)"
    rf" (?P<of>(?:[^\W\d]+ )?{_KIND}\b)(?=.*\b\d{{2,3}}\s*(?:pts?|points?|p)?\s*(?:each|apiece)\b)",
    re.IGNORECASE,
)
"""How many there are, behind a name: "BERSAGLIERI. Two squads at 125 points each"."""
_MANY_NAMED = re.compile(
    r"^(?P<lead>[^\w(]*)(?:(?:nos?\.?|numbers|nr\.?|#) ?)?(?P<first>[1-9A-F])(?:st|nd|rd|th|\.)?"
    r"(?P<more>(?:,? ?(?:,|and|und|et|&|\+|/) ?(?:(?:no\.?|#) ?)?[1-9A-F](?:st|nd|rd|th"
    r"|\.)?){1,3}) (?P<of>(?:[^\W\d]+ )?"
    rf"{_KIND})(?=\s*(?:$|[,;:.(\[|=@\u2013-]))",
    re.IGNORECASE,
)
_NAMED_MANY = re.compile(
    rf"^(?P<lead>[^\w(]*)(?P<of>(?:[^\W\d]+ )?{_KIND}) (?:(?:nos?\.?|numbers|nr\.?|#) ?)?(?P<first>[1-9A-F])"
    r"(?P<more>(?:,? ?(?:,|and|und|et|&|\+|/) ?(?:(?:no\.?|#) ?)?[1-9A-F]){2,3})(?=\s*(?:$"
    r"|[,;:.(\[|=@\u2013-]))",
    re.IGNORECASE,
)
"""The same of three or four: "Nos. 1, 2 and 3 Sections", "Squads A, B & C"."""
_SO_MANY = re.compile(
    rf"^\W*([2-6]|two|three|four|five|six) (?P<of>(?:[^\W\d]+ )?{_KIND}\b)"
    r"(?=.*\b(?:each|apiece|per (?:section|squad|team|unit))\W*$)",
    re.IGNORECASE,
)


_TEAMS = (
    r"(?P<many>[2-6]|two|three|four|five|six) (?:(?:identical|such) )?"
    r"(?:(?:teams|squads|sections|units|patrols|gruppen|trupps)\b(?! (?:of|with)\b)|(?:guns|of them)(?= @))"
)
_TEAMS_BEHIND = re.compile(
    r"^(?P<lead>\W*)(?P<name>[^\W\d][^,;:()]{1,50}?|\d{2,3} ?mm [^,;:()]{1,40}?)"
    rf"\s*(?:[,:(;]|\s[-\u2013|])\s*{_TEAMS}[ ,;:)]*",
    re.IGNORECASE,
)
"""How many teams there are right behind what they are: "Light mortar: two teams, regular"."""
_TEAMS_BELOW = re.compile(rf"^(?:\s+|\s*[-*\u2022]\s+){_TEAMS}(?P<rest>[^\w]*.*)$", re.IGNORECASE)
"""The same in a line of its own below it."""
_UNCOUNTED = re.compile(r"[^\W\d]|\d{2,3} ?mm\b", re.IGNORECASE)


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


def _of_these(found: re.Match[str]) -> str:
    """So many such units, or men: "glider lads, 6 of them, Sgt has a Sten" tells what these hold."""
    behind = {one.kind for one in scan(found.string[found.end() :])}
    if behind & {LEADER, LOADER, GUNNER} and not EACH_COSTS.search(found.string):
        return f"{found[1]}{found[2]}, {found[3]} men, "
    return f"{found[1]}{found[3]}x {found[2]}, "


_AT_THE_END = re.compile(
    r"^(?P<lead>\s*(?:[-*\u2022]\s+)?)(?!\d)(?P<what>[^\W\d].*[^\W\d])[ ,]+[x\u00d7](?P<many>[2-9])"
    r"(?P<costs>\s*(?:@|\bat\b)\s*\d{2,3}\s*(?:pts?|points?)?(?:\s*(?:each|ea|apiece))?)\s*$",
    re.IGNORECASE,
)
"""How many there are before what each costs: "Rifle squad, 12 men with rifles x2 @ 84"."""


def told_behind(lines: Sequence[str]) -> list[str]:
    """The lines, with how many there are before their names: "Rifle squad, 2 of these", "7 and 8 Section"."""
    lines = [_AT_THE_END.sub(r"\g<lead>\g<many>x \g<what>\g<costs>", line) for line in lines]
    lines = _teams_below([_TEAMS_BEHIND.sub(_teams, line) for line in lines])
    lines = [_OF_THESE.sub(_of_these, line) for line in lines]
    lines = [_TAKE_SEVERAL.sub(lambda one: f"{one[1]}{size_in(one[3])}x {one[2]}", line) for line in lines]
    lines = [_TWO_NAMED.sub(_counted_two, line) for line in lines]
    return [_NAMED_MANY.sub(_counted_many, _MANY_NAMED.sub(_counted_many, line)) for line in lines]


def _are_some(name: str) -> bool:
    """Whether there can be several of what a text names: arms or a team, no officer and no men."""
    kinds = {one.kind for one in scan(name)}
    return bool(kinds & {ARM, TEAM}) and not kinds & {LEADER, RANK}


def _teams(found: re.Match[str]) -> str:
    if not _are_some(found["name"]):
        return found[0]
    return f"{found['lead']}{size_in(found['many'])}x {found['name']}, "


def _teams_below(lines: list[str]) -> list[str]:
    found = [*lines]
    for at, line in enumerate(lines[1:], 1):
        told, above = _TEAMS_BELOW.match(line), lines[at - 1]
        if told is not None and _UNCOUNTED.match(above) and _are_some(above):
            found[at - 1] = f"{size_in(told['many'])}x {above}"
            found[at] = line[: told.start("many")] + told["rest"].lstrip(" ,;:")
    return found


def told_below(lines: Sequence[str]) -> list[str]:
    """The same of names behind or below which it stands: "BERSAGLIERI. Two squads at 125 points each"."""
    return _counted_above([_NAMED_TWO.sub(_counted_named, line) for line in lines])


def _counted_named(found: re.Match[str]) -> str:
    """ "BERSAGLIERI. Two squads at 125 points each" with how many there are first, if it only names them."""
    if not {one.kind for one in scan(found["name"])} <= {MAN, STOP, TEAM, UNKNOWN}:
        return found[0]
    return f"{size_in(found['many'])}x {found['name']}, {found['of']}"


def _counted_many(found: re.Match[str]) -> str:
    """ "Nos. 1, 2 and 3 Sections" as three, if each follows on the one before."""
    more = re.sub(r"\b(?:and|und|et|nos?|numbers?)\b", " ", found["more"], flags=re.IGNORECASE)
    names = [found["first"], *re.findall(r"\b([1-9A-Fa-f])(?:st|nd|rd|th)?\b", more)]
    if not (1 < len(names) <= MOST_ALIKE):
        return found[0]
    if [ord(one.lower()) for one in names] != [ord(names[0].lower()) + at for at in range(len(names))]:
        return found[0]
    return f"{found['lead']}{len(names)}x {found['of']}"


def _counted_two(found: re.Match[str]) -> str:
    """ "7 and 8 Section" as two, if one follows on the other."""
    first, second = found["a"] or found["c"], found["b"] or found["d"]
    if ord(second.lower()) != ord(first.lower()) + 1:
        return found[0]
    label = f"#{first}/{second}" if first.isdigit() else f"{first}/{second}"
    return f"{found['lead']}2x {found['of'] or found['of2']} {label}"


def told_in_field(lines: list[str]) -> list[str]:
    """Forms that say in a field how many such units there are: "Unit: Jeep", "Number: 2"."""
    name = None
    for at, line in enumerate(lines):
        if (count := _FIELD_ALONE.fullmatch(line)) is not None and name is not None:
            label = _FIRST_FIELD.match(lines[name])
            start = label.end() if label is not None else 0
            if int(count[1]) > 1:
                lines[name] = f"{lines[name][:start]}{count[1]}x {lines[name][start:]}"
            lines[at] = ""
        if _FIRST_FIELD.match(line) or not line.strip():
            name = at if line.strip() else None
    return lines


def _counted_above(lines: list[str]) -> list[str]:
    """Units whose number is told below a title: "The Tommies", "2 sections, regular, 123 points each"."""
    title = None
    for at, line in enumerate(lines):
        found = _SO_MANY.match(line)
        if not line.strip():
            title = None
        elif title is None:
            title = at
        elif found is not None and _is_title_of(lines, title, at):
            lines[title] = f'{size_in(found[1])}x {found["of"]} "{lines[title].strip()}"'
            lines[at] = line[found.end() :].lstrip(" ,;:.-")
    return lines


def _is_title_of(lines: Sequence[str], title: int, at: int) -> bool:
    """Whether a line only names what the last one below it tells, with nothing but talk between."""
    last = at + 1 == len(lines) or not lines[at + 1].strip()
    kinds = {one.kind for one in scan(lines[title])}
    heads = key_of(lines[title].strip(" :")) in headings.KINDS_OF_UNITS
    talks = not any(re.search(r"\d", line) for line in lines[title:at])
    return last and talks and not heads and kinds <= {BREAK, MAN, STOP, UNKNOWN}
