"""Air strikes, barrages and smoke: called, due, and resolved before the orders (Tabletop C)."""

from __future__ import annotations

from dataclasses import replace

from rules.tabletop.action import Action, Pen, RefusedError
from rules.tabletop.attacks import Due, Strike
from rules.tabletop.dice import About, Die
from rules.tabletop.permits import must_be_side, opponent_of, side_number, unit_named
from rules.tabletop.resolvers.damage import take_casualties
from rules.tabletop.resolvers.needing import LEAST
from rules.tabletop.rollers import caller
from rules.tabletop.state import OVER, PRELIMINARY, Game
from rules.tabletop.stock import add_pins, destroy, set_order
from rules.tabletop.tables import SMOKE_ROWS

RULE = "Tabletop C"
KINDS = ("air", "barrage", "smoke")
HEAVY = 4


def call(game: Game, action: Action, pen: Pen) -> Game:
    """Call a strike that is due in a later turn (or in this one, while it is prepared)."""
    if game.phase == OVER:
        raise RefusedError("battle over")
    kind = action.text("strike", of=KINDS)
    side = side_number(game, action)
    must_be_side(game, action, side)
    first = game.turn if game.phase == PRELIMINARY else game.turn + 1
    due = action.number("due", max(1, first), 99, max(1, first))
    if kind == "air" and not action.text("target", ""):
        raise RefusedError("air strike target", "target")
    target = unit_named(game, action, "target", in_play=True).id if kind == "air" else ""
    strike = Strike(
        id=f"s{len(game.strikes) + 1}",
        kind=kind,
        side=side,
        due=due,
        target=target,
        aim=action.text("aim", "")[:80],
        weapon=action.text("weapon", SMOKE_ROWS[-1], of=SMOKE_ROWS) if kind == "smoke" else "",
    )
    _tell(pen, "strike called", strike, due=due)
    return replace(game, strikes=(*game.strikes, strike))


def _tell(pen: Pen, kind: str, strike: Strike, *dice: Die, **values: str | int) -> None:
    """Write a line of a strike: which it is, whose, and where it is meant to fall."""
    where = {"target": strike.target, "aim": strike.aim}
    said = {name: value for name, value in where.items() if value}
    told: dict[str, str | int] = {"strike": strike.kind, "side": strike.side, **said, **values}
    pen.tell(kind, *dice, rule=RULE, secret_to=None, **told)


def due(game: Game) -> tuple[Strike, ...]:
    """The strikes that have to be resolved before the orders of this turn."""
    if game.phase != PRELIMINARY:
        return ()
    return tuple(strike for strike in game.strikes if strike.step != "done" and strike.due <= game.turn)


def _strike(game: Game, action: Action, *steps: str) -> Strike:
    key = action.text("strike_id")
    found = next((strike for strike in due(game) if strike.id == key), None)
    if found is None:
        raise RefusedError("no such strike", "strike_id")
    if found.step not in steps:
        raise RefusedError("strike step", "strike_id", step=found.step)
    return found


def _keep(game: Game, strike: Strike) -> Game:
    return replace(game, strikes=tuple(strike if old.id == strike.id else old for old in game.strikes))


def roll(game: Game, action: Action, pen: Pen) -> Game:
    """Roll for a strike that is due."""
    strike = _strike(game, action, "due")
    must_be_side(game, action, strike.side)
    if strike.kind == "air":
        return _air(game, action, strike, pen)
    die = pen.roll(strike.kind)[0]
    _tell(pen, "strike", strike, die)
    if die.value <= game.tables["barrage.miss up to"]:
        drift = pen.roll("drift", game.tables["barrage.drift"])
        clock = pen.roll("direction", 1, 12)
        inches = sum(one.value for one in drift)
        pen.tell("drift", *drift, *clock, inches=inches, clock=clock[0].value, rule=RULE)
    elif die.value <= game.tables["barrage.delay up to"]:
        pen.tell("delayed", inches=game.tables["barrage.moves"], rule=RULE)
        return _keep(game, replace(strike, due=game.turn + 1))
    if strike.kind == "smoke":
        inches = game.tables[f"smoke.{strike.weapon}"]
        pen.tell("smoke", weapon=strike.weapon, diameter=inches, rule=RULE)
        return _keep(game, replace(strike, step="done"))
    reach = pen.roll("barrage radius")[0]
    total = reach.value + game.tables["barrage.within"]
    pen.tell("reach", reach, inches=total, rule=RULE)
    return _keep(game, replace(strike, step="near", reach=total))


def _air(game: Game, action: Action, strike: Strike, pen: Pen) -> Game:
    if action.text("target", ""):
        strike = replace(strike, target=unit_named(game, action, "target", in_play=True).id)
    die = pen.roll("air strike")[0]
    _tell(pen, "strike", strike, die)
    if die.value <= game.tables["air.rookie up to"]:
        chooser = opponent_of(game, strike.side, pen, by=caller(game, action))
        return _keep(game, replace(strike, step="target", chooser=chooser))
    if die.value <= game.tables["air.empty up to"]:
        pen.tell("empty skies", rule=RULE)
        return _keep(game, replace(strike, due=game.turn + 1))
    return _keep(game, replace(strike, step="flak"))


