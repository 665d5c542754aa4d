"""Tables that an earlier version has stored, brought to how they are kept now."""

from __future__ import annotations

from dataclasses import fields

from rules.tabletop.attacks import Attack
from rules.tabletop.documents.plain import Plain, ReadPlain
from rules.tabletop.squads.losing import with_models
from rules.tabletop.squads.mustering import assumed, mustered
from rules.tabletop.squads.spending import spending
from rules.tabletop.tables import NUMBERS
from rules.tabletop.units import Group, Unit
from rules.tabletop.weapons import WEAPONS


def renewed(game: ReadPlain) -> Plain:
    """The plain game as this version reads it; one of this version is left as it is."""
    found = dict(game)
    if "units" in found:
        found["units"] = [_unit(unit) for unit in found["units"]]
    if "attacks" in found:
        found["attacks"] = [_attack(attack) for attack in found["attacks"]]
    if "tables" in found:
        # What a group has changed to what the book says by now is not its own any more.
        changes = found["tables"].get("changes", ())
        found["tables"] = {
            "changes": [[path, value] for path, value in changes if NUMBERS.get(path) != value]
        }
    return found


SHOT = ("weapon", "shots", "band", "moved", "smoke", "cover", "arc", "building", "indirect", "he", "template")
RESULTS = ("penetration", "needed", "hits", "damaged")


def _attack(attack: ReadPlain) -> Plain:
    """A shot was one weapon's at one target, with all that was measured in the attack itself."""
    known = {item.name for item in fields(Attack)}
    found = {name: value for name, value in attack.items() if name in known}
    if attack["kind"] != "shot" or "fire" in attack:
        return found
    shot: Plain = {name: attack[name] for name in (*SHOT, *RESULTS) if name in attack}
    shot |= {"target": attack["target"], "rolled": len(attack.get("dice", ()))}
    shot["through"] = found.pop("answer", ())
    target: Plain = {
        "unit": attack["target"],
        "before": attack.get("before", 0),
        "asked": attack["step"] == "react",
        "answered": attack.get("answered", ""),
        "measured": True,
    }
    return {**found, "fire": [shot], "targets": [target]}


def _unit(unit: ReadPlain) -> Plain:
    """Turrets were kept by arc alone, and one aim for all weapons: the first that fires indirectly has it."""
    found = dict(unit)
    if arcs := found.pop("jammed", ()):
        found["jams"] = [{"turret": number, "arc": arc} for number, arc in enumerate(arcs, 1)]
    count, target, turn = (found.pop(name, 0) for name in ("indirect", "aimed_at", "aimed_turn"))
    names = (*found.get("weapons", ()), *(group["weapon"] for group in found.get("groups", ())))
    weapon = next((name for name in names if name in WEAPONS and WEAPONS[name].far), "")
    if count and target and weapon:
        needed = max(NUMBERS["indirect.best"], NUMBERS["indirect.first"] - count + 1)
        aim = {"weapon": weapon, "target": target, "turn": turn, "own": 0, "other": 0, "needed": needed}
        found["aims"] = [aim]
    return _grouped(found)


def _grouped(unit: Plain) -> Plain:
    """Units had men and kinds of weapons, nothing of who holds what."""
    old = {name: unit.pop(name) for name in ("models", "start", "weapons", "spent") if name in unit}
    if "groups" in unit:
        return unit
    weapons, kind = tuple(old.get("weapons", ())), str(unit.get("kind", "infantry"))
    start = max(1, old.get("start", 1), old.get("models", 1))
    whole = Unit(
        "",
        "",
        0,
        kind=kind,
        nco=bool(unit.get("nco", True)),
        officer=str(unit.get("officer", "")),
        groups=mustered(kind, start, weapons, int(unit.get("turrets", 0))),
    )
    left = with_models(whole, 0 if unit.get("destroyed") else old.get("models", 1))
    for weapon in old.get("spent", ()):
        left = spending(left, weapon, 1)
    groups = [{name: getattr(group, name) for name in Group.__dataclass_fields__} for group in left.groups]
    return {**unit, "groups": groups, "check": whole.troops and assumed(weapons)}
