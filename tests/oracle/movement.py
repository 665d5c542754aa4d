"""Rules 5.1 to 5.6, with the node's loss (8.4) and occupation (6)."""

from tests.oracle.house import settle_starts
from tests.oracle.orders import judge, retreat_target
from tests.oracle.world import DIRECTIONS, Banner, Sector, World


def name_nodes(world: World) -> None:
    """A node for every Hive Mentality army that begins the turn without one (Rules 8.4)."""
    for player in world.players.values():
        if "hive_mentality" not in player.rules or player.node is not None:
            continue
        own = [banner for banner in world.banners.values() if banner.owner == player.id]
        named = world.plans.get(player.id, {}).get("node")
        if named in [banner.id for banner in own]:
            player.node = named
        elif own:
            player.node = min(own, key=lambda banner: (-banner.level, banner.id)).id


def move(world: World) -> None:
    """Everything up to the occupation after the Retreat step."""
    name_nodes(world)
    judge(world)
    settle_starts(world)
    targets = {one.id: retreat_target(world, one) for one in world.banners.values() if one.retreating}
    for banner in world.banners.values():
        if "unfortify" in banner.orders:
            banner.works = "none"
    for banner in world.banners.values():
        if "entrench" in banner.orders:
            banner.works = "entrenched"
    teleport(world)
    march(world, ponderous=False)
    march(world, ponderous=True)
    for banner in world.banners.values():
        if "fortify" in banner.orders:
            banner.works = "fortified"
    died = retreat(world, targets)
    lose_nodes(world, died)
    occupy(world)


def _arrive(world: World, banner: Banner, at: Sector) -> None:
    banner.at = at
    banner.moved = banner.at != banner.start
    if banner.moved and (world.has(banner.owner, "mobilization") or banner.move_to is not None):
        banner.works = "none"


def teleport(world: World) -> None:
    """Rules 5.3."""
    stood = {banner.id: banner.at for banner in world.banners.values()}
    landing: dict[str, Sector] = {}
    for banner in world.banners.values():
        if "teleport" not in banner.orders and banner.move_to is None:
            continue
        theirs = {stood[one.id] for one in world.banners.values() if world.enemies(one, banner)}
        path = [banner.move_to] if banner.move_to is not None else teleport_path(world, banner)
        open_to_it = [sector for sector in path if sector not in theirs]
        if open_to_it:
            landing[banner.id] = open_to_it[-1]
    stays = set()
    for one in landing:
        for other in landing:
            a, b = world.banners[one], world.banners[other]
            if world.enemies(a, b) and landing[one] == landing[other] and b.level <= a.level:
                stays.add(one)
    for one, sector in landing.items():
        if one not in stays:
            _arrive(world, world.banners[one], sector)


def teleport_path(world: World, banner: Banner) -> list[Sector]:
    """The chosen sector, then the drift, up to the first impassable sector or the map's edge."""
    direction = world.die(f"teleport/{world.turn}/{banner.id}/direction", 8)
    steps = world.die(f"teleport/{world.turn}/{banner.id}/distance", 6)
    dx, dy = DIRECTIONS[direction - 1]
    x, y = banner.orders["teleport"]["to"]
    path = [(x, y)]
    for _ in range(steps):
        x, y = x + dx, y + dy
        if (x, y) not in world.passable:
            break
        path.append((x, y))
    return path


def march(world: World, *, ponderous: bool) -> None:
    """One pass of Rules 5.4."""
    attempts: dict[str, Sector] = {}
    for banner in world.banners.values():
        if "march" in banner.orders and world.has(banner.owner, "ponderous") == ponderous:
            to = banner.orders["march"]["to"]
            attempts[banner.id] = (to[0], to[1])
    going = set(attempts)
    for one, target in attempts.items():
        for other in attempts:
            a, b = world.banners[one], world.banners[other]
            if world.enemies(a, b) and attempts[other] == target and b.level <= a.level:
                going.discard(one)
    # Whatever need not fail succeeds: take away failures until there are none.
    while True:
        failing = {one for one in going if _blocked(world, world.banners[one], attempts[one], going)}
        if not failing:
            break
        going -= failing
    for one in going:
        _arrive(world, world.banners[one], attempts[one])


