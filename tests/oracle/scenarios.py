"""Seeded random scenarios, all valid and none of them kind: small crowded maps, odd armies and orders.

`scenario(seed)` is a whole document; reports, forfeits and rulings are for battles that really happen, found
by the oracle's own movement stage.
"""

import random
from typing import Any

from tests.oracle.adjudicator import adjudicate
from tests.oracle.plans import add_plans
from tests.oracle.themes import THEMES, Theme
from tests.oracle.world import DIRECTIONS, Document, Sector

RULES_IN_ONE_LINE = (
    "highly_mobile teleport infestation very_tough superior_intelligence unseen_presence tough steadfast "
    "massive_armies hatred battlelust tactical_genius sacrifice blood_reward all_seeing_eye mobilization "
    "flexible_command raiders easily_observable suicide_troops blitz impetuous hive_mentality wots_a_recon "
    "ponderous slow_resupply tribal_animosity irreplaceable_troops"
)
RULES = RULES_IN_ONE_LINE.split()
PLAYER_IDS = ["alpha", "beta", "gamma", "delta", "Epsilon", "p1", "p10", "p2", "zed"]
# Plain string order is not the order people expect of some of these.
STEMS = ["a", "b", "B", "x-", "q_", "n"]


SMALL_MAPS = [(1, 24), (2, 14), (3, 9), (4, 7), (24, 1), (14, 2), (9, 3), (5, 5), (12, 12)]


LARGE_MAPS = [(100, 30), (300, 9), (3, 900), (45, 70), (999, 3)]
"""Of more sectors than the engine holds in one piece."""


def scenario(seed: int, *, wide: bool = False, large: bool = False, papers: bool = True) -> Document:
    """One valid scenario with everything in it.

    `wide` for ranges that often reach past the whole map, `large` for a map of thousands of sectors; without
    `papers` nothing is said of battles.
    """
    rng = random.Random(seed)
    theme = rng.choice(THEMES)
    document: Document = {
        "turn": rng.choice([1, 2, 3, 4, 7, 10, 99, 1000]),
        "seed": rng.randbytes(32).hex(),
    }
    _settings(rng, document, wide)
    document["map"] = _map(rng, theme, LARGE_MAPS if large else SMALL_MAPS if wide else [])
    document["players"] = _players(rng, theme)
    _banners(rng, document, theme)
    _sectors(rng, document)
    _features_and_relics(rng, document, theme)
    _nodes(rng, document)
    for player in document["players"]:
        _conditions(rng, document, player)
    add_plans(rng, document, theme)
    if papers:
        battle_papers(rng, document, adjudicate(document, "movement"))
    for key in ("players", "banners", "sectors", "features", "relics"):
        rng.shuffle(document.get(key, []))
    return document


def maybe(rng: random.Random, target: Document, key: str, value: Any, default: Any) -> None:
    """Writes a key, but a default only half of the time."""
    if value != default or rng.random() < 0.5:
        target[key] = value


def passable(document: Document) -> list[Sector]:
    """All sectors a banner may stand in."""
    return [(x, y) for y, row in enumerate(document["map"]) for x, mark in enumerate(row) if mark != "#"]


def _settings(rng: random.Random, document: Document, wide: bool) -> None:
    battle, recon, search = 1, 2, 3
    if rng.random() < 0.35:
        battle, recon, search = sorted(rng.choice([0, 1, 1, 2, 2, 3, 4]) for _ in range(3))
    if wide:
        battle, recon, search = sorted(rng.choice([0, 1, 1, 2, 2, 3, 4, 6, 9, 15, 30]) for _ in range(3))
    settings: Document = {}
    maybe(rng, settings, "battle_radius", battle, 1)
    maybe(rng, settings, "recon_radius", recon, 2)
    maybe(rng, settings, "search_radius", search, 3)
    maybe(rng, settings, "engagement", rng.choice(["on_contact", "on_contact", "every_turn"]), "on_contact")
    maybe(rng, document, "settings", settings, {})


