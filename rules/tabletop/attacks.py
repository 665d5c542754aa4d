"""An attack that is being resolved, and a strike that is on its way (Tabletop C)."""

from __future__ import annotations

from dataclasses import dataclass

from rules.tabletop.dice import ANYBODY, Die


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


@dataclass(frozen=True, slots=True)
class Volley:
    """What a unit has fired at one target in its present action: it counts as one attack (Tabletop C).

    ``before`` are the target's models before the first shot, ``pins`` those it was given so far, ``he`` the
    greatest shell among them; ``tested`` if its morale has been tested for the losses.
    """

    shooter: str
    target: str
    before: int
    pins: int = 0
    he: int = 0
    tested: bool = False


@dataclass(frozen=True, slots=True)
class Due:
    """What is still to come of a hit, one after the other; ``kind`` names it.

    ``table`` (roll on the damage table), ``effect`` (a row of it), ``saves``, ``losses`` (are they half?),
    ``struck`` and ``struck pins`` (a barrage), ``regroup``, ``end`` (of the attack by ``by`` on ``to``). Two
    kinds may wait for the owner of ``unit``: ``morale`` (who helps) and ``jam`` (in which arc). What is the
    shooter's to roll, or of whoever has called the strike, keeps its ``roller`` over these answers.
    """

    kind: str
    unit: str = ""
    effect: str = ""
    by: str = ""
    to: str = ""
    over: int = 0
    more: int = 0
    light: bool = False
    before: int = 0
    count: int = 0
    building: bool = False
    down: bool = False
    turret: int = 0
    roller: int = ANYBODY


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
