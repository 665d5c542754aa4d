"""An attack that is being resolved, and a strike that is on its way (Tabletop C)."""

from __future__ import annotations

from dataclasses import dataclass

from rules.tabletop.dice import Die


@dataclass(frozen=True, slots=True)
class Attack:
    """One attack, step by step.

    ``kind`` is ``shot``, ``assault`` (close quarters) or ``vehicle`` (infantry against a vehicle). ``step``
    is ``react`` (the target answers), ``aim`` (nothing is rolled yet), ``hit``, ``damage``, ``save`` or
    ``fight``: the dice of that step lie open and may be rerolled by whom ``rights`` names.
    ``before`` are the target's models when it began; ``rerolls`` the kinds of reroll used up.
    """

    kind: str
    shooter: str
    target: str
    step: str
    weapon: str = ""
    shots: int = 1
    band: str = "short"
    moved: bool = False
    smoke: bool = False
    cover: str = "none"
    arc: str = "front"
    building: bool = False
    indirect: bool = False
    he: int = 0
    template: int = 1
    penetration: int | None = None
    needed: int = 0
    hits: int = 0
    damaged: int = 0
    before: int = 0
    dice: tuple[Die, ...] = ()
    answer: tuple[Die, ...] = ()
    enemy_dice: int = 0
    own_dice: int = 0
    far: bool = False
    fubar: bool = False
    round: int = 1
    used: tuple[str, ...] = ()
    answered: str = ""
    jam_arc: str = ""


@dataclass(frozen=True, slots=True)
class Strike:
    """An air strike, an artillery barrage or smoke, due from turn ``due``.

    ``step`` is ``due`` (roll), ``target`` (the opponent names another unit), ``flak``, ``near`` (which units
    are within) or ``done``; ``reach`` is the distance rolled for a barrage.
    """

    id: str
    kind: str
    side: int
    due: int
    target: str = ""
    aim: str = ""
    weapon: str = ""
    step: str = "due"
    chooser: int = -1
    reach: int = 0
    struck: tuple[str, ...] = ()
