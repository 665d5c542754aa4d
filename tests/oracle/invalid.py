"""Broken scenario documents, each with the JSON path that the one line on standard error must begin with.

`python -m tests.oracle.invalid` asks the command about each: exit status 2, nothing on standard output, one
line that names the path. Every document is one step from `base()`, which is valid.
"""

import copy
import sys
from collections.abc import Callable, Iterator
from typing import Any

from tests.oracle.engine import Answer, ask
from tests.oracle.world import Document

Path = tuple[str | int, ...]
MISSING = object()


def base() -> Document:
    """A valid scenario with something of everything: a played battle (a1, b1), an auto battle (a2, b2)."""
    return {
        "turn": 3,
        "seed": "00" * 31 + "07",
        "settings": {
            "battle_radius": 1,
            "recon_radius": 2,
            "search_radius": 3,
            "engagement": "on_contact",
        },
        "map": ["............", "..C.....#...", "............", "............", "............"] * 2,
        "players": [
            {
                "id": "alpha",
                "rules": ["sacrifice", "tough"],
                "conditions": [
                    {"kind": "retrieval", "relic": "orb", "primary": True, "turns": 2, "held": 1},
                    {"kind": "occupation", "sectors": [[0, 0], [1, 0]]},
                    {"kind": "occupation", "count": 9, "primary": False},
                    {"kind": "destruction", "player": "beta"},
                    {"kind": "destruction", "banners": ["b1"]},
                ],
            },
            {"id": "beta", "rules": ["hive_mentality"], "node": "b1"},
        ],
        "banners": [
            {"id": "a1", "owner": "alpha", "at": [2, 2], "level": 15},
            {"id": "b1", "owner": "beta", "at": [5, 2], "level": 12, "works": "fortified"},
            {"id": "a2", "owner": "alpha", "at": [2, 8], "level": 14},
            {"id": "b2", "owner": "beta", "at": [5, 8], "level": 7},
        ],
        "sectors": [{"at": [0, 0], "occupier": "alpha"}, {"at": [9, 9], "occupier": None, "disputed": True}],
        "features": [{"id": "mill", "at": [3, 3], "effect": "supply", "known_to": ["alpha"]}],
        "relics": [{"id": "orb", "carried_by": "a1"}, {"id": "rod", "at": [6, 6], "known_to": []}],
        "plans": {
            "alpha": {
                "node": None,
                "orders": {
                    "a1": {"primary": {"order": "march", "to": [3, 2]}, "secondary": {"order": "resupply"}},
                    "a2": {"primary": {"order": "march", "to": [3, 8]}},
                },
            },
            "beta": {"orders": {"b1": {"secondary": {"order": "transfer", "from": "b2", "levels": 1}}}},
        },
        "reports": [
            {
                "battle": ["a1", "b1"],
                "by": "alpha",
                "method": "tabletop",
                "winner": "a1",
                "points_lost": {"a1": 400, "b1": 900},
                "sacrifice": 1,
            },
            {"battle": ["b1", "a1"], "by": "beta", "method": "abstract"},
        ],
        "forfeits": [{"battle": ["a1", "b1"], "by": "beta"}],
        "rulings": [{"battle": ["a1", "b1"], "winner": None, "points_lost": {"a1": 0, "b1": 0}}],
    }


def put(path: Path, value: Any) -> Document:
    """The base with one value set, added to a list (index -1) or, with MISSING, taken away."""
    document = base()
    target: Any = document
    for key in path[:-1]:
        target = target[key]
    last = path[-1]
    if value is MISSING:
        del target[last]
    elif last == -1:
        target.append(copy.deepcopy(value))
    else:
        target[last] = copy.deepcopy(value)
    return document


REPORT = base()["reports"][0]
RULING = base()["rulings"][0]
SECOND_BANNER = {"id": "a3", "owner": "alpha", "at": [9, 9], "level": 10}

