"""The recruit: each banner for itself, and only what is in sight.

It acts upon this turn's sightings and has forgotten all others; it sends its banners out one at a time, each
as if it were alone, so that they get into each other's way.
"""

from __future__ import annotations

from dataclasses import replace

from rules.bot import regular
from rules.bot.characters import Weights
from rules.orders import BannerOrders, Order, OrderKind, Plan
from rules.plans.knowledge import Knowledge
from rules.plans.legality import options
from rules.state import Banner


def plan(own: Knowledge, weights: Weights) -> Plan:
    """The plan for one turn: one entry per own banner, all orders legal (Rules 3)."""
    now = replace(own, sightings=tuple(one for one in own.sightings if one.turn >= own.turn - 1))
    moving = regular.plan(now, replace(weights, fresh=1, crowd=0))
    banners = sorted(own.banners, key=lambda banner: banner.id)
    turn = own.turn % max(1, len(banners))
    orders = {
        banner.id: moving.orders[banner.id] if place == turn or banner.retreating else _waits(own, banner)
        for place, banner in enumerate(banners)
    }
    return Plan({banner.id: orders[banner.id] for banner in own.banners}, moving.node)


def _waits(own: Knowledge, banner: Banner) -> BannerOrders:
    """A banner whose turn it is not rests."""
    legal = {option.order for option in options(own, banner.id) if option.legal}
    rest = Order(OrderKind.RESUPPLY) if OrderKind.RESUPPLY in legal else None
    return BannerOrders(secondary=rest)
