"""The weapons of the tables, small arms and heavy ones (Tabletop C)."""

from __future__ import annotations

from dataclasses import dataclass

HE_ONLY = "HE"
NONE = "n/a"


@dataclass(frozen=True, slots=True)
class Weapon:
    """A row of the weapon tables.

    Ranges are in inches; ``range`` 0 means none (it fires indirectly only), ``near`` and ``far`` are the
    indirect minimum and maximum, both 0 if it cannot. ``penetration`` is a number, ``n/a`` or ``HE``;
    ``he`` is the size of its template in inches, 0 without one.
    """

    name: str
    range: int
    shots: int
    penetration: int | str
    special: tuple[str, ...] = ()
    he: int = 0
    near: int = 0
    far: int = 0

    @property
    def indirect(self) -> bool:
        """Whether it may fire indirectly."""
        return self.far > 0


def _team(*more: str) -> tuple[str, ...]:
    return ("Team", *more)


SMALL_ARMS = (
    Weapon("Rifle", 24, 1, NONE),
    Weapon("Pistol", 6, 1, NONE),
    Weapon("Submachine gun (SMG)", 12, 2, NONE, ("Assault",)),
    Weapon("Automatic rifle", 30, 2, NONE),
    Weapon("Assault rifle", 18, 2, NONE, ("Assault",)),
    Weapon("Shotgun", 12, 1, NONE, ("Assault",)),
    Weapon("LMG", 36, 4, NONE, _team()),
    Weapon("MMG", 36, 6, NONE, _team("Fixed")),
)
HEAVY_WEAPONS = (
    Weapon("HMG", 48, 6, 1, _team("Fixed")),
    Weapon("Light auto cannon", 48, 2, 2, _team("Fixed", 'HE 1"'), 1),
    Weapon("Heavy auto cannon", 72, 2, 3, _team("Fixed", 'HE 1"'), 1),
    Weapon("Anti-tank rifle", 48, 1, 2, _team()),
    Weapon("PIAT", 12, 1, 5, _team("Shaped Charge")),
    Weapon("Bazooka", 24, 1, 5, _team("Shaped Charge")),
    Weapon("Panzerschreck", 24, 1, 6, _team("Shaped Charge")),
    Weapon("Panzerfaust", 12, 1, 6, ("One-shot", "Shaped Charge")),
    Weapon("Light AT gun", 48, 1, 4, _team("Fixed", 'HE 1"'), 1),
    Weapon("Medium AT gun", 60, 1, 5, _team("Fixed", 'HE 1"'), 1),
    Weapon("Heavy AT gun", 72, 1, 6, _team("Fixed", 'HE 2"'), 2),
    Weapon("Super-heavy AT gun", 84, 1, 7, _team("Fixed", 'HE 3"'), 3),
    Weapon("Flamethrower (infantry)", 6, 1, 2, _team("Flamethrower")),
    Weapon("Flamethrower (vehicle)", 12, 1, 3, ("Flamethrower",)),
    Weapon("VB launcher / rifle grenade", 0, 1, HE_ONLY, ("Indirect fire", 'HE 1"'), 1, 6, 18),
    Weapon("AT weapon", 24, 1, HE_ONLY, _team("Fixed", 'HE 2"'), 2),
    Weapon("Light mortar", 0, 1, HE_ONLY, _team("Indirect fire", 'HE 1"'), 1, 12, 36),
    Weapon("Medium mortar", 0, 1, HE_ONLY, _team("Fixed", "Indirect fire", 'HE 2"'), 2, 12, 60),
    Weapon("Heavy mortar", 0, 1, HE_ONLY, _team("Fixed", "Indirect fire", 'HE 3"'), 3, 12, 72),
    Weapon("Light howitzer", 48, 1, HE_ONLY, _team("Fixed", "Howitzer", 'HE 2"'), 2, 30, 60),
    Weapon("Medium howitzer", 60, 1, HE_ONLY, _team("Fixed", "Howitzer", 'HE 3"'), 3, 36, 72),
    Weapon("Heavy howitzer", 72, 1, HE_ONLY, _team("Fixed", "Howitzer", 'HE 4"'), 4, 42, 84),
)
WEAPONS = {weapon.name: weapon for weapon in SMALL_ARMS + HEAVY_WEAPONS}
"""All 30, by name. The "AT weapon" is a Blacker Bombard, or an Ampulomet with its own special effect."""
AMPULOMET = "AT weapon"
SMALL = frozenset(weapon.name for weapon in SMALL_ARMS)
CREWS = {
    **dict.fromkeys(("LMG", "Anti-tank rifle", "PIAT", "Bazooka", "Panzerschreck", "Light mortar"), 2),
    **dict.fromkeys(("Flamethrower (infantry)",), 2),
    **dict.fromkeys(("MMG", "HMG", "Light auto cannon", "Light AT gun", "AT weapon"), 3),
    **dict.fromkeys(("Medium mortar", "Light howitzer"), 3),
    **dict.fromkeys(("Heavy auto cannon", "Medium AT gun", "Heavy mortar", "Medium howitzer"), 4),
    **dict.fromkeys(("Heavy AT gun", "Heavy howitzer"), 5),
    "Super-heavy AT gun": 7,
}
"""How many men usually serve a Team weapon."""


def is_small(name: str) -> bool:
    """Whether it stands among the small arms."""
    return name in SMALL


def is_team(name: str) -> bool:
    """Whether a crew serves it."""
    return name in WEAPONS and "Team" in WEAPONS[name].special
