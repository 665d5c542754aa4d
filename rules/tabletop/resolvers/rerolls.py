"""Rerolls: by a card all dice of a kind, by momentum one own die; a die only once (Tabletop B 6, D)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from rules.tabletop.action import Action, Pen, RefusedError
from rules.tabletop.attacks import Attack
from rules.tabletop.dice import About, Die
from rules.tabletop.momentum import bonus_side
from rules.tabletop.permits import must_be_side
from rules.tabletop.resolvers.needing import about, needs_now, needs_of
from rules.tabletop.state import NOBODY, Game

CARD = {"hit": (5, 2), "damage": (6, 2), "fight": (6, 2)}


def card_right(game: Game) -> int:
    """The side that may reroll all its dice of this step by its card, else nobody."""
    attack, acting = game.attack, game.current
    if attack is None or acting is None or not attack.dice:
        return NOBODY
    if acting.special not in CARD.get(attack.step, ()) or attack.shooter != acting.unit:
        return NOBODY
    gone = game.sides[acting.side].conceded or all(die.rerolled for die in attack.dice)
    return NOBODY if gone else acting.side


def momentum_right(game: Game) -> int:
    """The side that may reroll one own die of this attack test by momentum, else nobody."""
    attack, side = game.attack, bonus_side(game)
    if attack is None or side == NOBODY or attack.step not in ("hit", "fight") or game.sides[side].conceded:
        return NOBODY
    if f"momentum {attack.round}" in attack.used:
        return NOBODY
    own = own_dice(game, attack, side)
    return side if any(not die.rerolled for die in own) else NOBODY


def own_dice(game: Game, attack: Attack, side: int) -> tuple[Die, ...]:
    """The dice of this step that the side itself has rolled."""
    if game.side_of(game.unit(attack.shooter)) == side:
        return attack.dice
    if attack.step == "fight" and game.side_of(game.unit(attack.target)) == side:
        return attack.answer
    return ()


def may_reroll(game: Game) -> bool:
    """Whether anybody may reroll something of the dice that lie open."""
    return card_right(game) != NOBODY or momentum_right(game) != NOBODY


def decides(game: Game) -> int:
    """The one side that may reroll something of what lies open, which says when to go on; else nobody."""
    sides = {card_right(game), momentum_right(game)} - {NOBODY}
    return sides.pop() if len(sides) == 1 else NOBODY


def reroll_by_card(game: Game, action: Action, pen: Pen) -> Game:
    """Reroll all own dice of this step; the second roll binds."""
    attack, acting = game.attack, game.current
    if attack is None or acting is None or card_right(game) == NOBODY:
        raise RefusedError("no card reroll")
    must_be_side(game, action, acting.side)
    fresh = iter(_rolled_again(game, attack, pen))
    dice = tuple(die if die.rerolled else replace(next(fresh), rerolled=True) for die in attack.dice)
    attack = replace(attack, dice=dice)
    _tell_again(game, attack, pen)
    return game.with_acting(replace(acting, special=0)).with_attack(attack)


def _tell_again(game: Game, attack: Attack, pen: Pen) -> None:
    """What lies now, shot by shot as at first: each has a need of its own."""
    parts = [(shot, dice) for shot, dice in attack.of_each if dice]
    for shot, dice in parts:
        listed: dict[str, str | int] = {"group": shot.group, "weapon": shot.weapon} if shot.group >= 0 else {}
        _tell(pen, attack, dice, needed=needs_now(game, attack, shot), **listed)
    if not parts:
        _tell(pen, attack, attack.dice, needed=needs_of(game, attack)[0])


def _tell(pen: Pen, attack: Attack, dice: Sequence[Die], **values: str | int) -> None:
    told: dict[str, str | int] = {"unit": attack.shooter, "step": attack.step, **values}
    pen.tell("reroll card", *dice, rule="Tabletop B 6", secret_to=None, **told)


def _rolled_again(game: Game, attack: Attack, pen: Pen) -> list[Die]:
    """The new dice, shot by shot: whoever rolls himself reads for which, as at first."""
    parts = [(about(shot, needs_now(game, attack, shot)), dice) for shot, dice in attack.of_each]
    found: list[Die] = []
    for what, dice in parts or [(About(attack.target, needed=needs_of(game, attack)[0]), attack.dice)]:
        count = sum(1 for die in dice if not die.rerolled)
        found += pen.roll(f"{attack.step} again", count, about=what)
    return found


def _about_one(game: Game, attack: Attack, die: Die) -> About:
    """What one die that lies open is about, as at first: of a volley it is its own group's."""
    for shot, dice in attack.of_each:
        if die in dice:
            return about(shot, needs_now(game, attack, shot))
    own, back = needs_of(game, attack)
    return About(attack.target, needed=own) if die in attack.dice else About(attack.shooter, needed=back)


def reroll_one(game: Game, action: Action, pen: Pen) -> Game:
    """Reroll one own die by momentum; ``die`` is its number."""
    attack, side = game.attack, momentum_right(game)
    if attack is None or side == NOBODY:
        raise RefusedError("no momentum reroll")
    must_be_side(game, action, side)
    number = action.number("die", 0, 10**9)
    old = next((die for die in own_dice(game, attack, side) if die.n == number), None)
    if old is None or old.rerolled:
        raise RefusedError("choose a die", "die")
    what = _about_one(game, attack, old)
    new = replace(pen.roll(f"{attack.step} momentum", 1, old.sides, about=what)[0], rerolled=True)
    pen.tell("reroll momentum", new, side=side, was=old.value, die=old.n, rule="Tabletop D")
    attack = replace(
        attack,
        dice=tuple(new if die.n == number else die for die in attack.dice),
        answer=tuple(new if die.n == number else die for die in attack.answer),
        used=(*attack.used, f"momentum {attack.round}"),
    )
    return game.with_attack(attack)
