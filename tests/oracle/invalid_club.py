"""Broken documents with Rules 14, each with the path that the one line on standard error must begin with.

Every document is one step from `base()`, which is valid: a value of the wrong kind, an unknown word or id, a
key too many or too few, a number out of bounds, a list too long.
"""

import copy
from collections.abc import Iterator
from typing import Any

from tests.oracle.world import Document

Path = tuple[str | int, ...]
MISSING = object()


def base() -> Document:
    """A valid scenario with every word of Rules 14 in it."""
    return {
        "turn": 3,
        "seed": "00" * 31 + "07",
        "settings": {"special_orders": "all"},
        "map": ["..........", "..C.......", "......#...", "..........", ".........."],
        "players": [
            {
                "id": "alpha",
                "rules": ["house_street", "tough"],
                "conditions": [{"kind": "trigger", "trigger": "t1", "primary": False}],
            },
            {"id": "beta", "rules": ["house_plain"]},
        ],
        "banners": [
            {"id": "a1", "owner": "alpha", "at": [1, 1], "level": 15},
            {"id": "a2", "owner": "alpha", "at": [1, 4], "level": 12},
            {"id": "b1", "owner": "beta", "at": [8, 1], "level": 12},
            {"id": "b2", "owner": "beta", "at": [8, 4], "level": 12},
        ],
        "features": [{"id": "vault", "at": [2, 1], "known_to": ["alpha"]}, {"id": "mill", "at": [7, 4]}],
        "relics": [
            {"id": "crown", "carried_by": "a1"},
            {"id": "rod", "at": [5, 3], "known_to": [], "sealed": True},
            {"id": "orb", "at": [5, 4], "known_to": ["beta"], "sealed": False},
        ],
        "house": [
            {
                "id": "house_street",
                "points": 2,
                "gives": ["hatred", "sacrifice"],
                "never": ["search", "other"],
                "mods": [
                    {"what": "battle_radius", "by": 1},
                    {"what": "recon_radius", "by": -2},
                    {"what": "search_radius", "by": 2},
                    {"what": "march", "by": 1},
                    {"what": "resupply", "by": 3},
                    {"what": "attrition", "by": -1, "when": "city"},
                    {"what": "abstract", "by": -3, "when": "no_works"},
                ],
            },
            {"id": "house_plain", "mods": [{"what": "attrition_lost", "by": 3}]},
        ],
        "triggers": [
            {
                "id": "t1",
                "feature": "vault",
                "repeat": "each",
                "holder": "alpha",
                "held": 2,
                "fired_by": ["beta"],
                "when": [
                    {"is": "used"},
                    {"is": "order", "order": "march"},
                    {"is": "carries", "relic": "crown"},
                    {"is": "held", "turns": 2},
                    {"is": "knows", "feature": "mill"},
                    {"is": "occupies", "sectors": [[0, 0], [1, 0]]},
                    {"is": "turn", "from": 2, "to": 9},
                    {"is": "die", "sides": 6, "at_least": 4},
                ],
                "do": [
                    {"do": "level", "by": 2, "on": "all"},
                    {"do": "reveal", "feature": "mill", "to": "all"},
                    {"do": "reveal", "relic": "orb"},
                    {"do": "unseal", "relic": "rod"},
                    {"do": "spy", "radius": 3, "at": [6, 2]},
                ],
            },
            {"id": "t2", "relic": "crown", "when": [], "do": [{"do": "spy", "radius": 0}]},
        ],
        "plans": {
            "alpha": {"orders": {"a1": {"special": {"order": "use", "relic": "crown"}}}},
            "beta": {
                "orders": {
                    "b1": {"special": {"order": "other", "text": "by night"}},
                    "b2": {"special": {"order": "use", "feature": "mill"}},
                }
            },
        },
        "settlements": [
            {
                "banner": "b1",
                "start": [
                    {"do": "level", "by": -2, "banner": "a2"},
                    {"do": "move", "to": [9, 0]},
                ],
                "end": [
                    {"do": "level", "by": 20},
                    {"do": "reveal", "relic": "orb", "to": "holder"},
                    {"do": "unseal", "relic": "rod"},
                    {"do": "spy", "radius": 30, "at": [0, 0]},
                ],
            }
        ],
    }


