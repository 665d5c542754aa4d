"""The regular: a plain, busy commander, banner by banner, the greatest first.

It marches on its victory conditions, picks up what it was sent for, meets weaker enemies, shuns stronger
ones, and grows back what it has lost. The same knowledge always has the same plan.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache

from rules.armies import Trait
from rules.bot.characters import WEIGHTS, Character, Weights
from rules.club.house import traits_of
from rules.maps.grid import distance
from rules.maps.terrain import BARRED
from rules.orders import BannerOrders, Order, OrderKind, Plan
from rules.plans.knowledge import Knowledge, Sighting
from rules.plans.legality import Option, options
from rules.state import (
    MAX_LEVEL,
    At,
    Banner,
    BannerId,
    ConditionKind,
    PlayerId,
    Relic,
    SpecialOrders,
    Works,
)
from rules.tables import PLAYABLE_LEVEL

FAR = 10_000
STEADY = WEIGHTS[Character.STEADY]


@dataclass(frozen=True, slots=True)
class Marches:
    """Distances to the nearest of some goals: layer n has the bits of the sectors n or fewer marches away."""

    width: int
    layers: tuple[int, ...]

    def away(self, at: At) -> int:
        """Marches from ``at`` to the nearest goal; ``FAR`` if there is none or no way."""
        bit = 1 << at[1] * self.width + at[0]
        return next((n for n, layer in enumerate(self.layers) if layer & bit), FAR)


@dataclass(frozen=True, slots=True)
class Aims:
    """What a player wants of the map."""

    relics: Marches
    """To the nearest lying relic that is wanted."""
    ground: Marches
    """To the nearest sector that is worth taking."""
    enemies: tuple[Sighting, ...]
    """Enemies seen of late."""
    hunted: tuple[PlayerId, ...]
    """Players who must be destroyed."""
    wants_relic_unseen: bool
    """A relic is wanted and nobody of ours knows where it is."""
    weights: Weights


def plan(own: Knowledge, weights: Weights = STEADY) -> Plan:
    """The plan for one turn: one entry per own banner, all orders legal (Rules 3)."""
    aims = aims_of(own, weights)
    taken: set[At] = set()
    orders: dict[BannerId, BannerOrders] = {}
    for banner in sorted(own.banners, key=lambda banner: (-banner.level, banner.id)):
        offers = {option.order: option for option in options(own, banner.id) if option.legal}
        chosen = _orders_for(own, aims, banner, offers, taken)
        orders[banner.id] = chosen
        target = next((o.to for o in (chosen.primary, chosen.special) if o and o.to), banner.at)
        taken.add(target)
    use(own, aims, orders)
    return Plan(orders={banner.id: orders[banner.id] for banner in own.banners}, node=node_of(own))


def node_of(own: Knowledge) -> BannerId | None:
    """The banner that a plan names as node, where one has to be named (Rules 8.4)."""
    rules = traits_of(own.player.rules, own.house)
    if Trait.HIVE_MENTALITY not in rules or own.player.node is not None or not own.banners:
        return None
    return max(own.banners, key=lambda banner: (banner.level, banner.id)).id


def use(own: Knowledge, aims: Aims, orders: dict[BannerId, BannerOrders]) -> None:
    """Have hinted things used, where the campaign allows it: by the weakest banner with time, each once."""
    if not own.hinted or own.settings.special_orders is SpecialOrders.NONE:
        return
    left = set(own.hinted)
    for banner in sorted(own.banners, key=lambda banner: (banner.level, banner.id)):
        if not _has_time(own, aims, banner):
            continue
        offered = [one for one in options(own, banner.id) if one.order is OrderKind.USE and one.legal]
        relic = next((one for option in offered for one in option.relics if one in left), None)
        feature = next((one for option in offered for one in option.features if one in left), None)
        if relic is not None:
            orders[banner.id] = BannerOrders(special=Order(OrderKind.USE, relic=relic))
            left.discard(relic)
        elif feature is not None:
            orders[banner.id] = BannerOrders(special=Order(OrderKind.USE, feature=feature))
            left.discard(feature)


def _has_time(own: Knowledge, aims: Aims, banner: Banner) -> bool:
    """Whether a banner may stand where it is to use something, as its player's character has it.

    Nobody whom it shuns may be near, nor anybody at all if its player would rather hunt; to bring about what
    its player wins by there is always time.
    """
    if any(condition.kind is ConditionKind.TRIGGER for condition in own.player.conditions):
        return True
    weights, near = aims.weights, 2 * own.settings.battle_radius + 2
    hunts = weights.hunt > STEADY.hunt
    for enemy in aims.enemies:
        strength = enemy.level if enemy.level is not None else banner.level - 1
        shunned = strength > banner.level + weights.margin
        if distance(banner.at, enemy.at) <= near and (hunts or shunned):
            return False
    return True


def _orders_for(
    own: Knowledge, aims: Aims, banner: Banner, offers: Mapping[OrderKind, Option], taken: set[At]
) -> BannerOrders:
    if OrderKind.RETREAT in offers:
        target = _best(own, aims, banner, offers[OrderKind.RETREAT].targets, taken, shy=True)
        return BannerOrders(special=Order(OrderKind.RETREAT, to=target)) if target else BannerOrders()
    if banner.retreating:
        return BannerOrders()
    if banner.works is not Works.NONE and OrderKind.UNFORTIFY in offers and OrderKind.MARCH not in offers:
        return BannerOrders(primary=_search(offers), secondary=Order(OrderKind.UNFORTIFY))
    primary = _primary(own, aims, banner, offers, taken)
    return BannerOrders(primary=primary, secondary=secondary(own, aims, banner, offers, primary))


def _primary(
    own: Knowledge, aims: Aims, banner: Banner, offers: Mapping[OrderKind, Option], taken: set[At]
) -> Order | None:
    look = aims.weights.look
    look_around = aims.wants_relic_unseen and (own.turn + whim(own, banner.id, "look", look)) % look == 0
    if look_around and OrderKind.SEARCH in offers:
        return Order(OrderKind.SEARCH)
    march = offers.get(OrderKind.MARCH)
    if march is None:
        return _search(offers)
    shy = banner.level < PLAYABLE_LEVEL
    target = _best(own, aims, banner, (*march.targets, banner.at), taken, shy=shy)
    if target is None or target == banner.at:
        return _search(offers)
    return Order(OrderKind.MARCH, to=target)


def _search(offers: Mapping[OrderKind, Option]) -> Order | None:
    return Order(OrderKind.SEARCH) if OrderKind.SEARCH in offers else None


def secondary(
    own: Knowledge,
    aims: Aims,
    banner: Banner,
    offers: Mapping[OrderKind, Option],
    primary: Order | None,
) -> Order | None:
    """What a banner does beside its first order."""
    relic = _relic_at_hand(own, banner, primary)
    if relic is not None and OrderKind.TRANSFER in offers:
        return Order(OrderKind.TRANSFER, relic=relic.id)
    if OrderKind.RESUPPLY in offers and banner.level < MAX_LEVEL:
        return Order(OrderKind.RESUPPLY)
    if OrderKind.SPLIT in offers and _splits(own, aims, banner):
        return Order(OrderKind.SPLIT, name="Second column")
    if primary is None or primary.kind is OrderKind.SEARCH:
        for kind in (OrderKind.ENTRENCH, OrderKind.FORTIFY):
            if kind in offers and _holds_aim(own, banner):
                return Order(kind)
    return None


def _splits(own: Knowledge, aims: Aims, banner: Banner) -> bool:
    weights = aims.weights
    if banner.level < weights.split_from or len(own.banners) >= weights.split_below:
        return False
    return not (weights.split_unseen and aims.enemies)


def _relic_at_hand(own: Knowledge, banner: Banner, primary: Order | None) -> Relic | None:
    """A lying relic that will be in battle range when the relics are dealt with (Rules 5.9)."""
    at = primary.to if primary is not None and primary.to is not None else banner.at
    wanted = wanted_relics(own)
    lying = [relic for relic in own.relics if relic.at is not None]
    near = [relic for relic in lying if relic.at and distance(relic.at, at) <= own.settings.battle_radius]
    return min(near, key=lambda relic: (relic.id not in wanted, relic.id), default=None)


def _holds_aim(own: Knowledge, banner: Banner) -> bool:
    listed = {at for condition in own.player.conditions for at in condition.sectors or ()}
    return any(distance(at, banner.at) <= own.settings.battle_radius for at in listed)


def _best(
    own: Knowledge, aims: Aims, banner: Banner, targets: Iterable[At], taken: set[At], *, shy: bool
) -> At | None:
    """The target of least cost; ties go by a stable whim, so that columns do not all walk one road."""
    scored = [
        (
            _cost(own, aims, banner, at, shy=shy) + (aims.weights.crowd if at in taken else 0),
            whim(own, banner.id, f"{at[0]},{at[1]}", 97),
            at,
        )
        for at in targets
    ]
    return min(scored)[2] if scored else None


def _cost(own: Knowledge, aims: Aims, banner: Banner, at: At, *, shy: bool) -> int:
    reach, weights = 2 * own.settings.battle_radius, aims.weights
    cost = 0
    carries = any(relic.carried_by == banner.id for relic in own.relics)
    hunting = False
    for enemy in aims.enemies:
        gap = distance(at, enemy.at)
        strength = enemy.level if enemy.level is not None else banner.level - 1
        if shy or carries or strength > banner.level + weights.margin:
            cost += weights.shun * max(0, reach + 2 - gap)
        elif enemy.owner in aims.hunted or distance(banner.at, enemy.at) <= weights.reach:
            hunting = True
            cost += weights.hunt * max(0, gap - reach) + (6 if gap < reach else 0)
    if not carries:
        cost += weights.relic * min(aims.relics.away(at), 60)
    if not hunting:
        cost += weights.ground * min(aims.ground.away(at), 60)
    return cost


def aims_of(own: Knowledge, weights: Weights = STEADY) -> Aims:
    """What the player wants of the map."""
    wanted = wanted_relics(own)
    carried = {relic.id for relic in own.relics if relic.carried_by is not None}
    lying = {relic.id: relic.at for relic in own.relics if relic.at is not None}
    relics = [at for relic, at in sorted(lying.items()) if relic in wanted] or list(lying.values())
    enemies = tuple(
        sighting
        for sighting in own.sightings
        if own.turn - sighting.turn <= weights.fresh and sighting.turn >= 0
    )
    to_destroy = (c for c in own.player.conditions if c.kind is ConditionKind.DESTRUCTION)
    hunted = tuple(c.player for c in to_destroy if c.player)
    return Aims(
        relics=marches_to(own, bits_of(len(own.rows[0]) + 1, relics)),
        ground=marches_to(own, _ground_worth_taking(own)),
        enemies=enemies,
        hunted=hunted,
        wants_relic_unseen=bool(wanted - carried - set(lying)),
        weights=weights,
    )


def wanted_relics(own: Knowledge) -> set[str]:
    """The relics that the player's conditions name."""
    conditions = own.player.conditions
    return {str(c.relic) for c in conditions if c.kind is ConditionKind.RETRIEVAL and c.relic}


