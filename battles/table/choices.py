"""What the forms of the table offer, made from what the phone sees."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from battles.table import words
from battles.table.selectors import Seen
from rules.tabletop.movement import rate
from rules.tabletop.tables import ARCS, BANDS, COVERS, NUMBERS, SMOKE_ROWS, Tables, measured
from rules.tabletop.units import Unit
from rules.tabletop.weapons import WEAPONS

DRAWN = ("dice bag", "three dice", "numbered tokens")
"""The ways in which somebody has to draw before the next unit acts."""


def choices_for(seen: Seen) -> dict[str, Any]:
    """All that the page of this moment may need to choose from."""
    view = seen.view
    tables = Tables(tuple((name, value) for name, value in view["changes"]))
    found: dict[str, Any] = {
        "orders": [(key, words.ORDERS[key], words.ORDERS_DO[key]) for key in words.ORDERS],
        "methods": [(key, name, what) for key, (name, what) in words.METHODS.items()],
        "kinds": words.KINDS.items(),
        "qualities": words.QUALITIES.items(),
        "locomotions": words.LOCOMOTIONS.items(),
        "ranks": words.RANKS.items(),
        "suits": [(key, f"{words.SUITS[key]} {name}") for key, name in words.SUIT_NAMES.items()],
        "strikes": words.STRIKES.items(),
        "smoke": SMOKE_ROWS,
        "covers": COVERS,
        "bands": BANDS,
        "arcs": ARCS,
        "all_weapons": list(WEAPONS),
        "armoury": [(name, _reach(name, tables)) for name in WEAPONS],
        "numbers": _numbers(view),
        "house": [(path, value, NUMBERS.get(path)) for path, value in view["changes"]],
        "measure": {_key(path): tables[path] for path in NUMBERS if measured(path)},
        "special": words.SPECIALS.get(view["rank"], ""),
        **headings(view),
    }
    return found | _of_turn(seen, tables) | {"can": _able(seen)}


def _key(path: str) -> str:
    return path.replace(".", "_").replace(" ", "_")


def headings(view: Mapping[str, Any]) -> dict[str, Any]:
    """What stands above every page of a table: how units are chosen, the phase, the rank that is called."""
    return {
        "method_name": words.METHODS[view["method"]][0],
        "phase_name": words.PHASES[view["phase"]],
        "rank_name": words.rank_name(view["rank"]),
    }


def _numbers(view: Mapping[str, Any]) -> list[tuple[str, int, bool]]:
    changes = dict(view["changes"])
    return [(path, changes.get(path, value), path in changes) for path, value in NUMBERS.items()]


def _able(seen: Seen) -> set[int]:
    """The sides for which this phone may act."""
    return {seen.view["players"][number]["side"] for number in seen.numbers}


def _of_turn(seen: Seen, tables: Tables) -> dict[str, Any]:
    """What the unit that acts may do: its weapons and move, its friends, its enemies."""
    view = seen.view
    acting = view["acting"][-1] if view["acting"] else None
    attack = view["attack"] or {}
    rolled = attack.get("dice", []) + attack.get("answer", [])
    own = [die for die in rolled if _is_own(view, attack, die)]
    common = {"own_dice": own, "attackers": [view["by_id"][attack["shooter"]]] if attack else []}
    if acting is None:
        return {**common, "acting": None, "enemies": _in_play(view, None), "friends": []}
    side = acting["side"]
    units = [unit for unit in view["units"] if not unit["destroyed"] and unit["side"] == side]
    found: dict[str, Any] = {
        **common,
        "enemies_of_ambush": [one for one in units if not one["reserve"]],
        "acting": acting,
        "able": [unit for unit in units if not unit["order"] and _mine(acting, unit)],
        "friends": [unit for unit in units if not unit["reserve"] and unit["id"] != acting["unit"]],
        "officers": [
            {
                **unit,
                "bonus": tables[f"officer.{unit['officer']}.bonus"],
                "range": tables[f"officer.{unit['officer']}.range"],
            }
            for unit in units
            if unit["officer"] and not unit["reserve"]
        ],
        "enemies": _in_play(view, side),
        "card": words.card(acting["card"]) if acting["card"] else "",
        "snap_left": acting["snap"],
        "fresh": acting["order"] == "fire" and not acting["attacked"],
        "draws_next": view["method"] in DRAWN and len(view["acting"]) == 1 and not view["drawn"],
    }
    unit = view["by_id"].get(acting["unit"])
    return found | ({"unit": unit, **_armed(unit, acting, tables)} if unit else {})


def _is_own(view: Mapping[str, Any], attack: Mapping[str, Any], die: Mapping[str, Any]) -> bool:
    """Whether a die was rolled by the side that may reroll one by momentum."""
    side = attack["momentum_right"]
    mine = view["by_id"][attack["shooter"]]["side"] == side
    return die in (attack["dice"] if mine else attack["answer"])


def _mine(acting: Mapping[str, Any], unit: Mapping[str, Any]) -> bool:
    if acting["fixed"]:
        return bool(unit["id"] == acting["unit"])
    if acting["snapped"] and unit["reserve"]:
        return False
    return acting["player"] in (-1, unit["player"])


def _reach(name: str, tables: Tables) -> str:
    """How far a weapon reaches in inches by the numbers in force at this table: 48", 30-60"."""
    direct, near, far = (tables[f"weapon.{name}.{what}"] for what in ("range", "near", "far"))
    parts = [f'{direct}"'] if direct else []
    return ", ".join([*parts, f'{near}-{far}"'] if far else parts)


def _in_play(view: Mapping[str, Any], side: int | None) -> list[dict[str, Any]]:
    return [
        unit
        for unit in view["units"]
        if not unit["destroyed"] and not unit["reserve"] and unit["side"] != side
    ]


def _armed(unit: Mapping[str, Any], acting: Mapping[str, Any], tables: Tables) -> dict[str, Any]:
    own = [name for name in unit["weapons"] if name in WEAPONS and name not in unit["spent"]]
    weapons = own + [name for name in WEAPONS if name not in unit["weapons"]]
    plain = Unit(
        id=unit["id"],
        name=unit["name"],
        player=unit["player"],
        kind=unit["kind"],
        locomotion=unit["locomotion"],
        steering=unit["steering"],
        halved=unit["halved"],
        immobilised=unit["immobilised"],
        recce=unit["recce"],
    )
    first = WEAPONS[weapons[0]]
    shots = tables[f"weapon.{first.name}.shots"]
    return {
        "shots": shots * (unit["models"] if first.name == "Rifle" else 1),
        "move": rate(plain, acting["order"], tables),
    }