def _map(rng: random.Random, theme: Theme, sizes: list[tuple[int, int]]) -> list[str]:
    width, height = rng.randint(5, 14), rng.randint(5, 14)
    if rng.random() < 0.06:
        width, height = rng.choice([(1, 24), (24, 1), (2, 16), (30, 4), (24, 24)])
    if sizes:
        width, height = rng.choice(sizes)
    rock = rng.choice(theme.rock)
    city = rng.choice([0, 0.1, 0.4])
    rows = []
    for _ in range(height):
        row = ""
        for _ in range(width):
            roll = rng.random()
            row += "#" if roll < rock else ("C" if roll < rock + city else ".")
        rows.append(row)
    if sum(mark != "#" for row in rows for mark in row) < 10:
        return ["." * width for _ in range(height)]
    return rows


def _players(rng: random.Random, theme: Theme) -> list[Document]:
    players = []
    # Some rules only show when several armies have them.
    common = theme.all_have or rng.choice([None, rng.choice(RULES)])
    for player_id in rng.sample(PLAYER_IDS, rng.randint(2, 5)):
        few = rng.random() < 0.5
        rules = rng.sample(RULES, rng.randint(0, 3) if few else rng.randint(2, 14))
        rules += [rule for rule in theme.rules if rng.random() < 0.5]
        if common is not None:
            rules.append(common)
        rules = list(dict.fromkeys(rules))
        player: Document = {"id": player_id}
        maybe(rng, player, "rules", rules, [])
        maybe(rng, player, "submitted", rng.random() > 0.08, True)
        maybe(rng, player, "excused", rng.random() < 0.2, False)
        players.append(player)
    return players


def has(document: Document, player_id: str, rule: str) -> bool:
    """Whether the player's army has a rule, or is given it by one of the house."""
    (player,) = [one for one in document["players"] if one["id"] == player_id]
    rules = player.get("rules", [])
    given = [
        one for house in document.get("house", []) if house["id"] in rules for one in house.get("gives", [])
    ]
    return rule in rules or rule in given


def _level(rng: random.Random, massive: bool, theme: Theme) -> int:
    style = rng.random()
    if theme.levels and style < 0.75:
        level = rng.choice(theme.levels)
        return level if massive else min(20, level)
    style = rng.random()
    if massive and style < 0.4:
        return rng.randint(18, 30)
    if style < 0.25:
        return rng.randint(0, 20)
    if style < 0.45:
        return rng.randint(7, 11)
    if style < 0.55:
        return rng.choice([19, 20])
    return rng.randint(10, 16) if style < 0.8 else 12


def _banners(rng: random.Random, document: Document, theme: Theme) -> None:
    free = passable(document)
    held: dict[Sector, str] = {}
    centre, crowd = rng.choice(free), rng.choice(theme.crowd)
    banners: list[Document] = []
    most = rng.choice([2, 3, 5, 7])
    for number, player in enumerate(document["players"]):
        stem = STEMS[number]
        massive = has(document, player["id"], "massive_armies")
        if theme.own_centre:
            centre = rng.choice(free)
        count = 0 if rng.random() < 0.04 else rng.randint(2, most)
        for name in rng.sample(["1", "2", "3", "10", "1.5", "9", "01", "10.6", "x"], count):
            at = _place(rng, free, held, player["id"], centre, crowd, theme.together)
            if at is None:
                break
            held[at] = player["id"]
            banner: Document = {"id": stem + name, "owner": player["id"], "at": list(at)}
            banner["level"] = _level(rng, massive, theme)
            works = rng.choice(theme.works)
            maybe(rng, banner, "works", works, "none")
            maybe(rng, banner, "retreating", rng.random() < theme.retreating, False)
            banners.append(banner)
    document["banners"] = banners
    for banner in banners:
        enemies = [one["id"] for one in banners if one["owner"] != banner["owner"]]
        beaten_by = None
        if banner.get("retreating", False):
            beaten_by = rng.choice([None, "gone.3", *enemies, *enemies])
        maybe(rng, banner, "beaten_by", beaten_by, None)


