"""Scenes to measure: armies in blocks on a grid of fronts, with orders, from a seed."""

from __future__ import annotations

import random
from dataclasses import dataclass

from rules.armies import Trait
from rules.orders import BannerOrders, Order, OrderKind, Plan
from rules.state import At, Banner, BannerId, Player, PlayerId, Sector, Settings, State

RULE_SETS: tuple[tuple[str, ...], ...] = (
    (),
    (Trait.TOUGH,),
    (Trait.STEADFAST,),
    (Trait.SUPERIOR_INTELLIGENCE, Trait.IRREPLACEABLE_TROOPS),
    (Trait.MASSIVE_ARMIES, Trait.SACRIFICE, Trait.PONDEROUS),
    (Trait.UNSEEN_PRESENCE,),
    (Trait.HATRED,),
    (Trait.BATTLELUST, Trait.SACRIFICE),
)


@dataclass(frozen=True, slots=True)
class Scene:
    """A state with everybody's plans, ready to be resolved."""

    state: State
    plans: dict[PlayerId, Plan]


def scene(*, banners: int, side: int, players: int, seed: int = 1, marching: float = 0.6) -> Scene:
    """``banners`` of ``players`` on a map of ``side`` x ``side``, ``marching`` of them on the march.

    Players' banners start in blocks beside each other, so that there are fronts; the rest search, dig in or
    resupply. Density is what the caller makes it.
    """
    chance = random.Random(seed)
    rows = _rows(chance, side)
    ids = [PlayerId(f"p{number:04}") for number in range(players)]
    across = max(1, round(players**0.5))
    block = side / across
    taken: dict[At, PlayerId] = {}
    placed: list[Banner] = []
    for number in range(banners):
        owner = number % players
        column, row = owner % across, owner // across % across
        for _ in range(200):
            at = (
                min(side - 1, int((column + chance.random()) * block)),
                min(side - 1, int((row + chance.random()) * block)),
            )
            if rows[at[1]][at[0]] != "#" and taken.get(at, ids[owner]) == ids[owner]:
                break
        else:
            continue
        taken[at] = ids[owner]
        placed.append(Banner(BannerId(f"b{number:05}"), ids[owner], at, chance.randint(10, 20)))
    state = State(
        turn=3,
        settings=Settings(),
        rows=rows,
        players=tuple(
            Player(identity, rules=RULE_SETS[n % len(RULE_SETS)]) for n, identity in enumerate(ids)
        ),
        banners=tuple(placed),
        sectors=tuple(
            Sector((x, y), occupier=owner)
            for (x, y), owner in sorted(taken.items(), key=lambda item: (item[0][1], item[0][0]))
        ),
    )
    plans: dict[PlayerId, dict[BannerId, BannerOrders]] = {identity: {} for identity in ids}
    for banner in placed:
        plans[banner.owner][banner.id] = _orders(chance, rows, banner, marching)
    return Scene(state, {identity: Plan(orders) for identity, orders in plans.items()})


def _rows(chance: random.Random, side: int) -> tuple[str, ...]:
    return tuple("".join(chance.choices(".C#", (86, 6, 8), k=side)) for _ in range(side))


def _orders(chance: random.Random, rows: tuple[str, ...], banner: Banner, marching: float) -> BannerOrders:
    x, y = banner.at
    near = [
        (x + dx, y + dy)
        for dx in (-1, 0, 1)
        for dy in (-1, 0, 1)
        if (dx or dy) and 0 <= y + dy < len(rows) and 0 <= x + dx < len(rows) and rows[y + dy][x + dx] != "#"
    ]
    if near and chance.random() < marching:
        resupply = Order(OrderKind.RESUPPLY) if banner.level < 20 else None
        return BannerOrders(Order(OrderKind.MARCH, to=chance.choice(near)), resupply)
    kind = chance.choice((OrderKind.FORTIFY, OrderKind.RESUPPLY, OrderKind.SPLIT))
    return BannerOrders(Order(OrderKind.SEARCH), Order(kind))
