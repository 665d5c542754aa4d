"""Seeded random scenarios with the club's own rules (Rules 14): army rules, special orders, triggers, seals.

`club(seed)` is a valid document: one of `tests.oracle.scenarios`, with everything of Rules 14 drawn into it.
"""

import json
import random
from collections import Counter
from typing import Any

from tests.oracle.engine import ask
from tests.oracle.scenarios import RULES, battle_papers, maybe, passable, scenario
from tests.oracle.world import Document

STATS = {
    "battle_radius": (-2, 2),
    "recon_radius": (-2, 2),
    "search_radius": (-2, 2),
    "march": (0, 2),
    "resupply": (-1, 3),
    "attrition": (-3, 3),
    "attrition_lost": (-3, 3),
    "enemy_attrition": (-3, 3),
    "abstract": (-3, 3),
}
IN_BATTLE = ["attrition", "attrition_lost", "enemy_attrition", "abstract"]
WHENS = ["city", "attacker", "defender", "works", "no_works"]
ASKED = ["march", "teleport", "search", "fortify", "entrench", "unfortify", "resupply"]
FORBIDDEN = [*ASKED, "transfer", "split", "join", "destroy_relic", "use", "other"]
TERMS = ["used", "order", "carries", "held", "knows", "occupies", "turn", "die"]
DO = ["level", "reveal", "unseal", "spy"]
REPEATS = ["once", "each", "turn"]


def club(seed: int) -> Document:
    """One valid scenario with Rules 14 in it."""
    document = drawn(seed)
    rng = random.Random(f"papers/{seed}")
    battle_papers(rng, document, json.loads(ask(document, ["--stage", "movement"]).out))
    return document


def drawn(seed: int) -> Document:
    """The same before anything is said of its battles."""
    document = scenario(seed, papers=False)
    rng = random.Random(f"club/{seed}")
    settings = document.setdefault("settings", {})
    maybe(rng, settings, "special_orders", rng.choice(["none", "use", "all", "all", "all", "all"]), "none")
    _house(rng, document)
    _seal(rng, document)
    _special_orders(rng, document)
    if document.get("features") or document.get("relics"):
        triggers = [_trigger(rng, document, f"t{number}") for number in range(rng.randint(0, 5))]
        maybe(rng, document, "triggers", triggers, [])
    _conditions(rng, document)
    maybe(rng, document, "settlements", _settlements(rng, document), [])
    return document


def words(document: Document) -> Counter[str]:
    """Every word of Rules 14 that stands in a document."""
    found: Counter[str] = Counter()
    found[f"special_orders {document.get('settings', {}).get('special_orders', 'none')}"] += 1
    for rule in document.get("house", []):
        listed = [key for key in ("points", "gives", "never", "mods") if rule.get(key)]
        found.update(f"house {key}" for key in listed or ["text"])
        found.update(f"never {kind}" for kind in rule.get("never", []))
        for mod in rule.get("mods", []):
            found[f"mod {mod['what']}"] += 1
            found[f"when {mod.get('when', 'always')}"] += 1
    for trigger in document.get("triggers", []):
        found[f"repeat {trigger.get('repeat', 'once')}"] += 1
        found["trigger " + ("feature" if "feature" in trigger else "relic")] += 1
        found.update(f"is {term['is']}" for term in trigger.get("when", []))
        found.update(f"is order {term['order']}" for term in trigger.get("when", []) if term["is"] == "order")
        _deeds(found, "do", trigger["do"])
    for settlement in document.get("settlements", []):
        _deeds(found, "start", settlement.get("start", []))
        _deeds(found, "end", settlement.get("end", []))
    for plan in document.get("plans", {}).values():
        for orders in plan.get("orders", {}).values():
            order = orders.get("special") or {"order": ""}
            if order["order"] == "use":
                found["use " + ("feature" if "feature" in order else "relic")] += 1
            found["other"] += order["order"] == "other"
    found["sealed"] += sum(relic.get("sealed", False) for relic in document.get("relics", []))
    for player in document["players"]:
        found["victory trigger"] += sum(one["kind"] == "trigger" for one in player.get("conditions", []))
    return found


def _deeds(found: Counter[str], where: str, deeds: list[Document]) -> None:
    for deed in deeds:
        found[f"{where} {deed['do']}"] += 1
        if where == "do" and deed["do"] == "level":
            found[f"on {deed.get('on', 'actor')}"] += 1
        if deed["do"] == "reveal":
            found[f"{where} reveal to {deed.get('to', 'holder')}"] += 1
            found[f"{where} reveal " + ("feature" if "feature" in deed else "relic")] += 1
        if deed["do"] == "spy":
            found[f"{where} spy " + ("at" if "at" in deed else "there")] += 1
        if where != "do" and deed["do"] == "level":
            found[f"{where} level of " + ("another" if "banner" in deed else "its own")] += 1


