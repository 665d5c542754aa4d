"""Corrections and leaving: what all connected sides have agreed to (Tabletop)."""

from __future__ import annotations

from dataclasses import replace

from rules.tabletop import momentum
from rules.tabletop.action import Action, Pen, RefusedError
from rules.tabletop.attacks import Attack
from rules.tabletop.documents.corrected import JAMS, LOST, losses_of, stuck, told, turrets_of
from rules.tabletop.permits import side_number
from rules.tabletop.squads.grouping import grouped
from rules.tabletop.squads.losing import with_losses, with_models
from rules.tabletop.squads.mustering import rearmed
from rules.tabletop.state import OVER, SETUP, Game
from rules.tabletop.stock import destroy, give_order, place
from rules.tabletop.tables import ORDERS, RANKS
from rules.tabletop.units import Jam, Unit
from rules.tabletop.weapons import WEAPONS

MOST_BOOSTS = 99


def correct(game: Game, action: Action, pen: Pen) -> Game:
    """Correct a unit (men, pins, arms, officer, NCO, order, turrets, boosts, place, life), a side's points or
    the momentum track. Needs a reason.
    """
    reason = action.text("reason")[:200]
    if game.phase in (SETUP, OVER):
        raise RefusedError("nothing to correct")
    if "side" in action.values and "unit" not in action.values:
        number = side_number(game, action)
        side = game.sides[number]
        points = action.number("points", 0, 2 * side.points_start)
        pen.tell("corrected points", side=number, points=points, reason=reason)
        return game.with_side(number, replace(side, points=points))
    if "unit" not in action.values and {momentum.SLIDER, momentum.SEALS} & {*action.values}:
        return momentum.correct(game, action, pen, reason)
    try:
        unit = game.unit(action.text("unit"))
    except KeyError:
        raise RefusedError("no such unit", "unit") from None
    _must_be_free(game, unit, action)
    pen.tell("corrected", unit=unit.id, reason=reason, to=told(unit, action))
    game = _life(game, unit, action, pen)
    game = _numbers(game, unit, action)
    game = _order(game, unit.id, action) if "order" in action.values else game
    return _without_lost_attacks(game)


def _must_be_free(game: Game, unit: Unit, action: Action) -> None:
    """A unit that acts keeps its order, place and life, one in an attack its place. ``RefusedError``."""
    moved = "reserve" in action.values and action.flag("reserve") != unit.reserve
    if any(unit.id in (acting.unit, *acting.ask) for acting in game.acting) and (
        moved or _is_upset(unit, action)
    ):
        raise RefusedError("acting now", "unit", unit=unit.name)
    fighting = {key for attack in game.attacks for key in (attack.shooter, *_targets(attack))}
    if moved and unit.id in fighting | {item.unit for item in game.due}:
        raise RefusedError("attack not finished", "reserve")


def _is_upset(unit: Unit, action: Action) -> bool:
    """Whether the correction takes the unit's go away from under it: another order, or its end."""
    order = "order" in action.values and action.text("order", "", of=("", *ORDERS)) != unit.order
    return order or action.number("models", 0, 99, unit.models) == 0 or action.flag("destroyed")


def _men(unit: Unit, action: Action) -> int:
    """How many men it has by what is said: of all, or of those who have fallen group by group."""
    models = action.number("models", 0, 99, unit.models)
    if LOST not in action.values:
        return models
    if "groups" in action.values:
        raise RefusedError("losses twice", LOST, unit=unit.name)
    left = with_losses(unit, losses_of(unit, action)).models
    if unit.troops and not left:
        raise RefusedError("nobody left", LOST, unit=unit.name)
    if "models" in action.values and models != left:
        raise RefusedError("losses differ", LOST, unit=unit.name, count=left, models=models)
    return left


def _life(game: Game, unit: Unit, action: Action, pen: Pen) -> Game:
    """Destroy the unit, or bring it back with the models that are said, one at least."""
    if action.flag("destroyed"):
        return destroy(game, unit.id, pen)
    models = _men(unit, action)
    if models == 0 and not ("destroyed" in action.values and unit.destroyed):
        return destroy(game, unit.id, pen)
    if not unit.destroyed:
        return game
    number = game.side_of(unit)
    game = game.with_side(number, replace(game.sides[number], out=game.sides[number].out - 1))
    back = replace(unit, destroyed=False, wreck=False, order="", kept=False)
    return place(game.with_unit(with_models(back, max(1, models))), number, 1)


