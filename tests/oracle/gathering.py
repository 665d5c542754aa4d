"""Rules 5.7 to 5.11: resupply, transfers, relics, splits and joins."""

from tests.oracle.orders import split_level
from tests.oracle.world import Banner, Row, World, overlap

NOT_GIVING = ("march", "teleport", "split", "join")


def gather(world: World) -> None:
    """The steps between occupation and battles, in order."""
    for banner in world.banners.values():
        if "resupply" in banner.orders:
            resupply(world, banner)
    transfer_levels(world)
    transfer_relics(world)
    for banner_id in sorted(world.banners):
        if "split" in world.banners[banner_id].orders:
            split(world, world.banners[banner_id])
    join(world)


def resupply(world: World, banner: Banner) -> None:
    """Rules 5.7."""
    gain = max(0, 1 + world.mod(banner.owner, "resupply"))
    store = 0
    for feature in world.features.values():
        if feature.effect != "supply" or banner.owner not in feature.known_to:
            continue
        mine = world.occupier.get(feature.at) == banner.owner and feature.at not in world.disputed
        if mine and feature.at in world.battle_range(banner):
            store = 1
    world.note(banner.id, "5.7", "resupply", gain)
    world.note(banner.id, "5.7", "supply", store)
    banner.level += gain + store
    if not world.has(banner.owner, "massive_armies") and banner.level > 20:
        world.note(banner.id, "5.7", "bound", 20 - banner.level)
        banner.level = 20


def may_give(world: World, giver_id: str, receiver: Banner) -> bool:
    """The conditions of Rules 5.8."""
    giver = world.banners.get(giver_id)
    if giver is None or giver.retreated or giver.move_to is not None:
        return False
    if any(name in giver.orders for name in NOT_GIVING):
        return False
    return overlap(world.battle_range(giver), world.battle_range(receiver))


def transfer_levels(world: World) -> None:
    """Rules 5.8, receivers in id order."""
    for receiver_id in sorted(world.banners):
        receiver = world.banners[receiver_id]
        order = receiver.orders.get("transfer")
        if order is None or order.get("from") is None or not may_give(world, order["from"], receiver):
            continue
        giver = world.banners[order["from"]]
        toll = 1 if world.has(receiver.owner, "tribal_animosity") else 0
        arriving = min(order.get("levels", 0), giver.level - toll, 20 - receiver.level)
        if arriving > 0:
            giver.level -= arriving + toll
            receiver.level += arriving
            world.note(receiver.id, "5.8", "received", arriving, giver.id)
            world.note(giver.id, "5.8", "sent", -arriving, receiver.id)
            world.note(giver.id, "5.8", "tribal_animosity", -toll, receiver.id)


def transfer_relics(world: World) -> None:
    """Rules 5.9: relics change hands, then those still carried by their destroyer are destroyed."""
    holders = {relic.id: relic.carried_by for relic in world.relics.values()}
    taken: set[str] = set()
    for receiver_id in sorted(world.banners):
        receiver = world.banners[receiver_id]
        order = receiver.orders.get("transfer")
        if order is None or order.get("relic") is None or order["relic"] in taken:
            continue
        relic = world.relics[order["relic"]]
        if order.get("from") is not None:
            can = holders[relic.id] == order["from"] and may_give(world, order["from"], receiver)
        else:
            lies = relic.carried_by is None and receiver.owner in relic.known_to
            can = lies and relic.at not in world.disputed and relic.at in world.battle_range(receiver)
        if can:
            taken.add(relic.id)
            relic.carried_by = receiver_id
            relic.at = None
            relic.known_to = set()
    for banner in world.banners.values():
        order = banner.orders.get("destroy_relic")
        if order is not None and world.relics[order["relic"]].carried_by == banner.id:
            del world.relics[order["relic"]]


def split(world: World, banner: Banner) -> None:
    """Rules 5.10; the level is judged now, so one that has become too weak does not split."""
    if banner.level < split_level(world, banner):
        return
    level = min(20, banner.level)
    if world.has(banner.owner, "flexible_command"):
        level += 2
    before = banner.level
    banner.level = (level - 2) - (level - 2) // 2
    if world.has(banner.owner, "mobilization"):
        banner.works = "none"
    new = Banner(
        id=f"{banner.id}.{world.turn}",
        owner=banner.owner,
        at=banner.at,
        level=(level - 2) // 2,
        works="none",
        retreating=banner.retreating,
        beaten_by=None,
        start=banner.start,
        moved=banner.moved,
        stood=list(banner.stood),
    )
    world.banners[new.id] = new
    world.ledger.append(Row(new.id, 0))
    world.note(banner.id, "5.10", "split", banner.level - before, new.id)
    world.note(new.id, "5.10", "split", new.level, banner.id)


def join(world: World) -> None:
    """Rules 5.11."""
    for one_id in sorted(world.banners):
        one = world.banners.get(one_id)
        if one is None or "join" not in one.orders:
            continue
        other = world.banners.get(one.orders["join"]["with"])
        if other is None or "join" not in other.orders or other.orders["join"]["with"] != one_id:
            continue
        if other.at == one.at:
            heir, gone = sorted((one, other), key=lambda banner: (-banner.level, banner.id))
            merge(world, heir, gone)


def merge(world: World, heir: Banner, gone: Banner) -> None:
    """The heir takes over whatever was the other's."""
    level = max(heir.level, gone.level, min(20, heir.level + gone.level))
    world.note(heir.id, "5.11", "joined", level - heir.level, gone.id)
    world.note(gone.id, "5.11", "joined", -gone.level, heir.id)
    world.close(gone.id)
    heir.level = level
    heir.works = "none"
    heir.retreating = heir.retreating or gone.retreating
    heir.stood = heir.stood + gone.stood
    del world.banners[gone.id]
    world.heirs[gone.id] = heir.id
    for relic in world.relics.values():
        if relic.carried_by == gone.id:
            relic.carried_by = heir.id
    world.credits = [
        (heir.id if who == gone.id else who, level, victim) for who, level, victim in world.credits
    ]
    if world.players[gone.owner].node == gone.id:
        world.players[gone.owner].node = heir.id
