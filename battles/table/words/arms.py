"""Weapons as people say them: "7 rifles", "LMG"."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from django.utils.translation import gettext as _

from rules.tabletop.documents.plain import ReadPlain

SHORT = re.compile(r"\(([A-Z]{2,})\)$")
LONGER = re.compile(r" \([a-z]+\)$")
PROPER = ("Panzer", "Bazooka")


def short(name: str) -> str:
    """A weapon without what its row says beside it: "SMG", "Flamethrower", "VB launcher"."""
    if found := SHORT.search(name):
        return found[1]
    return LONGER.sub("", name).split(" / ")[0]


def counted(name: str, count: int) -> str:
    """So many of a weapon: "7 rifles", "2 SMGs"; a single one by its name."""
    told = short(name)
    if count == 1:
        return told
    common = not told.startswith(PROPER) and not re.match(r"[A-Z]{2}", told)
    return f"{count} {told[0].lower() + told[1:] if common else told}s"


def several(held: Iterable[tuple[str, int]]) -> list[str]:
    """The weapons of several groups, each kind once: "medium AT gun", "2 MMGs"."""
    counts: dict[str, int] = {}
    for name, count in held:
        counts[name] = counts.get(name, 0) + count
    return [counted(name, count) for name, count in counts.items()]


def told(said: str) -> list[str]:
    """The same of what a log tells: "6 Rifle; 1 LMG"."""
    parts = [part.partition(" ") for part in said.split("; ")]
    if not all(count.isdecimal() for count, _blank, _name in parts):
        return said.split("; ")
    return several((name, int(count)) for count, _blank, name in parts)


def among(groups: Sequence[ReadPlain], at: int, count: int) -> str:
    """So many weapons of a unit's group, with their place where others of the kind stand elsewhere on it."""
    own = groups[at]
    said = counted(own["weapon"], count)
    places = {one["mount"] for one in groups if one["weapon"] == own["weapon"]}
    return f"{said} ({place(own['mount'])})" if own["mount"] and len(places) > 1 else said


def group(seen: ReadPlain) -> str:
    """A group of men by what they hold."""
    return short(seen["weapon"]) if seen["weapon"] else str(_("Unarmed"))


def place(mount: str) -> str:
    """Where a vehicle's weapon stands."""
    if mount == "hull":
        return str(_("hull"))
    return str(_("turret %(number)s")) % {"number": mount.removeprefix("turret ")}