# (what is wrong, where it is put, what is put there, the beginnings of the path any of which may be named)
BROKEN: list[tuple[str, Path, Any, tuple[str, ...]]] = [
    # unknown keys, everywhere
    ("unknown key at the top", ("wind",), 3, ("wind",)),
    ("unknown setting", ("settings", "wind"), 3, ("settings.wind",)),
    ("unknown key of a player", ("players", 0, "colour"), "red", ("players[0].colour",)),
    ("unknown key of a banner", ("banners", 1, "name"), "x", ("banners[1].name",)),
    ("unknown key of a sector", ("sectors", 0, "name"), "x", ("sectors[0].name",)),
    ("unknown key of a feature", ("features", 0, "name"), "x", ("features[0].name",)),
    ("unknown key of a relic", ("relics", 0, "name"), "x", ("relics[0].name",)),
    ("unknown key of a plan", ("plans", "alpha", "x"), 1, ("plans.alpha.x",)),
    ("unknown slot", ("plans", "alpha", "orders", "a2", "tertiary"), {"order": "search"},
     ("plans.alpha.orders.a2",)),
    ("unknown key of an order", ("plans", "alpha", "orders", "a1", "primary", "via"), [1, 1],
     ("plans.alpha.orders.a1.primary.via",)),
    ("unknown key of a search", ("plans", "alpha", "orders", "a1", "primary"),
     {"order": "search", "to": [1, 1]},
     ("plans.alpha.orders.a1.primary.to",)),
    ("unknown key of a report", ("reports", 0, "note"), "x", ("reports[0].note",)),
    ("unknown key of a forfeit", ("forfeits", 0, "note"), "x", ("forfeits[0].note",)),
    ("unknown key of a ruling", ("rulings", 0, "note"), "x", ("rulings[0].note",)),
    ("unknown key of a condition", ("players", 0, "conditions", 0, "note"), "x",
     ("players[0].conditions[0].note",)),
    ("key of another kind of condition", ("players", 0, "conditions", 0, "count"), 3,
     ("players[0].conditions[0].count",)),
    # things that have no default
    ("no turn", ("turn",), MISSING, ("turn",)),
    ("no seed", ("seed",), MISSING, ("seed",)),
    ("no map", ("map",), MISSING, ("map",)),
    ("no players", ("players",), MISSING, ("players",)),
    ("no banners", ("banners",), MISSING, ("banners",)),
    ("player without id", ("players", 0, "id"), MISSING, ("players[0]",)),
    ("banner without id", ("banners", 0, "id"), MISSING, ("banners[0]",)),
    ("banner without owner", ("banners", 0, "owner"), MISSING, ("banners[0].owner",)),
    ("banner without place", ("banners", 0, "at"), MISSING, ("banners[0].at",)),
    ("banner without level", ("banners", 0, "level"), MISSING, ("banners[0].level",)),
    ("sector without place", ("sectors", 0, "at"), MISSING, ("sectors[0].at",)),
    ("feature without place", ("features", 0, "at"), MISSING, ("features[0].at",)),
    ("march without target", ("plans", "alpha", "orders", "a1", "primary", "to"), MISSING,
     ("plans.alpha.orders.a1.primary.to",)),
    ("order without name", ("plans", "alpha", "orders", "a1", "primary", "order"), MISSING,
     ("plans.alpha.orders.a1.primary",)),
    ("condition without kind", ("players", 0, "conditions", 0, "kind"), MISSING,
     ("players[0].conditions[0]",)),
    ("retrieval without relic", ("players", 0, "conditions", 0, "relic"), MISSING,
     ("players[0].conditions[0]",)),
    ("report without author", ("reports", 0, "by"), MISSING, ("reports[0].by",)),
    ("report without method", ("reports", 0, "method"), MISSING, ("reports[0].method",)),
    ("tabletop report without winner", ("reports", 0, "winner"), MISSING, ("reports[0].winner",)),
    ("tabletop report without points", ("reports", 0, "points_lost"), MISSING, ("reports[0].points_lost",)),
    ("ruling without points", ("rulings", 0, "points_lost"), MISSING, ("rulings[0].points_lost",)),
    ("ruling without winner", ("rulings", 0, "winner"), MISSING, ("rulings[0].winner",)),
    # wrong types
    ("turn is text", ("turn",), "3", ("turn",)),
    ("turn is true", ("turn",), True, ("turn",)),
    ("turn 0", ("turn",), 0, ("turn",)),
    ("turn is a fraction", ("turn",), 3.5, ("turn",)),
    ("seed too short", ("seed",), "00" * 31, ("seed",)),
    ("seed not hex", ("seed",), "zz" * 32, ("seed",)),
    ("seed with spaces", ("seed",), "00 " * 21 + "0", ("seed",)),
    ("map is text", ("map",), "....", ("map",)),
    ("map without rows", ("map",), [], ("map",)),
    ("level is text", ("banners", 0, "level"), "15", ("banners[0].level",)),
    ("level is true", ("banners", 0, "level"), True, ("banners[0].level",)),
    ("level is a fraction", ("banners", 0, "level"), 14.5, ("banners[0].level",)),
    ("place of three numbers", ("banners", 0, "at"), [2, 2, 2], ("banners[0].at",)),
    ("place of fractions", ("banners", 0, "at"), [2.0, 2.5], ("banners[0].at",)),
    ("retreating is a number", ("banners", 0, "retreating"), 1, ("banners[0].retreating",)),
    ("players is an object", ("players",), {}, ("players",)),
    ("plans is a list", ("plans",), [], ("plans",)),
    ("known_to is text", ("features", 0, "known_to"), "alpha", ("features[0].known_to",)),
    ("march to text", ("plans", "alpha", "orders", "a1", "primary", "to"), "C3",
     ("plans.alpha.orders.a1.primary.to",)),
    # the map and what stands on it
    ("unknown terrain", ("map", 2), "....~.......", ("map[2]",)),
    ("rows of unequal length", ("map", 3), ".....", ("map[3]", "map")),
    ("banner off the map", ("banners", 1, "at"), [40, 2], ("banners[1].at",)),
    ("banner at a negative place", ("banners", 1, "at"), [-1, 2], ("banners[1].at",)),
    ("banner on impassable terrain", ("banners", 1, "at"), [8, 1], ("banners[1].at",)),
    ("two enemies in one sector", ("banners", 1, "at"), [2, 2],
     ("banners[1].at", "banners[0].at", "banners[1]")),
    ("feature on impassable terrain", ("features", 0, "at"), [8, 1], ("features[0].at",)),
    ("feature off the map", ("features", 0, "at"), [3, 10], ("features[0].at",)),
    ("relic on impassable terrain", ("relics", 1, "at"), [8, 6], ("relics[1].at",)),
    ("relic off the map", ("relics", 1, "at"), [12, 0], ("relics[1].at",)),
    ("listed sector on impassable terrain", ("sectors", 0, "at"), [8, 1], ("sectors[0].at",)),
    ("listed sector off the map", ("sectors", 0, "at"), [0, 10], ("sectors[0].at",)),
    ("condition's sector on impassable terrain", ("players", 0, "conditions", 1, "sectors"), [[8, 1]],
     ("players[0].conditions[1].sectors",)),
    ("condition's sector off the map", ("players", 0, "conditions", 1, "sectors"), [[0, 0], [0, 99]],
     ("players[0].conditions[1].sectors",)),
    ("a sector listed twice", ("sectors", -1), {"at": [0, 0], "occupier": "beta"}, ("sectors[2]",)),
    ("a sector occupied and disputed", ("sectors", 0, "disputed"), True, ("sectors[0]",)),
    # names
    ("banner of nobody", ("banners", 0, "owner"), "gamma", ("banners[0].owner",)),
    ("sector of nobody known", ("sectors", 0, "occupier"), "gamma", ("sectors[0].occupier",)),
    ("feature known to a stranger", ("features", 0, "known_to"), ["gamma"], ("features[0].known_to",)),
    ("relic known to a stranger", ("relics", 1, "known_to"), ["gamma"], ("relics[1].known_to",)),
    ("relic carried by no banner", ("relics", 0, "carried_by"), "zz", ("relics[0].carried_by",)),
    ("relic carried and lying", ("relics", 0, "at"), [3, 3], ("relics[0]",)),
    ("relic nowhere", ("relics", 0, "carried_by"), MISSING, ("relics[0]",)),
    ("two players of one id", ("players", 1, "id"), "alpha", ("players[1].id",)),
    ("two banners of one id", ("banners", 2, "id"), "a1", ("banners[2].id",)),
    ("two features of one id", ("features", -1), {"id": "mill", "at": [0, 0]}, ("features[1].id",)),
    ("two relics of one id", ("relics", 1, "id"), "orb", ("relics[1].id",)),
    ("id is a number", ("banners", 0, "id"), 7, ("banners[0].id",)),
    ("empty id", ("banners", 0, "id"), "", ("banners[0].id",)),
    ("plan of a stranger", ("plans", "gamma"), {"orders": {}}, ("plans.gamma",)),
    ("order for the other's banner", ("plans", "alpha", "orders", "b1"), {}, ("plans.alpha.orders.b1",)),
    ("order for no banner", ("plans", "alpha", "orders", "zz"), {"primary": {"order": "search"}},
     ("plans.alpha.orders.zz",)),
    ("destruction of a stranger", ("players", 0, "conditions", 3, "player"), "gamma",
     ("players[0].conditions[3].player",)),
    # values
    ("unknown army rule", ("players", 0, "rules"), ["tuff"], ("players[0].rules",)),
    ("army rule twice", ("players", 0, "rules"), ["tough", "sacrifice", "tough"], ("players[0].rules",)),
    ("unknown works", ("banners", 0, "works"), "castle", ("banners[0].works",)),
    ("unknown effect", ("features", 0, "effect"), "radar", ("features[0].effect",)),
    ("unknown engagement", ("settings", "engagement"), "never", ("settings.engagement",)),
    ("negative radius", ("settings", "battle_radius"), -1, ("settings.battle_radius",)),
    ("battle radius above recon radius", ("settings", "battle_radius"), 3, ("settings",)),
    ("recon radius above search radius", ("settings", "recon_radius"), 4, ("settings",)),
    ("unknown kind of condition", ("players", 0, "conditions", 0, "kind"), "glory",
     ("players[0].conditions[0].kind",)),
    ("turns of 0", ("players", 0, "conditions", 0, "turns"), 0, ("players[0].conditions[0].turns",)),
    ("held below 0", ("players", 0, "conditions", 0, "held"), -1, ("players[0].conditions[0].held",)),
    ("unknown order", ("plans", "alpha", "orders", "a1", "primary", "order"), "dance",
     ("plans.alpha.orders.a1.primary",)),
    ("secondary order as primary", ("plans", "alpha", "orders", "a1", "primary"), {"order": "fortify"},
     ("plans.alpha.orders.a1.primary",)),
    ("primary order as special", ("plans", "alpha", "orders", "a2"), {"special": {"order": "search"}},
     ("plans.alpha.orders.a2.special",)),
    ("level below 0", ("banners", 0, "level"), -1, ("banners[0].level",)),
    ("level above 20", ("banners", 0, "level"), 21, ("banners[0].level",)),
    ("node without Hive Mentality", ("players", 0, "node"), "a1", ("players[0].node",)),
    ("node of another", ("players", 1, "node"), "a1", ("players[1].node",)),
    ("node that does not exist", ("players", 1, "node"), "zz", ("players[1].node",)),
    # papers of battles
    ("report on no battle", ("reports", 0, "battle"), ["a1", "b2"], ("reports[0].battle", "reports[0]")),
    ("report on one banner", ("reports", 0, "battle"), ["a1"], ("reports[0].battle",)),
    ("report on friends", ("reports", 0, "battle"), ["a1", "a2"], ("reports[0]",)),
    ("report on an auto battle", ("reports", -1),
     {"battle": ["a2", "b2"], "by": "alpha", "method": "abstract"}, ("reports[2].battle", "reports[2]")),
    ("forfeit on no battle", ("forfeits", 0, "battle"), ["a2", "b1"], ("forfeits[0].battle", "forfeits[0]")),
    ("forfeit on an auto battle", ("forfeits", -1), {"battle": ["a2", "b2"], "by": "beta"},
     ("forfeits[1].battle", "forfeits[1]")),
    ("ruling on no battle", ("rulings", 0, "battle"), ["a2", "b1"], ("rulings[0].battle", "rulings[0]")),
    ("ruling on an auto battle", ("rulings", -1),
     {"battle": ["a2", "b2"], "winner": None, "points_lost": {"a2": 0, "b2": 0}},
     ("rulings[1].battle", "rulings[1]")),
    ("two reports by one player", ("reports", 1, "by"), "alpha", ("reports[1]",)),
    ("two rulings on one battle", ("rulings", -1), RULING | {"battle": ["b1", "a1"]}, ("rulings[1]",)),
    ("report by a stranger", ("reports", 0, "by"), "gamma", ("reports[0].by",)),
    ("forfeit by a stranger", ("forfeits", 0, "by"), "gamma", ("forfeits[0].by",)),
    ("unknown method", ("reports", 0, "method"), "chess", ("reports[0].method",)),
    ("method of outcomes only", ("reports", 0, "method"), "ruling", ("reports[0].method",)),
    ("winner is not of the battle", ("reports", 0, "winner"), "b2", ("reports[0].winner",)),
    ("ruled winner is not of the battle", ("rulings", 0, "winner"), "b2", ("rulings[0].winner",)),
    ("points below 0", ("reports", 0, "points_lost", "a1"), -1, ("reports[0].points_lost",)),
    ("points above 100 x level", ("reports", 0, "points_lost", "a1"), 1701, ("reports[0].points_lost",)),
    ("points of one side only", ("reports", 0, "points_lost", "b1"), MISSING, ("reports[0].points_lost",)),
    ("points of a third", ("reports", 0, "points_lost", "b2"), 100, ("reports[0].points_lost",)),
    ("points are a fraction", ("reports", 0, "points_lost", "a1"), 10.5, ("reports[0].points_lost",)),
    ("ruled points above 100 x level", ("rulings", 0, "points_lost", "b1"), 1201,
     ("rulings[0].points_lost",)),
    ("sacrifice without the rule", ("reports", 1, "sacrifice"), 1, ("reports[1].sacrifice",)),
    ("sacrifice of 4", ("reports", 0, "sacrifice"), 4, ("reports[0].sacrifice",)),
    ("sacrifice below 0", ("reports", 0, "sacrifice"), -1, ("reports[0].sacrifice",)),
    ("ruled sacrifice without the rule", ("rulings", 0, "sacrifice"), {"b1": 1}, ("rulings[0].sacrifice",)),
    ("ruled sacrifice of 4", ("rulings", 0, "sacrifice"), {"a1": 4}, ("rulings[0].sacrifice",)),
    ("abstract report with a winner", ("reports", 1, "winner"), "b1", ("reports[1].winner",)),
    ("abstract report with points", ("reports", 1, "points_lost"), {"a1": 0, "b1": 0},
     ("reports[1].points_lost",)),
]  # fmt: skip


