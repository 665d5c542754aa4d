"""The list as a document, ``boltgun_list``: what is read is written the same again (Tabletop E, page 9 D)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NotRequired, TypedDict, cast

from rules.tabletop.lists import bounds
from rules.tabletop.refusing import RefusedError
from rules.tabletop.squads.grouping import MOUNTS
from rules.tabletop.tables import KINDS, LOCOMOTIONS, QUALITIES, RANKS, TROOPS
from rules.tabletop.weapons import WEAPONS

VERSION = 1
FLAGS = ("anti_tank", "gun_shield", "open_topped", "recce", "towing", "slow", "fast")
SOURCES = ("text", "word", "usual", "you")
"""Where a value is from: figures or words of the list, the data of a word, what is usual, or its owner."""
FIELDS = (
    *("name", "line", "count", "kind", "locomotion", "quality", "points", "officer", "nco", "flags"),
    *("turrets", "entry", "groups"),
)
LONGEST_NAME = 60


class ListedGroup(TypedDict):
    """``count`` weapons of a kind, ``crew`` men each (0: carried beside another, or mounted)."""

    weapon: str
    count: int
    crew: int
    leader: bool
    mount: str


ListedUnit = TypedDict(
    "ListedUnit",
    {
        "name": str,
        "line": str,
        "count": int,
        "kind": str,
        "locomotion": str,
        "quality": str,
        "points": int,
        "officer": str,
        "nco": bool,
        "flags": list[str],
        "turrets": int,
        "entry": int,
        "groups": list[ListedGroup],
        "from": Mapping[str, str],
        "ask": list[str],
    },
)
"""A unit, ``count`` times the same; ``points`` are for one. ``from`` says of each field where it is from,
``ask`` which are not sure.
"""


class ListDocument(TypedDict):
    """An army list."""

    boltgun_list: int
    name: str
    army: str
    points: int
    units: list[ListedUnit]


class _Sent(TypedDict):
    boltgun_list: NotRequired[object]


def checked(sent: object) -> ListDocument:
    """A document that somebody sends, with what he left out filled in. Raises ``RefusedError``.

    Whatever it does not know it refuses by name: nothing that was meant is lost without a word.
    """
    known = _object(sent, "list", ListDocument.__annotations__)
    if known.get("boltgun_list") != VERSION or isinstance(known.get("boltgun_list"), bool):
        raise _wrong("boltgun_list", "1")
    units = _sequence(known.get("units"), "units", bounds.MOST_UNITS)
    found: ListDocument = {
        "boltgun_list": VERSION,
        "name": _text(known.get("name", ""), "name"),
        "army": _text(known.get("army", ""), "army"),
        "points": _number(known.get("points", 0), "points", 0, 99_999),
        "units": [_unit(unit, f"units.{at}") for at, unit in enumerate(units)],
    }
    bounds.within(sum(unit["count"] for unit in found["units"]), bounds.MOST_UNITS, "units")
    if not found["units"]:
        raise RefusedError("empty roster", "roster")
    return found


def _unit(sent: object, path: str) -> ListedUnit:
    known = _object(sent, path, ListedUnit.__annotations__)
    kind = _one_of(known.get("kind", "infantry"), f"{path}.kind", KINDS)
    moves = "foot" if kind in TROOPS else "wheeled" if kind in ("soft-skin", "armoured car") else "tracked"
    groups = _sequence(known.get("groups", []), f"{path}.groups", bounds.MOST_GROUPS)
    found: ListedUnit = {
        "name": _text(known.get("name"), f"{path}.name", LONGEST_NAME),
        "line": _text(known.get("line", ""), f"{path}.line"),
        "count": _number(known.get("count", 1), f"{path}.count", 1, bounds.MOST_OF_A_KIND),
        "kind": kind,
        "locomotion": _one_of(known.get("locomotion", moves), f"{path}.locomotion", LOCOMOTIONS),
        "quality": _one_of(known.get("quality", "regular"), f"{path}.quality", QUALITIES),
        "points": _number(known.get("points", 0), f"{path}.points", 0, bounds.MOST_POINTS),
        "officer": _one_of(known.get("officer", ""), f"{path}.officer", ("", *RANKS)),
        "nco": _flag(known.get("nco", True), f"{path}.nco"),
        "flags": _words(known.get("flags", []), f"{path}.flags", FLAGS),
        "turrets": _number(known.get("turrets", 0), f"{path}.turrets", 0, 5),
        "entry": _number(known.get("entry", 0), f"{path}.entry", 0, 99),
        "groups": [_group(group, f"{path}.groups.{at}") for at, group in enumerate(groups)],
        "from": _from(known.get("from", {}), f"{path}.from"),
        "ask": _words(known.get("ask", []), f"{path}.ask", FIELDS),
    }
    if not found["name"].strip():
        raise _wrong(f"{path}.name", "a name")
    if kind not in TROOPS and found["locomotion"] == "foot" and "locomotion" not in found["ask"]:
        raise _wrong(f"{path}.locomotion", "wheeled, half-track or tracked, for a vehicle")
    _count_men(found, path)
    return found


def _count_men(unit: ListedUnit, path: str) -> None:
    men = men_of(unit)
    bounds.within(men, bounds.MOST_MEN, "men", unit=unit["name"])
    for group in unit["groups"]:
        if unit["kind"] not in TROOPS and group["crew"]:
            raise _wrong(f"{path}.groups", "weapons that are mounted, with crew 0, for a vehicle")
    if unit["ask"]:
        return
    if unit["kind"] in TROOPS and not men:
        raise _wrong(f"{path}.groups", "at least one man: a group with crew 1 or more")
    if unit["kind"] in TROOPS and any(group["mount"] for group in unit["groups"]):
        raise _wrong(f"{path}.groups", 'weapons that men hold, with mount "", for troops')
    if len([group for group in unit["groups"] if group["leader"]]) > 1:
        raise _wrong(f"{path}.groups", "at most one group with leader")
    if any(not group["weapon"] and not group["crew"] for group in unit["groups"]):
        raise _wrong(f"{path}.groups", "groups with a weapon, or with crew 1 or more")


def men_of(unit: ListedUnit) -> int:
    """How many men a unit has; a vehicle has none."""
    return sum(group["count"] * group["crew"] for group in unit["groups"])


def points_of(document: ListDocument) -> int:
    """What all units of a list cost."""
    return sum(unit["points"] * unit["count"] for unit in document["units"])


def _group(sent: object, path: str) -> ListedGroup:
    known = _object(sent, path, ListedGroup.__annotations__)
    return {
        "weapon": _one_of(known.get("weapon", ""), f"{path}.weapon", ("", *WEAPONS)),
        "count": _number(known.get("count"), f"{path}.count", 1, bounds.MOST_MEN),
        "crew": _number(known.get("crew", 1), f"{path}.crew", 0, bounds.MOST_MEN),
        "leader": _flag(known.get("leader", False), f"{path}.leader"),
        "mount": _mount(known.get("mount", ""), f"{path}.mount"),
    }


def _mount(sent: object, path: str) -> str:
    return _one_of(sent, path, ("", *MOUNTS))


def _wrong(path: str, allowed: str) -> RefusedError:
    return RefusedError("list field", "roster", path=path, allowed=allowed)


def _object(sent: object, path: str, known: Mapping[str, object]) -> Mapping[str, object]:
    if not isinstance(sent, Mapping):
        raise _wrong(path, "an object")
    unknown = sorted(str(key) for key in sent if key not in known)
    if unknown:
        raise RefusedError("list keys", "roster", path=path, keys=tuple(key[:40] for key in unknown[:5]))
    return cast("Mapping[str, object]", sent)


def _sequence(sent: object, path: str, most: int) -> Sequence[object]:
    if not isinstance(sent, list):
        raise _wrong(path, "a list")
    if len(sent) > most:
        raise bounds.too_much("units" if path == "units" else "groups", most)
    return sent


def _text(sent: object, path: str, most: int = bounds.LONGEST_VALUE) -> str:
    if not isinstance(sent, str):
        raise _wrong(path, "a text")
    if len(sent) > most:
        raise RefusedError("list value", "roster", most=most, line=0)
    return sent


def _number(sent: object, path: str, low: int, high: int) -> int:
    if not isinstance(sent, int) or isinstance(sent, bool) or not low <= sent <= high:
        raise _wrong(path, f"a whole number from {low} to {high}")
    return sent


def _flag(sent: object, path: str) -> bool:
    if not isinstance(sent, bool):
        raise _wrong(path, "true or false")
    return sent


def _one_of(sent: object, path: str, allowed: Sequence[str]) -> str:
    if not isinstance(sent, str) or sent not in allowed:
        raise _wrong(path, ", ".join(one or '""' for one in allowed))
    return sent


def _words(sent: object, path: str, allowed: Sequence[str]) -> list[str]:
    if not isinstance(sent, list) or len(sent) > len(allowed):
        raise _wrong(path, "a list of these: " + ", ".join(allowed))
    return [_one_of(one, path, allowed) for one in sent]


def _from(sent: object, path: str) -> Mapping[str, str]:
    known = _object(sent, path, dict.fromkeys(FIELDS))
    return {name: _one_of(value, f"{path}.{name}", SOURCES) for name, value in known.items()}
