"""Shooting: declared, answered, hit, damaged, saved, and what it costs (Tabletop C)."""

from __future__ import annotations

from dataclasses import replace

from rules.tabletop.action import Action, Pen, RefusedError
from rules.tabletop.attacks import Attack, Due
from rules.tabletop.dice import Die
from rules.tabletop.permits import must_be_side, unit_named
from rules.tabletop.resolvers import volleys
from rules.tabletop.resolvers.aiming import needed_indirectly, remembered, told_to_move
from rules.tabletop.resolvers.damage import take_casualties
from rules.tabletop.resolvers.rerolls import may_reroll
from rules.tabletop.state import ORDERS, Game
from rules.tabletop.stock import destroy, give_order, moved
from rules.tabletop.tables import ARCS, BANDS, COVERS, Tables
from rules.tabletop.units import Unit
from rules.tabletop.weapons import AMPULOMET, HE_ONLY, WEAPONS, Weapon

RULE = "Tabletop C"


def shoot(game: Game, action: Action, pen: Pen) -> Game:
    """Declare an attack; if the target may answer, its side is asked first."""
    shooter = unit_named(game, action, "shooter", in_play=True)
    target = unit_named(game, action, "target", in_play=True)
    if shooter.id == target.id:
        raise RefusedError("shoots itself", "target")
    if game.attacks and game.attacks[-1].step != "aim":
        raise RefusedError("attack not finished")
    weapon = WEAPONS[action.text("weapon", of=tuple(WEAPONS))]
    if weapon.name in shooter.spent:
        raise RefusedError("one-shot", "weapon", weapon=weapon.name)
    game, moved = told_to_move(game, action, shooter)
    shooter = game.unit(shooter.id)
    attack = _declared(action, shooter, target, weapon, game)
    attack = replace(attack, moved=moved)
    attack = replace(attack, needed=needed_to_hit(attack, shooter, game))
    pen.tell(
        "declared", shooter=shooter.id, target=target.id, weapon=weapon.name, shots=attack.shots, rule=RULE
    )
    game = volleys.begun(game.attacking(attack), attack)
    if attack.step == "react":
        return game
    return roll_hits(game, pen)


def _declared(action: Action, shooter: Unit, target: Unit, weapon: Weapon, game: Game) -> Attack:
    tables = game.tables
    indirect = action.flag("indirect") or weapon.range == 0
    if indirect and not weapon.indirect:
        raise RefusedError("not indirect", "indirect", weapon=weapon.name)
    shell = weapon.penetration == HE_ONLY or (weapon.he > 0 and action.flag("he"))
    base: int | None = tables[f"he.{weapon.he}.penetration"] if shell else None
    if not shell and isinstance(weapon.penetration, int):
        base = tables[f"weapon.{weapon.name}.penetration"]
    fired = volleys.volley_of(game, shooter.id, target.id)
    return Attack(
        kind="shot",
        shooter=shooter.id,
        target=target.id,
        step="react" if fired is None and may_answer(game, shooter, target) else "aim",
        weapon=weapon.name,
        shots=action.number("shots", 1, 200, tables[f"weapon.{weapon.name}.shots"]),
        band=action.text("band", "short", of=BANDS),
        smoke=action.flag("smoke"),
        cover=action.text("cover", "none", of=COVERS),
        arc=action.text("arc", "front", of=ARCS),
        building=action.flag("building"),
        indirect=indirect,
        he=weapon.he if shell else 0,
        template=action.number("template", 1, 99, 1),
        penetration=base,
        before=target.models if fired is None else fired.before,
    )


def may_answer(game: Game, shooter: Unit, target: Unit) -> bool:
    """Whether the target may go Down or make its recce escape before it is shot at."""
    if game.phase != ORDERS or game.side_of(shooter) == game.side_of(target):
        return False
    return not target.order or (target.recce and not target.towing and not target.escaped)


def needed_to_hit(attack: Attack, shooter: Unit, game: Game) -> int:
    """What a hit die must show, 2 or more; from 7 a six and then another."""
    tables = game.tables
    if attack.indirect:
        return needed_indirectly(attack, shooter, game)
    needed = tables["hit.base"]
    parts = (
        (attack.band == "point blank", "point blank"),
        (shooter.pins > 0, "pinned"),
        (shooter.quality == "inexperienced", "inexperienced"),
        (attack.moved, "moved"),
        (attack.smoke, "smoke"),
    )
    return max(2, needed - sum(tables[f"hit.{name}"] for holds, name in parts if holds))