def _numbers(game: Game, before: Unit, action: Action) -> Game:
    unit = game.unit(before.id)
    if not unit.alive:
        return game
    boosts = action.number("boosts", 0, MOST_BOOSTS, unit.boosts)
    if boosts != unit.boosts and not game.momentum.on:
        raise RefusedError("momentum off", "boosts")
    changes: dict[str, int | bool | str | tuple[Jam, ...]] = {
        "pins": action.number("pins", 0, 99, unit.pins),
        "boosts": boosts,
        "jams": stuck(turrets_of(unit, action)) if JAMS in action.values else unit.jams,
    }
    for name in ("reserve", "nco", "immobilised"):
        if name in action.values:
            changes[name] = action.flag(name)
    if "officer" in action.values:
        changes["officer"] = action.text("officer", "", of=("", *RANKS))
    unit = replace(unit, **changes)  # type: ignore[arg-type]
    return game.with_unit(_manned(unit, before, action))


def _manned(unit: Unit, before: Unit, action: Action) -> Unit:
    """The unit with the men and arms that are said."""
    models = max(1, action.number("models", 0, 99, unit.models))
    if LOST in action.values:
        # Group by group as they stood before: whoever is brought back with it is counted among them.
        fell = with_losses(unit, losses_of(before, action))
        unit, models = replace(fell, nco=unit.nco) if "nco" in action.values else fell, fell.models
    # A one-shot weapon that is given (back) to a unit has not been fired.
    if "weapons" in action.values and {*_weapons(action)} != {*unit.weapons}:
        unit = rearmed(unit, _weapons(action), unit.start, other="")
    unit = replace(unit, fell=())
    # Who is told group by group is told with his losses.
    return grouped(unit, action) if "groups" in action.values else with_models(unit, models)


def _weapons(action: Action) -> tuple[str, ...]:
    chosen = action.words("weapons")
    if unknown := tuple(name for name in chosen if name not in WEAPONS):
        raise RefusedError("no such weapons", "weapons", weapons=unknown)
    return chosen


def _without_lost_attacks(game: Game) -> Game:
    """Attacks by or on a unit that is gone come to nothing."""
    left = tuple(_on_the_living(game, attack) for attack in game.attacks if _stands(game, attack))
    return game if left == game.attacks else replace(game, attacks=left)


def _stands(game: Game, attack: Attack) -> bool:
    """Whether its shooter still has what it fires, and somebody to fire at."""
    shooter = game.unit(attack.shooter)
    weapons = dict(enumerate(group.weapon for group in shooter.groups))
    armed = all(shot.group < 0 or weapons.get(shot.group) == shot.weapon for shot in attack.fire)
    return shooter.alive and armed and any(game.unit(key).alive for key in _targets(attack))


def _targets(attack: Attack) -> list[str]:
    return [one.unit for one in attack.targets] or [attack.target]


def _on_the_living(game: Game, attack: Attack) -> Attack:
    """Of several targets the dead do not answer; if they alone have not, the others are measured anew."""
    targets = tuple(one if game.unit(one.unit).alive else replace(one, asked=False) for one in attack.targets)
    if attack.step != "react" or targets == attack.targets or any(one.asked for one in targets):
        return replace(attack, targets=targets)
    anew = tuple(replace(one, measured=False) for one in targets)
    return replace(attack, targets=anew, step="measure")


def _order(game: Game, key: str, action: Action) -> Game:
    unit = game.unit(key)
    wanted = action.text("order", "", of=("", *ORDERS))
    if not unit.alive or wanted == unit.order:
        return game
    if not wanted:
        game = game.with_unit(replace(unit, order="", kept=False))
        return place(game, game.side_of(unit), 1)
    if unit.order:
        return game.with_unit(replace(unit, order=wanted, kept=False))
    return give_order(game, unit, wanted)


def back(game: Game, action: Action, pen: Pen) -> Game:
    """A player plays his own units again: nobody has to agree to that."""
    own = game.players[action.player]
    if own.played_by == action.player:
        raise RefusedError("plays himself")
    pen.tell("played by", player=action.player, by=action.player)
    return game.with_player(action.player, replace(own, played_by=action.player))


def leave(game: Game, action: Action, pen: Pen) -> Game:
    """A player's units are played by another: a team-mate, else whoever opened the table."""
    gone = action.number("who", 0, len(game.players) - 1)
    by = action.number("by", 0, len(game.players) - 1)
    mates = [
        number
        for number, player in enumerate(game.players)
        if number != gone and player.side == game.players[gone].side and player.played_by == number
    ]
    if mates and by not in (*mates, gone):
        raise RefusedError("team-mate first", "by")
    pen.tell("played by", player=gone, by=by)
    return game.with_player(gone, replace(game.players[gone], played_by=by))
