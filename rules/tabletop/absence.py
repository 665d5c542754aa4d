"""What is entered for a player who is away: his secret decisions and the answers that wait (Tabletop)."""

from __future__ import annotations

from rules.tabletop import orders, turn
from rules.tabletop.action import Action, Pen, RefusedError, Value
from rules.tabletop.activation import assigned, cards, dealing
from rules.tabletop.documents.view import wanted
from rules.tabletop.resolvers import answering, damage
from rules.tabletop.state import ORDERS, Game

ENTERED = (
    "bid",
    "tokens",
    "hand",
    "play",
    "answer",
    "keep",
    "first",
    "name",
    "retest",
    "morale",
    "jam",
    "ambush",
)
"""What can be entered for somebody: an order cannot, for that his units are played by another."""


def waits_for(game: Game, player: int) -> str:
    """What waits for this player and can be entered for him; empty if nothing does.

    Of a rank of cards nothing is told of who is ready: it waits for each that holds cards and is asked.
    """
    side = game.players[player].side
    if game.stage == cards.PLAY and game.phase == ORDERS and not game.acting:
        return "play" if cards.asked(game.players[player]) and game.rank <= cards.KING else ""
    for prompt in wanted(game):
        mine = prompt.get("player", player) == player and prompt["side"] == side
        if mine and prompt["kind"] in ENTERED:
            return str(prompt["kind"])
    return ""


def enter(game: Game, action: Action, pen: Pen) -> Game:
    """Enter for an absent player what his rules say: bid 0, tokens in the order of his units, no ace, ..."""
    who = action.number("who", 0, len(game.players) - 1)
    kind = waits_for(game, who)
    if not kind:
        raise RefusedError("nothing waits", "who", player=game.players[who].name)
    pen.tell("in absence", player=who, what=kind)
    if kind == "play" and game.players[who].ready:
        return game
    values = {"cards": dealing.drawn_unseen(game, who, pen)} if kind == "hand" else _values(game, who, kind)
    entered = Action(kind, who, values)
    handler = COMMON.get(kind) or turn.METHODS[game.method].ACTIONS[kind]
    done = handler(game, entered, pen)
    assert isinstance(done, Game)
    return done


def _values(game: Game, who: int, kind: str) -> dict[str, Value]:
    side = game.players[who].side
    if kind == "bid":
        return {"points": 0}
    if kind == "tokens":
        free = assigned.free_tokens(game, side)
        units = assigned.owned(game, who)
        return {"tokens": {unit.id: number for unit, number in zip(units, free, strict=False)}}
    if kind == "first":
        places = game.choice.places if game.choice else ()
        return {"place": places.index("") + 1}
    if kind == "name":
        return {"side": side if side in game.bidders else game.bidders[0]}
    return {"how": "stand", "units": [], "reroll": False, "officer": "", "arc": "front"}


COMMON = {
    "answer": answering.answer,
    "keep": turn.keep,
    "retest": orders.retest,
    "morale": damage.morale,
    "jam": damage.jam,
    "ambush": orders.done,
}
