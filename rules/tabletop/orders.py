"""Orders: the die beside the unit, the test, FUBAR, officers, and the end of a go (Tabletop A)."""

from __future__ import annotations

from dataclasses import replace

from rules.tabletop.action import Action, Pen, RefusedError
from rules.tabletop.dice import About, Die
from rules.tabletop.permits import go_of, must_be_side, opponent_of, unit_named
from rules.tabletop.resolvers import volleys
from rules.tabletop.resolvers.moving_losses import settled
from rules.tabletop.resolvers.officers import bonus_of
from rules.tabletop.squads.losing import straggler
from rules.tabletop.state import NOBODY, ORDERS, Acting, Game
from rules.tabletop.stock import destroy, give_order, moved, set_order
from rules.tabletop.tables import ORDERS as ORDER_NAMES
from rules.tabletop.units import Unit

RULE = "Tabletop A"
QUIET = ("ambush", "rally", "down")


def order(game: Game, action: Action, pen: Pen) -> Game:
    """Give a unit its order, and test it where it must be tested."""
    acting = go_of(game, "unit")
    must_be_side(game, action, acting.side)
    unit = _chosen(game, action, acting)
    wanted = action.text("order", of=ORDER_NAMES)
    charge = _charged(game, action, unit, wanted)
    enclosed = action.flag("enclosed") or (charge is not None and charge.enclosed and not unit.anti_tank)
    _must_fit(game, unit, wanted)
    game = volleys.anew(settled(game), unit.id)
    game = give_order(game, unit, wanted, drawn=not acting.snapped)
    acting = replace(
        acting,
        unit=unit.id,
        order=wanted,
        models=unit.models,
        charge=charge.id if charge else "",
        stays=action.flag("stays") or unit.immobilised,
    )
    pen.tell("ordered", unit=unit.id, order=wanted, side=acting.side, rule=RULE)
    if charge:
        pen.tell("charges", unit=unit.id, target=charge.id, rule="Tabletop C")
    game = _card_first(game.with_acting(acting), acting, pen)
    unit = game.unit(unit.id)
    asked = action.flag("asked") or enclosed
    if wanted == "down" or (not asked and unit.pins == 0):
        return follow(game, pen, tested=False)
    value = unit.morale(game.tables) + bonus_of(game, action, unit)
    value += game.tables["test.enclosed armour"] if enclosed else 0
    return _test(game, value, pen)


def _chosen(game: Game, action: Action, acting: Acting) -> Unit:
    unit = unit_named(game, action)
    if acting.fixed and unit.id != acting.unit:
        raise RefusedError("token for another", "unit", unit=game.unit(acting.unit).name)
    if game.side_of(unit) != acting.side:
        raise RefusedError("not of the side", "unit", unit=unit.name, side=game.sides[acting.side].name)
    if acting.player != NOBODY and unit.player != acting.player:
        raise RefusedError("card for own units", "unit")
    if unit.order:
        raise RefusedError("has its order", "unit", unit=unit.name, order=unit.order)
    if acting.snapped and unit.reserve:
        raise RefusedError("reserve cannot snap", "unit")
    return unit


def _must_fit(game: Game, unit: Unit, wanted: str) -> None:
    if not unit.reserve:
        return
    if wanted not in ("advance", "run", "down"):
        raise RefusedError("how reserves enter", "order")
    if wanted != "down" and game.turn < unit.entry:
        raise RefusedError("enters later", "order", unit=unit.name, turn=unit.entry)


def _charged(game: Game, action: Action, unit: Unit, wanted: str) -> Unit | None:
    """Whom a Run is declared against: closed armour may not be assaulted else without anti-tank weapons."""
    if not action.text("charge", ""):
        return None
    target = unit_named(game, action, "charge", in_play=True)
    if wanted != "run":
        raise RefusedError("charge by Run", "charge")
    if unit.kind != "infantry":
        raise RefusedError("only infantry assaults", "charge")
    if game.side_of(target) == game.side_of(unit):
        raise RefusedError("assault an enemy", "charge")
    return target


def _card_first(game: Game, acting: Acting, pen: Pen) -> Game:
    """What a Three or a Seven does before the order itself (Tabletop B)."""
    unit = game.unit(acting.unit)
    if acting.special == 3 and unit.pins:
        pen.tell("card pin", unit=unit.id, rule="Tabletop B")
        game = game.with_unit(replace(unit, pins=unit.pins - 1))
    if acting.special == 7 and unit.troops and unit.models < unit.start:
        die = pen.roll("stragglers", about=About(unit.id))[0]
        back = die.value % 2
        pen.tell("card figure", die, unit=unit.id, back=back, rule="Tabletop B")
        game = game.with_unit(straggler(unit)) if back else game
    if acting.special in (3, 7):
        game = game.with_acting(replace(acting, special=0))
    return game