NEW: tuple[Path, ...] = (
    ("settings", "special_orders"),
    ("players", 0, "rules"),
    ("players", 0, "conditions"),
    ("relics", 1, "sealed"),
    ("house",),
    ("triggers",),
    ("settlements",),
    ("plans", "alpha", "orders", "a1", "special"),
    ("plans", "beta", "orders", "b1", "special"),
    ("plans", "beta", "orders", "b2", "special"),
)
"""The parts of the base in which everything is broken."""

LOST_ARE_FINE = {"relic", "text"}
"""Keys of which any text is valid: a relic may be named that is gone. (A used feature too: a void order.)"""

NEEDED: dict[str, set[str]] = {
    "house": {"id"},
    "mods": {"what", "by"},
    "triggers": {"id", "do"},
    "when": {"is", "order", "relic", "turns", "sectors", "sides", "at_least"},
    "do": {"do", "by", "radius"},
    "start": {"do", "by", "to"},
    "end": {"do", "by", "radius", "at"},
    "settlements": {"banner"},
    "special": {"order", "text"},
    "conditions": {"kind"},
}
"""By the list (or the key) that an object stands in, the keys that it cannot be without."""


def documents() -> Iterator[tuple[str, Document, tuple[str, ...]]]:
    """Every broken document with what is wrong and the paths that may be named."""
    for path in NEW:
        yield from _broken_at(path, _at(base(), path))
    for path, value, named in BROKEN:
        yield f"{_name(path)} = {str(value)[:40]}", put(path, value), named


def put(path: Path, value: Any) -> Document:
    """The base with one value set, added to a list (index -1) or, with MISSING, taken away."""
    document = base()
    target = _at(document, path[:-1])
    if value is MISSING:
        del target[path[-1]]
    elif path[-1] == -1:
        target.append(copy.deepcopy(value))
    else:
        target[path[-1]] = copy.deepcopy(value)
    return document


def _at(document: Any, path: Path) -> Any:
    for key in path:
        document = document[key]
    return document


def _name(path: Path) -> str:
    text = ""
    for key in path:
        text += f"[{key}]" if isinstance(key, int) else f".{key}" if text else key
    return text


def _broken_at(path: Path, value: Any) -> Iterator[tuple[str, Document, tuple[str, ...]]]:
    """Everything wrong that can be put in this place, or further in."""
    named = (_name(path),)
    for wrong in _wrong_for(path, value):
        yield f"{named[0]} = {str(wrong)[:40]}", put(path, wrong), named
    if isinstance(value, dict):
        yield f"{named[0]} has a key too many", put((*path, "wind"), 1), (f"{named[0]}.wind",)
        holder = next(key for key in reversed(path) if isinstance(key, str))
        for key in value:
            if key in NEEDED.get(holder, ()):
                yield f"{named[0]} without {key}", put((*path, key), MISSING), (f"{named[0]}.{key}",)
            yield from _broken_at((*path, key), value[key])
    elif isinstance(value, list):
        for number, item in enumerate(value):
            yield from _broken_at((*path, number), item)


def _wrong_for(path: Path, value: Any) -> list[Any]:
    if isinstance(value, bool):
        return ["yes", 1]
    if isinstance(value, int):
        return ["three", 1.5]
    if isinstance(value, str):
        fine = path[-1] in LOST_ARE_FINE or path[-2:] == ("special", "feature")
        fine = fine or (path[-1] == "id" and path[0] == "triggers")
        return [5, ""] if fine else [5, "", "nonsense"]
    return ["x", 7, {} if isinstance(value, list) else []]


TERM: Path = ("triggers", 0, "when")
DEED: Path = ("triggers", 0, "do")
START: Path = ("settlements", 0, "start")
END: Path = ("settlements", 0, "end")
MODS: Path = ("house", 0, "mods")