def _place(
    rng: random.Random,
    free: list[Sector],
    held: dict[Sector, str],
    player: str,
    centre: Sector,
    crowd: float,
    sharing: float,
) -> Sector | None:
    open_to_it = [sector for sector in free if held.get(sector, player) == player]
    if not open_to_it:
        return None
    together = [sector for sector in open_to_it if sector in held]
    if together and rng.random() < sharing:
        return rng.choice(together)
    if rng.random() < crowd:
        near = [one for one in open_to_it if max(abs(one[0] - centre[0]), abs(one[1] - centre[1])) <= 3]
        return rng.choice(near or open_to_it)
    return rng.choice(open_to_it)


def _sectors(rng: random.Random, document: Document) -> None:
    share = rng.choice([0, 0.2, 0.6])
    ids = [player["id"] for player in document["players"]]
    listed: list[Document] = []
    for at in passable(document):
        if rng.random() > share:
            continue
        roll = rng.random()
        entry: Document = {"at": list(at), "occupier": rng.choice(ids)}
        if roll < 0.15:
            entry["occupier"] = None
        maybe(rng, entry, "disputed", roll < 0.1, False)
        listed.append(entry)
    maybe(rng, document, "sectors", listed, [])


def _features_and_relics(rng: random.Random, document: Document, theme: Theme) -> None:
    free = passable(document)
    near = [tuple(banner["at"]) for banner in document["banners"]]
    near += [(x + dx, y + dy) for x, y in near for dx, dy in DIRECTIONS if (x + dx, y + dy) in set(free)]
    ids = [player["id"] for player in document["players"]]

    def somewhere() -> list[int]:
        return list(rng.choice(near if near and rng.random() < 0.8 else free))

    features: list[Document] = []
    for number in range(rng.randint(0, 8) + theme.things):
        feature: Document = {"id": f"f{number}", "at": somewhere()}
        maybe(rng, feature, "needs_search", rng.random() < 0.5, False)
        maybe(rng, feature, "effect", rng.choice([None, "supply", "supply", "sensor", "sensor"]), None)
        maybe(rng, feature, "known_to", [one for one in ids if rng.random() < 0.4], [])
        features.append(feature)
    maybe(rng, document, "features", features, [])
    relics: list[Document] = []
    for number in range(rng.randint(0, 6) + theme.things):
        relic: Document = {"id": f"r{number}"}
        if document["banners"] and rng.random() < 0.5:
            relic["carried_by"] = rng.choice(document["banners"])["id"]
        else:
            relic["at"] = somewhere()
            maybe(rng, relic, "known_to", [one for one in ids if rng.random() < 0.5], [])
        maybe(rng, relic, "destructible", rng.random() < 0.8, True)
        relics.append(relic)
    maybe(rng, document, "relics", relics, [])


def _nodes(rng: random.Random, document: Document) -> None:
    for player in document["players"]:
        node = None
        own = [one for one in document["banners"] if one["owner"] == player["id"]]
        if own and has(document, player["id"], "hive_mentality") and rng.random() < 0.7:
            # One that must retreat is likelier to be lost.
            weak = [one for one in own if one.get("retreating", False)]
            node = rng.choice(weak if weak and rng.random() < 0.7 else own)["id"]
        maybe(rng, player, "node", node, None)


def _conditions(rng: random.Random, document: Document, player: Document) -> None:
    conditions: list[Document] = []
    banners = [banner["id"] for banner in document["banners"]]
    others = [one["id"] for one in document["players"] if one is not player]
    relics = [relic["id"] for relic in document.get("relics", [])]
    for _ in range(rng.choice([0, 1, 1, 1, 2, 4])):
        kind = rng.choice(["retrieval", "occupation", "area", "destruction", "hunt"])
        condition: Document
        if kind == "retrieval":
            condition = {"kind": "retrieval", "relic": rng.choice([*relics, *relics, "lost"])}
        elif kind == "occupation":
            listed = rng.sample(passable(document), rng.randint(1, 3))
            condition = {"kind": "occupation", "sectors": [list(at) for at in listed]}
        elif kind == "area":
            condition = {"kind": "occupation", "count": rng.choice([1, 1, 5, 9, 14, 25])}
        elif kind == "destruction":
            condition = {"kind": "destruction", "player": rng.choice(others)}
        else:
            named = rng.sample([*banners, "gone.3"], min(len(banners) + 1, rng.randint(1, 2)))
            condition = {"kind": "destruction", "banners": named}
        maybe(rng, condition, "primary", rng.random() < 0.7, True)
        maybe(rng, condition, "turns", rng.choice([1, 1, 2, 3]), 1)
        maybe(rng, condition, "held", rng.choice([0, 0, 1, 2]), 0)
        conditions.append(condition)
    maybe(rng, player, "conditions", conditions, [])


