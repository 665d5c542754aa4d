"""What goes on by itself, what only a Hold stops, who may put in a word meanwhile (Tabletop, page 9 E)."""

from __future__ import annotations

from dataclasses import replace

from rules.tabletop import orders, turn
from rules.tabletop.action import Action, Pen, RefusedError
from rules.tabletop.activation import cards
from rules.tabletop.activation.goes import DRAW
from rules.tabletop.momentum import reward_due
from rules.tabletop.resolvers import volleys
from rules.tabletop.state import NOBODY, ORDERS, TURN_END, Acting, Game
from rules.tabletop.units import Unit

DRAWS, RANKS, TURNS = "draw", "rank", "next turn"
HOLDING = frozenset({"hold", "let go"})
"""What changes nothing in the battle: an undo looks past it."""


def hold(game: Game, action: Action, pen: Pen) -> Game:
    """Somebody wants to think: from now on nothing goes on by itself; taps do."""
    if game.held != NOBODY:
        raise RefusedError("held already", player=game.players[game.held].name)
    pen.tell("held", player=action.player)
    return replace(game, held=action.player)


def let_go(game: Game, action: Action, pen: Pen) -> Game:
    """It goes on by itself again; anybody may say so."""
    if game.held == NOBODY:
        raise RefusedError("nothing held")
    pen.tell("let go", player=action.player)
    return replace(game, held=NOBODY)


def carried(restored: Game, now: Game) -> Game:
    """An earlier state with what is not taken back with it: a Hold, and what players have laid down."""
    restored = replace(restored, held=now.held)
    return cards.carried(restored, now) if now.method == "cards" else restored


def by_itself(game: Game) -> str:
    """What happens next without anybody: a die is drawn, a rank is called, a turn begins; or nothing."""
    if game.held != NOBODY or game.acting or game.due or game.ended:
        return ""
    if game.phase == TURN_END:
        asked = turn.to_choose(game) or turn.end_proposed(game) or reward_due(game) != NOBODY
        return "" if asked or game.by_hand else TURNS
    if game.phase != ORDERS:
        return ""
    if game.stage == DRAW:
        return "" if game.by_hand else DRAWS
    return RANKS if cards.by_itself(game) else ""


def ended(game: Game, pen: Pen) -> Game:
    """End a go in which nothing is left to be done, unless somebody holds."""
    while game.held == NOBODY and (acting := game.current) is not None and nothing_left(game, acting):
        game = orders.finish(game, pen)
    return game


def nothing_left(game: Game, acting: Acting) -> bool:
    """Whether the unit has done all that its order lets it do, and orders nobody any more.

    A volley is all its fire, single shots may go on; an enemy's Ambush that has been sprung fires first.
    """
    if acting.step != "act" or game.attacks or game.due or snappers(game, acting) or volleys.sprung(game):
        return False
    return acting.order in orders.QUIET or (acting.volleyed and bool(volleys.fired(game, acting.unit)))


def snappers(game: Game, acting: Acting) -> tuple[Unit, ...]:
    """Whom the officer that acts may still order (Tabletop A)."""
    if acting.step != "act" or not acting.snap:
        return ()
    own = (unit for unit in game.able(acting.side) if not unit.reserve)
    return tuple(unit for unit in own if acting.player in (NOBODY, unit.player))


def springers(game: Game, player: int) -> tuple[str, ...]:
    """The player's units that may turn their Ambush to Fire now, for an enemy acts (Tabletop A)."""
    acting, side = game.current, game.players[player].side
    if acting is None or not acting.unit or acting.side == side or game.sides[side].conceded:
        return ()
    own = (unit for unit in game.of_side(side) if unit.order == "ambush" and unit.in_play)
    return tuple(unit.id for unit in own if unit.player == player)
