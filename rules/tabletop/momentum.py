"""The momentum track: a slider between two camps, its reroll, its overflow, seals and boosts (Tabletop D)."""

from __future__ import annotations

from dataclasses import replace

from rules.tabletop.action import Action, Pen, RefusedError
from rules.tabletop.permits import must_be_side, side_number, unit_named
from rules.tabletop.state import NOBODY, OVER, SETUP, Game
from rules.tabletop.stock import moved

RULE = "Tabletop D"
SLIDER, HOLDER, SEALS = "momentum", "holder", "seals"
"""What a correction says of the track."""
MOST_SEALS = 99


def end_of(game: Game, side: int) -> int:
    """Where the slider stands on the side's last space."""
    last = game.tables["momentum.end"]
    return -last if game.sides[side].camp == 0 else last


def bonus_side(game: Game) -> int:
    """The side that has the reroll: whoever brought the slider to its last space, from the next action on."""
    track = game.momentum
    return track.reward if track.on and track.live and track.reward != NOBODY and not track.due else NOBODY


def correct(game: Game, action: Action, pen: Pen, reason: str) -> Game:
    """Put the slider or seals where all have agreed that they belong.

    ``momentum`` is a space, ``holder`` the side that has brought the slider to the last one, if its camp has
    several; ``seals`` are numbers by side.
    """
    if not game.momentum.on:
        raise RefusedError("momentum off")
    if game.momentum.due:
        raise RefusedError("reward first")
    game = _slid(game, action, pen, reason) if SLIDER in action.values else game
    said = action.pairs(SEALS, 0, MOST_SEALS)
    numbers = [str(number) for number in range(len(game.sides))]
    for key, seals in said.items():
        if key not in numbers:
            raise RefusedError("not one of", SEALS, name=SEALS, allowed=tuple(numbers), value=key[:40])
        side = game.sides[int(key)]
        pen.tell("corrected seals", side=int(key), seals=seals, reason=reason)
        game = game.with_side(int(key), replace(side, seals=seals))
    return game


def _slid(game: Game, action: Action, pen: Pen, reason: str) -> Game:
    track, last = game.momentum, game.tables["momentum.end"]
    slider = action.number(SLIDER, -last, last)
    may = tuple(side for side in range(len(game.sides)) if end_of(game, side) == slider)
    reward = _holder(game, action, may)
    pen.tell("corrected slider", slider=slider, reason=reason)
    if len(may) > 1:
        pen.tell("corrected holder", side=reward)
    live = track.live and (slider, reward) == (track.slider, track.reward)
    return replace(game, momentum=replace(track, slider=slider, reward=reward, live=live))


def _holder(game: Game, action: Action, may: tuple[int, ...]) -> int:
    """Which side of the camp has the reroll of the last space; nobody before it. ``RefusedError``."""
    said = action.number(HOLDER, NOBODY, len(game.sides) - 1, game.momentum.reward)
    if len(may) < 2:
        return may[0] if may else NOBODY
    if said not in may:
        names = tuple(game.sides[side].name for side in may)
        raise RefusedError("who holds it", HOLDER, sides=names)
    return said


def gain(game: Game, action: Action, pen: Pen) -> Game:
    """Enter what an action gained: one total per side, the acting side's applied first."""
    if not game.momentum.on or game.phase in (SETUP, OVER):
        raise RefusedError("momentum off")
    if game.momentum.due:
        raise RefusedError("reward first")
    totals = [action.number(f"side{number}", 0, 99, 0) for number in range(len(game.sides))]
    if not any(totals):
        raise RefusedError("nothing gained", "side0")
    order = sorted(range(len(totals)), key=lambda number: (number != _acting_side(game), number))
    due = tuple((number, totals[number]) for number in order if totals[number])
    return _apply(replace(game, momentum=replace(game.momentum, due=due)), pen)


def _acting_side(game: Game) -> int:
    return game.acting[0].side if game.acting else NOBODY


def _apply(game: Game, pen: Pen) -> Game:
    """Apply the totals that wait, until one overflows and its side has a choice to make."""
    while game.momentum.due:
        side, total = game.momentum.due[0]
        track = game.momentum
        end = end_of(game, side)
        step = 1 if end > 0 else -1
        there = track.slider + step * total
        pen.tell("momentum", side=side, gained=total, rule=RULE)
        if abs(there) <= abs(end) or there * step < 0:
            holder = side if there == end else NOBODY
            if there == track.slider:
                holder = track.reward
            track = replace(track, slider=there, reward=holder, due=track.due[1:], live=False)
            game = replace(game, momentum=track)
            continue
        game = _overflow(game, side, pen)
        if game.momentum.reward != NOBODY:
            return game
    return game


def _overflow(game: Game, side: int, pen: Pen) -> Game:
    camp = game.sides[side].camp
    for number, other in enumerate(game.sides):
        if other.camp != camp:
            game = game.with_side(number, replace(other, seals=other.seals + 1))
            pen.tell("seal", side=number, rule=RULE)
    pen.tell("overflow", side=side, rule=RULE)
    track = replace(game.momentum, slider=0, live=False)
    if any(unit.in_play for unit in game.of_side(side)):
        return replace(game, momentum=replace(track, reward=side))
    return replace(game, momentum=replace(track, reward=NOBODY, due=track.due[1:]))


def reward_due(game: Game) -> int:
    """The side that has an overflow's reward to choose, else nobody."""
    return game.momentum.reward if game.momentum.due else NOBODY


def reward(game: Game, action: Action, pen: Pen) -> Game:
    """Choose the reward: a displacement of a friendly unit in play, or a boost token for one."""
    side = reward_due(game)
    if side == NOBODY:
        raise RefusedError("no reward")
    must_be_side(game, action, side)
    unit = unit_named(game, action, in_play=True)
    if game.side_of(unit) != side:
        raise RefusedError("choose a friend", "unit")
    what = action.text("what", of=("displacement", "boost"))
    boosted = game.with_unit(replace(unit, boosts=unit.boosts + 1))
    game = boosted if what == "boost" else moved(game, unit.id)
    pen.tell("reward", side=side, unit=unit.id, what=what, rule=RULE)
    track = replace(game.momentum, reward=NOBODY, due=game.momentum.due[1:])
    return _apply(replace(game, momentum=track), pen)


def lapsed(game: Game, pen: Pen) -> Game:
    """The reward of a side that has conceded lapses; what others have gained counts."""
    track = replace(game.momentum, reward=NOBODY, due=game.momentum.due[1:])
    return _apply(replace(game, momentum=track), pen)


def spend(game: Game, action: Action, pen: Pen) -> Game:
    """Spend a command seal of a side, or a boost token of a unit."""
    if action.text("what", of=("seal", "boost")) == "boost":
        unit = unit_named(game, action)
        must_be_side(game, action, game.side_of(unit))
        if not unit.boosts:
            raise RefusedError("no boost", "unit", unit=unit.name)
        pen.tell("boost spent", unit=unit.id, rule=RULE)
        return game.with_unit(replace(unit, boosts=unit.boosts - 1))
    number = side_number(game, action)
    must_be_side(game, action, number)
    side = game.sides[number]
    if not side.seals:
        raise RefusedError("no seal", "side", side=side.name)
    pen.tell("seal spent", side=number, rule=RULE)
    return game.with_side(number, replace(side, seals=side.seals - 1))


def age(game: Game) -> Game:
    """A new action begins: a side that has reached its last space has its reroll from now on."""
    if game.momentum.live or game.momentum.due:
        return game
    return replace(game, momentum=replace(game.momentum, live=True))
