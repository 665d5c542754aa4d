"""Setting up: sides, players, units, the way of activation, and the first turn (Tabletop E)."""

from __future__ import annotations

from dataclasses import replace

from rules.tabletop.action import Action, Pen, RefusedError
from rules.tabletop.activation import numbered
from rules.tabletop.activation.goes import first_marker
from rules.tabletop.lists.bounds import MOST_AT_TABLE, MOST_MEN, MOST_UNITS
from rules.tabletop.lists.document import ListDocument
from rules.tabletop.lists.entering import named, sent, unit_of
from rules.tabletop.permits import unit_named
from rules.tabletop.squads.grouping import grouped
from rules.tabletop.squads.losing import resized
from rules.tabletop.squads.mustering import rearmed
from rules.tabletop.state import NOBODY, SETUP, Game, Player, Side
from rules.tabletop.stock import place
from rules.tabletop.tables import KINDS, LEAST, LOCOMOTIONS, METHODS, MOST, QUALITIES, RANKS, WORDS
from rules.tabletop.units import Unit

LETTERS = "abcdefghijklmnop"
COLOURS = (3, 4, 1, 2, 5, 6, 7, 8)
"""The palette's colours in the order of the sides: green, brown, blue, red and so on."""


def new_game(
    name: str,
    sides: tuple[str, ...],
    players: tuple[tuple[str, int], ...],
    colours: tuple[int, ...] = COLOURS,
) -> Game:
    """A table that is being set up. ``RefusedError`` unless each of two sides or more has a player."""
    if not 2 <= len(sides) <= len(COLOURS):
        raise RefusedError("number of sides", "sides", most=len(COLOURS))
    if {side for _, side in players} != set(range(len(sides))):
        raise RefusedError("side without player", "sides")
    if len(players) > len(LETTERS):
        raise RefusedError("number of players", "sides", most=len(LETTERS))
    return Game(
        name=name[:80],
        sides=tuple(
            Side(side[:40], colours[number], camp=number % 2 if len(sides) == 2 else int(number > 0))
            for number, side in enumerate(sides)
        ),
        players=tuple(
            Player(player[:40], side, played_by=number) for number, (player, side) in enumerate(players)
        ),
    )


def must_be_setup(game: Game) -> None:
    """Raises ``RefusedError`` once the battle has begun."""
    if game.phase != SETUP:
        raise RefusedError("has begun")


def settings(game: Game, action: Action, pen: Pen) -> Game:
    """Choose the way of activation, who draws for it, turns, points, momentum, attacker."""
    must_be_setup(game)
    game = chosen(game, action)
    pen.tell("settings", method=game.method)
    return game


def chosen(game: Game, action: Action) -> Game:
    """The game with the settings that an action has; what it does not say stays."""
    game = replace(
        game,
        method=action.text("method", game.method, of=METHODS),
        turns=action.number("turns", 0, 99, game.turns),
        mission=action.text("mission", game.mission or " ").strip()[:120],
        attacker=action.number("attacker", NOBODY, len(game.sides) - 1, game.attacker),
        one_series=action.text("series", "one" if game.one_series else "own", of=("one", "own")) == "one",
        by_hand=action.text("draws", "hand" if game.by_hand else "app", of=("app", "hand")) == "hand",
    )
    if "momentum" in action.values:
        game = replace(game, momentum=replace(game.momentum, on=action.flag("momentum")))
    for number, side in enumerate(game.sides):
        points = action.number(f"points{number}", 1, 999, side.points_start)
        camp = action.number(f"camp{number}", 0, 1, side.camp)
        name = action.text(f"name{number}", side.name).strip()[:40] or side.name
        game = game.with_side(number, replace(side, name=name, points=points, points_start=points, camp=camp))
    return game


def change_table(game: Game, action: Action, pen: Pen) -> Game:
    """Change a number of the tables for this group; it is shown as changed."""
    path = action.text("path")
    words = WORDS.get(path, ())
    word = action.values.get("value")
    value = words.index(str(word)) if word in words else action.number("value", LEAST, MOST)
    tables = game.tables.changed(path, value)
    pen.tell("table changed", path=path, value=tables[path])
    return replace(game, tables=tables)


def _own(game: Game, action: Action) -> int:
    player = action.number("player", 0, len(game.players) - 1, action.player)
    if game.players[player].side != game.players[action.player].side:
        raise RefusedError("other side's units", "player")
    return player


def add_roster(game: Game, action: Action, pen: Pen) -> Game:
    """Add the units of a list, a document or a text; ``again`` replaces the player's present ones."""
    must_be_setup(game)
    player = _own(game, action)
    document = sent(action.values)
    kept = game.units
    if action.flag("again"):
        kept = tuple(unit for unit in kept if unit.player != player)
    return _with_units(game, kept, document, player, pen)


