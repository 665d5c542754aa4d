"""Who rolls what: the place whose dice they are, by the name of the roll (Tabletop, page 9 C)."""

from __future__ import annotations

from rules.tabletop.action import Action
from rules.tabletop.state import Game

OWNER, ATTACKER, STRUCK, TARGET, CALLER, ACTOR = "owner", "attacker", "struck", "target", "caller", "actor"
ROLLS = {
    "order test": OWNER,
    "order test again": OWNER,
    "FUBAR": OWNER,
    "rally": OWNER,
    "stragglers": OWNER,
    "hit": ATTACKER,
    "hit again": ATTACKER,
    "second six": ATTACKER,
    "HE pins": ATTACKER,
    "hits in building": ATTACKER,
    "damage": ATTACKER,
    "damage again": ATTACKER,
    "set on fire": ATTACKER,
    "assault hit": ATTACKER,
    "assault damage": ATTACKER,
    "close quarters, attacker": ATTACKER,
    "fight again": ATTACKER,
    "close quarters, target": TARGET,
    "hit momentum": ACTOR,
    "fight momentum": ACTOR,
    "cover save": STRUCK,
    "turret check": STRUCK,
    "smoke": CALLER,
    "barrage": CALLER,
    "drift": CALLER,
    "direction": CALLER,
    "barrage radius": CALLER,
    "air strike": CALLER,
    "fly-by": CALLER,
    "air pins": CALLER,
    "under the barrage": CALLER,
    "barrage pins": CALLER,
}
"""Every roll of a player's, but for those that are told their place where they are rolled.

That are what follows a hit (``Due``): an owner may have been asked in between, by another action. What is
neither named here nor there is the app's: draws, shuffles, ties.
"""
DECLARED = ("shoot", "assault")


def caller(game: Game, action: Action) -> int:
    """Whoever acts, if the strike is his side's, else the first player of the side that has called it."""
    wanted = action.values.get("strike_id")
    side = next((strike.side for strike in game.strikes if strike.id == wanted), None)
    if side is None or game.players[action.player].side == side:
        return action.player
    return first_of(game, side)


def first_of(game: Game, side: int) -> int:
    """The first player of a side."""
    return next(number for number, player in enumerate(game.players) if player.side == side)


class Rollers:
    """Whose dice are rolled in one action. A place keeps its dice while another plays its units."""

    __slots__ = ("_action", "_game")

    def __init__(self, game: Game, action: Action) -> None:
        """The state before the action."""
        self._game, self._action = game, action

    def of(self, what: str) -> int | None:
        """The place that rolls; None for what is the app's."""
        by = ROLLS.get(what)
        if by is None:
            return None
        if by == ACTOR:
            return self._action.player
        if by == CALLER:
            return caller(self._game, self._action)
        key = self._unit(by)
        return self._action.player if key is None else self._game.unit(key).player

    def _unit(self, by: str) -> str | None:
        """The unit whose owner rolls, as the state or the action names it."""
        game, values, kind = self._game, self._action.values, self._action.kind
        if by == OWNER:
            current = game.current
            return self._known(values.get("unit")) or (current.unit if current and current.unit else None)
        if kind == "turret check":
            return self._known(values.get("unit"))
        if kind in DECLARED:
            return self._known(values.get("shooter" if by == ATTACKER else "target"))
        attack = game.attack
        if attack is None:
            return None
        return attack.shooter if by == ATTACKER else attack.target

    def _known(self, key: object) -> str | None:
        return next((unit.id for unit in self._game.units if unit.id == key), None)
