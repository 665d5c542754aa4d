"""The rows of a unit's weapons in its form while a table is being set up (page 9 B)."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as lazy

from rules.tabletop.documents.plain import Plain, ReadPlain
from rules.tabletop.tables import TROOPS

ARMS = "arms"
"""What the form calls the groups: at the table ``groups.0`` is a number of losses."""
ADD, DROP = "add", "drop"
MOST_DIGITS = 4
TURRETS = ((f"turret {number}", format_lazy("{} {}", lazy("turret"), number)) for number in range(1, 6))
MOUNTS = (("hull", lazy("hull")), *TURRETS)
FRESH = {"weapon": "Rifle", "count": 1, "crew": 1, "leader": False, "mount": ""}


def with_rows(view: ReadPlain, ids: Collection[str], post: Mapping[str, str]) -> None:
    """Give these units of a view the rows of their forms: their groups, or what was just sent of them."""
    for unit in view["units"]:
        if unit["id"] not in ids:
            continue
        unit["rows"] = _sent(post, unit) if _is_sent(unit, post) else _standing(unit)
        unit["fresh"] = _fresh(unit["rows"], unit)


def _is_sent(unit: ReadPlain, post: Mapping[str, str]) -> bool:
    return ARMS in post and post.get("unit") == unit["id"]


def _standing(unit: ReadPlain) -> list[Plain]:
    return [{**group, "at": at} for at, group in enumerate(unit["groups"])]


def _sent(post: Mapping[str, str], unit: ReadPlain) -> list[Plain]:
    """The rows that a form had; what stood in them is filled in again with all else that was typed."""
    numbers = {name.split(".")[1] for name in post if name.startswith(f"{ARMS}.")}
    known = sorted(int(at) for at in numbers if at.isdecimal() and len(at) < MOST_DIGITS)
    rows: list[Plain] = [{**_fresh([], unit), "at": at} for at in known]
    do, _blank, which = post.get("row", "").partition(" ")
    if do == DROP:
        rows = [row for row in rows if str(row["at"]) != which]
    if do == ADD:
        rows.append(_fresh(rows, unit))
    return rows


def _fresh(rows: list[Plain], unit: ReadPlain) -> Plain:
    """A further row, as one would mostly want it."""
    more = {} if unit["kind"] in TROOPS else {"weapon": "MMG", "crew": 0, "mount": "hull"}
    return {**FRESH, **more, "at": max((row["at"] for row in rows), default=-1) + 1}