def _ground_worth_taking(own: Knowledge) -> int:
    """Listed sectors not held; else every sector that is not known to be ours; as bits."""
    width = len(own.rows[0]) + 1
    ours = {s.at for s in own.sectors if s.occupier == own.player.id and not s.disputed}
    listed = {at for condition in own.player.conditions for at in condition.sectors or ()}
    missing = listed - ours
    return bits_of(width, missing) if missing else passable(own.rows) & ~bits_of(width, ours)


def marches_to(own: Knowledge, goals: int) -> Marches:
    """How many marches away the nearest goal is, from anywhere: a flood over the map as one row of bits."""
    width = len(own.rows[0]) + 1
    ground = passable(own.rows)
    flood = goals & ground
    layers: list[int] = []
    while flood and (not layers or flood != layers[-1]):
        layers.append(flood)
        line = flood | flood << 1 | flood >> 1
        flood = (line | line << width | line >> width) & ground
    return Marches(width, tuple(layers))


@lru_cache(maxsize=16)
def passable(rows: tuple[str, ...]) -> int:
    """The ground that can be marched on, as bits: the same at every turn of a campaign."""
    text = BARRED[0].join(rows)[::-1]
    return int("".join("0" if terrain in BARRED else "1" for terrain in text), 2)


def bits_of(width: int, sectors: Iterable[At]) -> int:
    """Sectors as the bits of one number, rows ``width`` apart; the empty column keeps rows from touching."""
    bits = bytearray(1)
    for x, y in sectors:
        place = y * width + x
        if place >> 3 >= len(bits):
            bits.extend(bytes((place >> 3) + 1 - len(bits)))
        bits[place >> 3] |= 1 << (place & 7)
    return int.from_bytes(bits, "little")


def whim(own: Knowledge, banner: BannerId, word: str, below: int) -> int:
    """A number from 0 to ``below`` - 1 that depends on nothing hidden: same knowledge, same whim."""
    text = f"{own.player.id}/{banner}/{own.turn}/{word}".encode()
    return int.from_bytes(hashlib.sha256(text).digest()[:4], "big") % below
