"""Rules 9 and 10: what each player knows at the end of the turn, and who has won."""

from tests.oracle.aftermath import search_range
from tests.oracle.world import Banner, Document, Sector, World, beside, by_row, overlap, touch


def intelligence(
    world: World, features: dict[str, set[str]], relics: dict[str, set[str]]
) -> dict[str, Document]:
    """What every player knows, from the things newly found in 8.7 and 8.8."""
    return {
        player: {
            "banners": known_banners(world, player),
            "sectors": known_sectors(world, player),
            "features": sorted(features[player]),
            "relics": sorted(relics[player]),
        }
        for player in world.players
    }


def _own(world: World, player: str) -> list[Banner]:
    return [banner for banner in world.banners.values() if banner.owner == player]


def _occupied(world: World, player: str) -> set[Sector]:
    return {sector for sector, owner in world.occupier.items() if owner == player}


def known_banners(world: World, player: str) -> list[Document]:
    """Every enemy whose location the player knows, with its level if that is known too."""
    recon = [world.recon_range(banner) for banner in _own(world, player)]
    searching = [
        search_range(world, banner)
        for banner in _own(world, player)
        if "search" in banner.orders and not world.has(player, "wots_a_recon")
    ]
    sensors = [
        world.range_of(feature.at, world.recon_radius)
        for feature in world.features.values()
        if feature.effect == "sensor"
        and player in feature.known_to
        and world.occupier.get(feature.at) == player
    ]
    sensors += [world.range_of(at, radius) for whose, at, radius in world.spies if whose == player]
    listed = []
    for enemy in sorted(world.banners.values(), key=lambda banner: banner.id):
        if enemy.owner == player:
            continue
        seeing = recon + sensors
        if not world.has(enemy.owner, "unseen_presence"):
            seeing = seeing + searching
        if not located(world, player, enemy, seeing):
            continue
        level = enemy.level if measured(world, player, enemy, seeing) else None
        listed.append({"id": enemy.id, "at": [enemy.at[0], enemy.at[1]], "level": level})
    return listed


def located(world: World, player: str, enemy: Banner, seeing: list[set[Sector]]) -> bool:
    """Whether the player knows where the enemy is."""
    area = world.battle_range(enemy)
    if any(touch(one, area) for one in seeing):
        return True
    if any(beside(sector, area) for sector in _occupied(world, player)):
        return True
    return took_from(world, player, enemy) or world.has(enemy.owner, "easily_observable")


def measured(world: World, player: str, enemy: Banner, seeing: list[set[Sector]]) -> bool:
    """Whether the player knows the enemy's level."""
    area = world.battle_range(enemy)
    if any(overlap(one, area) for one in seeing) or took_from(world, player, enemy):
        return True
    return world.has(enemy.owner, "ponderous") and any(touch(one, area) for one in seeing)


def took_from(world: World, player: str, enemy: Banner) -> bool:
    """Whether the enemy has in battle range a sector that its player took from this one this turn."""
    for sector, owner in world.occupier_at_start.items():
        if (
            owner == player
            and world.occupier.get(sector) == enemy.owner
            and sector in world.battle_range(enemy)
        ):
            return True
    return False


def known_sectors(world: World, player: str) -> list[Document]:
    """Every passable sector whose occupation the player knows."""
    recon = [world.recon_range(banner) for banner in _own(world, player)]
    known = []
    for sector in world.passable:
        seen = any(beside(sector, area) for area in recon)
        now = world.occupier.get(sector) == player
        before = world.occupier_at_start.get(sector) == player
        if seen or now or before:
            known.append(sector)
    return [sector_entry(world, sector) for sector in sorted(known, key=by_row)]


def sector_entry(world: World, sector: Sector) -> Document:
    """How a sector's occupation is written."""
    return {
        "at": [sector[0], sector[1]],
        "occupier": world.occupier.get(sector),
        "disputed": sector in world.disputed,
    }


def holds(world: World, player: str, condition: Document) -> bool:
    """Whether a victory condition is true now (Rules 10)."""
    if condition["kind"] == "retrieval":
        relic = world.relics.get(condition["relic"])
        if relic is None or relic.carried_by is None:
            return False
        return world.banners[relic.carried_by].owner == player
    if condition["kind"] == "occupation":
        occupied = _occupied(world, player)
        if "sectors" in condition:
            return all((at[0], at[1]) in occupied for at in condition["sectors"])
        return bool(len(occupied) >= condition["count"])
    if condition["kind"] == "trigger":
        return player in world.fired[condition["trigger"]]
    return destroyed(world, condition)


def destroyed(world: World, condition: Document) -> bool:
    """Whether a condition of destruction is true now."""
    if "player" in condition:
        return not _own(world, condition["player"])
    return all(world.heirs.get(one, one) not in world.banners for one in condition["banners"])


def judge_conditions(world: World) -> tuple[list[Document], list[str]]:
    """The players' part of the outcome, and the victors in order."""
    players, victors = [], []
    for player in sorted(world.players.values(), key=lambda one: one.id):
        conditions = []
        secondary = 0
        primary = []
        for condition in player.conditions:
            held = condition.get("held", 0) + 1 if holds(world, player.id, condition) else 0
            met = held >= condition.get("turns", 1)
            conditions.append({"met": met, "held": held})
            if condition.get("primary", True):
                primary.append(met)
            elif met:
                secondary += 1
        players.append({"id": player.id, "node": player.node, "conditions": conditions})
        if primary and all(primary):
            levels = sum(banner.level for banner in _own(world, player.id))
            victors.append((-secondary, -len(_occupied(world, player.id)), -levels, player.id))
    return players, [entry[-1] for entry in sorted(victors)]
