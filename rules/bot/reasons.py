"""Why a bot ordered what it did: found from the plan and from what it knew, never made up afterwards."""

from __future__ import annotations

from collections.abc import Sequence

from rules.bot.belief import Ghost
from rules.bot.characters import Weights
from rules.bot.decision import Belief, Reason, Why
from rules.bot.regular import Aims, aims_of, wanted_relics
from rules.bot.worlds import World
from rules.maps.grid import distance
from rules.orders import OrderKind, Plan
from rules.plans.knowledge import Knowledge, Sighting
from rules.state import At, Banner, BannerId

PLACES = 3
"""So many places are told of an enemy."""


def reasons_for(own: Knowledge, plan: Plan, weights: Weights) -> tuple[Reason, ...]:
    """One reason for each own banner, in their order."""
    aims = aims_of(own, weights)
    return tuple(_reason(own, aims, plan, banner) for banner in own.banners)


def _reason(own: Knowledge, aims: Aims, plan: Plan, banner: Banner) -> Reason:
    orders = plan.orders[banner.id]
    order = orders.special or orders.primary
    if order is None:
        return Reason(Why.STAND, banner.id)
    if order.kind is OrderKind.RETREAT:
        return Reason(Why.RETREAT, banner.id, order.to)
    if order.kind is OrderKind.USE:
        return Reason(Why.USE, banner.id)
    if order.kind is OrderKind.SEARCH or order.to is None:
        return Reason(Why.SEARCH, banner.id)
    return _of_a_march(own, aims, banner, order.to)


def _of_a_march(own: Knowledge, aims: Aims, banner: Banner, to: At) -> Reason:
    enemy = _nearest(aims, banner)
    if enemy is not None and distance(banner.at, enemy.at) <= aims.weights.reach:
        gap = distance(to, enemy.at) - distance(banner.at, enemy.at)
        if gap:
            return Reason(Why.HUNT if gap < 0 else Why.SHUN, banner.id, to, enemy.id, enemy.level or 0)
    wanted = wanted_relics(own) - {relic.id for relic in own.relics if relic.carried_by is not None}
    lying = any(relic.id in wanted and relic.at is not None for relic in own.relics)
    if lying and aims.relics.away(to) < aims.relics.away(banner.at):
        return Reason(Why.RELIC, banner.id, to)
    return Reason(Why.GROUND, banner.id, to)


def _nearest(aims: Aims, banner: Banner) -> Sighting | None:
    return min(aims.enemies, key=lambda one: (distance(banner.at, one.at), one.id), default=None)


def weighed(
    own: Knowledge,
    plan: Plan,
    plain: Sequence[Reason],
    worlds: Sequence[World],
    better: dict[BannerId, int],
) -> tuple[Reason, ...]:
    """The reasons of one who has looked at worlds: what was found there comes before what was plain."""
    found = []
    for banner, reason in zip(own.banners, plain, strict=True):
        if banner.id in better:
            order = plan.orders[banner.id].special or plan.orders[banner.id].primary
            to = order.to if order is not None else None
            reason = Reason(
                Why.BETTER, banner.id, to, reason.enemy, count=better[banner.id], worlds=len(worlds)
            )
        if reason.why in (Why.HUNT, Why.SHUN) and reason.enemy is not None:
            reason = _compared(banner, reason, reason.enemy, worlds)
        found.append(reason)
    return tuple(found)


def _compared(banner: Banner, reason: Reason, enemy: BannerId, worlds: Sequence[World]) -> Reason:
    """In how many worlds the enemy is no stronger, or stronger, than the banner that goes there."""
    levels = [one.level for world in worlds for one in world.state.banners if one.id == enemy]
    if not levels:
        return reason
    weaker = sum(level <= banner.level for level in levels)
    if reason.why is Why.HUNT and weaker:
        most = max(level for level in levels if level <= banner.level)
        return Reason(Why.WEAKER, banner.id, reason.to, enemy, most, weaker, len(worlds))
    if reason.why is Why.SHUN and weaker < len(levels):
        least = min(level for level in levels if level > banner.level)
        return Reason(Why.STRONGER, banner.id, reason.to, enemy, least, len(levels) - weaker, len(worlds))
    return reason


def beliefs_of(ghosts: Sequence[Ghost], worlds: Sequence[World]) -> tuple[Belief, ...]:
    """What was believed of each enemy, as the worlds have it."""
    found = []
    for ghost in ghosts:
        placed = [one for world in worlds for one in world.state.banners if one.id == ghost.id]
        if not placed:
            continue
        counts: dict[At, int] = {}
        for one in placed:
            counts[one.at] = counts.get(one.at, 0) + 1
        places = sorted(counts.items(), key=lambda item: (-item[1], item[0][1], item[0][0]))[:PLACES]
        levels = [one.level for one in placed]
        found.append(Belief(ghost.seen, ghost.owner, tuple(places), min(levels), max(levels), len(worlds)))
    return tuple(found)
