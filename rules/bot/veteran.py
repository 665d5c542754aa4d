"""The veteran: what may be, then what comes of it. One plan for all the worlds that it holds possible.

It begins with the campaigner's plan and changes it banner by banner: each change is tried in every world by
the adjudicator itself, against what enemies would plan from their own knowledge there, and kept if it comes
out better on the whole. Its time is counted in adjudications, never measured.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from rules.bot import campaigner
from rules.bot.belief import Ghost, ghosts_of
from rules.bot.campaigner import Chart, chart_of, worth_at
from rules.bot.characters import Weights
from rules.bot.judgement import worth_of
from rules.bot.worlds import World, planned, sampled
from rules.maps.grid import distance
from rules.orders import BannerOrders, Order, OrderKind, Plan
from rules.outcome import Outcome
from rules.plans.knowledge import Knowledge
from rules.plans.legality import Option, options
from rules.results import Results
from rules.state import At, Banner, BannerId
from rules.turn import UNTOLD, resolve_aftermath, resolve_movement

WORLDS = 8
"""In so many worlds a plan is tried; if fewer fit into the budget, the plan is a regular's."""
ADJUDICATIONS, BANNER_TURNS = 200, 6_000
"""What one plan may take at most: a banner-turn is a banner on an adjudicated board."""
USUAL, TURNS_OF_PLANS = 800, 4
"""Banner-turns that it takes where boards are small; on others as many as so many plans tried."""
LEAST_GAIN = 40
"""What a change must bring, in points of ``judgement`` a world: errands see farther than one turn."""
NEAR = 4
"""A banner with no enemy this near in any world has nothing to weigh."""
TRIED = 6
"""So many targets of a banner are tried, the best by errand first."""


@dataclass(slots=True)
class Budget:
    """What may still be adjudicated."""

    adjudications: int
    banner_turns: int

    @classmethod
    def of(cls, banners: int) -> Budget:
        """The budget of a plan on boards of so many banners."""
        wanted = max(USUAL, TURNS_OF_PLANS * WORLDS * banners)
        return cls(ADJUDICATIONS, min(BANNER_TURNS, wanted))

    def allows(self, times: int, banners: int) -> bool:
        """Whether so many adjudications of a board of so many banners fit."""
        return self.adjudications >= times and self.banner_turns >= times * banners

    def spend(self, banners: int) -> None:
        """Count one."""
        self.adjudications -= 1
        self.banner_turns -= banners


@dataclass(slots=True)
class Thought:
    """What came of thinking: the plan, in how many worlds each banner's change was better, the worlds."""

    plan: Plan
    worlds: list[World]
    ghosts: tuple[Ghost, ...]
    better: dict[BannerId, int] = field(default_factory=dict)


def think(own: Knowledge, weights: Weights, seed: bytes) -> Thought | None:
    """A plan for one turn; None if too few worlds fit into the budget."""
    ghosts = ghosts_of(own)
    first = campaigner.plan(own, weights)
    banners = len(own.banners) + len(ghosts)
    budget = Budget.of(banners)
    if not budget.allows(WORLDS, banners):
        return None
    worlds = sampled(own, ghosts, WORLDS, seed)
    thought = Thought(first, worlds, ghosts)
    near = [banner for banner in own.banners if _is_near(banner, worlds)]
    if near:
        thought.worlds = [planned(world, own.player.id) for world in worlds]
        _Search(own, weights, budget, thought).improve(near)
    return thought


def _is_near(banner: Banner, worlds: Sequence[World]) -> bool:
    return any(
        other.owner != banner.owner and distance(other.at, banner.at) <= NEAR
        for world in worlds
        for other in world.state.banners
    )


