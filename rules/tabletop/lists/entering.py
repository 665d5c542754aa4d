"""From a list to the units of a table and back (Tabletop E)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterable, Mapping

from rules.tabletop.lists.document import FLAGS, VERSION, ListDocument, ListedUnit, checked
from rules.tabletop.lists.listing import Asked, read
from rules.tabletop.refusing import RefusedError
from rules.tabletop.squads.mustering import mustered
from rules.tabletop.tables import TROOPS
from rules.tabletop.units import Group, Unit

MOST_ASKED = 12
"""So many questions are put at a time where they are said in words."""


def asking(questions: Iterable[Asked]) -> RefusedError:
    """The refusal of a list of which something has to be said first."""
    lines = tuple(
        "|".join(
            (str(one.at), one.question.code, _clean(one.question.about), ", ".join(one.question.answers))
        )
        for one in questions
    )
    return RefusedError("roster asks", "roster", asked=lines[:MOST_ASKED])


def _clean(text: str) -> str:
    return text.replace("|", " ")


def sent(values: Mapping[str, object]) -> ListDocument:
    """The list of an action: a document, or a text that is read here. Raises ``RefusedError``."""
    if "list" in values:
        document = checked(values["list"])
        open_ = [unit for unit in document["units"] if unit["ask"]]
        if open_:
            raise RefusedError(
                "list asks", "roster", units=tuple(unit["name"] for unit in open_[:MOST_ASKED])
            )
        return document
    found = read(str(values.get("roster", "")), usual=values.get("usual") in (True, "1"))
    if found.questions:
        raise asking(found.questions)
    return found.document


def unit_of(listed: ListedUnit, name: str, key: str, player: int) -> Unit:
    """A unit as the list has it."""
    groups = tuple(
        Group(one["weapon"], one["count"], one["crew"], leader=one["leader"], mount=one["mount"])
        for one in listed["groups"]
    )
    troops = listed["kind"] in TROOPS
    flags = listed["flags"]
    return Unit(
        key,
        name,
        player,
        kind=listed["kind"],
        locomotion=listed["locomotion"],
        quality=listed["quality"],
        points=listed["points"],
        nco=listed["nco"],
        officer=listed["officer"],
        groups=groups or (mustered(listed["kind"], 1, ()) if troops else ()),
        check=troops and listed["from"].get("groups") == "usual",
        turrets=listed["turrets"],
        reserve=listed["entry"] > 0,
        entry=listed["entry"],
        anti_tank="anti_tank" in flags,
        gun_shield="gun_shield" in flags,
        open_topped="open_topped" in flags,
        recce="recce" in flags,
        towing="towing" in flags,
        slow="slow" in flags,
        fast="fast" in flags,
    )


def names_of(listed: ListedUnit) -> tuple[str, ...]:
    """The names of so many units of a kind, as this line alone would have them."""
    if listed["count"] == 1:
        return (listed["name"],)
    return tuple(f"{listed['name']} {at}" for at in range(1, listed["count"] + 1))


def named(units: Iterable[ListedUnit], taken: Iterable[str] = ()) -> list[tuple[ListedUnit, str]]:
    """All units that a list tells of, each with a name of its own: equal ones get a number.

    ``taken`` are the names that its side has already.
    """
    units, held = tuple(units), set(taken)
    single = Counter(listed["name"] for listed in units if listed["count"] == 1)
    used = held | {name for name, lines in single.items() if lines == 1}
    found = []
    for listed in units:
        name = listed["name"]
        for _one in range(listed["count"]):
            alone = listed["count"] == single[name] == 1 and name not in held
            own = name if alone else _numbered(name, used, name in held)
            used.add(own)
            found.append((listed, own))
    return found


def _numbered(name: str, used: Container[str], second: bool) -> str:
    """The name with the first number that is free; one stands there already without."""
    at = 2 if second else 1
    while f"{name} {at}" in used:
        at += 1
    return f"{name} {at}"


def list_of(units: Iterable[Unit], name: str = "", army: str = "") -> ListDocument:
    """The units of a table as a list: put in again it gives the same units."""
    listed = [_listed(unit) for unit in units]
    points = sum(unit["points"] for unit in listed)
    return {"boltgun_list": VERSION, "name": name, "army": army, "points": points, "units": listed}


def _listed(unit: Unit) -> ListedUnit:
    return ListedUnit(
        {
            "name": unit.name,
            "line": "",
            "count": 1,
            "kind": unit.kind,
            "locomotion": unit.locomotion,
            "quality": unit.quality,
            "points": unit.points,
            "officer": unit.officer,
            "nco": unit.nco,
            "flags": [flag for flag in FLAGS if getattr(unit, flag)],
            "turrets": unit.turrets,
            "entry": unit.entry if unit.reserve else 0,
            "groups": [
                {
                    "weapon": one.weapon,
                    "count": one.count,
                    "crew": one.crew,
                    "leader": one.leader,
                    "mount": one.mount,
                }
                for one in unit.groups
            ],
            "from": {"groups": "usual"} if unit.check else {},
            "ask": [],
        }
    )


def differs(units: Iterable[Unit], document: ListDocument) -> tuple[str, ...]:
    """The names of units that are not as the list has them, and of those that it has and that are missing."""
    units = tuple(units)
    older = [(listed, name) for listed in document["units"] for name in names_of(listed)]
    # At an older table equal names were left as they are.
    return min((_differs(units, named(document["units"])), _differs(units, older)), key=len)


def _differs(units: Iterable[Unit], listed: Iterable[tuple[ListedUnit, str]]) -> tuple[str, ...]:
    wanted = [_sheet(unit_of(one, name, "", 0)) for one, name in listed]
    found = []
    for unit in units:
        sheet = _sheet(unit)
        if sheet in wanted:
            wanted.remove(sheet)
        else:
            found.append(unit.name)
    return (*found, *(str(sheet["name"]) for sheet in wanted if sheet["name"] not in found))


LASTING = ("name", "kind", "locomotion", "quality", "points", "turrets", "groups")
"""What a unit is from its list to the end of the battle."""


def _sheet(unit: Unit) -> Mapping[str, object]:
    listed: Mapping[str, object] = {**_listed(unit)}
    return {name: listed[name] for name in LASTING}