BROKEN: list[tuple[Path, Any, tuple[str, ...]]] = [
    # bounds
    (("house", 0, "points"), 10, ("house[0].points",)),
    (("house", 0, "points"), -10, ("house[0].points",)),
    *[((*MODS, 0), {"what": what, "by": by}, ("house[0].mods[0].by",)) for what, by in [
        ("battle_radius", 3), ("battle_radius", -3), ("recon_radius", 3), ("recon_radius", -3),
        ("search_radius", 3), ("search_radius", -3), ("march", -1), ("march", 3), ("resupply", -2),
        ("resupply", 4), ("attrition", 4), ("attrition", -4), ("attrition_lost", 4), ("attrition_lost", -4),
        ("enemy_attrition", 4), ("enemy_attrition", -4), ("abstract", 4), ("abstract", -4),
    ]],
    *[((*MODS, 0), {"what": what, "by": 1, "when": "city"}, ("house[0].mods[0].when",))
      for what in ("battle_radius", "recon_radius", "search_radius", "march", "resupply")],
    *[((*DEED, 0, "by"), by, ("triggers[0].do[0].by",)) for by in (0, 21, -21)],
    *[((*START, 0, "by"), by, ("settlements[0].start[0].by",)) for by in (0, 21, -21)],
    *[((*END, 0, "by"), by, ("settlements[0].end[0].by",)) for by in (0, 21, -21)],
    *[((*DEED, 4, "radius"), by, ("triggers[0].do[4].radius",)) for by in (-1, 31)],
    *[((*END, 3, "radius"), by, ("settlements[0].end[3].radius",)) for by in (-1, 31)],
    *[((*TERM, 7, "sides"), sides, ("triggers[0].when[7].sides",)) for sides in (1, 0, -2, 101)],
    ((*TERM, 7, "at_least"), 7, ("triggers[0].when[7].at_least",)),
    ((*TERM, 7, "at_least"), 0, ("triggers[0].when[7].at_least",)),
    ((*TERM, 3, "turns"), 0, ("triggers[0].when[3].turns",)),
    (("triggers", 0, "held"), -1, ("triggers[0].held",)),
    (("plans", "beta", "orders", "b1", "special", "text"), "x" * 501, ("plans.beta.orders.b1.special.text",)),
    # what does not exist
    ((*TERM, 4, "feature"), "nonsense", ("triggers[0].when[4].feature",)),
    (("players", 0, "conditions", 0, "trigger"), "t9", ("players[0].conditions[0].trigger",)),
    (("players", 1, "rules", 0), "house_lost", ("players[1].rules[0]",)),
    (("players", 1, "rules", -1), "house_plain", ("players[1].rules[1]",)),
    ((*START, 0, "banner"), "b1.3.3.9", ("settlements[0].start[0].banner",)),
    ((*START, 0, "banner"), "b1.3", ("settlements[0].start[0].banner",)),
    ((*END, 0, "banner"), "c1.3", ("settlements[0].end[0].banner",)),
    ((*END, 0, "banner"), "b1.4", ("settlements[0].end[0].banner",)),
    # words of other places
    ((*DEED, 0), {"do": "move", "to": [0, 0]}, ("triggers[0].do[0].do",)),
    ((*END, 0), {"do": "move", "to": [0, 0]}, ("settlements[0].end[0].do",)),
    *[((*START, 0), deed, ("settlements[0].start[0].do",)) for deed in [
        {"do": "reveal", "relic": "orb"}, {"do": "unseal", "relic": "rod"},
        {"do": "spy", "radius": 1, "at": [0, 0]},
    ]],
    ((*DEED, 0), {"do": "level", "by": 1, "banner": "a1"}, ("triggers[0].do[0].banner",)),
    ((*END, 0), {"do": "level", "by": 1, "on": "all"}, ("settlements[0].end[0].on",)),
    *[((*TERM, 1, "order"), kind, ("triggers[0].when[1].order",))
      for kind in ("transfer", "split", "join", "retreat", "destroy_relic", "use", "other")],
    (("house", 0, "never", 0), "retreat", ("house[0].never[0]",)),
    (("house", 0, "gives", 0), "house_plain", ("house[0].gives[0]",)),
    (("house", 0, "id"), "street", ("house[0].id",)),
    (("house", 0, "id"), "house_plain", ("house[1].id",)),
    (("triggers", 0, "id"), "t2", ("triggers[1].id",)),
    # exactly one
    (("triggers", 1, "feature"), "vault", ("triggers[1]",)),
    (("triggers", 1, "relic"), MISSING, ("triggers[1]",)),
    ((*DEED, 1, "relic"), "orb", ("triggers[0].do[1]",)),
    ((*DEED, 1, "feature"), MISSING, ("triggers[0].do[1]",)),
    ((*END, 1, "feature"), "mill", ("settlements[0].end[1]",)),
    ((*END, 1, "relic"), MISSING, ("settlements[0].end[1]",)),
    (("plans", "alpha", "orders", "a1", "special", "feature"), "vault", ("plans.alpha.orders.a1.special",)),
    (("plans", "alpha", "orders", "a1", "special", "relic"), MISSING, ("plans.alpha.orders.a1.special",)),
    ((*TERM, 6), {"is": "turn"}, ("triggers[0].when[6]",)),
    # places
    ((*TERM, 5, "sectors", 0), [6, 2], ("triggers[0].when[5].sectors[0]",)),
    ((*TERM, 5, "sectors", 0), [10, 0], ("triggers[0].when[5].sectors[0]",)),
    ((*TERM, 5, "sectors"), [], ("triggers[0].when[5].sectors",)),
    ((*DEED, 4, "at"), [10, 0], ("triggers[0].do[4].at",)),
    ((*END, 3, "at"), [0, -1], ("settlements[0].end[3].at",)),
    ((*START, 1, "to"), [6, 2], ("settlements[0].start[1].to",)),
    ((*START, 1, "to"), [0, 5], ("settlements[0].start[1].to",)),
    # seals
    (("relics", 1, "known_to"), ["beta"], ("relics[1]",)),
    (("relics", 0, "sealed"), True, ("relics[0]",)),
    (("relics", 2, "sealed"), True, ("relics[2]",)),
    # settlements
    (("settlements", 0, "banner"), "a1", ("settlements[0].banner",)),
    (("settlements", 0, "banner"), "a2", ("settlements[0].banner",)),
    (("settlements", -1), {"banner": "b1"}, ("settlements[1].banner",)),
    ((*START, -1), {"do": "move", "to": [0, 0]}, ("settlements[0].start[2]",)),
    (("settings", "special_orders"), "use", ("settlements[0].banner",)),
    (("settings", "special_orders"), "none", ("settlements[0].banner",)),
    (("players", 1, "submitted"), False, ("settlements[0].banner",)),
    (("players", 1, "rules"), ["house_street"], ("settlements[0].banner",)),
    (("banners", 2, "retreating"), True, ("settlements[0].banner",)),
    (("plans", "beta", "orders", "b1", "secondary"), {"order": "fortify"}, ("settlements[0].banner",)),
    # too few and too many
    (("triggers", 0, "do"), [], ("triggers[0].do",)),
    (("triggers", 0, "do"), [{"do": "unseal", "relic": "rod"}] * 9, ("triggers[0].do",)),
    ((*TERM, -1), {"is": "used"}, ("triggers[0].when",)),
    ((*TERM, 5, "sectors"), [[0, 0]] * 9, ("triggers[0].when[5].sectors",)),
    (MODS, [{"what": "march", "by": 0}] * 9, ("house[0].mods",)),
    (("house", 0, "gives"), ["tough"] * 9, ("house[0].gives",)),
    (("house", 0, "never"), ["march"] * 9, ("house[0].never",)),
    (START, [{"do": "level", "by": 1}] * 9, ("settlements[0].start",)),
    (END, [{"do": "level", "by": 1}] * 9, ("settlements[0].end",)),
    (("house",), [{"id": f"house_{number}"} for number in range(101)], ("house",)),
    (("triggers",), [{"id": f"t{number}", "relic": "x", "do": [{"do": "unseal", "relic": "x"}]}
                     for number in range(201)], ("triggers",)),
]  # fmt: skip