def answer(game: Game, action: Action, pen: Pen) -> Game:
    """The target goes Down, escapes, or stands."""
    attack = game.attack
    if attack is None or attack.step != "react":
        raise RefusedError("no reaction now")
    target = game.unit(attack.target)
    must_be_side(game, action, game.side_of(target))
    how = action.text("how", of=("stand", "down", "escape", "fire"))
    game = _answered(game, target, how, attack)
    pen.tell("answered", unit=target.id, how=how, rule="Tabletop A")
    game = game.with_attack(replace(attack, step="aim", answered=how))
    if attack.kind == "shot" and how != "escape":
        return roll_hits(game, pen)
    return game


def _answered(game: Game, target: Unit, how: str, attack: Attack) -> Game:
    if how == "stand" or (how == "fire" and attack.kind == "vehicle"):
        return game
    if how == "escape":
        if not target.recce or target.towing or target.escaped:
            raise RefusedError("no escape", "how")
        return moved(game.with_unit(replace(target, escaped=True)), target.id)
    if target.order:
        raise RefusedError("has its order already", "how", unit=target.name)
    if (how == "fire") == (attack.kind == "shot"):
        raise RefusedError("wrong reaction", "how", kind=attack.kind)
    return give_order(game, target, how)


def call_off(game: Game, action: Action, pen: Pen) -> Game:
    """Nothing comes of an attack that has not been rolled: the target is out of reach."""
    attack = game.attack
    if attack is None or attack.dice or attack.step not in ("react", "aim"):
        raise RefusedError("nothing to call off")
    must_be_side(game, action, game.side_of(game.unit(attack.shooter)))
    pen.tell("called off", shooter=attack.shooter, target=attack.target)
    return replace(game, attacks=game.attacks[:-1])


def roll_hits(game: Game, pen: Pen) -> Game:
    """Roll to hit; pins come with the first hit, before damage."""
    attack = game.attack
    assert attack is not None
    shooter = game.unit(attack.shooter)
    if not shooter.alive or not game.unit(attack.target).alive:
        return replace(game, attacks=game.attacks[:-1])
    # Whoever escapes before the dice fall has moved.
    attack = replace(attack, needed=needed_to_hit(attack, shooter, game))
    game = _aimed(game, attack, shooter)
    dice = pen.roll("hit", attack.shots)
    pen.tell("hit rolls", *dice, shooter=shooter.id, needed=attack.needed, rule=RULE)
    game = game.with_attack(replace(attack, step="hit", dice=dice))
    return game if may_reroll(game) else go_on(game, pen)


def _aimed(game: Game, attack: Attack, shooter: Unit) -> Game:
    if "One-shot" in WEAPONS[attack.weapon].special:
        shooter = replace(shooter, spent=(*shooter.spent, attack.weapon))
    return game.with_unit(remembered(attack, shooter, game) if attack.indirect else shooter)


def go_on(game: Game, pen: Pen) -> Game:
    """Accept the dice that lie open and go to the next step, stopping where a reroll may be wanted."""
    attack = game.attack
    if attack is not None and attack.step == "hit":
        game = _after_hits(game, attack, pen)
        attack = game.attack
        if may_reroll(game):
            return game
    if attack is not None and attack.step == "damage":
        game = _after_damage(game, attack, pen)
    return game


def hits_among(game: Game, attack: Attack, pen: Pen) -> int:
    """How many of the dice hit; from 7 on a six must be followed by another."""
    if attack.needed <= 6:
        return sum(1 for die in attack.dice if die.value >= attack.needed and die.value > 1)
    sixes = sum(1 for die in attack.dice if die.value == 6)
    if not sixes:
        return 0
    again = pen.roll("hit again", sixes)
    pen.tell("second sixes", *again, shooter=attack.shooter, rule=RULE)
    return sum(1 for die in again if die.value == 6)


def _after_hits(game: Game, attack: Attack, pen: Pen) -> Game:
    hits = hits_among(game, attack, pen)
    pen.tell("hits", shooter=attack.shooter, target=attack.target, hits=hits, rule=RULE)
    if not hits:
        return replace(game, attacks=game.attacks[:-1])
    target = game.unit(attack.target)
    game = volleys.pinned(game, attack, pen)
    if attack.he:
        hits = _shell_hits(game, attack, target, hits, pen)
    if target.armoured and attack.penetration is None:
        pen.tell("no harm", unit=target.id, rule=RULE)
        return replace(game, attacks=game.attacks[:-1])
    dice = pen.roll("damage", hits)
    pen.tell("damage rolls", *dice, unit=target.id, needed=_damage_needed(game, attack), rule=RULE)
    return game.with_attack(replace(attack, step="damage", hits=hits, dice=dice))


