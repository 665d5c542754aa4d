"""What the forms of the table offer, made from what the phone sees."""

from __future__ import annotations

from collections.abc import Mapping
from typing import cast

from battles.table.intake.firing import by_momentum, fire_choices
from battles.table.selectors import Seen
from battles.table.words import table_words
from battles.table.words.table_names import space_of
from rules.tabletop.activation.dealing import DECK
from rules.tabletop.activation.three_dice import due
from rules.tabletop.documents import corrected_track
from rules.tabletop.documents.plain import Plain, ReadPlain
from rules.tabletop.documents.table_view import TableView, ViewedUnit
from rules.tabletop.documents.view import tables_of, unit_of
from rules.tabletop.resolvers.movement import rate
from rules.tabletop.setup import next_attacker
from rules.tabletop.state import NOBODY
from rules.tabletop.tables import (
    ARCS,
    ARMOUR,
    NUMBERS,
    SMOKE_ROWS,
    TURRET_ARCS,
    WORDS,
    Tables,
    measured,
)

DRAWN = ("dice bag", "three dice", "numbered tokens")
"""The ways in which somebody has to draw before the next unit acts."""
MOST_TILES = 20
"""So many points have a tile of their own; more are typed."""


def choices_for(seen: Seen) -> Plain:
    """All that the page of this moment may need to choose from."""
    view = seen.view
    tables = tables_of(cast("TableView", view))
    found: Plain = {
        "orders": [(key, table_words.ORDERS[key], table_words.ORDERS_DO[key]) for key in table_words.ORDERS],
        "methods": [(key, name, what) for key, (name, what) in table_words.METHODS.items()],
        "kinds": table_words.KINDS.items(),
        "qualities": table_words.QUALITIES.items(),
        "locomotions": table_words.LOCOMOTIONS.items(),
        "ranks": table_words.RANKS.items(),
        "suits": [(key, f"{table_words.SUITS[key]} {name}") for key, name in table_words.SUIT_NAMES.items()],
        "strikes": table_words.STRIKES.items(),
        "smoke": SMOKE_ROWS,
        "cover_names": table_words.COVERS.items(),
        "hit_arcs": [(arc, table_words.ARCS[arc]) for arc in ARCS],
        "turret_arcs": [(arc, table_words.ARCS[arc]) for arc in TURRET_ARCS],
        "helpers": [_officer(unit, tables) for unit in view["units"] if unit["officer"]],
        "numbers": _numbers(view),
        "worded": _worded(tables),
        "house": [_changed(path, value) for path, value in view["changes"]],
        "measure": {_key(path): tables[path] for path in NUMBERS if measured(path)},
        "attacks_next": _attacks_next(view),
        "track": _track(view),
        "three": _three(view),
        "deck": _deck(view),
        "special": table_words.SPECIALS.get(view["rank"], ""),
        "bids": range(MOST_TILES + 1),
        "most_tiles": MOST_TILES,
        **headings(view),
    }
    found |= _ready(fire_choices(view, tables, speakers(seen)), view)
    found |= _of_turn(seen, tables) | {"can": _able(seen)}
    return found | {"by_momentum": by_momentum(found["rows"], found["own_dice"])}


def _attacks_next(view: ReadPlain) -> str:
    """The side that attacks when they meet again; empty if nobody does."""
    side = next_attacker(view["attacker"], len(view["sides"]))
    return str(view["sides"][side]["name"]) if side != NOBODY else ""


def _track(view: ReadPlain) -> Plain:
    """The spaces of the momentum track by their names, and how it stands, for whoever corrects it."""
    end, camps = view["momentum"]["end"], [(side["name"], side["camp"]) for side in view["sides"]]
    spaces = [(space, space_of(camps, space)) for space in range(-end, end + 1)]
    return {"spaces": spaces, "was": corrected_track.opened(view)}


def _three(view: ReadPlain) -> tuple[str, ...]:
    """The three dice that are drawn from the bag now, in their order; none where one is."""
    dice = tuple(side["number"] for side in view["by_side"] for _ in range(side["bag"]))
    return table_words.drawn_in_order() if view["method"] == "three dice" and due(dice) else ()


def _deck(view: ReadPlain) -> list[tuple[str, list[tuple[str, str]]]]:
    """All cards by suit, for who has to name those that he was dealt: as often as there are decks."""
    suits = [
        (str(name), [(code, table_words.card(code)) for code in DECK if code[0] == suit])
        for suit, name in table_words.SUIT_NAMES.items()
    ]
    return suits * int(view["own"].get("decks", 0))


def _key(path: str) -> str:
    return path.replace(".", "_").replace(" ", "_")


def headings(view: ReadPlain) -> Plain:
    """What stands above every page of a table: how units are chosen, the phase, the rank that is called."""
    return {
        "method_name": table_words.METHODS[view["method"]][0],
        "phase_name": table_words.PHASES[view["phase"]],
        "rank_name": table_words.rank_name(view["rank"]),
    }


