"""What a correction says of a unit: read from its action, told, proposed to the others (Tabletop)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from rules.tabletop.action import YES, Action, RefusedError
from rules.tabletop.documents import corrected_track
from rules.tabletop.lists.bounds import MOST_MEN
from rules.tabletop.squads.group_names import named
from rules.tabletop.state import Game
from rules.tabletop.tables import TURRET_ARCS
from rules.tabletop.units import Jam, Unit

CORRECTED = (
    "models",
    "pins",
    "officer",
    "weapons",
    "order",
    "destroyed",
    "reserve",
    "nco",
    "immobilised",
    "boosts",
)
SAID = ("destroyed", "reserve", "nco", "immobilised")
LOST, JAMS = "lost", "jams"
FIRST = {LOST: 0, JAMS: 1}
"""What is said group by group, or turret by turret, and the number of the first one."""
FREE = "free"
"""Of a turret that turns."""


def losses_of(unit: Unit, action: Action) -> tuple[int, ...]:
    """How many men of each group have fallen; of a group that is not named, as many as had.

    Raises ``RefusedError``.
    """
    said = action.pairs(LOST, 0, MOST_MEN)
    numbers = [str(at) for at in range(len(unit.groups))]
    if unknown := [key for key in said if key not in numbers]:
        raise RefusedError("no such group", LOST, group=unknown[0][:40], unit=unit.name)
    lost = tuple(said.get(key, group.lost) for key, group in zip(numbers, unit.groups, strict=True))
    for at, group in enumerate(unit.groups):
        if lost[at] > group.strength:
            raise RefusedError("group has fewer", LOST, group=named(unit, at), count=group.strength)
    return lost


def by_turret(turrets: int, jams: Iterable[tuple[int, str]]) -> tuple[str, ...]:
    """The arc in which each turret is stuck, or that it turns."""
    arcs = dict(jams)
    return tuple(arcs.get(number, FREE) for number in range(1, turrets + 1))


def _turrets(unit: Unit) -> tuple[str, ...]:
    return by_turret(unit.turrets, ((jam.turret, jam.arc) for jam in unit.jams))


def turrets_of(unit: Unit, action: Action) -> tuple[str, ...]:
    """How each turret is; one that is not named, as it was. Raises ``RefusedError``."""
    given = action.values.get(JAMS) or {}
    now = _turrets(unit)
    if not isinstance(given, Mapping):
        raise RefusedError("not pairs", JAMS, name=JAMS)
    said = {str(key): how for key, how in given.items()}
    if said and not now:
        raise RefusedError("no turret", JAMS, unit=unit.name)
    numbers = tuple(str(number) for number in range(1, len(now) + 1))
    for key, how in said.items():
        for word, allowed in ((key, numbers), (how, (FREE, *TURRET_ARCS))):
            if word not in allowed:
                raise RefusedError("not one of", JAMS, name=JAMS, allowed=allowed, value=str(word)[:40])
    return tuple(str(said.get(key, was)) for key, was in zip(numbers, now, strict=True))


def stuck(turrets: Iterable[str]) -> tuple[Jam, ...]:
    """The turrets that are stuck, of how each is."""
    return tuple(Jam(number, arc) for number, arc in enumerate(turrets, 1) if arc != FREE)


def told(unit: Unit, action: Action) -> str:
    """What a correction changes: "pins 2; lost Rifle 3; jams 1 free". What stays as it is, is left out."""
    told = [_told(unit, name, action) for name in CORRECTED if name in action.values]
    if LOST in action.values:
        lost = enumerate(zip(losses_of(unit, action), unit.groups, strict=True))
        fell = [f"{named(unit, at)} {new}" for at, (new, group) in lost if new != group.lost]
        told.append(f"{LOST} {', '.join(fell)}" if fell else "")
    if JAMS in action.values:
        turrets = enumerate(zip(turrets_of(unit, action), _turrets(unit), strict=True), 1)
        told += [f"{JAMS} {number} {new}" for number, (new, old) in turrets if new != old]
    if "groups" in action.values:
        told.append("groups anew")
    return "; ".join(filter(None, told))


def _told(unit: Unit, name: str, action: Action) -> str:
    old, new = getattr(unit, name), action.values[name]
    if isinstance(old, bool):
        new = action.flag(name)
    elif isinstance(old, tuple):
        new = action.words(name)
    if _line(new, name) == _line(old, name):
        return ""
    shown = ", ".join(map(str, new)) if isinstance(new, tuple) else str(new)
    return f"{name} {shown or '-'}"


def proposed(game: Game, values: Mapping[str, object]) -> dict[str, object]:
    """What a correction proposes: without what a form shows only as it was when it was opened (``was``).

    What is sent without ``was`` is measured by the unit as it stands. Else a correction of pins would bring
    back men who fell meanwhile.
    """
    left = {name: value for name, value in values.items() if name != "was"}
    unit = next((one for one in game.units if one.id == values.get("unit")), None)
    if unit is None:
        return corrected_track.proposed(left, str(values.get("was", "")))
    stands = _stands(unit)
    was = _opened(str(values.get("was", ""))) or stands
    found: dict[str, object] = {}
    for name, value in left.items():
        if name in FIRST and isinstance(value, Mapping):
            if other := _others(name, value, was.get(name, stands[name])):
                found[name] = other
        elif was.get(name) != _line(value, name):
            found[name] = value
    return found


def _others(name: str, said: Mapping[str, object], line: str) -> dict[str, object]:
    """Of what is said of groups or turrets, that which is not as it was."""
    was = {str(at): word for at, word in enumerate(line.split(","), FIRST[name])}
    return {str(key): value for key, value in said.items() if was.get(str(key)) != str(value)}


def opened(unit: Mapping[str, object]) -> str:
    """A unit as it stands when a form for its correction is opened: ``models=7;pins=1;lost=0,2;...``."""
    return ";".join(f"{name}={_line(unit[name], name)}" for name in (*CORRECTED, *FIRST) if name in unit)


def _stands(unit: Unit) -> dict[str, str]:
    known = {LOST: _line([group.lost for group in unit.groups]), JAMS: _line(_turrets(unit))}
    return {**{name: _line(getattr(unit, name), name) for name in CORRECTED}, **known}


def _opened(was: str) -> dict[str, str]:
    parts = (part.partition("=") for part in was.split(";") if "=" in part)
    return {name: value for name, _is, value in parts if name in (*CORRECTED, *FIRST)}


def _line(value: object, name: str = "") -> str:
    """A value in one spelling, whether a form or a program has sent it.

    Weapons are a set: a form sends them as the tables have them, a unit has them as its groups stand.
    """
    if isinstance(value, list | tuple):
        words = map(str, value)
        return ",".join(sorted(words) if name == "weapons" else words)
    if isinstance(value, bool) or name in SAID:
        return str(int(value in YES))
    return str(value)
