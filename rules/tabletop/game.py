"""One action at the table: ``step(game, action, dice) -> (game, events)`` (Tabletop)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from rules.tabletop import absence, conceding, flow, momentum, orders, repair, rollers, setup, turn
from rules.tabletop.action import Action, Event, Pen, RefusedError
from rules.tabletop.activation import cards
from rules.tabletop.activation.goes import DRAW
from rules.tabletop.dice import TableDice
from rules.tabletop.resolvers import (
    afterwards,
    answering,
    close,
    damage,
    declaring,
    measuring,
    moving_losses,
    rerolls,
    shooting,
    strikes,
)
from rules.tabletop.state import OVER, Game

Handler = Callable[[Game, Action, Pen], Game]


@dataclass(frozen=True, slots=True)
class Step:
    """What an action has led to. ``undoable`` is False when it has shown something hidden."""

    game: Game
    events: tuple[Event, ...]
    undoable: bool


def step(game: Game, action: Action, dice: TableDice) -> Step:
    """Do it. Raises ``RefusedError`` (nothing has happened) and ``NeedDiceError`` (type in dice first)."""
    if not 0 <= action.player < len(game.players):
        raise RefusedError("no such player", "player")
    pen = Pen(dice)
    dice.whose = rollers.Rollers(game, action).of
    handler = _handler(game, action)
    game = conceding.answered_for(afterwards.run(handler(game, action, pen), pen), pen)
    if dice.unused:
        raise RefusedError("too many dice", "typed", count=dice.unused)
    game = turn.onward(flow.ended(game, pen), pen)
    while (more := flow.ended(game, pen)) is not game:
        game = turn.onward(more, pen)
    told = {die.n for event in pen.events for die in event.dice}
    if rest := tuple(die for die in dice.shown if die.n not in told):
        pen.tell("dice", *rest)
    return Step(game, tuple(pen.events), not pen.revealed)


def _handler(game: Game, action: Action) -> Handler:
    if game.phase == OVER:
        raise RefusedError("battle over")
    if game.due and action.kind not in afterwards.MEANWHILE | flow.HOLDING:
        asked = game.unit(game.due[0].unit)
        raise RefusedError("answer first", side=game.sides[game.side_of(asked)].name, unit=asked.name)
    if action.kind in COMMON:
        return COMMON[action.kind]
    found: Handler | None = turn.METHODS[game.method].ACTIONS.get(action.kind)
    if found is None:
        raise RefusedError("no such action", "kind", kind=action.kind[:40])
    if game.phase != "orders":
        raise RefusedError("other phase", phase="orders", now=game.phase)
    return found


def _begin(game: Game, action: Action, pen: Pen) -> Game:
    begun = turn.begin_turn(setup.begin(game, action, pen), pen)
    # All lists lie open from now on: it is corrected, not undone.
    pen.reveal()
    return begun


def _order(game: Game, action: Action, pen: Pen) -> Game:
    return orders.order(momentum.age(game), action, pen)


def _snap(game: Game, action: Action, pen: Pen) -> Game:
    """An officer orders a further unit; with ``order`` it gets its order at once."""
    game = orders.snap(game, action, pen)
    return _order(game, action, pen) if action.text("order", "") else game


def _volley(game: Game, action: Action, pen: Pen) -> Game:
    """A unit declares all its fire; one whose go it is has then nothing left to fire."""
    game = declaring.volley(game, action, pen)
    now, attack = game.current, game.attack
    if now is None or attack is None or now.unit != attack.shooter:
        return game
    return game.with_acting(replace(now, volleyed=True))


def _spring(game: Game, action: Action, pen: Pen) -> Game:
    """An Ambush is sprung; with ``fire`` its volley is declared at once, or after what is being resolved."""
    busy = bool(game.attacks) and game.attacks[-1].step != "aim"
    game = orders.spring(game, action, pen)
    if busy or not action.records("fire"):
        return game
    shooter = action.text("unit")
    return _volley(game, replace(action, values={"shooter": shooter, "fire": action.values["fire"]}), pen)


def _done(game: Game, action: Action, pen: Pen) -> Game:
    """The unit has carried out its order; with ``draw`` the next die or token is drawn at once."""
    game = orders.done(game, action, pen)
    if not action.flag("draw"):
        return game
    game = turn.onward(game, pen)
    draw = turn.METHODS[game.method].ACTIONS.get("draw")
    if draw is None or game.by_hand or game.acting or game.stage != DRAW or game.phase != "orders":
        return game
    drawn = draw(game, Action("draw", action.player), pen)
    assert isinstance(drawn, Game)
    return drawn


def _go_on(game: Game, action: Action, pen: Pen) -> Game:
    """Accept the dice that lie open, or begin the roll after the target has answered."""
    attack = game.attack
    if attack is None or attack.step in ("react", "measure"):
        raise RefusedError("no dice to accept")
    if attack.step == "aim":
        return shooting.roll_hits(game, pen) if attack.kind == "shot" else close.again(game, action, pen)
    return shooting.go_on(game, pen) if attack.kind == "shot" else close.go_on(game, pen)


def _rerolled(reroll: Handler) -> Handler:
    """A second roll binds: where nothing else may be rerolled it goes on without a word."""

    def rolled(game: Game, action: Action, pen: Pen) -> Game:
        game = reroll(game, action, pen)
        return game if rerolls.may_reroll(game) else _go_on(game, action, pen)

    return rolled


COMMON: dict[str, Handler] = {
    "settings": setup.settings,
    "table": setup.change_table,
    "roster": setup.add_roster,
    "edit unit": setup.edit_unit,
    "drop unit": setup.drop_unit,
    "begin": _begin,
    "order": _order,
    "retest": orders.retest,
    "friendly": orders.friendly,
    "panic": orders.panic,
    "snap": _snap,
    "unsnap": orders.unsnap,
    "spring": _spring,
    "done": _done,
    "shoot": declaring.shoot,
    "volley": _volley,
    "measure": measuring.measure,
    "losses": moving_losses.losses,
    "assault": close.assault,
    "answer": answering.answer,
    "call off": answering.call_off,
    "go on": _go_on,
    "reroll card": _rerolled(rerolls.reroll_by_card),
    "reroll one": _rerolled(rerolls.reroll_one),
    "morale": damage.morale,
    "jam": damage.jam,
    "turret check": damage.turret_check,
    "call strike": strikes.call,
    "strike": strikes.roll,
    "strike target": strikes.retarget,
    "flak": strikes.flak,
    "strike near": strikes.near,
    "strike hits": strikes.hits,
    "orders": turn.start_orders,
    "keep": turn.keep,
    "next turn": turn.next_turn,
    "finish": turn.finish,
    "momentum": momentum.gain,
    "reward": momentum.reward,
    "spend": momentum.spend,
    "correct": repair.correct,
    "leave": repair.leave,
    "back": repair.back,
    "absent": absence.enter,
    "hold": flow.hold,
    "let go": flow.let_go,
    "auto ready": cards.auto_ready,
    "concede": conceding.concede,
}
ENDS_SETUP = frozenset({"begin"})
"""What nobody's list can be entered after: who still answers about one is waited for."""
AGREED = frozenset({"correct", "leave", "undo", "absent", "finish"})
"""What all connected sides have to agree to."""
