"""Rules 5.12: who meets whom, where, and as what."""

from tests.oracle.world import Banner, Document, Sector, World, overlap, squared


def meet(world: World) -> None:
    """Finds the turn's battles, sorted by their two ids."""
    ids = sorted(world.banners)
    for first in ids:
        for second in ids:
            a, b = world.banners[first], world.banners[second]
            if first < second and world.enemies(a, b) and in_battle(world, a, b):
                world.battles.append(battle(world, a, b))


def in_battle(world: World, a: Banner, b: Banner) -> bool:
    """Overlap now, and, with `on_contact`, none at the start of the turn."""
    if not overlap(world.battle_range(a), world.battle_range(b)):
        return False
    if world.engagement == "every_turn":
        return True
    for place in a.stood:
        for other in b.stood:
            if overlap(world.battle_range(a, place), world.battle_range(b, other)):
                return False
    return True


def battle(world: World, a: Banner, b: Banner) -> Document:
    """What is announced of a battle."""
    key = f"{a.id}:{b.id}"
    sector = battle_sector(world, a, b)
    attacker = find_attacker(world, a, b, key)
    defender = b if attacker is a else a
    category = "battle"
    if defender.works != "none":
        category = "breakthrough"
    elif a.moved != b.moved:
        category = "raid"
    return {
        "banners": [a.id, b.id],
        "levels": {a.id: a.level, b.id: b.level},
        "sector": [sector[0], sector[1]],
        "city": world.rows[sector[1]][sector[0]] == "C",
        "attacker": attacker.id,
        "category": category,
        "mission_die": world.die(f"mission/{world.turn}/{key}", 6),
        "auto": a.level <= 9 or b.level <= 9,
    }


def battle_sector(world: World, a: Banner, b: Banner) -> Sector:
    """Of the shared sectors the one nearest to both."""
    shared = world.battle_range(a) & world.battle_range(b)

    def rank(sector: Sector) -> tuple[int, int, int, int]:
        to_a, to_b = squared(sector, a.at), squared(sector, b.at)
        return (max(to_a, to_b), to_a + to_b, sector[1], sector[0])

    return min(shared, key=rank)


def find_attacker(world: World, a: Banner, b: Banner, key: str) -> Banner:
    """The one that alone has moved; else whose enemy alone has works; else the only Raiders; else by die."""
    if a.moved != b.moved:
        return a if a.moved else b
    if (a.works != "none") != (b.works != "none"):
        return b if a.works != "none" else a
    if world.has(a.owner, "raiders") != world.has(b.owner, "raiders"):
        return a if world.has(a.owner, "raiders") else b
    return a if world.die(f"attacker/{world.turn}/{key}", 2) == 1 else b
