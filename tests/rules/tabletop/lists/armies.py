"""Armies as they are, from which files of every form are written: what is right is known beforehand."""

from __future__ import annotations

from dataclasses import dataclass

SMG = "Submachine gun (SMG)"


@dataclass(frozen=True)
class Squad:
    """A unit: its ``men`` are how many of whom with what; ``right`` are its groups."""

    name: str
    quality: str
    points: int
    right: str
    men: tuple[tuple[int, str, str], ...] = ()
    options: tuple[str, ...] = ()
    category: str = "Infantry"
    kind: str = "infantry"
    type: str = "unit"
    size: int = 0


def rifles(name: str, quality: str, points: int, count: int, *, lmg: bool = True, fausts: int = 0) -> Squad:
    """A squad: an NCO with a submachine gun, riflemen, and a light machine gun with its loader."""
    men = [(1, "NCO", "SMG"), (count, "Rifleman", "Rifle")]
    right = f"{count} Rifle, 1 {SMG}*"
    if lmg:
        men += [(1, "LMG Gunner", "LMG"), (1, "LMG Loader", "")]
        right += ", 1 LMG (2)"
    if fausts:
        right += f", {fausts} Panzerfaust (0)"
    options = (f"{fausts}x Panzerfaust",) if fausts else ()
    size = 1 + count + 2 * lmg
    return Squad(name, quality, points, right, tuple(men), options, size=size)


def all_with(name: str, quality: str, points: int, count: int, arm: str, role: str, row: str) -> Squad:
    """A squad of which all have the same."""
    return Squad(name, quality, points, f"{count} {row}*", ((count, role, arm),), size=count)


def team(name: str, quality: str, points: int, right: str, category: str = "Support") -> Squad:
    """A team, of which files say no men."""
    return Squad(name, quality, points, right, category=category)


def tank(name: str, quality: str, points: int, right: str, kind: str = "medium tank") -> Squad:
    """A vehicle, which is a model in files."""
    return Squad(name, quality, points, right, category="Armour", kind=kind, type="model")


