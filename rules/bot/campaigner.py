"""The veteran's first thought: each banner has an errand, and no two do the same work.

Relics are looked for where they can lie, one who carries what was wanted keeps out of the way, listed sectors
are held by as few as are needed, and all others take ground side by side.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from rules.bot.characters import Weights
from rules.bot.opening import homes, square, unsearched
from rules.bot.regular import (
    Aims,
    Marches,
    aims_of,
    bits_of,
    marches_to,
    node_of,
    passable,
    secondary,
    use,
    wanted_relics,
)
from rules.club.house import mods_of, traits_of
from rules.maps.grid import distance
from rules.orders import BannerOrders, Order, OrderKind, Plan
from rules.plans.knowledge import Knowledge
from rules.plans.legality import Option, options
from rules.state import At, Banner, BannerId, Works
from rules.tables import PLAYABLE_LEVEL, battle_radius, search_radius

OPENING = 9
"""Until this turn a scout goes out."""
SCOUTING = 30
"""What each march towards the neighbour is worth to it."""
FIELD = 6
"""So far around a sector ground is counted."""
NOWHERE = Marches(1, ())


@dataclass(slots=True)
class Chart:
    """What is worth going to while banners are sent out one by one: bits are taken away as they are."""

    own: Knowledge
    aims: Aims
    battle: int
    search: int
    land: int
    hidden: int
    spots: int
    listed: int
    carriers: frozenset[BannerId]
    scout: BannerId | None
    """Who goes to meet the nearest neighbour, or the nearest enemy in sight."""
    front: int


def chart_of(own: Knowledge, weights: Weights) -> Chart:
    """The chart before anybody is sent out."""
    traits = traits_of(own.player.rules, own.house)
    mods = mods_of(own.player.rules, own.house)
    aims = aims_of(own, weights)
    width = len(own.rows[0]) + 1
    ours = bits_of(width, (s.at for s in own.sectors if s.occupier == own.player.id and not s.disputed))
    search = search_radius(own.settings, traits, mods)
    wanted = wanted_relics(own)
    hidden = unsearched(own, search) if aims.wants_relic_unseen else 0
    listed = {at for one in own.player.conditions for at in one.sectors or ()}
    scout, front = _sent_out(own, aims)
    return Chart(
        own=own,
        aims=aims,
        battle=battle_radius(own.settings, traits, mods),
        search=search,
        land=passable(own.rows) & ~ours,
        hidden=hidden,
        spots=bits_of(width, (r.at for r in own.relics if r.at is not None and r.id in wanted)),
        listed=bits_of(width, listed),
        carriers=frozenset(r.carried_by for r in own.relics if r.carried_by is not None and r.id in wanted),
        scout=scout,
        front=front,
    )


def _sent_out(own: Knowledge, aims: Aims) -> tuple[BannerId | None, int]:
    """The banner that goes to meet an enemy in a war's first turns, and where that is: at the nearest home.

    Of two homes as near as each other the one across is meant, not the one above or below: whoever thinks so
    too comes the other way.
    """
    if own.turn > OPENING:
        return None, 0
    ready = [one for one in own.banners if one.level >= PLAYABLE_LEVEL and not one.retreating]
    if aims.enemies:
        return _challenger(own, aims, ready)
    camps = homes(own.rows, own.home)
    if not ready or not camps:
        return None, 0
    x, y = own.home[0]
    camp = min(camps, key=lambda one: (distance(one[0], (x, y)), abs(one[0][1] - y), one))
    scout = min(ready, key=lambda one: (min(distance(one.at, at) for at in camp), one.id))
    return scout.id, bits_of(len(own.rows[0]) + 1, camp)


def _challenger(own: Knowledge, aims: Aims, ready: Iterable[Banner]) -> tuple[BannerId | None, int]:
    """Who goes on to an enemy that has been seen, and where that is: the two that are nearest to each other.

    It would else turn aside from one that does not come nearer by itself, and neither would learn anything.
    """
    pairs = [
        (distance(one.at, enemy.at), one.id, enemy.at)
        for one in ready
        for enemy in aims.enemies
        if enemy.level is None or enemy.level <= one.level + aims.weights.challenge
    ]
    if not pairs:
        return None, 0
    _gap, scout, at = min(pairs)
    return scout, bits_of(len(own.rows[0]) + 1, [at])


def plan(own: Knowledge, weights: Weights) -> Plan:
    """One entry per own banner, all orders legal (Rules 3)."""
    chart = chart_of(own, weights)
    orders: dict[BannerId, BannerOrders] = {}
    for banner in sorted(own.banners, key=lambda banner: (-banner.level, banner.id)):
        offers = {option.order: option for option in options(own, banner.id) if option.legal}
        orders[banner.id] = _orders_for(chart, banner, offers)
    use(own, chart.aims, orders)
    return Plan(orders={banner.id: orders[banner.id] for banner in own.banners}, node=node_of(own))


def _orders_for(chart: Chart, banner: Banner, offers: Mapping[OrderKind, Option]) -> BannerOrders:
    if OrderKind.RETREAT in offers:
        targets = offers[OrderKind.RETREAT].targets
        if not targets:
            return BannerOrders()
        to = ranked(chart, banner, targets)[0]
        claim(chart, to)
        return BannerOrders(special=Order(OrderKind.RETREAT, to=to))
    if banner.retreating:
        return BannerOrders()
    if banner.works is not Works.NONE and OrderKind.MARCH not in offers:
        return _in_works(chart, banner, offers)
    primary = _primary(chart, banner, offers)
    claim(chart, primary.to if primary is not None and primary.to is not None else banner.at)
    return BannerOrders(primary, secondary(chart.own, chart.aims, banner, offers, primary))


def _in_works(chart: Chart, banner: Banner, offers: Mapping[OrderKind, Option]) -> BannerOrders:
    search = Order(OrderKind.SEARCH) if OrderKind.SEARCH in offers else None
    return BannerOrders(search, Order(OrderKind.UNFORTIFY))


def _primary(chart: Chart, banner: Banner, offers: Mapping[OrderKind, Option]) -> Order | None:
    rows = chart.own.rows
    search = Order(OrderKind.SEARCH) if OrderKind.SEARCH in offers else None
    march = offers.get(OrderKind.MARCH)
    if search is not None and chart.hidden and banner.id not in (*chart.carriers, chart.scout):
        here = (square(rows, banner.at, chart.search) & chart.hidden).bit_count()
        best = 0
        if march is not None:
            best = max(
                (square(rows, at, chart.search) & chart.hidden).bit_count()
                for at in (banner.at, *march.targets)
            )
        if here and 4 * here >= 3 * best and here >= min(6, chart.hidden.bit_count()):
            chart.hidden &= ~square(rows, banner.at, chart.search)
            return search
    if march is None:
        return search
    to = ranked(chart, banner, (*march.targets, banner.at))[0]
    if to == banner.at:
        if search is not None:
            chart.hidden &= ~square(rows, banner.at, chart.search)
        return search
    return Order(OrderKind.MARCH, to=to)


def ranked(chart: Chart, banner: Banner, targets: Iterable[At]) -> list[At]:
    """The targets, the best first."""
    goals = _goals(chart, banner)
    return sorted(targets, key=lambda at: (-worth(chart, banner, goals, at), at[1], at[0]))


def claim(chart: Chart, at: At) -> None:
    """Somebody goes there: what is taken from there is nobody else's errand."""
    rows = chart.own.rows
    chart.land &= ~square(rows, at, chart.battle + 1)
    near = square(rows, at, chart.battle)
    chart.spots &= ~near
    if chart.listed & near:
        chart.listed &= ~near