def retarget(game: Game, action: Action, pen: Pen) -> Game:
    """The opponent gives a rookie pilot another target within 12 inches; with none, D3 pins are all."""
    strike = _strike(game, action, "target")
    must_be_side(game, action, strike.chooser)
    if not action.text("target", ""):
        die = pen.roll("fly-by", 1, game.tables["air.pins"], about=About(strike.target))[0]
        pen.tell("fly-by", die, unit=strike.target, rule=RULE)
        game = add_pins(game, strike.target, die.value, pen)
        return _keep(game, replace(strike, step="done"))
    target = unit_named(game, action, "target", in_play=True)
    if target.id == strike.target:
        raise RefusedError("another target", "target")
    pen.tell("new target", unit=target.id, rule=RULE)
    return _keep(game, replace(strike, step="flak", target=target.id))


def flak(game: Game, action: Action, pen: Pen) -> Game:
    """Flak has been fired: shot down, or it comes."""
    strike = _strike(game, action, "flak")
    down = action.flag("down")
    _tell(pen, "flak", strike, down=int(down))
    return _keep(game, replace(strike, step="done" if down else "near"))


def near(game: Game, action: Action, pen: Pen) -> Game:
    """The units within reach, each once: pins; of a barrage a six is a hit."""
    strike = _strike(game, action, "near")
    units = [
        unit_named(game, Action("", 0, {"units": key}), "units", in_play=True).id
        for key in action.words("units")
    ]
    if strike.kind == "air":
        for key in units:
            die = pen.roll("air pins", 1, game.tables["air.pins"], about=About(key))[0]
            pen.tell("strike pins", die, unit=key, rule=RULE)
            game = add_pins(game, key, die.value, pen)
        return _keep(game, replace(strike, step="done"))
    struck = []
    for key in units:
        needed = game.tables["barrage.hit from"]
        die = pen.roll("under the barrage", about=About(key, needed=needed))[0]
        hit = die.value >= needed
        pen.tell("under fire", die, unit=key, hit=int(hit), rule=RULE)
        if hit:
            struck.append(key)
            continue
        pins = pen.roll("barrage pins", 1, game.tables["barrage.pins"], about=About(key))[0]
        pen.tell("strike pins", pins, unit=key, rule=RULE)
        game = add_pins(game, key, pins.value, pen)
    step = "hits" if struck else "done"
    return _keep(game, replace(strike, step=step, struck=tuple(struck)))


def hits(game: Game, action: Action, pen: Pen) -> Game:
    """Direct hits of a heavy howitzer: models under the template, halved for who goes Down."""
    strike = _strike(game, action, "hits")
    given = action.pairs("hits", 0, 99)
    downs, buildings = action.words("downs"), action.words("buildings")
    # Another strike of this phase, or a correction, may have destroyed a unit since it was hit.
    place = caller(game, action)
    struck_units = (
        Due(
            "struck",
            key,
            count=given.get(key, 1),
            building=key in buildings,
            down=key in downs,
            roller=place,
        )
        for key in strike.struck
    )
    return _keep(game, replace(strike, step="done", struck=())).first(*struck_units)


def struck(game: Game, item: Due, pen: Pen) -> Game:
    """One unit that a barrage has hit: damage, losses, and pins if it survives."""
    key, count = item.unit, item.count
    unit = game.unit(key)
    count = min(count, unit.models) if unit.troops else 1
    if item.building and unit.troops:
        base = f"he.{HEAVY}.building"
        rolled, sides = game.tables[f"{base} dice"], game.tables[f"{base} die"]
        dice = pen.roll("hits in building", rolled, sides, by=item.roller, about=About(key))
        pen.tell("building hits", *dice, unit=key, rule=RULE)
        count = sum(die.value for die in dice)
    if item.down and unit.troops:
        game = set_order(game, key, "down")
        count = (count + 1) // 2
    needed = unit.armour_value(game.tables) - game.tables[f"he.{HEAVY}.penetration"]
    about = About(key, needed=max(LEAST, needed))
    dice = pen.roll("barrage damage", count, by=item.roller, about=about) if count else ()
    pen.tell("damage rolls", *dice, unit=key, needed=needed, rule=RULE)
    through = [die for die in dice if die.value >= needed and die.value > 1]
    pins = Due("struck pins", key, roller=item.roller)
    if unit.troops:
        return take_casualties(game, key, len(through), pen).first(
            Due("losses", key, before=unit.models), pins
        )
    if not unit.armoured:
        return destroy(game, key, pen) if through else game.first(pins)
    if not through:
        return game.first(pins)
    more = game.tables["open-topped"] if unit.open_topped else 0
    over = through[0].value - needed
    return game.first(Due("table", key, over=over, more=more, roller=item.roller), pins)


def struck_pins(game: Game, item: Due, pen: Pen) -> Game:
    """A direct hit's pins on whoever survives it."""
    sides = game.tables["barrage.hit pins"]
    die = pen.roll("barrage hit pins", 1, sides, by=item.roller, about=About(item.unit))[0]
    pen.tell("strike pins", die, unit=item.unit, rule=RULE)
    return add_pins(game, item.unit, die.value, pen)
