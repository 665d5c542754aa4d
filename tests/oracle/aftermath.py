"""Rules 8: what the battles leave, and what searches find."""

from dataclasses import dataclass

from tests.oracle.house import pull_triggers, settle_ends
from tests.oracle.movement import destroy, lose_nodes, occupy
from tests.oracle.results import explain, resolve
from tests.oracle.world import Banner, Document, Sector, World


@dataclass
class Finish:
    """The newly known features and relics by player, what became of the triggers, how battles were found."""

    features: dict[str, set[str]]
    relics: dict[str, set[str]]
    triggers: list[Document]
    battles: list[Document]


def finish(world: World) -> Finish:
    """Steps 8.1 to 8.8, then settlements and triggers."""
    resolve(world)
    battles = explain(world)
    died = settle_levels(world)
    lose_nodes(world, died)
    occupy(world)
    features = {player: _known_features(world, player) for player in world.players}
    relics = {player: _known_relics(world, player) for player in world.players}
    search(world)
    for feature in world.features.values():
        if not feature.needs_search and feature.at in world.occupier:
            feature.known_to.add(world.occupier[feature.at])
    settle_ends(world)
    triggers = pull_triggers(world)
    return Finish(
        {player: _known_features(world, player) - before for player, before in features.items()},
        {player: _known_relics(world, player) - before for player, before in relics.items()},
        triggers,
        battles,
    )


def _known_features(world: World, player: str) -> set[str]:
    return {feature.id for feature in world.features.values() if player in feature.known_to}


def _known_relics(world: World, player: str) -> set[str]:
    return {
        relic.id for relic in world.relics.values() if relic.carried_by is None and player in relic.known_to
    }


def settle_levels(world: World) -> list[str]:
    """Steps 8.2, 8.3 and 8.5; returns the ids of the destroyed."""
    fought = {banner_id for battle in world.battles for banner_id in battle["banners"]}
    died = sorted(one for one in fought if world.banners[one].level <= 9)
    at_battle = {banner.id: banner.level for banner in world.banners.values()}
    for banner in world.banners.values():
        if banner.id not in died:
            settle(world, banner)
    for banner in world.banners.values():
        if banner.id not in died:
            beaten(world, banner, at_battle)
    killers = {one: _met_by(world, one, at_battle) for one in died}
    for one in died:
        destroy(world, one, killers[one], "battle")
    return died


def settle(world: World, banner: Banner) -> None:
    """Step 8.2 for one that lives."""
    level = banner.level
    reward = world.has(banner.owner, "blood_reward")
    for battle in world.battles:
        if banner.id not in battle["banners"]:
            continue
        (enemy,) = [one for one in battle["banners"] if one != banner.id]
        level -= battle["lost"][banner.id]
        if reward:
            level += battle["inflicted"][enemy] // 3
    rewards = []
    for creditor, its_level, victim in world.credits:
        if creditor == banner.id and reward:
            level += its_level // 3
            rewards.append((victim, its_level // 3))
    rewards.sort()
    for battle in world.battles:
        if banner.id in battle["banners"] and reward:
            (enemy,) = [one for one in battle["banners"] if one != banner.id]
            rewards.append((enemy, battle["inflicted"][enemy] // 3))
    for victim, gained in rewards:
        world.note(banner.id, "8.2", "blood_reward", gained, victim)
    unbound = level
    level = max(0, level)
    if not world.has(banner.owner, "massive_armies"):
        level = min(20, level)
    world.note(banner.id, "8.2", "bound", level - unbound)
    banner.level = level


def beaten(world: World, banner: Banner, at_battle: dict[str, int]) -> None:
    """Step 8.3 for one that lives."""
    victors = [
        battle["winner"]
        for battle in world.battles
        if banner.id in battle["banners"] and battle["winner"] not in (None, banner.id)
    ]
    if not victors:
        return
    if banner.works == "entrenched":
        banner.works = "fortified"
        return
    banner.works = "none"
    banner.retreating = True
    banner.beaten_by = min(victors, key=lambda one: (-at_battle[one], one))


def _met_by(world: World, banner_id: str, at_battle: dict[str, int]) -> str:
    """The enemy it met, of several the greatest level, then the smallest id."""
    met: list[str] = []
    for battle in world.battles:
        if banner_id in battle["banners"]:
            met += [one for one in battle["banners"] if one != banner_id]
    return min(met, key=lambda one: (-at_battle[one], one))


def search_range(world: World, banner: Banner) -> set[Sector]:
    """What a search order searches; a Wots a Recon army searches with its recon radius."""
    if world.has(banner.owner, "wots_a_recon"):
        return world.recon_range(banner)
    return world.range_of(banner.at, max(0, world.search_radius + world.mod(banner.owner, "search_radius")))


def search(world: World) -> None:
    """Step 8.7."""
    for banner in world.banners.values():
        if "search" not in banner.orders:
            continue
        for sector in search_range(world, banner):
            if not world.has(banner.owner, "all_seeing_eye") and _hidden(world, banner, sector):
                continue
            for feature in world.features.values():
                if feature.at == sector:
                    feature.known_to.add(banner.owner)
            for relic in world.relics.values():
                if relic.carried_by is None and relic.at == sector and not relic.sealed:
                    relic.known_to.add(banner.owner)


def _hidden(world: World, banner: Banner, sector: Sector) -> bool:
    if sector in world.disputed:
        return True
    return any(
        world.enemies(banner, other) and sector in world.battle_range(other)
        for other in world.banners.values()
    )
