"""How many units of a kind there are, told in a line of its own among a unit's: "take two of these"."""

from __future__ import annotations

import re
from dataclasses import replace

from rules.tabletop.lists.lines.figures import EACH_COSTS
from rules.tabletop.lists.raw import Part, Raw
from rules.tabletop.lists.rewriting.unmarked import MOST_ALIKE
from rules.tabletop.lists.words.scanning import ARM, MAN, scan

_NUMBERS = {
    **dict.fromkeys(("2", "two", "twice", "zwei", "zweimal", "deux", "dos", "due", "dwa", "dwie"), 2),
    **dict.fromkeys(("3", "three", "drei", "dreimal", "trois", "tres", "tre", "trzy"), 3),
    **dict.fromkeys(("4", "four", "vier", "viermal", "quatre", "cuatro", "quattro", "cztery"), 4),
}
_N = f"({'|'.join(_NUMBERS)})"
_THEM = r"(?:this|that|these|those|them|it)(?: (?:one|squad|section|team|unit|kind|type|sort|lot)s?)?"
_TAKE = (
    r"(?:i|we)?\W?(?:'?m|'?ve| am| have|'?ll)? ?(?:will )?(?:take|taking|took|bring|bringing|brought|run"
    r"|running"
    r"|field|fielding|have|having|got|use|using|want|need|play|playing)"
)
_FIELD = (
    r"(?:qty|quantity|number(?: of (?:units|squads|sections|teams|these|them))?|no\.? of (?:units|squads)"
    r"|how many(?: of (?:these|them))?|how often|count|units|copies|amount|times|taken|anzahl"
    r"|quantit(?:\u00e9|\u00e0)"
    r"|cantidad|nombre|ilo\u015b\u0107)"
)
_WAYS = (
    rf"[x\u00d7*]\s?{_N}(?: (?:of (?:{_THEM})|the same|units|squads|sections|teams))?",
    rf"{_N}\s?[x\u00d7*](?: (?:{_THEM}|the same))?",
    rf"{_FIELD}\s*[:=]\s*[x\u00d7]?\s?{_N}\s?[x\u00d7]?",
    rf"{_TAKE} [x\u00d7]?\s?{_N}(?: of)? {_THEM}",
    rf"{_TAKE} (?:{_THEM}|the same) {_N}(?: times)?",
    rf"(?:there (?:are|will be) |and |so )?{_N} of {_THEM}",
    rf"(?:there (?:are|will be) )?{_N} (?:such|identical|of the same)(?: (?:squads|sections|teams|units))?",
    rf"{_THEM} (?:one )?{_N}(?: times)?",
    rf"{_N} (?:davon|mal|st\u00fcck|fois|volte|veces|sztuki|pezzi|pi\u00e8ces)|davon {_N}"
    rf"|en {_N} exemplaires",
    r"(twice|zweimal|dreimal)",
)
_SAYS = re.compile(
    r"\W*(?:(?:and|so|also|oh|ok|yes) )?(?:" + "|".join(_WAYS) + r")\W*",
    re.IGNORECASE,
)

_ONE = re.compile(rf"\W*{_FIELD}\s*[:=]\s*[x\u00d7]?\s?(?:1|one)\s?[x\u00d7]?\W*", re.IGNORECASE)


def counted(unit: Raw) -> Raw:
    """The unit, so many times as one of its parts says that and nothing else."""
    lone = [part for part in unit.parts if _ONE.fullmatch(_text(part))]
    if len(lone) == 1 and unit.times == 1:
        return replace(unit, parts=tuple(part for part in unit.parts if part is not lone[0]))
    told = [(part, number) for part in unit.parts if (number := _number(part))]
    if unit.times != 1 or len(told) != 1 or unit.structured:
        return unit
    part, times = told[0]
    at = unit.parts.index(part)
    above = unit.parts[at - 1] if at else None
    if _is_bare(part) and above is not None and _counts(above) and not EACH_COSTS.search(unit.line):
        # "Panzerfaust", "x2": who knows what there are two of.
        return unit
    rest = tuple(one for one in unit.parts if one is not part)
    return replace(unit, times=times, parts=rest)


def says_number(text: str) -> int:
    """How many units there are if a line says that and nothing else; else 0."""
    found = _SAYS.fullmatch(text.strip())
    if found is None:
        return 0
    number = _NUMBERS[next(one for one in found.groups() if one).lower()]
    return number if number <= MOST_ALIKE else 0


def _number(part: Part) -> int:
    if part.count is not None or len(part.parts) > 1:
        return 0
    return says_number(_text(part))


def _text(part: Part) -> str:
    """ "qty: 2" stands as a name and what is below it."""
    return ": ".join((part.text, *(one.text for one in part.parts if not one.parts))).strip()


def _is_bare(part: Part) -> bool:
    return len(part.text.split()) < 3 and not re.search(r"[^\W\d]{2}", part.text)


def _counts(part: Part) -> bool:
    """Whether what stands above it may be what it counts."""
    return bool({one.kind for one in scan(part.text)} & {ARM, MAN})