def _test(game: Game, value: int, pen: Pen) -> Game:
    acting = game.current
    assert acting is not None
    dice = pen.roll("order test", 2, about=About(acting.unit, most=value))
    total = sum(die.value for die in dice)
    passed = total <= value and total != 12
    pen.tell("tested", *dice, unit=acting.unit, value=value, total=total, passed=int(passed), rule=RULE)
    if not passed and acting.special in (4, 2):
        return game.with_acting(replace(acting, step="test", ask=(str(value), str(int(total == 12)))))
    return _judged(game, dice, passed, pen)


def retest(game: Game, action: Action, pen: Pen) -> Game:
    """Reroll a failed order test by a Four or a Two, or accept it (Tabletop B)."""
    acting = go_of(game, "test")
    must_be_side(game, action, acting.side)
    value, fubar = int(acting.ask[0]), acting.ask[1] == "1"
    if not action.flag("reroll"):
        return _fubar(game, pen) if fubar else _failed(game, pen)
    about = About(acting.unit, most=value)
    dice = tuple(replace(die, rerolled=True) for die in pen.roll("order test again", 2, about=about))
    total = sum(die.value for die in dice)
    passed = total <= value and total != 12
    pen.tell("retested", *dice, unit=acting.unit, value=value, total=total, passed=int(passed), rule=RULE)
    return _judged(game.with_acting(replace(acting, special=0, ask=(), step="unit")), dice, passed, pen)


def _judged(game: Game, dice: tuple[Die, ...], passed: bool, pen: Pen) -> Game:
    if sum(die.value for die in dice) == 12:
        return _fubar(game, pen)
    return follow(game, pen, tested=True) if passed else _failed(game, pen)


def follow(game: Game, pen: Pen, *, tested: bool) -> Game:
    """The unit follows its order; a passed test takes a pin off first."""
    acting = game.current
    assert acting is not None
    unit = game.unit(acting.unit)
    pins = unit.pins - 1 if tested and unit.pins else unit.pins
    if acting.order == "rally":
        die = pen.roll("rally", 1, game.tables["rally.die"], about=About(unit.id))[0]
        pins = max(0, pins - die.value)
        pen.tell("rallied", die, unit=unit.id, total=pins, rule=RULE)
    entered = unit.reserve and acting.order in ("advance", "run")
    game = game.with_unit(replace(unit, pins=pins, reserve=unit.reserve and not entered))
    # Who enters has moved, whatever is said.
    acting = replace(acting, stays=acting.stays and not entered)
    if acting.order in ("advance", "run") and not acting.stays:
        game = moved(game, unit.id)
    snap = 0
    if unit.rank and acting.order != "down" and not acting.snapped:
        snap = game.tables[f"officer.{unit.rank}.orders"]
    # Ambush, Rally and Down are done with this: the go ends itself, unless somebody holds (``flow.ended``).
    return game.with_acting(replace(acting, step="act", ask=(), snap=snap))


def _failed(game: Game, pen: Pen) -> Game:
    acting = game.current
    assert acting is not None
    pen.tell("failed", unit=acting.unit, rule=RULE)
    game = set_order(game, acting.unit, "down")
    return game.with_acting(replace(acting, step="act", order="down", ask=()))


def _fubar(game: Game, pen: Pen) -> Game:
    acting = game.current
    assert acting is not None
    die = pen.roll("FUBAR", about=About(acting.unit))[0]
    friendly = die.value <= game.tables["fubar.friendly fire up to"]
    friends = [unit for unit in game.of_side(acting.side) if unit.in_play and unit.id != acting.unit]
    pen.tell("fubar", die, unit=acting.unit, friendly=int(friendly), rule=RULE)
    if not friendly or not friends or game.unit(acting.unit).reserve:
        return _panic(game)
    chooser = opponent_of(game, acting.side, pen, by=game.unit(acting.unit).player)
    return game.with_acting(replace(acting, step="friendly", chooser=chooser, ask=()))


def _panic(game: Game) -> Game:
    acting = game.current
    assert acting is not None
    return game.with_acting(replace(acting, step="panic", ask=()))


def friendly(game: Game, action: Action, pen: Pen) -> Game:
    """The opponent chooses whom the confused unit fires at; nobody with an enemy near: panic."""
    acting = go_of(game, "friendly")
    must_be_side(game, action, acting.chooser)
    if not action.text("target", ""):
        return _panic(game)
    target = unit_named(game, action, "target", in_play=True)
    if game.side_of(target) != acting.side or target.id == acting.unit:
        raise RefusedError("confused target", "target")
    pen.tell("friendly fire", unit=acting.unit, target=target.id, rule=RULE)
    game = set_order(game, acting.unit, "fire")
    return game.with_acting(replace(acting, step="act", order="fire", ask=(target.id,)))


