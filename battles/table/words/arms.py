"""Weapons as people say them: "7 rifles", "LMG"."""

from __future__ import annotations

import re

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


def counted_of(told: str) -> str:
    """The same of what a log tells: "6 Rifle"."""
    count, _blank, name = told.partition(" ")
    return counted(name, int(count)) if count.isdecimal() else told


def group(seen: ReadPlain) -> str:
    """A group of men by what they hold."""
    return short(seen["weapon"]) if seen["weapon"] else str(_("Unarmed"))


def place(mount: str) -> str:
    """Where a vehicle's weapon stands."""
    if mount == "hull":
        return str(_("hull"))
    return str(_("turret %(number)s")) % {"number": mount.removeprefix("turret ")}