def _blocked(world: World, banner: Banner, target: Sector, going: set[str]) -> bool:
    for other in world.banners.values():
        if not world.enemies(banner, other) or other.at != target:
            continue
        if not other.retreating and other.id not in going:
            return True
    return False


def retreat(world: World, targets: dict[str, Sector | None]) -> list[str]:
    """Rules 5.6: moves or destroys every banner that must retreat; returns the ids of the destroyed."""
    fate: dict[str, str | None] = {}
    for one in targets:
        world.banners[one].works = "none"
        destroyed, victor = retreat_fate(world, world.banners[one], targets)
        if destroyed:
            fate[one] = victor
    for one, target in targets.items():
        banner = world.banners[one]
        if one not in fate and target is not None:
            banner.at = target
            banner.retreating = False
            banner.beaten_by = None
            banner.retreated = True
    for one, victor in fate.items():
        if victor is not None:
            world.credits.append((victor, world.banners[one].level, one))
        destroy(world, one, victor, "retreat")
    return list(fate)


def retreat_fate(world: World, banner: Banner, targets: dict[str, Sector | None]) -> tuple[bool, str | None]:
    """Whether a retreating banner is destroyed, and to whose credit."""
    target = targets[banner.id]
    if target is None:
        return True, None
    enemies = [one for one in world.banners.values() if world.enemies(banner, one)]
    waiting = [one for one in enemies if one.id not in targets and one.at == target]
    if waiting:
        return True, min(waiting, key=lambda one: (-one.level, one.id)).id
    rivals = [one for one in enemies if one.id in targets and targets[one.id] == target]
    return bool(rivals), None


def destroy(world: World, banner_id: str, by: str | None, cause: str) -> None:
    """Takes a banner off the map; what it carried lies in its sector, known to nobody (Rules 8.5)."""
    banner = world.banners.pop(banner_id)
    world.note(banner_id, "5.6" if cause == "retreat" else "8.2", "destroyed", -banner.level, by)
    world.close(banner_id)
    world.destroyed.append({"id": banner_id, "by": by, "cause": cause})
    for relic in world.relics.values():
        if relic.carried_by == banner_id:
            relic.carried_by = None
            relic.at = banner.at
            relic.known_to = set()


def lose_nodes(world: World, died: list[str]) -> None:
    """Rules 8.4: what the loss of a node costs its army."""
    for player in world.players.values():
        if player.node not in died:
            continue
        player.node = None
        loss = 3
        loss += 1 if "suicide_troops" in player.rules else 0
        loss += 1 if "irreplaceable_troops" in player.rules else 0
        loss -= 1 if "tough" in player.rules else 0
        loss -= 2 if "very_tough" in player.rules else 0
        loss += world.mod(player.id, "attrition") + world.mod(player.id, "attrition_lost")
        for banner in world.banners.values():
            if banner.owner == player.id:
                lost = min(banner.level, max(0, loss))
                banner.level -= lost
                world.note(banner.id, "8.4", "hive", -lost)
                banner.retreating = True


def occupy(world: World) -> None:
    """Rules 6, for every passable sector on its own."""
    ranges = {banner.id: world.battle_range(banner) for banner in world.banners.values()}
    for sector in world.passable:
        there = [banner for banner in world.banners.values() if sector in ranges[banner.id]]
        owners = {banner.owner for banner in there}
        owner = world.occupier.get(sector)
        if owner is not None and world.has(owner, "blitz") and owner not in owners:
            del world.occupier[sector]
            owner = None
        if len(owners) >= 2:
            world.disputed.add(sector)
            world.occupier.pop(sector, None)
            continue
        world.disputed.discard(sector)
        if len(owners) == 1:
            taker = next(iter(owners))
            if owner is not None and owner != taker and _infested(world, owner, there):
                continue
            world.occupier[sector] = taker


SWEEPING = ("fortify", "entrench", "search", "resupply")


def _infested(world: World, owner: str, there: list[Banner]) -> bool:
    """Whether the sector stays the owner's against the banners there, all of one other player."""
    if not world.has(owner, "infestation"):
        return False
    return not any(name in banner.orders for banner in there for name in SWEEPING)