def panic(game: Game, action: Action, pen: Pen) -> Game:
    """A panicking unit runs to the nearest edge, maybe off it, or goes Down."""
    acting = go_of(game, "panic")
    must_be_side(game, action, acting.side)
    how = action.text("how", of=("run", "edge", "down"))
    unit = game.unit(acting.unit)
    _ambush_first(game)
    if how != "down" and unit.immobilised:
        raise RefusedError("cannot move", "how", unit=unit.name)
    pen.tell("panicked", unit=acting.unit, how=how, rule=RULE)
    game = set_order(game, acting.unit, "down" if how == "down" else "run")
    game = moved(game, acting.unit) if how == "run" else game
    if how == "edge":
        game = destroy(game, acting.unit, pen)
    return finish(game, pen)


def snap(game: Game, action: Action, pen: Pen) -> Game:
    """An officer orders a further unit to snap to action."""
    acting = go_of(game, "act")
    must_be_side(game, action, acting.side)
    if acting.snap < 1:
        raise RefusedError("no more snaps")
    if game.attacks:
        raise RefusedError("attack not finished")
    game = game.with_acting(replace(acting, snap=acting.snap - 1))
    pen.tell("snap", unit=acting.unit, rule=RULE)
    nested = Acting(acting.side, player=acting.player, snapped=True)
    return replace(game, acting=(*game.acting, nested))


def unsnap(game: Game, action: Action, pen: Pen) -> Game:
    """The officer orders nobody after all."""
    acting = go_of(game, "unit")
    must_be_side(game, action, acting.side)
    if not acting.snapped:
        raise RefusedError("must order")
    return replace(game, acting=game.acting[:-1])


def spring(game: Game, action: Action, pen: Pen) -> Game:
    """A unit on Ambush turns to Fire while an enemy unit acts, and may shoot once."""
    unit = unit_named(game, action, in_play=True)
    must_be_side(game, action, game.side_of(unit))
    acting = game.current
    if unit.order != "ambush":
        raise RefusedError("not on Ambush", "unit", unit=unit.name)
    if acting is None or not acting.unit or acting.side == game.side_of(unit):
        raise RefusedError("no enemy acts")
    pen.tell("sprung", unit=unit.id, rule=RULE)
    game = volleys.anew(game.with_acting(replace(acting, sprung=(*acting.sprung, unit.id))), unit.id)
    return game.with_unit(replace(unit, order="fire", kept=False))


def done(game: Game, action: Action, pen: Pen) -> Game:
    """The unit has carried out its order; of who has sprung an ambush: it does not fire after all."""
    side = game.players[action.player].side
    own = [key for key in volleys.sprung(game) if game.side_of(game.unit(key)) == side]
    if own:
        return _given_up(game, own, action, pen)
    acting = go_of(game, "act")
    must_be_side(game, action, acting.side)
    if game.attacks:
        raise RefusedError("attack not finished")
    _ambush_first(game)
    return finish(game, pen)


def _given_up(game: Game, own: list[str], action: Action, pen: Pen) -> Game:
    """The shot of an ambush is given up: of ``unit``, or of all its side's that have still to fire."""
    named = action.text("unit", "")
    if named and named not in own:
        raise RefusedError("no shot waits", "unit")
    if game.attacks:
        raise RefusedError("attack not finished")
    gone = [named] if named else own
    for key in gone:
        pen.tell("shot given up", unit=key, rule=RULE)
    acting = tuple(
        replace(one, sprung=tuple(key for key in one.sprung if key not in gone)) for one in game.acting
    )
    return replace(game, acting=acting)


def _ambush_first(game: Game) -> None:
    """An ambush that has been sprung fires before the go at which it was sprung ends."""
    for key in volleys.sprung(game):
        unit = game.unit(key)
        raise RefusedError("ambush first", unit=unit.name, side=game.sides[game.side_of(unit)].name)


def finish(game: Game, pen: Pen) -> Game:
    """End the present go; an officer's own goes on if there is one below."""
    acting = game.current
    assert acting is not None
    card = (acting.card,) if acting.card and not acting.snapped else ()
    game = replace(game, acting=game.acting[:-1], discard=(*game.discard, *card))
    return volleys.over(game, acting.unit)


def settle(game: Game, pen: Pen) -> Game:
    """End goes of units that are destroyed, of sides that have conceded or have nobody left to order."""
    while game.phase == ORDERS and not game.attacks and (acting := game.current) is not None:
        gone = bool(acting.unit) and not game.unit(acting.unit).alive
        gone = gone or game.sides[acting.side].conceded
        gone = gone or (acting.fixed and acting.step == "unit" and bool(game.unit(acting.unit).order))
        idle = acting.step == "unit" and not _orderable(game, acting)
        if not gone and not idle:
            break
        game = finish(game, pen)
    return game


def _orderable(game: Game, acting: Acting) -> bool:
    return any(
        acting.player in (NOBODY, unit.player) and not (acting.snapped and unit.reserve)
        for unit in game.able(acting.side)
    )