def documents() -> Iterator[tuple[str, Document, tuple[str, ...]]]:
    """Every broken document with what is wrong and the paths that may be named."""
    for name, path, value, named in BROKEN:
        yield name, put(path, value), named


def fault(answer: Answer, named: tuple[str, ...]) -> str | None:
    """What is wrong with the command's answer to a broken document, or None."""
    if answer.status != 2:
        return f"exit status {answer.status}, not 2"
    if answer.out:
        return "something on standard output"
    if answer.err.count("\n") != 1 or not answer.err.endswith("\n"):
        return f"not one line on standard error: {answer.err!r}"
    path = answer.err.split(":", 1)[0]
    if not any(path == one or path.startswith((one + ".", one + "[")) for one in named):
        return f"names {path!r}, not {' or '.join(named)}: {answer.err.strip()}"
    return None


def main(asking: Callable[[Document], Answer] = ask) -> int:
    """Asks about every broken document; exit status 1 if any is not refused as it should be."""
    wrong = 0
    valid = asking(base())
    if valid.status != 0:
        sys.stdout.write(f"the valid base is refused: {valid.err}\n")
        wrong += 1
    for name, document, named in documents():
        found = fault(asking(document), named)
        if found is not None:
            wrong += 1
            sys.stdout.write(f"{name}: {found}\n")
    sys.stdout.write(f"{len(BROKEN)} broken documents, {wrong} not refused as they should be\n")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
