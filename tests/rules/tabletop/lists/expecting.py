"""What a person expects of a unit, in short words, and how what was read differs from it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from rules.tabletop.lists.document import ListedUnit

SHORT: Mapping[str, str] = {
    "none": "",
    "SMG": "Submachine gun (SMG)",
    "Auto": "Automatic rifle",
    "Assault": "Assault rifle",
    "LAC": "Light auto cannon",
    "HAC": "Heavy auto cannon",
    "ATR": "Anti-tank rifle",
    "Schreck": "Panzerschreck",
    "Faust": "Panzerfaust",
    "LAT": "Light AT gun",
    "MAT": "Medium AT gun",
    "HAT": "Heavy AT gun",
    "SHAT": "Super-heavy AT gun",
    "Flame": "Flamethrower (infantry)",
    "VFlame": "Flamethrower (vehicle)",
    "VB": "VB launcher / rifle grenade",
    "LMor": "Light mortar",
    "MMor": "Medium mortar",
    "HMor": "Heavy mortar",
    "LHow": "Light howitzer",
    "MHow": "Medium howitzer",
    "HHow": "Heavy howitzer",
}
MOVES = ("foot", "wheeled", "half-track", "tracked")
LEFT = "~"
"""What is not judged: people differ, or it does not matter."""


@dataclass(slots=True)
class Expected:
    """``what`` holds each field as a text; ``groups`` how many weapons of each kind and crew."""

    what: dict[str, str]
    groups: Counter[tuple[str, int]] | None
    leader: str | None
    asked: frozenset[str]


def expected(told: str) -> Expected:
    """``1x / infantry foot / regular / 93 / 2 SMG, 1 LMG(2) / officer=.. / ask=field,field``."""
    units, kind, quality, points, groups, *more = (one.strip() for one in told.split(" / "))
    extra = dict(one.split("=", 1) for one in more)
    known = next((one for one in MOVES if kind.endswith(one)), LEFT)
    what = {
        "count": units.removesuffix("x"),
        "kind": kind.removesuffix(known).strip() or LEFT,
        "locomotion": known,
        "quality": quality,
        "points": points,
        "officer": extra.get("officer", ""),
        "name": extra.get("name", LEFT),
    }
    leader = re.search(r"([^,\d]+?)(?:\(\d\))?\*", groups)
    return Expected(
        what,
        None if groups == LEFT else _groups(groups),
        SHORT.get(leader[1].strip(), leader[1].strip()) if leader else None,
        frozenset(extra["ask"].split(",")) if "ask" in extra else frozenset(),
    )


def _groups(told: str) -> Counter[tuple[str, int]]:
    found: Counter[tuple[str, int]] = Counter()
    for one in told.replace("*", "").split(", ") if told != "-" else ():
        parts = re.fullmatch(r"(\d+) (.+?)(?:\((\d+)\))?", one)
        assert parts, told
        found[(SHORT.get(parts[2], parts[2]), int(parts[3] or 1))] += int(parts[1])
    return found


def differences(unit: ListedUnit, right: Expected) -> tuple[list[str], list[str], list[str]]:
    """What is read otherwise without a question, what was to be asked and is not, what is asked in vain."""
    asked = set(unit["ask"])
    asked |= {"quality", "kind", "groups"} if "line" in asked else set()
    asked |= {"locomotion", "groups"} if "kind" in asked else set()
    wrong = [
        f"{name}: {unit[name]} for {value}"  # type: ignore[literal-required]
        for name, value in right.what.items()
        if value != LEFT and name not in asked | right.asked and str(unit[name]) != value  # type: ignore[literal-required]
    ]
    if right.groups is not None and not asked & {"groups", "kind"} and "groups" not in right.asked:
        wrong += _groups_of(unit, right)
    missed = sorted(right.asked - asked)
    told = right.asked | ({"locomotion", "groups"} if "kind" in right.asked else set())
    # Of what people differ about it may be asked.
    told |= {name for name, value in right.what.items() if value == LEFT}
    told |= {"groups"} if right.groups is None else set()
    vain = set(unit["ask"]) - told - ({"line"} if right.asked else set())
    return wrong, missed, sorted(vain)


def _groups_of(unit: ListedUnit, right: Expected) -> list[str]:
    found: Counter[tuple[str, int]] = Counter()
    for one in unit["groups"]:
        found[(one["weapon"], 1 if one["mount"] else one["crew"])] += one["count"]
    wrong = [] if found == right.groups else [f"groups: {dict(found)} for {dict(right.groups or {})}"]
    leaders = [one["weapon"] for one in unit["groups"] if one["leader"]]
    if right.leader is not None and leaders != [right.leader]:
        wrong.append(f"leader: {leaders} for {right.leader}")
    return wrong