def _numbers(view: ReadPlain) -> list[tuple[str, int, bool]]:
    changes = dict(view["changes"])
    numbers = {path: value for path, value in NUMBERS.items() if path not in WORDS}
    return [(path, changes.get(path, value), path in changes) for path, value in numbers.items()]


def _worded(tables: Tables) -> list[Plain]:
    """The numbers that stand for words: the name of each, what it is, and what it may be."""
    return [
        {
            "path": path,
            "name": table_words.NUMBERS[path],
            "value": words[tables[path]],
            "allowed": [(word, table_words.NUMBER_WORDS[word]) for word in words],
        }
        for path, words in WORDS.items()
    ]


def _changed(path: str, value: int) -> tuple[object, str, str]:
    """A number that a house rule has changed: its name, what it is, what it is in the book."""
    book = table_words.number_word(path, NUMBERS[path]) if path in NUMBERS else ""
    return table_words.NUMBERS.get(path, path), table_words.number_word(path, value), book


def _able(seen: Seen) -> set[int]:
    """The sides for which this phone may act."""
    return set(speakers(seen))


def speakers(seen: Seen) -> dict[int, int]:
    """The sides for which this phone may act, each with the place that speaks for it."""
    return {seen.view["players"][number]["side"]: number for number in reversed(seen.numbers)}


def _ready(found: Plain, view: ReadPlain) -> Plain:
    """Of who springs an ambush the unit that acts is the first target: the tile under the thumb."""
    acting = view["acting"][-1]["unit"] if view["acting"] else ""
    for firer in found["firers"]:
        if firer["sprung"]:
            firer["targets"] = sorted(firer["targets"], key=lambda unit: unit["id"] != acting)
    return found


def _of_turn(seen: Seen, tables: Tables) -> Plain:
    """What the unit that acts may do: its weapons and move, its friends, its enemies."""
    view = seen.view
    acting = view["acting"][-1] if view["acting"] else None
    attack = view["attack"] or {}
    rolled = attack.get("dice", []) + attack.get("answer", [])
    own = [die for die in rolled if _is_own(view, attack, die)]
    common = {"own_dice": own}
    if acting is None:
        return {**common, "acting": None, "enemies": _in_play(view, None), "friends": []}
    side = acting["side"]
    units = [unit for unit in view["units"] if not unit["destroyed"] and unit["side"] == side]
    found: Plain = {
        **common,
        "acting": acting,
        "able": [unit for unit in units if not unit["order"] and _mine(acting, unit)],
        "friends": [unit for unit in units if not unit["reserve"] and unit["id"] != acting["unit"]],
        "officers": [_officer(unit, tables) for unit in units if unit["officer"] and not unit["reserve"]],
        "enemies": _in_play(view, side),
        "closed": [unit for unit in _in_play(view, side) if _is_closed(unit)],
        "card": table_words.card(acting["card"]) if acting["card"] else "",
        "snap_left": acting["snap"],
        "moving": acting["order"] == "advance" and not acting["stays"],
        "draws_next": _draws_next(view),
    }
    unit = view["by_id"].get(acting["unit"])
    if not unit:
        return found
    snaps = [view["by_id"][key] for key in view["own"].get("snap", ())]
    return found | {
        "unit": unit,
        "snappers": snaps,
        "move": rate(unit_of(cast("ViewedUnit", unit)), acting["order"], tables),
    }


def _draws_next(view: ReadPlain) -> bool:
    """Whether the app draws as soon as the unit is done; from a real bag people draw, and say what it was."""
    drawn = view["method"] in DRAWN and not view["by_hand"]
    return drawn and len(view["acting"]) == 1 and not view["drawn"]


def _officer(unit: ReadPlain, tables: Tables) -> Plain:
    """An officer's unit, with its bonus and how far that reaches."""
    rank = f"officer.{unit['officer']}"
    return {**unit, "bonus": tables[f"{rank}.bonus"], "range": tables[f"{rank}.range"]}


def _is_closed(unit: Mapping[str, object]) -> bool:
    """Whether it is armour with a roof: who has no anti-tank weapons declares a charge at it."""
    return unit["kind"] in ARMOUR and not unit["open_topped"]


def _is_own(view: ReadPlain, attack: ReadPlain, die: ReadPlain) -> bool:
    """Whether a die was rolled by the side that may reroll one by momentum."""
    side = attack["momentum_right"]
    mine = view["by_id"][attack["shooter"]]["side"] == side
    return die in (attack["dice"] if mine else attack["answer"])


def _mine(acting: Mapping[str, object], unit: Mapping[str, object]) -> bool:
    if acting["fixed"]:
        return bool(unit["id"] == acting["unit"])
    if acting["snapped"] and unit["reserve"]:
        return False
    return acting["player"] in (-1, unit["player"])


def _in_play(view: ReadPlain, side: int | None) -> list[Plain]:
    return [
        unit
        for unit in view["units"]
        if not unit["destroyed"] and not unit["reserve"] and unit["side"] != side
    ]