def _goals(chart: Chart, banner: Banner) -> tuple[tuple[int, Marches], ...]:
    """The errands that concern a banner, each with its weight and the marches to it."""
    own, weights = chart.own, chart.aims.weights
    if banner.id in chart.carriers:
        return ((weights.ground, marches_to(own, chart.land)),)
    if banner.id == chart.scout:
        return ((SCOUTING, marches_to(own, chart.front)),)
    found = []
    if chart.spots:
        found.append((weights.relic * 3, marches_to(own, chart.spots)))
    elif chart.hidden:
        found.append((weights.relic * 2, marches_to(own, chart.hidden)))
    if chart.listed:
        found.append((weights.relic * 2, marches_to(own, chart.listed)))
    if not found:
        found.append((weights.ground * 2, marches_to(own, chart.land)))
    return tuple(found)


def worth(chart: Chart, banner: Banner, goals: tuple[tuple[int, Marches], ...], at: At) -> int:
    """What a sector is worth to a banner: the ground it takes, how near its errands are, who is near."""
    rows = chart.own.rows
    total = 4 * (square(rows, at, chart.battle) & chart.land).bit_count()
    for radius in range(chart.battle + 1, FIELD + 1):
        total += (square(rows, at, radius) & chart.land).bit_count() // radius
    for weight, marches in goals:
        total -= weight * min(marches.away(at), 60)
    return total - _danger(chart, banner, at)


def worth_at(chart: Chart, banner: Banner, at: At) -> int:
    """As ``worth``, for one sector, danger left out: that is for those to say who look closer."""
    calm = replace(chart.aims, enemies=())
    return worth(replace(chart, aims=calm), banner, _goals(chart, banner), at)


def _danger(chart: Chart, banner: Banner, at: At) -> int:
    own, weights = chart.own, chart.aims.weights
    reach = 2 * own.settings.battle_radius
    shy = banner.level < PLAYABLE_LEVEL or banner.id in chart.carriers
    cost = 0
    for enemy in chart.aims.enemies:
        gap = distance(at, enemy.at)
        strength = enemy.level if enemy.level is not None else banner.level - 1
        if shy or strength > banner.level + weights.margin:
            cost += weights.shun * max(0, reach + 2 - gap)
        elif distance(banner.at, enemy.at) <= weights.reach:
            cost += weights.hunt * max(0, gap - reach)
    return cost