def _house(rng: random.Random, document: Document) -> None:
    rules = [
        _rule(rng, f"house_{name}") for name in rng.sample(["a", "street", "x", "10", "9"], rng.randint(0, 4))
    ]
    maybe(rng, document, "house", rules, [])
    for player in document["players"]:
        own = [rule["id"] for rule in rules if rng.random() < 0.6]
        if own:
            player["rules"] = rng.sample(
                [*player.get("rules", []), *own], len(player.get("rules", [])) + len(own)
            )


def _rule(rng: random.Random, name: str) -> Document:
    rule: Document = {"id": name}
    if rng.random() < 0.1:
        return rule
    maybe(rng, rule, "points", rng.randint(-9, 9), 0)
    maybe(rng, rule, "gives", rng.sample(RULES, rng.choice([0, 0, 1, 2])), [])
    maybe(rng, rule, "never", rng.sample(FORBIDDEN, rng.choice([0, 0, 1, 2, 4])), [])
    maybe(rng, rule, "mods", [_mod(rng) for _ in range(rng.choice([0, 1, 2, 4, 8]))], [])
    return rule


def _mod(rng: random.Random) -> Document:
    what = rng.choice([*STATS, *IN_BATTLE])
    mod: Document = {"what": what, "by": rng.randint(*STATS[what])}
    if what in IN_BATTLE and rng.random() < 0.5:
        mod["when"] = rng.choice(WHENS)
    return mod


def _seal(rng: random.Random, document: Document) -> None:
    for relic in document.get("relics", []):
        if "at" in relic and rng.random() < 0.4:
            relic.pop("known_to", None)
            relic["sealed"] = True


def _special_orders(rng: random.Random, document: Document) -> None:
    features = [one["id"] for one in document.get("features", [])]
    relics = [one["id"] for one in document.get("relics", [])]
    for banner in document["banners"]:
        plan = document.get("plans", {}).get(banner["owner"])
        if plan is None or rng.random() < 0.6:
            continue
        order: Document = {"order": "other", "text": rng.choice(["by night", "x", "y" * 500])}
        carried = [one["id"] for one in document.get("relics", []) if one.get("carried_by") == banner["id"]]
        near = [
            one["id"]
            for one in document.get("features", [])
            if max(abs(one["at"][0] - banner["at"][0]), abs(one["at"][1] - banner["at"][1])) <= 1
        ]
        choice = rng.random()
        if choice < 0.35 and features:
            order = {"order": "use", "feature": rng.choice(near * 6 + features)}
        elif choice < 0.5 and relics:
            order = {"order": "use", "relic": rng.choice(carried * 6 + relics)}
        orders = plan.setdefault("orders", {}).setdefault(banner["id"], {})
        if rng.random() < 0.95:
            orders.clear()
        orders["special"] = order


def _somewhere(rng: random.Random, document: Document) -> list[int]:
    return list(rng.choice(passable(document)))


def _trigger(rng: random.Random, document: Document, name: str) -> Document:
    ids = [player["id"] for player in document["players"]]
    trigger: Document = {"id": name, **_thing(rng, document)}
    maybe(rng, trigger, "repeat", rng.choice(REPEATS), "once")
    if "feature" in trigger and rng.random() < 0.6:
        (feature,) = [one for one in document["features"] if one["id"] == trigger["feature"]]
        feature["known_to"] = ids
    maybe(rng, trigger, "holder", rng.choice([None, *ids]), None)
    maybe(rng, trigger, "held", rng.randint(0, 4), 0)
    maybe(rng, trigger, "fired_by", [one for one in ids if rng.random() < 0.2], [])
    terms = [_term(rng, document) for _ in range(rng.choice([0, 0, 1, 1, 2, 3, 8]))]
    maybe(rng, trigger, "when", [term for term in terms if term], [])
    trigger["do"] = [
        _deed(rng, document, rng.choice(DO), end=False) for _ in range(rng.choice([1, 1, 2, 4, 8]))
    ]
    return trigger


def _thing(rng: random.Random, document: Document) -> Document:
    features = [one["id"] for one in document.get("features", [])]
    if features and rng.random() < 0.6:
        return {"feature": rng.choice(features)}
    return {"relic": _relic(rng, document)}


def _relic(rng: random.Random, document: Document) -> str:
    return rng.choice([*[one["id"] for one in document.get("relics", [])] * 4, "lost"])


