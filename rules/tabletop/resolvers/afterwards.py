"""What comes of hits, one thing after the other, until a unit's owner has to be asked (Tabletop C)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from rules.tabletop.action import Pen
from rules.tabletop.attacks import Due
from rules.tabletop.resolvers import close, damage, shooting, strikes
from rules.tabletop.resolvers.officers import helpers
from rules.tabletop.state import Game


def run(game: Game, pen: Pen) -> Game:
    """Do what is due until nothing is, or somebody is asked; what is due of units that are gone lapses."""
    while game.due and not asks(game, game.due[0]):
        item = game.due[0]
        game = replace(game, due=game.due[1:])
        if not item.unit or game.unit(item.unit).alive:
            game = DOES[item.kind](game, item, pen)
    return game


def asks(game: Game, item: Due) -> bool:
    """Whether the owner of the unit has something to say: where a turret jams, which officer is near."""
    if not item.unit or not game.unit(item.unit).alive:
        return False
    return item.kind == "jam" or (item.kind == "morale" and bool(helpers(game, game.unit(item.unit))))


def _untold(game: Game, item: Due, pen: Pen) -> Game:
    """A morale test that no officer can help."""
    return damage.roll_morale(game, item, pen, 0)


def _losses(game: Game, item: Due, pen: Pen) -> Game:
    return damage.check_losses(game, item)


def _end(game: Game, item: Due, pen: Pen) -> Game:
    """The attack is over; a correction may have ended it already. So is a charge of which it left nobody."""
    attack = game.attack
    if attack is None or (attack.shooter, attack.target) != (item.by, item.to):
        return game
    game = replace(game, attacks=game.attacks[:-1])
    charge = game.attack
    if (
        charge is None
        or charge.kind == "shot"
        or all(game.unit(key).alive for key in (charge.shooter, charge.target))
    ):
        return game
    return replace(game, attacks=game.attacks[:-1])


DOES: dict[str, Callable[[Game, Due, Pen], Game]] = {
    "table": damage.armour_hit,
    "effect": damage.apply_effect,
    "morale": _untold,
    "saves": shooting.roll_saves,
    "losses": _losses,
    "struck": strikes.struck,
    "struck pins": strikes.struck_pins,
    "regroup": close.regroup,
    "end": _end,
}
MEANWHILE = frozenset(
    {
        "morale",
        "jam",
        "losses",
        "momentum",
        "reward",
        "spend",
        "table",
        "correct",
        "leave",
        "back",
        "absent",
        "concede",
        "finish",
    }
)
"""What may be done while an owner is asked; all else waits for the answer."""
