"""The same unit written in other ways, which have to be read as the one (page 9 D)."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence

from rules.tabletop.lists.document import ListedUnit

Form = Callable[[str, Sequence[str]], str]

_PARTED = re.compile(r'[()\[\]:;|/"“”=+\t\n\\]| - |\u2013|\u2014')
"""What parts or joins in another way than a comma does."""
FEWEST_PARTS = 2
LONGEST_NAME = 6
"""What begins with more words is a sentence."""
FIELDS = ("count", "kind", "locomotion", "quality", "points", "officer")


def _below(sign: str) -> Form:
    return lambda name, parts: "\n".join([name, *(f"{sign}{part}" for part in parts)])


def _between(sign: str) -> Form:
    return lambda name, parts: sign.join([name, *parts])


FORMS: Mapping[str, Form] = {
    "bullets": _below("- "),
    "stars": _below("* "),
    "set in": _below("    "),
    "semicolons": _between("; "),
    "bars": _between(" | "),
    "dashes": _between(" - "),
    "small letters": lambda name, parts: ", ".join([name, *parts]).lower(),
    "capitals": lambda name, parts: ", ".join([name, *parts]).upper(),
    "brackets": lambda name, parts: f"{name} ({', '.join(parts)})",
    "a colon": lambda name, parts: f"{name}: {', '.join(parts)}",
}


def parted(line: str) -> tuple[str, list[str]] | None:
    """The name and the parts of a line that only commas part; None if it is another, or a sentence."""
    name, *parts = line.split(", ")
    other = (
        _PARTED.search(line)
        or line.endswith(".")
        or line.startswith("and ")
        or not (line[:1].isalnum() and len(parts) >= FEWEST_PARTS)
    )
    other = other or len(name.split()) > LONGEST_NAME
    return None if other else (name, parts)


def difference(one: ListedUnit, other: ListedUnit) -> str:
    """A field that the other has otherwise, of which it does not ask; empty if there is none."""
    asked = {*other["ask"]} | ({"quality", "kind", "groups"} if "line" in other["ask"] else set())
    asked |= {"locomotion", "groups"} if "kind" in asked else set()
    for name in FIELDS:
        if name not in asked and one[name] != other[name]:  # type: ignore[literal-required]
            return name
    return "groups" if "groups" not in asked and _held(one) != _held(other) else ""


def _held(unit: ListedUnit) -> list[tuple[str, int, int, bool]]:
    """Who holds what; who leads too, unless of two arms there are as many, among which nobody names him."""
    most = sorted(group["count"] for group in unit["groups"])[-2:]
    tied = len(most) > 1 and most[0] == most[1] > 1
    return sorted(
        (group["weapon"], group["count"], group["crew"], group["leader"] and not tied)
        for group in unit["groups"]
    )