class _Search:
    """Tries changes of a plan in all worlds."""

    def __init__(self, own: Knowledge, weights: Weights, budget: Budget, thought: Thought) -> None:
        self.own, self.weights = own, weights
        self.budget, self.thought = budget, thought
        self.chart: Chart = chart_of(own, weights)
        self.size = max(len(world.state.banners) for world in thought.worlds)

    def improve(self, near: Sequence[Banner]) -> None:
        """Change the plan banner by banner, the greatest first, while the budget lasts."""
        if not self.budget.allows(len(self.thought.worlds), self.size):
            return
        now = self.tried(self.thought.plan, self.thought.worlds)
        for banner in sorted(near, key=lambda one: (-one.level, one.id)):
            now = self._improve(banner, now)

    def _improve(self, banner: Banner, now: list[int]) -> list[int]:
        best, kept = now, self.thought.plan.orders[banner.id]
        standing = self._errand(banner, kept)
        for orders in self._alternatives(banner, kept):
            if not self.budget.allows(len(now), self.size):
                break
            errand = self._errand(banner, orders)
            found = self._better(self._with(banner, orders), best, errand - standing)
            if found is not None:
                best, standing = found, errand
                self.thought.plan = self._with(banner, orders)
                self.thought.better[banner.id] = sum(a > b for a, b in zip(found, now, strict=True))
        return best

    def _better(self, plan: Plan, best: Sequence[int], errand: int) -> list[int] | None:
        """What a plan is worth in each world, None if it is not better enough; half of them mostly tell."""
        worlds = self.thought.worlds
        half = len(worlds) // 2
        found = self.tried(plan, worlds[:half])
        if sum(found) - sum(best[:half]) + errand * half <= 0:
            return None
        found += self.tried(plan, worlds[half:])
        gain = sum(found) - sum(best) + errand * len(worlds)
        return found if gain > LEAST_GAIN * len(worlds) else None

    def _with(self, banner: Banner, orders: BannerOrders) -> Plan:
        plan = self.thought.plan
        return Plan({**plan.orders, banner.id: orders}, plan.node)

    def _errand(self, banner: Banner, orders: BannerOrders) -> int:
        """What the place where it goes is worth, whatever enemies do."""
        order = orders.special or orders.primary
        at = order.to if order is not None and order.to is not None else banner.at
        return worth_at(self.chart, banner, at)

    def tried(self, plan: Plan, worlds: Sequence[World]) -> list[int]:
        """What a plan is worth in each of these worlds after one turn."""
        found = []
        for world in worlds:
            self.budget.spend(self.size)
            found.append(worth_of(outcome_in(world, self.own, plan), self.own.player.id))
        return found

    def _alternatives(self, banner: Banner, kept: BannerOrders) -> Iterator[BannerOrders]:
        offers = {option.order: option for option in options(self.own, banner.id) if option.legal}
        if OrderKind.RETREAT in offers:
            for at in self._targets(banner, offers[OrderKind.RETREAT]):
                if kept.special is None or kept.special.to != at:
                    yield BannerOrders(special=Order(OrderKind.RETREAT, to=at))
            return
        if banner.retreating:
            return
        beside = Order(OrderKind.RESUPPLY) if OrderKind.RESUPPLY in offers else None
        search = Order(OrderKind.SEARCH) if OrderKind.SEARCH in offers else None
        found = [BannerOrders(search, beside)]
        if OrderKind.MARCH in offers:
            for at in self._targets(banner, offers[OrderKind.MARCH]):
                found.append(BannerOrders(Order(OrderKind.MARCH, to=at), beside))
        for digging in (OrderKind.ENTRENCH, OrderKind.FORTIFY):
            if digging in offers:
                found.append(BannerOrders(search, Order(digging)))
                break
        yield from (one for one in found if one != kept)

    def _targets(self, banner: Banner, option: Option) -> list[At]:
        ordered = sorted(option.targets, key=lambda at: (-worth_at(self.chart, banner, at), at[1], at[0]))
        return ordered[:TRIED]


def outcome_in(world: World, own: Knowledge, plan: Plan) -> Outcome:
    """What comes of a plan in a world this turn."""
    dice = world.dice(own.turn)
    plans = {**world.plans, own.player.id: plan}
    return resolve_aftermath(resolve_movement(world.state, plans, dice), Results(), dice, phases=UNTOLD)