def most_units(sides: int) -> int:
    """How many units a side may have: a whole list; of more than two sides each an even share of a table."""
    return min(MOST_UNITS, MOST_AT_TABLE // sides)


def _with_units(game: Game, kept: tuple[Unit, ...], document: ListDocument, player: int, pen: Pen) -> Game:
    side, most = game.players[player].side, most_units(len(game.sides))
    names = [unit.name for unit in kept if game.side_of(unit) == side]
    added = named(document["units"], names)
    if len(names) + len(added) > most:
        raise RefusedError("too many units", "roster", side=game.sides[side].name, most=most)
    # Numbered player by player: an id tells nothing of another side's list.
    own = (unit.id for unit in (*game.units, *kept) if unit.player == player)
    last = max((int(key[1:]) for key in own), default=0)
    fresh = tuple(
        unit_of(listed, name, f"{LETTERS[player]}{last + at}", player)
        for at, (listed, name) in enumerate(added, 1)
    )
    mates = [number for number, other in enumerate(game.players) if other.side == side]
    secret = mates if game.sealed else None
    pen.tell("units added", secret_to=secret, player=player, count=len(fresh))
    return replace(game, units=(*kept, *fresh))


def _own_unit(game: Game, action: Action) -> Unit:
    unit = unit_named(game, action)
    if game.side_of(unit) != game.players[action.player].side:
        raise RefusedError("no such unit", "unit")
    return unit


TEXTS = {"kind": KINDS, "locomotion": LOCOMOTIONS, "quality": QUALITIES, "officer": ("", *RANKS)}
FLAGS = ("nco", "anti_tank", "gun_shield", "open_topped", "recce", "towing", "slow", "fast", "reserve")
NUMBERS = {"points": (0, 9999), "turrets": (0, 5), "entry": (0, 99)}


def edit_unit(game: Game, action: Action, pen: Pen) -> Game:
    """Change a unit while the table is being set up."""
    must_be_setup(game)
    unit = _own_unit(game, action)
    changes: dict[str, str | int | bool | tuple[str, ...]] = {}
    for name, allowed in TEXTS.items():
        if name in action.values:
            changes[name] = action.text(name, "" if name == "officer" else None, of=allowed)
    for name in FLAGS:
        if name in action.values:
            changes[name] = action.flag(name)
    for name, (low, high) in NUMBERS.items():
        if name in action.values:
            changes[name] = action.number(name, low, high)
    if "name" in action.values:
        changes["name"] = action.text("name")[:60]
    edited = replace(unit, **changes)  # type: ignore[arg-type]
    return game.with_unit(_armed(edited, unit, action))


def _armed(unit: Unit, before: Unit, action: Action) -> Unit:
    """The unit with the men and weapons that are said; as another kind of unit, with them anew.

    A form says its groups each time: those that it leaves as they were say no more than that they are right.
    """
    start = action.number("start", 1, MOST_MEN, before.start)
    if "groups" in action.values:
        if unit.troops == before.troops or not _says_the_same(before, action):
            said = grouped(unit, action)
            return resized(said, start) if said.groups == before.groups else _of_men(said, start, before)
        unit = replace(unit, check=False)
    weapons = action.words("weapons") if "weapons" in action.values else before.weapons
    anew = (unit.kind, unit.turrets, weapons) != (before.kind, before.turrets, before.weapons)
    return resized(rearmed(unit, weapons, start) if anew else unit, start)


def _says_the_same(before: Unit, action: Action) -> bool:
    try:
        return grouped(before, action).groups == before.groups
    except RefusedError:
        return False


def _of_men(unit: Unit, start: int, before: Unit) -> Unit:
    """The unit, if its groups have as many men as are said to be in it."""
    if unit.troops and start not in (before.start, unit.start):
        raise RefusedError("men differ", "groups", unit=unit.name, count=unit.start, start=start)
    return unit


def drop_unit(game: Game, action: Action, pen: Pen) -> Game:
    """Take a unit off the list while the table is being set up."""
    must_be_setup(game)
    unit = _own_unit(game, action)
    return replace(game, units=tuple(other for other in game.units if other.id != unit.id))


def begin(game: Game, action: Action, pen: Pen) -> Game:
    """The battle begins: dice into the bag or pool, numbers on the units, the marker to its first holder.

    Settings that come along count from here on.
    """
    must_be_setup(game)
    before, game = game, chosen(game, action)
    if game != before:
        pen.tell("settings", method=game.method)
    empty = [side.name for number, side in enumerate(game.sides) if not any(game.of_side(number))]
    if empty:
        raise RefusedError("sides without units", sides=tuple(empty))
    for number in range(len(game.sides)):
        game = place(game, number, sum(1 for _ in game.of_side(number)))
    game = replace(numbered.numbered(game), marker=first_marker(game, pen, action.player))
    if game.momentum.on and len({side.camp for side in game.sides}) < 2:
        raise RefusedError("two camps", "camp0")
    pen.tell("begun", method=game.method, marker=game.marker)
    return game


def next_attacker(attacker: int, sides: int) -> int:
    """Who attacks when the same sides meet again: the next one in order; nobody, if nobody did."""
    return NOBODY if attacker == NOBODY else (attacker + 1) % sides
