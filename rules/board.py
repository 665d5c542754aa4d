"""The working board of one resolution: what the phases change, between the frozen values at both ends.

A board lives only inside ``rules.turn``. Its dicts are filled in the order of ids, so that whatever walks
over them does so in that order.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from rules.armies import Trait
from rules.dice import Dice
from rules.events import Event, EventKind, Reason
from rules.grid import Grid, Index
from rules.ground import Ground
from rules.knowledge import Sighting
from rules.orders import BannerOrders, Order, OrderKind
from rules.outcome import Battle, BattleResult, Cause, Destroyed, Holding, Intelligence
from rules.results import Results
from rules.state import (
    At,
    Banner,
    BannerId,
    Feature,
    FeatureId,
    Player,
    PlayerId,
    Relic,
    RelicId,
    Settings,
    State,
    Works,
)

NO_ORDERS = BannerOrders()

_BUSY = (OrderKind.MARCH, OrderKind.TELEPORT, OrderKind.SPLIT, OrderKind.JOIN)


class Side:
    """A player's army while a turn is worked out, with its ranges (Rules 1, 11)."""

    __slots__ = ("battle", "id", "node", "player", "ponderous", "recon", "search", "traits", "unseen")

    def __init__(self, player: Player, settings: Settings) -> None:
        traits = player.rules
        self.player = player
        self.id = player.id
        self.traits = traits
        self.node = player.node
        self.battle = settings.recon_radius if Trait.BATTLELUST in traits else settings.battle_radius
        self.recon = settings.recon_radius + (Trait.SUPERIOR_INTELLIGENCE in traits)
        self.ponderous = Trait.PONDEROUS in traits
        self.unseen = Trait.UNSEEN_PRESENCE in traits
        self.search = 0 if Trait.WOTS_A_RECON in traits else settings.search_radius


class Piece:
    """A banner on the board.

    ``start`` is where it stood when the turn began; ``stood`` are the sectors whose contacts it has: its
    start, its parent's for a split-off, its own and the other's for an heir (Rules 5.12).
    """

    __slots__ = (
        "at",
        "beaten_by",
        "cell",
        "id",
        "level",
        "moved",
        "orders",
        "retreated",
        "retreating",
        "side",
        "source",
        "start",
        "stood",
        "works",
    )

    def __init__(self, banner: Banner, side: Side, cell: int, orders: BannerOrders) -> None:
        self.source = banner
        self.id = banner.id
        self.side = side
        self.at = banner.at
        self.cell = cell
        self.level = banner.level
        self.works = banner.works
        self.retreating = banner.retreating
        self.beaten_by = banner.beaten_by
        self.orders = orders
        self.start = banner.at
        self.stood: tuple[At, ...] = (banner.at,)
        self.moved = False
        self.retreated = False

    def has(self, *kinds: OrderKind) -> bool:
        """Whether it has an effective order of one of these kinds."""
        orders = self.orders
        given = (orders.primary, orders.secondary, orders.special)
        return any(order is not None and order.kind in kinds for order in given)

    def banner(self) -> Banner:
        """The banner as it now stands: the one it began as if nothing has changed."""
        old = self.source
        if (
            old.at == self.at
            and old.level == self.level
            and old.works == self.works
            and old.retreating == self.retreating
            and old.beaten_by == self.beaten_by
            and old.id == self.id
        ):
            return old
        return Banner(self.id, self.side.id, self.at, self.level, self.works, self.retreating, self.beaten_by)


