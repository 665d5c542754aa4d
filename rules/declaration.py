"""What the scripts of the pages have to know of the rules, as a script: ``static/js/declared.js``.

``python -m rules declare`` prints it. What no script asks for is
left out.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any

from rules.maps.terrain import TERRAIN, Terrain
from rules.orders import ORDERS, OrderRecord, Slot
from rules.state import MAX_LEVEL, Works
from rules.tables import MOST_SACRIFICED, PLAYABLE_LEVEL, RESUPPLY, SPLIT_BONUS, SUPPLIED, split_levels

_HEAD = "/** What the rules declare: printed by `python -m rules declare`, never written by hand. */\n"


def script() -> str:
    """The whole script, the same for the same records."""
    parts = [
        _HEAD,
        _constant("SLOTS", [slot.value for slot in Slot], "const"),
        _listed("ORDERS", "OrderRecord", map(_order, ORDERS)),
        _listed("TERRAIN", "TerrainRecord", map(_terrain, TERRAIN)),
        _constant("WORKS", [works.value for works in Works], "const"),
        _constant("MAX_LEVEL", MAX_LEVEL),
        _constant("PLAYABLE_LEVEL", PLAYABLE_LEVEL),
        _constant("MOST_SACRIFICED", MOST_SACRIFICED),
        _constant("RESUPPLY", RESUPPLY),
        _constant("SUPPLIED", SUPPLIED),
        _constant("SPLIT_BONUS", SPLIT_BONUS),
        _listed("SPLITS", "Split", map(split_levels, range(MAX_LEVEL + SPLIT_BONUS + 1))),
    ]
    return "".join(parts)


def _order(record: OrderRecord) -> Mapping[str, Any]:
    return {
        "kind": record.kind.value,
        "slot": record.slot.value,
        "needs": [part.key for part in record.needs],
        "may": [part.key for part in record.may],
        "anywhere": record.anywhere,
        "busies": record.busies,
        "mutual": record.mutual,
        "either": record.either,
    }


def _terrain(kind: Terrain) -> Mapping[str, Any]:
    return {"letter": kind.letter, "id": kind.id, "passable": kind.passable, "city": kind.city}


def _constant(name: str, value: object, kind: str = "") -> str:
    shown = json.dumps(value)
    return f"export const {name} = " + (f"/** @type {{{kind}}} */ ({shown});\n" if kind else f"{shown};\n")


def _listed(name: str, kind: str, values: Iterable[object]) -> str:
    lines = "".join(f"  {json.dumps(value)},\n" for value in values)
    return f"/** @type {{{kind}[]}} */\nexport const {name} = [\n{lines}];\n"
