"""An attack that is being resolved, and a strike that is on its way (Tabletop C)."""

from __future__ import annotations

from dataclasses import dataclass

from rules.tabletop.dice import ANYBODY, Die

UNTOLD = -1
"""In place of inches that nobody has told."""
NO_GROUP = -1
"""In place of a group: a weapon that is fired by itself."""


@dataclass(frozen=True, slots=True)
class Shot:
    """What one group (-1: none of its list's) fires at one target, and what has come of it so far.

    ``weapons`` fire, ``shots`` are their dice; ``rolled`` of the dice that lie open are its own.
    """

    target: str
    weapon: str = ""
    group: int = NO_GROUP
    weapons: int = 1
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
    rolled: int = 0
    hits: int = 0
    damaged: int = 0
    through: tuple[Die, ...] = ()


@dataclass(frozen=True, slots=True)
class Target:
    """A target of an attack: its models ``before``, its answer, and what its shooter has measured.

    ``asked`` while its side has still to answer. ``weapons`` are how many of a group can fire at it.
    """

    unit: str
    before: int = 0
    asked: bool = False
    answered: str = ""
    measured: bool = False
    inches: int = UNTOLD
    smoke: bool = False
    cover: str = "none"
    arc: str = "front"
    building: bool = False
    template: int = 1
    weapons: tuple[tuple[int, int], ...] = ()


@dataclass(frozen=True, slots=True)
class Attack:
    """One attack, step by step.

    ``kind`` is ``shot``, ``assault`` (close quarters) or ``vehicle`` (infantry against a vehicle). ``step``
    is ``react`` (targets answer), ``measure`` (its shooter measures), ``aim`` (nothing is rolled yet),
    ``hit``, ``damage``, ``save`` or ``fight``: the dice of that step lie open and may be rerolled by whom the
    rules name. A shot is all ``fire`` of its shooter, at one target or several. ``before`` are the target's
    models when it began; ``used`` the kinds of reroll used up.
    """

    kind: str
    shooter: str
    target: str
    step: str
    fire: tuple[Shot, ...] = ()
    targets: tuple[Target, ...] = ()
    moved: bool = False
    needed: int = 0
    hits: int = 0
    before: int = 0
    dice: tuple[Die, ...] = ()
    answer: tuple[Die, ...] = ()
    enemy_dice: int = 0
    own_dice: int = 0
    far: bool = False
    round: int = 1
    used: tuple[str, ...] = ()
    answered: str = ""

    @property
    def listed(self) -> bool:
        """Whether it was declared group by group, and is measured apart."""
        return any(shot.group >= 0 for shot in self.fire)

    @property
    def of_each(self) -> tuple[tuple[Shot, tuple[Die, ...]], ...]:
        """Each shot with its own of the dice that lie open."""
        found, at = [], 0
        for shot in self.fire:
            found.append((shot, self.dice[at : at + shot.rolled]))
            at += shot.rolled
        return tuple(found)


@dataclass(frozen=True, slots=True)
class Volley:
    """What a unit has fired at one target in its present action: it counts as one attack (Tabletop C).

    ``before`` are the target's models before the first shot, ``pins`` those it was given so far, ``he`` the
    greatest shell among them; ``tested`` if its morale has been tested for the losses. ``groups`` have fired.
    """

    shooter: str
    target: str
    before: int
    pins: int = 0
    he: int = 0
    tested: bool = False
    groups: tuple[int, ...] = ()


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