@dataclass(slots=True)
class Board:
    """Everything that a phase may read and change.

    ``taken`` lists cells with the side that lost them and the side that took them.
    """

    turn: int
    settings: Settings
    grid: Grid
    dice: Dice
    sides: dict[PlayerId, Side]
    pieces: dict[BannerId, Piece]
    given: dict[OrderKind, list[tuple[Piece, Order]]]
    ground: Ground
    relics: dict[RelicId, Relic]
    features: dict[FeatureId, Feature]
    carried: dict[BannerId, list[RelicId]]
    taken: list[tuple[int, Side, Side]] = field(default_factory=list)
    destroyed: list[Destroyed] = field(default_factory=list)
    heirs: dict[BannerId, BannerId] = field(default_factory=dict)
    events: list[Event] = field(default_factory=list)
    battles: list[Battle] = field(default_factory=list)
    spoken: Results = field(default_factory=Results)
    results: list[BattleResult] = field(default_factory=list)
    found_features: dict[PlayerId, list[FeatureId]] = field(default_factory=dict)
    found_relics: dict[PlayerId, list[RelicId]] = field(default_factory=dict)
    sightings: dict[PlayerId, list[Sighting]] = field(default_factory=dict)
    intelligence: dict[PlayerId, Intelligence] = field(default_factory=dict)
    conditions: dict[PlayerId, tuple[Holding, ...]] = field(default_factory=dict)
    victors: tuple[PlayerId, ...] = ()
    _index: Index[Piece] | None = None
    _counted: Counter[PlayerId] | None = None
    _levels: dict[PlayerId, int] | None = None

    def ordered(self, kind: OrderKind) -> Iterator[tuple[Piece, Order]]:
        """The banners with an effective order of this kind that are still on the map, by id."""
        for piece, order in self.given.get(kind, ()):
            if piece.id in self.pieces:
                yield piece, order

    def standing(self) -> dict[int, list[Piece]]:
        """The banners by the cell they stand in, each list by id."""
        cells: dict[int, list[Piece]] = {}
        for piece in self.pieces.values():
            if piece.cell in cells:
                cells[piece.cell].append(piece)
            else:
                cells[piece.cell] = [piece]
        return cells

    def obstacle(self, receiver: Piece, giver: Piece | None) -> Reason | None:
        """Why a banner cannot give to another of its player at all, None if it can (Rules 5.8)."""
        if giver is None:
            return Reason.GIVER_GONE
        if giver.retreated or giver.has(*_BUSY):
            return Reason.GIVER_BUSY
        battle = receiver.side.battle
        return None if self.grid.overlap(receiver.at, battle, giver.at, battle) else Reason.OUT_OF_RANGE

    def lose_works(self, piece: Piece, rule: str, reason: Reason) -> None:
        """A banner leaves its works behind, if it has any."""
        if piece.works != Works.NONE:
            piece.works = Works.NONE
            self.events.append(Event(EventKind.WORKS_LOST, rule, piece.side.id, piece.id, reason=reason))

    def destroy(self, piece: Piece, by: BannerId | None, cause: Cause, rule: str) -> None:
        """Take a banner off the map; what it carried lies in its sector, known to nobody (Rules 8.5)."""
        del self.pieces[piece.id]
        self.destroyed.append(Destroyed(piece.id, piece.side.id, piece.at, piece.level, by, cause))
        for relic_id in self.carried.pop(piece.id, ()):
            old = self.relics[relic_id]
            self.relics[relic_id] = Relic(relic_id, None, piece.at, (), old.destructible)
            self.events.append(
                Event(EventKind.RELIC_DROPPED, rule, piece.side.id, piece.id, piece.at, relic=relic_id)
            )

    def hand(self, relic_id: RelicId, to: BannerId) -> None:
        """Give a relic, carried or lying, to a banner; all forget where it lay (Rules 5.9, 9)."""
        old = self.relics[relic_id]
        if old.carried_by is not None:
            self.carried[old.carried_by].remove(relic_id)
        self.carried.setdefault(to, []).append(relic_id)
        self.relics[relic_id] = Relic(relic_id, to, None, (), old.destructible)

    def index(self) -> Index[Piece]:
        """The banners by place, for whoever sees or fights whom: to be used only after the last has moved."""
        if self._index is None:
            sides = self.sides.values()
            sight = max((max(side.recon, side.search) for side in sides), default=0)
            battle = max((side.battle for side in sides), default=0)
            self._index = Index(self.pieces.values(), sight + battle + 1)
        return self._index

    def occupied(self) -> Counter[PlayerId]:
        """How many sectors each player occupies; counted once, so only at the turn's end (Rules 10)."""
        if self._counted is None:
            drawn = self.ground.draw().values()
            self._counted = Counter(sector.occupier for sector in drawn if sector.occupier is not None)
        return self._counted

    def living(self) -> dict[PlayerId, int]:
        """The total levels of each player that has banners; counted once, at the turn's end (Rules 10)."""
        if self._levels is None:
            self._levels = {}
            for piece in self.pieces.values():
                self._levels[piece.side.id] = self._levels.get(piece.side.id, 0) + piece.level
        return self._levels


def set_up(
    state: State, orders: Mapping[BannerId, BannerOrders], dice: Dice, ground: Ground | None = None
) -> Board:
    """A board with this state on it and these effective orders given; ``ground``, if there is one already, is
    that of the state's sectors."""
    settings = state.settings
    if ground is None:
        grid = Grid(state.rows, max(settings.search_radius, settings.recon_radius + 1) + 2)
        ground = Ground(grid, state.sectors)
    grid = ground.grid
    sides = {player.id: Side(player, settings) for player in state.players}
    stride, origin = grid.stride, grid.origin
    pieces: dict[BannerId, Piece] = {}
    given: dict[OrderKind, list[tuple[Piece, Order]]] = {}
    for banner in state.banners:
        x, y = banner.at
        own = orders.get(banner.id, NO_ORDERS)
        piece = Piece(banner, sides[banner.owner], origin + y * stride + x, own)
        pieces[banner.id] = piece
        if own is not NO_ORDERS:
            for order in (own.primary, own.secondary, own.special):
                if order is not None:
                    given.setdefault(order.kind, []).append((piece, order))
    carried: dict[BannerId, list[RelicId]] = {}
    for relic in state.relics:
        if relic.carried_by is not None:
            carried.setdefault(relic.carried_by, []).append(relic.id)
    return Board(
        turn=state.turn,
        settings=settings,
        grid=grid,
        dice=dice,
        sides=sides,
        pieces=pieces,
        given=given,
        ground=ground,
        relics={relic.id: relic for relic in state.relics},
        features={feature.id: feature for feature in state.features},
        carried=carried,
    )