MED, HVY, SUP, LGT = "Medium AT gun", "Heavy AT gun", "Super-heavy AT gun", "Light AT gun"
ARMIES: dict[str, tuple[Squad, ...]] = {
    "Kampfgruppe": (
        rifles("Grenadier Squad", "Regular", 124, 7),
        rifles("Veteran Grenadier Squad", "Veteran", 149, 5, fausts=2),
        all_with("Volksgrenadier Squad", "Regular", 130, 8, "Assault rifle", "Grenadier", "Assault rifle"),
        team("Medium Machine Gun Team", "Regular", 50, "1 MMG (3)"),
        team("Sniper Team", "Veteran", 65, "2 Rifle*"),
        team("Panzerschreck Team", "Regular", 80, "1 Panzerschreck (2)"),
        tank("StuG III Ausf. G", "Regular", 215, f"1 {HVY}, 1 MMG"),
        tank("Sd.Kfz. 251/1 Hanomag", "Regular", 89, "1 MMG", "armoured car"),
    ),
    "Afrika Korps": (
        rifles("Heer Infantry Squad", "Regular", 119, 7),
        rifles("Heer Infantry Squad", "Regular", 99, 5),
        team("Anti-Tank Rifle Team", "Regular", 25, "1 Anti-tank rifle (2)"),
        team("Medium Machine Gun Team", "Veteran", 65, "1 MMG (3)"),
        tank("Panzer III Ausf. J", "Veteran", 240, f"1 {MED}, 1 MMG, 1 MMG"),
        tank("Panzer IV Ausf. F2", "Regular", 235, f"1 {HVY}, 1 MMG, 1 MMG"),
        tank("Sd.Kfz. 222", "Regular", 100, "1 Light auto cannon, 1 MMG", "armoured car"),
        tank("Opel Blitz", "Inexperienced", 31, "", "soft-skin"),
    ),
    "Eighth Army": (
        rifles("British Infantry Section", "Regular", 113, 7),
        rifles("Commando Section", "Veteran", 150, 5, lmg=False),
        team("PIAT Team", "Regular", 40, "1 PIAT (2)"),
        team("Sniper Team", "Regular", 50, "2 Rifle*"),
        tank("Sherman Firefly", "Regular", 245, f"1 {SUP}, 1 MMG"),
        tank("Cromwell IV", "Veteran", 246, f"1 {MED}, 1 MMG, 1 MMG"),
        tank("Universal Carrier", "Regular", 61, "1 LMG", "armoured car"),
        tank("Daimler Armoured Car", "Regular", 120, f"1 {LGT}, 1 MMG", "armoured car"),
    ),
    "First Army": (
        all_with("US Rifle Squad", "Regular", 120, 12, "M1 Garand", "Rifleman", "Rifle"),
        rifles("Ranger Squad", "Veteran", 140, 6, lmg=False),
        team("Bazooka Team", "Regular", 60, "1 Bazooka (2)"),
        team("Flamethrower Team", "Regular", 50, "1 Flamethrower (infantry) (2)"),
        team("HMG Team", "Regular", 70, "1 HMG (3)"),
        tank("M4A3 Sherman", "Regular", 195, f"1 {MED}, 1 MMG, 1 MMG"),
        tank("M4A3E8 Sherman", "Veteran", 282, f"1 {HVY}, 1 MMG, 1 MMG"),
        tank("M3 Half-track", "Regular", 99, "1 HMG", "armoured car"),
        tank("Jeep", "Regular", 21, "", "soft-skin"),
    ),
    "Guards Army": (
        all_with("SMG Squad", "Regular", 130, 10, "SMG", "Soldier", SMG),
        rifles("Guards Squad", "Veteran", 164, 7),
        all_with("Conscript Squad", "Inexperienced", 84, 12, "Rifle", "Soldier", "Rifle"),
        team("Anti-Tank Rifle Team", "Regular", 30, "1 Anti-tank rifle (2)"),
        team("MMG Team", "Inexperienced", 35, "1 MMG (3)"),
        tank("T-34/85", "Regular", 235, f"1 {HVY}, 1 MMG, 1 MMG"),
        tank("T-34/76", "Inexperienced", 156, f"1 {MED}, 1 MMG, 1 MMG"),
        tank("BA-64", "Regular", 60, "1 LMG", "armoured car"),
        tank("KV-1", "Regular", 260, f"1 {MED}, 2 MMG, 1 MMG", "heavy tank"),
    ),
    "Panzer Lehr": (
        rifles("Panzergrenadier Squad", "Veteran", 150, 6, fausts=1),
        rifles("Panzergrenadier Squad", "Veteran", 150, 6, fausts=1),
        rifles("Pioneer Squad", "Regular", 90, 4, lmg=False),
        team("Sniper Team", "Regular", 50, "2 Rifle*"),
        tank("Panther Ausf. G", "Veteran", 462, f"1 {SUP}, 1 MMG, 1 MMG", "heavy tank"),
        tank("Tiger I", "Regular", 395, f"1 {SUP}, 1 MMG, 1 MMG", "heavy tank"),
        tank("King Tiger", "Regular", 555, f"1 {SUP}, 1 MMG, 1 MMG", "super-heavy tank"),
        tank("Puma", "Regular", 145, f"1 {MED}, 1 MMG", "armoured car"),
    ),
    "Militia": (
        all_with("Partisan Squad", "Inexperienced", 70, 10, "Rifle", "Fighter", "Rifle"),
        all_with("Home Guard Section", "Inexperienced", 56, 8, "Rifle", "Man", "Rifle"),
        rifles("Polish Rifle Squad", "Regular", 100, 7),
        team("Sniper Team", "Inexperienced", 39, "2 Rifle*"),
        tank("7TP", "Regular", 120, f"1 {LGT}, 1 MMG", "light tank"),
        tank("Panhard 178", "Regular", 95, "1 Light AT gun, 1 MMG", "armoured car"),
    ),
}
