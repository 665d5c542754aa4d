"""Rules 14.3 and 14.4: what settlements and triggers do."""

from typing import Any

from tests.oracle.world import Banner, Document, Sector, World, sector_of

ASKED_OF_BANNERS = ("used", "order", "carries")
ORDERS_ASKED = ("march", "teleport", "search", "fortify", "entrench", "unfortify", "resupply")


def settle_starts(world: World) -> None:
    """What settlements say of the time before 5.1; a move waits for 5.3."""
    for settlement in sorted(world.settlements, key=lambda one: one["banner"]):
        for deed in settlement.get("start", []):
            if deed["do"] == "move":
                world.banners[settlement["banner"]].move_to = sector_of(deed["to"])
            else:
                _settled_level(world, settlement["banner"], deed)


def settle_ends(world: World) -> None:
    """What they say of the time after 8.8, each if its banner lives."""
    for settlement in sorted(world.settlements, key=lambda one: one["banner"]):
        if settlement["banner"] not in world.banners:
            continue
        owner = world.banners[settlement["banner"]].owner
        for deed in settlement.get("end", []):
            if deed["do"] == "level":
                _settled_level(world, settlement["banner"], deed)
            else:
                _act(world, deed, owner, None)


def _settled_level(world: World, settled: str, deed: Document) -> None:
    named = world.banners.get(deed.get("banner") or settled)
    if named is not None:
        _change(world, named, deed["by"], "14.3", "settlement", settled)


def _change(world: World, banner: Banner, by: int, rule: str, item: str, other: str) -> None:
    before = banner.level
    banner.level = max(0, before + by)
    if not world.has(banner.owner, "massive_armies"):
        banner.level = min(20, banner.level)
    world.note(banner.id, rule, item, banner.level - before, other)


def _act(world: World, deed: Document, player: str, default: Sector | None) -> None:
    """Reveal, unseal or spy, for a player."""
    if deed["do"] == "spy":
        where = sector_of(deed["at"]) if deed.get("at") is not None else default
        assert where is not None
        world.spies.append((player, where, deed["radius"]))
        return
    relic = world.relics.get(deed.get("relic") or "")
    if deed["do"] == "unseal":
        if relic is not None and relic.sealed:
            relic.sealed = False
            relic.known_to = {player}
        return
    told = set(world.players) if deed.get("to") == "all" else {player}
    if deed.get("feature") is not None:
        world.features[deed["feature"]].known_to |= told
    elif relic is not None and relic.carried_by is None and not relic.sealed:
        relic.known_to |= told


def pull_triggers(world: World) -> list[Document]:
    """All triggers by id; what the outcome lists of them."""
    return [
        _pull(world, one) for one in sorted(world.document.get("triggers", []), key=lambda one: one["id"])
    ]


def _pull(world: World, trigger: Document) -> Document:
    place, holder, there = _holding(world, trigger)
    if holder is None:
        held = 0
    elif holder == trigger.get("holder"):
        held = trigger.get("held", 0) + 1
    else:
        held = 1
    entry: Document = {
        "id": trigger["id"],
        "holder": holder,
        "held": held,
        "fired": False,
        "actor": None,
        "fired_by": sorted(set(trigger.get("fired_by", []))),
    }
    if holder is not None and _may_fire(trigger, holder) and _of_holder(world, trigger, holder, held):
        asked = [term for term in trigger.get("when", []) if term["is"] in ASKED_OF_BANNERS]
        fitting = [one for one in there if all(_of_banner(world, trigger, one, term) for term in asked)]
        if fitting or not asked:
            actor = min(fitting, key=lambda one: one.id) if fitting else None
            entry["fired"], entry["actor"] = True, actor.id if actor is not None else None
            entry["fired_by"] = sorted({*entry["fired_by"], holder})
            for deed in trigger["do"]:
                _done(world, trigger, deed, holder, actor, place)
    world.fired[trigger["id"]] = set(entry["fired_by"])
    return entry


def _holding(world: World, trigger: Document) -> tuple[Sector | None, str | None, list[Banner]]:
    if trigger.get("feature") is not None:
        feature = world.features[trigger["feature"]]
        owner = world.occupier.get(feature.at)
        if owner is None or owner not in feature.known_to:
            return feature.at, None, []
        near = [one for one in world.banners.values() if one.owner == owner]
        return feature.at, owner, [one for one in near if feature.at in world.battle_range(one)]
    relic = world.relics.get(trigger["relic"])
    if relic is None or relic.carried_by is None:
        return None, None, []
    carrier = world.banners[relic.carried_by]
    return carrier.at, carrier.owner, [carrier]


def _may_fire(trigger: Document, holder: str) -> bool:
    before = trigger.get("fired_by", [])
    repeat = trigger.get("repeat", "once")
    if repeat == "once":
        return before == []
    return repeat == "turn" or holder not in before


def _of_holder(world: World, trigger: Document, holder: str, held: int) -> bool:
    checks: dict[str, Any] = {
        "held": lambda term: held >= term["turns"],
        "knows": lambda term: holder in world.features[term["feature"]].known_to,
        "occupies": lambda term: all(world.occupier.get(sector_of(at)) == holder for at in term["sectors"]),
        "turn": lambda term: term.get("from", 0) <= world.turn <= term.get("to", world.turn),
        "die": lambda term: (
            world.die(f"trigger/{world.turn}/{trigger['id']}", term["sides"]) >= term["at_least"]
        ),
    }
    terms = [term for term in trigger.get("when", []) if term["is"] not in ASKED_OF_BANNERS]
    return all(checks[term["is"]](term) for term in terms)


def _of_banner(world: World, trigger: Document, banner: Banner, term: Document) -> bool:
    if term["is"] == "carries":
        relic = world.relics.get(term["relic"])
        return relic is not None and relic.carried_by == banner.id
    if term["is"] == "order":
        return term["order"] in banner.orders
    order = banner.orders.get("use", {})
    thing = "feature" if trigger.get("feature") is not None else "relic"
    return order.get(thing) is not None and order[thing] == trigger[thing]


def _done(
    world: World, trigger: Document, deed: Document, holder: str, actor: Banner | None, place: Sector | None
) -> None:
    if deed["do"] != "level":
        _act(world, deed, holder, place)
        return
    changed = [actor] if actor is not None else []
    if deed.get("on", "actor") == "all":
        changed = [one for one in world.banners.values() if one.owner == holder]
    for banner in changed:
        _change(world, banner, deed["by"], "14.4", "trigger", trigger["id"])
