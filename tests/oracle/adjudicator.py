"""The oracle's whole turn: a scenario document in, an outcome document out."""

from tests.oracle.aftermath import finish
from tests.oracle.contact import meet
from tests.oracle.gathering import gather
from tests.oracle.knowledge import intelligence, judge_conditions, sector_entry
from tests.oracle.movement import move
from tests.oracle.results import InDispute
from tests.oracle.world import Banner, Document, Relic, World, by_row, read

__all__ = ["InDispute", "adjudicate"]


def adjudicate(document: Document, stage: str = "whole") -> Document:
    """The outcome of a valid scenario; `stage` is `movement` or `whole`. Raises InDispute."""
    world = read(document)
    move(world)
    gather(world)
    meet(world)
    if stage == "movement":
        return common(world)
    features, relics = finish(world)
    outcome = common(world)
    outcome["features"] = [
        {"id": one.id, "known_to": sorted(one.known_to)}
        for one in sorted(world.features.values(), key=lambda feature: feature.id)
    ]
    outcome["intelligence"] = intelligence(world, features, relics)
    outcome["players"], outcome["victors"] = judge_conditions(world)
    return outcome


def common(world: World) -> Document:
    """The keys that both stages print."""
    listed = sorted(set(world.occupier) | world.disputed, key=by_row)
    return {
        "banners": [banner_entry(world.banners[one]) for one in sorted(world.banners)],
        "destroyed": sorted(world.destroyed, key=lambda one: one["id"]),
        "heirs": dict(world.heirs),
        "sectors": [sector_entry(world, sector) for sector in listed],
        "relics": [relic_entry(world.relics[one]) for one in sorted(world.relics)],
        "void": sorted(world.void, key=lambda one: (one["banner"], one["order"])),
        "battles": world.battles,
    }


def banner_entry(banner: Banner) -> Document:
    """How a banner is written."""
    return {
        "id": banner.id,
        "owner": banner.owner,
        "at": [banner.at[0], banner.at[1]],
        "level": banner.level,
        "works": banner.works,
        "retreating": banner.retreating,
        "beaten_by": banner.beaten_by,
    }


def relic_entry(relic: Relic) -> Document:
    """How a relic is written."""
    if relic.carried_by is not None:
        return {"id": relic.id, "carried_by": relic.carried_by}
    assert relic.at is not None
    return {"id": relic.id, "at": [relic.at[0], relic.at[1]], "known_to": sorted(relic.known_to)}
