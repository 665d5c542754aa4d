"""What everybody sees of an attack: its fire group by group, its targets, the dice that lie (Tabletop C)."""

from __future__ import annotations

from rules.tabletop.attacks import Attack, Shot, Target
from rules.tabletop.documents.plain import Plain
from rules.tabletop.documents.table_view import ViewedFirer
from rules.tabletop.documents.wire import to_plain
from rules.tabletop.resolvers import rerolls
from rules.tabletop.resolvers.declaring import may_volley
from rules.tabletop.resolvers.needing import needs_now, needs_of
from rules.tabletop.state import ORDERS, Game

APART = ("fire", "targets", "moved")
FIRST = (
    "weapon",
    "shots",
    "band",
    "moved",
    "smoke",
    "cover",
    "arc",
    "building",
    "indirect",
    "he",
    "template",
    "penetration",
    "damaged",
)
"""What an attack tells of its first shot in its own place, for programs that fire one weapon at a time."""


def attack_seen(game: Game) -> Plain | None:
    """The attack that is being resolved."""
    attack = game.attack
    if attack is None:
        return None
    plain: Plain = {name: getattr(attack, name) for name in attack.__dataclass_fields__ if name not in APART}
    first = attack.fire[0] if attack.fire else Shot("")
    plain |= {name: getattr(first, name) for name in FIRST}
    if attack.fire:
        plain |= {"needed": first.needed, "hits": first.hits}
        plain["answer"] = [to_plain(die) for shot in attack.fire for die in shot.through]
    else:
        plain["answer"] = [to_plain(die) for die in attack.answer]
    plain["dice"] = [to_plain(die) | {"source": die.source} for die in attack.dice]
    plain["used"] = list(attack.used)
    plain["fubar"] = False
    plain["needs"], plain["answer_needs"] = needs_of(game, attack)
    plain["fire"] = [_shot(shot) | {"needs": needs_now(game, attack, shot)} for shot in attack.fire]
    plain["targets"] = [_target(target) for target in attack.targets]
    plain["listed"] = attack.listed
    plain["card_right"] = rerolls.card_right(game)
    plain["momentum_right"] = rerolls.momentum_right(game)
    return plain


def _shot(shot: Shot) -> Plain:
    plain = {name: getattr(shot, name) for name in shot.__dataclass_fields__ if name != "through"}
    return plain | {"through": len(shot.through)}


def _target(target: Target) -> Plain:
    plain = {name: getattr(target, name) for name in target.__dataclass_fields__ if name != "weapons"}
    return plain | {"weapons": {str(group): count for group, count in target.weapons}}


def to_measure(attack: Attack) -> bool:
    """Whether its shooter has still something to measure."""
    return any(not one.measured for one in attack.targets)


def firing(game: Game) -> list[ViewedFirer]:
    """The units that may declare a volley now, each with those that it may fire at."""
    if game.phase != ORDERS or game.due:
        return []
    found = ((unit.id, may_volley(game, unit)) for unit in game.units if unit.in_play)
    return [{"unit": key, "targets": list(targets)} for key, targets in found if targets]