def _shell_hits(game: Game, attack: Attack, target: Unit, shells: int, pen: Pen) -> int:
    """A shell hits the models under its template, a rolled number in a building, armour once."""
    if not target.troops:
        return shells
    if not attack.building:
        return min(shells * attack.template, target.models)
    base = f"he.{attack.he}"
    count = game.tables[f"{base}.building dice"] * shells
    dice = pen.roll("hits in building", count, game.tables[f"{base}.building die"])
    pen.tell("building hits", *dice, unit=target.id, rule=RULE)
    return sum(die.value for die in dice)


def penetration_of(attack: Attack, target: Unit, tables: Tables) -> int:
    """What is added to a damage roll."""
    base = attack.penetration or 0
    if not target.armoured:
        return base
    base += 0 if attack.arc == "front" else tables[f"pen.{attack.arc}"]
    if attack.band == "long":
        base += tables["pen.long"]
    return base + (tables["pen.point blank"] if attack.band == "point blank" else 0)


def _damage_needed(game: Game, attack: Attack) -> int:
    """What the die itself must show."""
    target = game.unit(attack.target)
    return target.armour_value(game.tables) - penetration_of(attack, target, game.tables)


def _damages(die: Die, needed: int) -> bool:
    return die.value >= needed and die.value > 1


def _after_damage(game: Game, attack: Attack, pen: Pen) -> Game:
    target, needed = game.unit(attack.target), _damage_needed(game, attack)
    through = tuple(die for die in attack.dice if _damages(die, needed))
    pen.tell("damaged", unit=target.id, count=len(through), rule=RULE)
    fires: tuple[Due, ...] = ()
    if attack.weapon == AMPULOMET and target.armoured:
        fires = _ampulomet(game, attack, len(attack.dice) - len(through), pen)
    saves = (Due("saves", target.id),) if through else ()
    game = game.with_attack(replace(attack, step="save", damaged=len(through), answer=through, dice=()))
    return game.first(*fires, *saves, *_closing(game, attack))


def _closing(game: Game, attack: Attack) -> tuple[Due, ...]:
    """What ends an attack: one morale test for all that its shooter fires at the target, if it is due."""
    end = Due("end", by=attack.shooter, to=attack.target)
    volley = volleys.volley_of(game, attack.shooter, attack.target)
    if volley is not None and volley.tested:
        return (end,)
    return Due("losses", attack.target, by=attack.shooter, before=attack.before), end


def _ampulomet(game: Game, attack: Attack, failed: int, pen: Pen) -> tuple[Due, ...]:
    burns = []
    for die in pen.roll("set on fire", failed) if failed else ():
        pen.tell("ampulomet", die, unit=attack.target, rule=RULE)
        if die.value == 6:
            burns.append(Due("effect", attack.target, "on fire"))
    return tuple(burns)


def save_needed(attack: Attack, target: Unit, tables: Tables) -> int:
    """What a cover save must show; above 6 there is none."""
    needed = 7 if attack.cover == "none" else tables[f"save.{attack.cover}"]
    if target.order != "down":
        return needed
    if attack.cover == "none":
        return tables["down.save"]
    return max(2, needed - tables["down.bonus"])


def roll_saves(game: Game, item: Due, pen: Pen) -> Game:
    """Cover saves against what got through, and what is lost by the rest."""
    attack, target = game.attack, game.unit(item.unit)
    assert attack is not None
    save = save_needed(attack, target, game.tables)
    unsaved = attack.answer
    if save <= 6:
        dice = pen.roll("cover save", len(unsaved))
        pen.tell("saves", *dice, unit=target.id, needed=save, rule=RULE)
        pairs = zip(attack.answer, dice, strict=True)
        unsaved = tuple(hit for hit, die in pairs if die.value < save or die.value == 1)
    if target.armoured:
        return game.first(*_pierced(game, attack, target, unsaved))
    if not target.troops:
        return destroy(game, target.id, pen) if unsaved else game
    return take_casualties(game, target.id, len(unsaved), pen)


def _pierced(game: Game, attack: Attack, target: Unit, dice: tuple[Die, ...]) -> tuple[Due, ...]:
    needed = _damage_needed(game, attack)
    more = game.tables["open-topped"] if target.open_topped and attack.indirect else 0
    place = game.unit(attack.shooter).player
    return tuple(Due("table", target.id, over=die.value - needed, more=more, roller=place) for die in dice)