def _term(rng: random.Random, document: Document) -> Document:
    kind = rng.choice([*TERMS, "order", "order", "die", "turn"])
    features = [one["id"] for one in document.get("features", [])]
    term: Document = {"is": kind}
    if kind == "order":
        term["order"] = rng.choice(ASKED)
    elif kind == "carries":
        term["relic"] = _relic(rng, document)
    elif kind == "held":
        term["turns"] = rng.choice([1, 1, 2, 3])
    elif kind == "knows":
        return term | {"feature": rng.choice(features)} if features else {}
    elif kind == "occupies":
        term["sectors"] = [_somewhere(rng, document) for _ in range(rng.choice([1, 1, 2]))]
    elif kind == "turn":
        bounds = {"from": rng.choice([1, document["turn"], document["turn"] + 1])}
        bounds["to"] = rng.choice([document["turn"], document["turn"] + 5])
        term |= {key: bounds[key] for key in rng.choice([["from"], ["to"], ["from", "to"]])}
    elif kind == "die":
        term["sides"] = rng.choice([2, 6, 20, 100])
        term["at_least"] = rng.randint(1, (term["sides"] + 1) // 2)
    return term


def _by(rng: random.Random) -> int:
    return rng.choice([-20, -3, -2, -1, 1, 2, 5, 20])


def _deed(rng: random.Random, document: Document, kind: str, *, end: bool) -> Document:
    deed: Document = {"do": kind}
    if kind == "level":
        deed["by"] = _by(rng)
        if end:
            _named(rng, document, deed, split_off=True)
        else:
            maybe(rng, deed, "on", rng.choice(["actor", "all"]), "actor")
    elif kind == "reveal":
        deed |= _thing(rng, document)
        maybe(rng, deed, "to", rng.choice(["holder", "all"]), "holder")
    elif kind == "unseal":
        deed["relic"] = _relic(rng, document)
    else:
        deed["radius"] = rng.choice([0, 1, 2, 5, 30])
        if end or rng.random() < 0.5:
            row = rng.randrange(len(document["map"]))
            deed["at"] = [rng.randrange(len(document["map"][0])), row]
    return deed


def _named(rng: random.Random, document: Document, deed: Document, *, split_off: bool) -> None:
    if rng.random() < 0.6:
        deed["banner"] = rng.choice(document["banners"])["id"]
        splitting = [
            banner
            for plan in document.get("plans", {}).values()
            for banner, orders in plan.get("orders", {}).items()
            if (orders.get("secondary") or {}).get("order") == "split"
        ]
        if split_off and splitting and rng.random() < 0.5:
            deed["banner"] = f"{rng.choice(splitting)}.{document['turn']}"


def _conditions(rng: random.Random, document: Document) -> None:
    triggers = [one["id"] for one in document.get("triggers", [])]
    for player in document["players"]:
        for _ in range(rng.choice([0, 0, 1, 2]) if triggers else 0):
            condition: Document = {"kind": "trigger", "trigger": rng.choice(triggers)}
            maybe(rng, condition, "primary", rng.random() < 0.5, True)
            maybe(rng, condition, "turns", rng.choice([1, 1, 2]), 1)
            maybe(rng, condition, "held", rng.choice([0, 1]), 0)
            player["conditions"] = [*player.get("conditions", []), condition]


def _settlements(rng: random.Random, document: Document) -> list[Document]:
    if document["settings"].get("special_orders") != "all":
        return []
    players = {player["id"]: player for player in document["players"]}
    settlements = []
    for banner in document["banners"]:
        orders = document.get("plans", {}).get(banner["owner"], {}).get("orders", {}).get(banner["id"], {})
        player = players[banner["owner"]]
        alone = [slot for slot in ("primary", "secondary") if orders.get(slot)] == []
        effective = (
            (orders.get("special") or {}).get("order") == "other"
            and alone
            and not banner.get("retreating", False)
            and player.get("submitted", True)
            and not _never(document, player, "other")
        )
        if effective and rng.random() < 0.8:
            settlements.append(_settlement(rng, document, banner["id"]))
    rng.shuffle(settlements)
    return settlements


def _never(document: Document, player: Document, kind: str) -> bool:
    return any(
        kind in rule.get("never", [])
        for rule in document.get("house", [])
        if rule["id"] in player.get("rules", [])
    )


def _settlement(rng: random.Random, document: Document, banner: str) -> Document:
    start: list[Document] = []
    for _ in range(rng.choice([0, 1, 1, 2])):
        deed: Document = {"do": "level", "by": _by(rng)}
        _named(rng, document, deed, split_off=False)
        start.append(deed)
    if rng.random() < 0.5:
        near = [one["at"] for one in document["banners"]]
        to = list(rng.choice(near)) if rng.random() < 0.3 else _somewhere(rng, document)
        start.insert(rng.randint(0, len(start)), {"do": "move", "to": to})
    kinds = [rng.choice(DO) for _ in range(rng.choice([0, 1, 2, 3]))]
    things = bool(document.get("features") or document.get("relics"))
    kinds += ["reveal"] * (rng.random() < 0.5)
    end = [_deed(rng, document, kind, end=True) for kind in kinds if things or kind in ("level", "spy")]
    settlement: Document = {"banner": banner}
    maybe(rng, settlement, "start", start, [])
    maybe(rng, settlement, "end", end, [])
    return settlement


def sums(explained: Document) -> list[str]:
    """The banners whose items do not make up the difference of their levels; none if the ledger is right."""
    wrong: list[Any] = [
        row["banner"]
        for row in explained["ledger"]
        if row["from"] + sum(item["levels"] for item in row["items"]) != row["to"]
        or any(item["levels"] == 0 for item in row["items"])
    ]
    return wrong
