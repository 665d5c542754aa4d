"""The board of a campaign that is being built: its terrain and what stands on it, as one JSON document.

The keys are the scenario format's::

    {"terrain": ["..C", ".#."],
     "features": [{"id": "f1", "at": [0, 0], "name": "Depot", "description": "", "needs_search": false,
                   "effect": null, "known_to": ["s1"]}],
     "relics":   [{"id": "r1", "at": [2, 0], "name": "Orb", "description": "", "destructible": true,
                   "known_to": []},
                  {"id": "r2", "carried_by": "b1", "name": "Crown"}],
     "banners":  [{"id": "b1", "owner": "s1", "at": [0, 1], "level": 15, "works": "none", "name": "Guard"}],
     "occupied": [{"at": [0, 1], "occupier": "s1"}]}

``owner``, ``occupier`` and those in ``known_to`` are seat keys, ``s1`` to ``s8``. A board may be unfinished
(a banner on rock, a feature off the map); ``faults`` says so in words. Only what cannot be drawn is refused.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping
from typing import Any

from django.utils.translation import gettext as _

from campaign.sectors import sector_name
from rules.format.reading import Node, ScenarioError
from rules.grid import is_passable
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

Board = dict[str, Any]


def empty_board(width: int = 24, height: int = 24) -> Board:
    """Open ground with nothing on it."""
    return {"terrain": ["." * width] * height, "features": [], "relics": [], "banners": [], "occupied": []}


def read_board(document: object) -> Board:
    """The board in a JSON document, nothing left out. Raises ``ScenarioError`` with the path at fault."""
    fields = Node(document).fields(("terrain",), ("features", "relics", "banners", "occupied"))
    board: Board = {"terrain": _terrain(fields["terrain"])}
    for name, read in (("features", _feature), ("relics", _relic), ("banners", _banner)):
        nodes = fields[name].items(MOST_THINGS) if name in fields else []
        board[name] = [read(node) for node in nodes]
        _once(nodes, [thing["id"] for thing in board[name]])
    nodes = fields["occupied"].items(MOST_SIDE * MOST_SIDE) if "occupied" in fields else []
    board["occupied"] = [_occupied(node) for node in nodes]
    return board


def faults(board: Mapping[str, Any], seats: Collection[str]) -> Iterator[str]:
    """What is wrong with a board, in words; ``seats`` are the keys of the seats that there are."""
    yield from _misplaced(board)
    living = {banner["id"] for banner in board["banners"]}
    for relic in board["relics"]:
        if relic.get("carried_by") is not None and relic["carried_by"] not in living:
            yield _("%(name)s is carried by a banner that is not there") % {"name": relic["name"]}
    yield from _foreign(board, seats)
    holders: dict[tuple[int, int], dict[str, str]] = defaultdict(dict)
    for banner in board["banners"]:
        holders[banner["at"][0], banner["at"][1]][banner["owner"]] = banner["name"]
    for (x, y), names in holders.items():
        if len(names) > 1:
            yield _("%(names)s are enemies in one sector, %(at)s") % {
                "names": ", ".join(names.values()),
                "at": sector_name(x, y),
            }


def _misplaced(board: Mapping[str, Any]) -> Iterator[str]:
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


def _foreign(board: Mapping[str, Any], seats: Collection[str]) -> Iterator[str]:
    for banner in board["banners"]:
        if banner["owner"] not in seats:
            yield _("%(name)s belongs to seat %(seat)s, which is not there") % {
                "name": banner["name"],
                "seat": banner["owner"],
            }
    lost = sorted({sector["occupier"] for sector in board["occupied"]} - set(seats))
    for seat in lost:
        yield _("sectors are occupied by seat %(seat)s, which is not there") % {"seat": seat}


def _terrain(node: Node) -> list[str]:
    rows: list[str] = []
    for item in node.items(MOST_SIDE):
        row = item.text()
        if not 1 <= len(row) <= MOST_SIDE:
            raise item.error(
                _("has %(count)s sectors; a row has 1 to %(most)s") % {"count": len(row), "most": MOST_SIDE}
            )
        if row.strip(".C#"):
            column, strange = next((n, letter) for n, letter in enumerate(row) if letter not in ".C#")
            raise item.error(
                _("holds %(strange)s in column %(column)s; a sector is '.', 'C' or '#'")
                % {"strange": repr(strange), "column": column + 1}
            )
        if rows and len(row) != len(rows[0]):
            raise item.error(
                _("has %(count)s sectors; the first row has %(first)s")
                % {"count": len(row), "first": len(rows[0])}
            )
        rows.append(row)
    if not rows:
        raise node.error(_("has no rows; a map has at least one"))
    return rows


def _once(nodes: list[Node], ids: list[str]) -> None:
    seen: set[str] = set()
    for node, own in zip(nodes, ids, strict=True):
        if own in seen:
            raise node.error(_("the id %(own)s is used twice") % {"own": repr(own)})
        seen.add(own)


def _called(node: Node, fields: Any) -> dict[str, Any]:
    own = _short(fields["id"], MOST_ID)
    name = fields.get("name", lambda name: _short(name, MOST_NAME), "") or own
    text = fields.get("description", lambda text: _short(text, MOST_DESCRIPTION, empty=True), "")
    return {"id": own, "name": name, "description": text}


def _short(node: Node, most: int, *, empty: bool = False) -> str:
    text = node.text() if empty else node.name()
    if "\x00" in text:
        raise node.error(_("holds the character NUL, which cannot be stored"))
    if len(text) > most:
        raise node.error(
            _("has %(count)s characters; at most %(most)s are allowed") % {"count": len(text), "most": most}
        )
    return text


def _at(node: Node) -> list[int]:
    x, y = node.sector()
    if not (0 <= x < MOST_SIDE and 0 <= y < MOST_SIDE):
        raise node.error(_("must be two numbers from 0 to %(value)s") % {"value": MOST_SIDE - 1})
    return [x, y]


def _seat(node: Node) -> str:
    key = node.name()
    if key not in SEAT_KEYS:
        raise node.error(_("must be one of %(allowed)s") % {"allowed": ", ".join(SEAT_KEYS)})
    return key


def _known_to(node: Node) -> list[str]:
    return sorted({_seat(item) for item in node.items(len(SEAT_KEYS))})


def _feature(node: Node) -> dict[str, Any]:
    fields = node.fields(("id", "at"), ("name", "description", "needs_search", "effect", "known_to"))
    effect = fields.maybe("effect", lambda word: word.choice(Effect))
    return {
        **_called(node, fields),
        "at": _at(fields["at"]),
        "needs_search": fields.get("needs_search", Node.boolean, False),
        "effect": None if effect is None else effect.value,
        "known_to": fields.get("known_to", _known_to, []),
    }


def _relic(node: Node) -> dict[str, Any]:
    fields = node.fields(("id",), ("at", "carried_by", "name", "description", "destructible", "known_to"))
    at = fields.maybe("at", _at)
    carrier = fields.maybe("carried_by", lambda banner: _short(banner, MOST_ID))
    if (at is None) == (carrier is None):
        raise node.error(_("needs exactly one of at and carried_by"))
    return {
        **_called(node, fields),
        **({"at": at} if carrier is None else {"carried_by": carrier}),
        "known_to": fields.get("known_to", _known_to, []),
        "destructible": fields.get("destructible", Node.boolean, True),
    }


def _banner(node: Node) -> dict[str, Any]:
    fields = node.fields(("id", "owner", "at", "level"), ("works", "name"))
    own = _short(fields["id"], MOST_ID)
    works = fields.get("works", lambda word: word.choice(Works), Works.NONE)
    return {
        "id": own,
        "owner": _seat(fields["owner"]),
        "at": _at(fields["at"]),
        "level": fields["level"].integer(0, MOST_LEVEL),
        "works": works.value,
        "name": fields.get("name", lambda name: _short(name, MOST_NAME), "") or own,
    }


def _occupied(node: Node) -> dict[str, Any]:
    fields = node.fields(("at", "occupier"))
    return {"at": _at(fields["at"]), "occupier": _seat(fields["occupier"])}
