"""Tables that an earlier version has stored, brought to how they are kept now."""

from __future__ import annotations

from rules.tabletop.documents.plain import Plain, ReadPlain
from rules.tabletop.tables import NUMBERS
from rules.tabletop.weapons import WEAPONS


def renewed(game: ReadPlain) -> Plain:
    """The plain game as this version reads it; one of this version is left as it is."""
    found = dict(game)
    if "units" in found:
        found["units"] = [_unit(unit) for unit in found["units"]]
    if "attacks" in found:
        found["attacks"] = [
            {name: value for name, value in attack.items() if name != "jam_arc"}
            for attack in found["attacks"]
        ]
    if "tables" in found:
        # What a group has changed to what the book says by now is not its own any more.
        changes = found["tables"].get("changes", ())
        found["tables"] = {
            "changes": [[path, value] for path, value in changes if NUMBERS.get(path) != value]
        }
    return found


def _unit(unit: ReadPlain) -> Plain:
    """Turrets were kept by arc alone, and one aim for all weapons: the first that fires indirectly has it."""
    found = dict(unit)
    if arcs := found.pop("jammed", ()):
        found["jams"] = [{"turret": number, "arc": arc} for number, arc in enumerate(arcs, 1)]
    count, target, turn = (found.pop(name, 0) for name in ("indirect", "aimed_at", "aimed_turn"))
    weapon = next((name for name in found.get("weapons", ()) if name in WEAPONS and WEAPONS[name].far), "")
    if count and target and weapon:
        needed = max(NUMBERS["indirect.best"], NUMBERS["indirect.first"] - count + 1)
        aim = {"weapon": weapon, "target": target, "turn": turn, "own": 0, "other": 0, "needed": needed}
        found["aims"] = [aim]
    return found
