"""The oracle's whole turn: a scenario document in, an outcome document out."""

from tests.oracle.aftermath import finish
from tests.oracle.contact import meet
from tests.oracle.gathering import gather
from tests.oracle.knowledge import intelligence, judge_conditions, sector_entry
from tests.oracle.movement import move
from tests.oracle.results import InDispute
from tests.oracle.world import Banner, Document, Relic, World, by_row, read

__all__ = ["InDispute", "adjudicate"]


def adjudicate(document: Document, stage: str = "whole", *, explain: bool = False) -> Document:
    """The outcome of a valid scenario; `stage` is `movement` or `whole`. Raises InDispute."""
    world = read(document)
    move(world)
    gather(world)
    meet(world)
    if stage == "movement":
        return common(world)
    end = finish(world)
    outcome = common(world)
    outcome["features"] = [
        {"id": one.id, "known_to": sorted(one.known_to)}
        for one in sorted(world.features.values(), key=lambda feature: feature.id)
    ]
    outcome["intelligence"] = intelligence(world, end.features, end.relics)
    outcome["players"], outcome["victors"] = judge_conditions(world)
    if end.triggers:
        outcome["triggers"] = end.triggers
    if explain:
        outcome["explained"] = {"ledger": ledger(world), "battles": end.battles}
    return outcome


def ledger(world: World) -> list[Document]:
    """Every banner of the turn by id, one gone before a split-off that took its id."""
    return [
        {
            "banner": row.banner,
            "from": row.began,
            "to": 0 if row.gone else world.banners[row.banner].level,
            "items": row.items,
        }
        for row in sorted(world.ledger, key=lambda row: row.banner)
    ]


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
    entry: Document = {"id": relic.id, "at": [relic.at[0], relic.at[1]], "known_to": sorted(relic.known_to)}
    return {**entry, "sealed": True} if relic.sealed else entry
