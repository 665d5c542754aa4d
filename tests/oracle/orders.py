"""Which orders are effective and which are void (Rules 3), judged on the state at the start of the turn."""

from tests.oracle.world import DIRECTIONS, Banner, Document, Sector, World, distance, squared

SLOTS = ("primary", "secondary", "special")
FORBIDDEN_WITH_MOVING = ("unfortify", "entrench", "fortify")


def judge(world: World) -> None:
    """Give every banner its effective orders and note the void ones."""
    for player, plan in world.plans.items():
        for banner_id, written in plan.get("orders", {}).items():
            banner = world.banners[banner_id]
            assert banner.owner == player
            given = {slot: written[slot] for slot in SLOTS if written.get(slot) is not None}
            banner.orders = _effective(world, banner, given)
            for order in given.values():
                if order["order"] not in banner.orders:
                    world.void.append({"banner": banner_id, "order": order["order"], "reason": "void"})


def _effective(world: World, banner: Banner, given: dict[str, Document]) -> dict[str, Document]:
    # A special order with anything written beside it: all are void, legal or not.
    if "special" in given and len(given) > 1:
        return {}
    legal = {one["order"]: one for one in given.values() if is_legal(world, banner, one)}
    # For a banner that must retreat every order but a lone legal retreat is void.
    if banner.retreating:
        return {name: one for name, one in legal.items() if name == "retreat"}
    moving = [name for name in ("march", "teleport") if name in legal]
    for name in moving:
        for other in FORBIDDEN_WITH_MOVING:
            if other not in legal:
                continue
            if other == "fortify" and world.has(banner.owner, "steadfast"):
                continue
            legal.pop(name, None)
            legal.pop(other, None)
    return legal


def is_legal(world: World, banner: Banner, order: Document) -> bool:
    """The table of Rules 3, line by line."""
    if order["order"] in world.players[banner.owner].never:
        return False
    return LINES[order["order"]](world, banner, order)


def _free_to_move(world: World, banner: Banner) -> bool:
    return banner.works == "none" or world.has(banner.owner, "mobilization")


def _reach(world: World, banner: Banner, order: Document) -> bool:
    to = (order["to"][0], order["to"][1])
    far = 2 if world.has(banner.owner, "highly_mobile") else 1
    far += world.mod(banner.owner, "march")
    return to in world.passable and 1 <= distance(to, banner.at) <= far


def _march(world: World, banner: Banner, order: Document) -> bool:
    return _reach(world, banner, order) and _free_to_move(world, banner)


def _teleport(world: World, banner: Banner, order: Document) -> bool:
    to = (order["to"][0], order["to"][1])
    if not world.has(banner.owner, "teleport"):
        return False
    return to in world.passable and to != banner.at and _free_to_move(world, banner)


def _search(world: World, banner: Banner, order: Document) -> bool:
    return True


def _fortify(world: World, banner: Banner, order: Document) -> bool:
    return banner.works == "none" and not world.has(banner.owner, "raiders")


def _entrench(world: World, banner: Banner, order: Document) -> bool:
    if world.has(banner.owner, "raiders") or world.has(banner.owner, "impetuous"):
        return False
    if banner.works == "fortified":
        return True
    return banner.works == "none" and world.has(banner.owner, "steadfast")


def _unfortify(world: World, banner: Banner, order: Document) -> bool:
    return banner.works != "none"


def _resupply(world: World, banner: Banner, order: Document) -> bool:
    if not (banner.level < 20 or world.has(banner.owner, "massive_armies")):
        return False
    if world.has(banner.owner, "slow_resupply"):
        return banner.works == "entrenched"
    return True


def _transfer(world: World, banner: Banner, order: Document) -> bool:
    levels, named, giver = order.get("levels", 0), order.get("relic"), order.get("from")
    relic = world.relics.get(named) if named is not None else None
    if named is not None and relic is None:
        return False
    if giver is None:
        # Without a giver: one relic lying in a sector and known to the player, and nothing else.
        if relic is None or levels != 0:
            return False
        return relic.carried_by is None and banner.owner in relic.known_to
    if giver == banner.id or giver not in world.banners or world.banners[giver].owner != banner.owner:
        return False
    return bool(levels > 0) if relic is None else relic.carried_by == giver


def _split(world: World, banner: Banner, order: Document) -> bool:
    least = split_level(world, banner)
    tribal = world.has(banner.owner, "tribal_animosity")
    return banner.level >= least and _free_to_move(world, banner) and not tribal


def split_level(world: World, banner: Banner) -> int:
    """The least level that may split."""
    return 8 if world.has(banner.owner, "flexible_command") else 10


def _join(world: World, banner: Banner, order: Document) -> bool:
    if order["with"] not in world.banners or order["with"] == banner.id:
        return False
    if world.banners[order["with"]].owner != banner.owner:
        return False
    return _free_to_move(world, banner) and not world.has(banner.owner, "tribal_animosity")


def _retreat(world: World, banner: Banner, order: Document) -> bool:
    return banner.retreating and _reach(world, banner, order)


def _destroy_relic(world: World, banner: Banner, order: Document) -> bool:
    if order["relic"] not in world.relics:
        return False
    relic = world.relics[order["relic"]]
    return relic.carried_by == banner.id and relic.destructible


def _use(world: World, banner: Banner, order: Document) -> bool:
    if world.special_orders == "none":
        return False
    if order.get("relic") is not None:
        return order["relic"] in world.relics and world.relics[order["relic"]].carried_by == banner.id
    feature = world.features.get(order["feature"])
    if feature is None or banner.owner not in feature.known_to:
        return False
    return feature.at in world.battle_range(banner)


def _other(world: World, banner: Banner, order: Document) -> bool:
    return world.special_orders == "all"


LINES = {
    "march": _march,
    "teleport": _teleport,
    "search": _search,
    "fortify": _fortify,
    "entrench": _entrench,
    "unfortify": _unfortify,
    "resupply": _resupply,
    "transfer": _transfer,
    "split": _split,
    "join": _join,
    "retreat": _retreat,
    "destroy_relic": _destroy_relic,
    "use": _use,
    "other": _other,
}


def retreat_target(world: World, banner: Banner) -> Sector | None:
    """Where a banner that must retreat goes: as ordered, or on its own; None if there is no such sector.

    To be asked of all before anything moves, since it is measured at the start of the turn.
    """
    if "retreat" in banner.orders:
        to = banner.orders["retreat"]["to"]
        return (to[0], to[1])
    around = [(banner.at[0] + dx, banner.at[1] + dy) for dx, dy in DIRECTIONS]
    around = [sector for sector in around if sector in world.passable]
    if not around:
        return None
    victor = world.banners.get(banner.beaten_by) if banner.beaten_by is not None else None
    if victor is None:
        return around[0]
    best = max((distance(sector, victor.at), squared(sector, victor.at)) for sector in around)
    for sector in around:
        if (distance(sector, victor.at), squared(sector, victor.at)) == best:
            return sector
    raise AssertionError("one of them is the farthest")
