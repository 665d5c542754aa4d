"""The board of a campaign that is being built: its terrain and what stands on it, as one JSON document.

The keys are the scenario format's::

    {"terrain": ["..C", ".#."],
     "features": [{"id": "f1", "at": [0, 0], "name": "Depot", "description": "", "needs_search": false,
                   "effect": null, "known_to": ["s1"]}],
     "relics":   [{"id": "r1", "at": [2, 0], "name": "Orb", "description": "", "destructible": true,
                   "known_to": []},
                  {"id": "r2", "carried_by": "b1", "name": "Crown"},
                  {"id": "r3", "at": [2, 0], "name": "Rod", "sealed": true}],
     "banners":  [{"id": "b1", "owner": "s1", "at": [0, 1], "level": 15, "works": "none", "name": "Guard"}],
     "occupied": [{"at": [0, 1], "occupier": "s1"}],
     "triggers": [{"id": "t1", "feature": "f1", "repeat": "once", "when": [{"is": "used"}],
                   "do": [{"do": "unseal", "relic": "r3"}], "hint": "", "told": "", "told_to": "holder"}]}

``owner``, ``occupier`` and those in ``known_to`` are seat keys, ``s1`` to ``s8``. A board may be unfinished
(a banner on rock, a feature off the map); ``faults`` says so in words. Only what cannot be drawn is refused.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterator
from typing import TypeVar

from django.utils.translation import gettext as _

from campaign.base import one_line
from campaign.base.coordinates import sector_name
from campaign.base.document_error import unfit
from campaign.base.setup.documents import (
    Board,
    BoardBanner,
    BoardFeature,
    BoardRelic,
    BoardSector,
    BoardThing,
)
from campaign.base.setup.ground_words import letters_allowed
from campaign.base.setup.triggers import read_board_triggers
from rules.format.reading import Fields, Node, ScenarioError
from rules.maps.grid import is_passable
from rules.maps.terrain import LETTERS, PLAIN
from rules.state import Effect, Works

__all__ = ["MOST_SIDE", "SEAT_KEYS", "ScenarioError", "empty_board", "faults", "read_board"]

MOST_SIDE = 300
"""A map that is drawn in the browser has at most so many sectors a side."""

SEAT_KEYS = tuple(f"s{number}" for number in range(1, 9))
MOST_THINGS = 2_000
MOST_LEVEL = 999
MOST_NAME = 60
MOST_DESCRIPTION = 2_000
MOST_ID = 40
EFFECTS = tuple(effect.value for effect in Effect)
WORKS = tuple(works.value for works in Works)

_RELIC_KEYS = ("at", "carried_by", "name", "description", "destructible", "known_to", "sealed")

Thing = TypeVar("Thing", BoardFeature, BoardRelic, BoardBanner)


def empty_board(width: int = 24, height: int = 24) -> Board:
    """Open ground with nothing on it."""
    return {
        "terrain": [PLAIN * width] * height,
        "features": [],
        "relics": [],
        "banners": [],
        "occupied": [],
        "triggers": [],
    }


def read_board(document: object) -> Board:
    """The board in a JSON document, nothing left out. Raises ``ScenarioError`` with the path at fault."""
    fields = Node(document).fields(("terrain",), ("features", "relics", "banners", "occupied", "triggers"))
    return {
        "terrain": _terrain(fields["terrain"]),
        "features": _things(fields, "features", _feature),
        "relics": _things(fields, "relics", _relic),
        "banners": _things(fields, "banners", _banner),
        "occupied": fields.get("occupied", lambda node: list(map(_occupied, node.items(MOST_SIDE**2))), []),
        "triggers": fields.get("triggers", read_board_triggers, []),
    }


def faults(board: Board, seats: Collection[str]) -> Iterator[str]:
    """What is wrong with a board, in words; ``seats`` are the keys of the seats that there are."""
    yield from _misplaced(board)
    living = {banner["id"] for banner in board["banners"]}
    for relic in board["relics"]:
        if relic.get("carried_by") is not None and relic["carried_by"] not in living:
            yield _("%(name)s is carried by a banner that is not there") % {"name": relic["name"]}
        if relic.get("sealed") and (relic["known_to"] or "carried_by" in relic):
            yield _("%(name)s is sealed, but it is known or carried") % {"name": relic["name"]}
    yield from _foreign(board, seats)
    yield from _untriggered(board)
    holders: dict[tuple[int, int], dict[str, str]] = defaultdict(dict)
    for banner in board["banners"]:
        holders[banner["at"][0], banner["at"][1]][banner["owner"]] = banner["name"]
    for (x, y), names in holders.items():
        if len(names) > 1:
            yield _("%(names)s are enemies in one sector, %(at)s") % {
                "names": ", ".join(names.values()),
                "at": sector_name(x, y),
            }


def _misplaced(board: Board) -> Iterator[str]:
    terrain = tuple(board["terrain"])
    for thing in (*board["banners"], *board["features"], *board["relics"]):
        at = thing.get("at")
        if at is None or is_passable(terrain, (at[0], at[1])):
            continue
        if 0 <= at[1] < len(terrain) and 0 <= at[0] < len(terrain[0]):
            words = _("%(name)s stands on impassable ground in %(at)s")
            yield words % {"name": thing["name"], "at": sector_name(at[0], at[1])}
        else:
            yield _("%(name)s is off the map") % {"name": thing["name"]}


def _foreign(board: Board, seats: Collection[str]) -> Iterator[str]:
    for banner in board["banners"]:
        if banner["owner"] not in seats:
            yield _("%(name)s belongs to seat %(seat)s, which is not there") % {
                "name": banner["name"],
                "seat": banner["owner"].removeprefix("s"),
            }
    lost = sorted({sector["occupier"] for sector in board["occupied"]} - set(seats))
    for seat in lost:
        yield _("sectors are occupied by seat %(seat)s, which is not there") % {
            "seat": seat.removeprefix("s")
        }


def _untriggered(board: Board) -> Iterator[str]:
    """What triggers name and what is not there."""
    there = {kind: {one["id"] for one in board[kind]} for kind in ("features", "relics")}
    for trigger in board.get("triggers", ()):
        parts = (trigger, *trigger["when"], *trigger["do"])
        named = {(key, part[key]) for part in parts for key in ("feature", "relic") if key in part}
        for kind, name in sorted(named):
            if name not in there[f"{kind}s"]:
                words = {
                    "feature": _("the trigger %(trigger)s names the feature %(name)s, which is not there")
                }
                words["relic"] = _("the trigger %(trigger)s names the relic %(name)s, which is not there")
                yield words[kind] % {"trigger": trigger["id"], "name": name}


def _terrain(node: Node) -> list[str]:
    rows: list[str] = []
    for item in node.items(MOST_SIDE):
        row = item.text()
        if not 1 <= len(row) <= MOST_SIDE:
            raise item.error("row_length", count=len(row), most=MOST_SIDE)
        if row.strip(LETTERS):
            column, strange = next((n, letter) for n, letter in enumerate(row) if letter not in LETTERS)
            raise unfit(
                item,
                _("holds %(strange)s in column %(column)s; a sector is %(allowed)s")
                % {"strange": repr(strange), "column": column + 1, "allowed": letters_allowed()},
            )
        if rows and len(row) != len(rows[0]):
            raise item.error("row_differs", count=len(row), first=len(rows[0]))
        rows.append(row)
    if not rows:
        raise node.error("no_rows")
    return rows


def _things(fields: Fields, name: str, read: Callable[[Node], Thing]) -> list[Thing]:
    """The things of one kind; each id stands there once."""
    found: dict[str, Thing] = {}
    for node in fields[name].items(MOST_THINGS) if name in fields else []:
        thing = read(node)
        if thing["id"] in found:
            raise unfit(node, _("the id %(own)s is used twice") % {"own": repr(thing["id"])})
        found[thing["id"]] = thing
    return list(found.values())


def _called(fields: Fields) -> BoardThing:
    own = _short(fields["id"], MOST_ID)
    return {
        "id": own,
        "name": _name(fields, own),
        "description": fields.get("description", lambda text: _short(text, MOST_DESCRIPTION, empty=True), ""),
    }


def _name(fields: Fields, own: str) -> str:
    return fields.get("name", lambda name: _short(name, MOST_NAME), "") or own


def _short(node: Node, most: int, *, empty: bool = False) -> str:
    text = node.text() if empty else node.name()
    if "\x00" in text:
        raise unfit(node, _("holds the character NUL, which cannot be stored"))
    wrong = "" if empty else one_line.fault(text)
    if wrong:
        raise unfit(node, wrong, limit=True)
    if len(text) > most:
        raise unfit(
            node,
            _("has %(count)s characters; at most %(most)s are allowed") % {"count": len(text), "most": most},
        )
    return text


def _at(node: Node) -> list[int]:
    x, y = node.sector()
    if not (0 <= x < MOST_SIDE and 0 <= y < MOST_SIDE):
        raise unfit(node, _("must be two numbers from 0 to %(value)s") % {"value": MOST_SIDE - 1})
    return [x, y]


def _seat(node: Node) -> str:
    key = node.name()
    if key not in SEAT_KEYS:
        raise unfit(node, _("must be one of %(allowed)s") % {"allowed": ", ".join(SEAT_KEYS)})
    return key


def _known_to(node: Node) -> list[str]:
    return sorted({_seat(item) for item in node.items(len(SEAT_KEYS))})


def _feature(node: Node) -> BoardFeature:
    fields = node.fields(("id", "at"), ("name", "description", "needs_search", "effect", "known_to"))
    effect = fields.maybe("effect", lambda word: word.choice(Effect))
    return {
        **_called(fields),
        "at": _at(fields["at"]),
        "needs_search": fields.get("needs_search", Node.boolean, False),
        "effect": None if effect is None else effect.value,
        "known_to": fields.get("known_to", _known_to, []),
    }


def _relic(node: Node) -> BoardRelic:
    fields = node.fields(("id",), _RELIC_KEYS)
    at = fields.maybe("at", _at)
    carrier = fields.maybe("carried_by", lambda banner: _short(banner, MOST_ID))
    if (at is None) == (carrier is None):
        raise unfit(node, _("needs exactly one of at and carried_by"))
    thing, known = _called(fields), fields.get("known_to", _known_to, [])
    destructible = fields.get("destructible", Node.boolean, True)
    relic: BoardRelic = {
        "id": thing["id"],
        "name": thing["name"],
        "description": thing["description"],
        "at": at or [],
        "known_to": known,
        "destructible": destructible,
        "sealed": fields.get("sealed", Node.boolean, False),
    }
    return relic if carrier is None else _carried(relic, carrier)


def _carried(relic: BoardRelic, carrier: str) -> BoardRelic:
    """The relic in a banner's hands."""
    return {
        "id": relic["id"],
        "name": relic["name"],
        "description": relic["description"],
        "carried_by": carrier,
        "known_to": relic["known_to"],
        "destructible": relic["destructible"],
        "sealed": relic["sealed"],
    }


def _banner(node: Node) -> BoardBanner:
    fields = node.fields(("id", "owner", "at", "level"), ("works", "name"))
    own = _short(fields["id"], MOST_ID)
    works = fields.get("works", lambda word: word.choice(Works), Works.NONE)
    return {
        "id": own,
        "owner": _seat(fields["owner"]),
        "at": _at(fields["at"]),
        "level": fields["level"].integer(0, MOST_LEVEL),
        "works": works.value,
        "name": _name(fields, own),
    }


def _occupied(node: Node) -> BoardSector:
    fields = node.fields(("at", "occupier"))
    return {"at": _at(fields["at"]), "occupier": _seat(fields["occupier"])}