def battle_papers(rng: random.Random, document: Document, outcome: Document) -> None:
    """Writes reports, forfeits and rulings on the battles of a movement's outcome."""
    owners = {banner["id"]: banner["owner"] for banner in document["banners"]}
    owners.update({banner["id"]: banner["owner"] for banner in outcome["banners"]})
    reports: list[Document] = []
    forfeits: list[Document] = []
    rulings: list[Document] = []
    quarrels = rng.random() < 0.15
    for battle in outcome["battles"]:
        if battle["auto"]:
            continue
        both = _reports(rng, document, battle, owners, quarrels)
        reports += both
        if rng.random() < 0.08:
            forfeits.append({"battle": _pair(rng, battle), "by": owners[rng.choice(battle["banners"])]})
        if rng.random() < 0.12:
            rulings.append(_ruling(rng, document, battle, owners))
    for papers in (reports, forfeits, rulings):
        rng.shuffle(papers)
    maybe(rng, document, "reports", reports, [])
    maybe(rng, document, "forfeits", forfeits, [])
    maybe(rng, document, "rulings", rulings, [])


def _pair(rng: random.Random, battle: Document) -> list[str]:
    return rng.sample(battle["banners"], 2)


def _points(rng: random.Random, battle: Document) -> Document:
    lost = {}
    for banner_id, level in battle["levels"].items():
        most = 100 * min(level, 20)
        edge = rng.choice([0, 300, 301, 500, 700, 701, 1100, 1101, 1900, 1901, most])
        lost[banner_id] = edge if edge <= most and rng.random() < 0.6 else rng.randint(0, most)
    return lost


def _reports(
    rng: random.Random, document: Document, battle: Document, owners: dict[str, str], quarrels: bool
) -> list[Document]:
    style = rng.choice(["none", "agree", "agree", "agree", "abstract", "one", "one", "one-abstract"])
    if quarrels and rng.random() < 0.3:
        style = rng.choice(["differ", "mixed"])
    result = {"winner": rng.choice([*battle["banners"], None]), "points_lost": _points(rng, battle)}
    reports: list[Document] = []
    for banner_id in rng.sample(battle["banners"], 2):
        report: Document = {"battle": _pair(rng, battle), "by": owners[banner_id], "method": "tabletop"}
        if style in ("abstract", "one-abstract") or (style == "mixed" and reports):
            report["method"] = "abstract"
        else:
            report.update(result)
        if style == "differ":
            result = {"winner": rng.choice([*battle["banners"], None]), "points_lost": _points(rng, battle)}
        maybe(rng, report, "sacrifice", _sacrifice(rng, document, owners[banner_id]), 0)
        reports.append(report)
    if style == "none":
        return []
    return reports[:1] if style.startswith("one") else reports


def _sacrifice(rng: random.Random, document: Document, owner: str) -> int:
    return rng.randint(0, 3) if has(document, owner, "sacrifice") else 0


def _ruling(rng: random.Random, document: Document, battle: Document, owners: dict[str, str]) -> Document:
    ruling: Document = {
        "battle": _pair(rng, battle),
        "winner": rng.choice([*battle["banners"], None]),
        "points_lost": _points(rng, battle),
    }
    given = {one: _sacrifice(rng, document, owners[one]) for one in battle["banners"]}
    if any(given.values()) or rng.random() < 0.3:
        ruling["sacrifice"] = given
    return ruling
