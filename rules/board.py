"""The working board of one resolution: what the phases change, between the frozen values at both ends.

A board lives only inside ``rules.turn``. Its dicts are filled in the order of ids, so that whatever walks
over them does so in that order.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from rules.armies import Trait
from rules.club.house import House, Mod, mods_of, traits_of
from rules.club.ledger import Item, Ledger
from rules.club.triggers import Firing, Settlement, Trigger
from rules.dice import Dice
from rules.events import Event, EventKind, Reason
from rules.ground import Ground
from rules.maps.field import Field, count, ranges
from rules.maps.grid import Grid, Index, grid_of
from rules.orders import BUSY, BannerOrders, Order, OrderKind
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
from rules.tables import RESUPPLY, battle_radius, recon_radius, resupplied, search_radius

NO_ORDERS = BannerOrders()

_NO_WORKS = Works.NONE

# Read from the class these take longer than being looked for.
_PONDEROUS, _UNSEEN = Trait.PONDEROUS, Trait.UNSEEN_PRESENCE
_MASSIVE, _BLITZ, _INFESTATION = Trait.MASSIVE_ARMIES, Trait.BLITZ, Trait.INFESTATION


class Side:
    """A player's army while a turn is worked out, with its ranges (Rules 1, 11, 14.1).

    ``traits`` are its rules with those that house rules give, ``mods`` the changes that house rules make.
    """

    __slots__ = (
        "battle",
        "blitz",
        "id",
        "infesting",
        "massive",
        "mods",
        "player",
        "ponderous",
        "recon",
        "resupply",
        "search",
        "traits",
        "unseen",
    )

    def __init__(self, player: Player, settings: Settings, house: House = ()) -> None:
        traits = player.rules
        mods: tuple[Mod, ...] = ()
        if house:
            traits, mods = traits_of(traits, house), mods_of(traits, house)
        self.mods = mods
        self.player = player
        self.id = player.id
        self.traits = traits
        self.battle = battle_radius(settings, traits, mods)
        self.recon = recon_radius(settings, traits, mods)
        self.ponderous = _PONDEROUS in traits
        self.unseen = _UNSEEN in traits
        self.search = search_radius(settings, traits, mods)
        self.resupply = resupplied(mods) if mods else RESUPPLY
        self.massive = _MASSIVE in traits
        self.blitz = _BLITZ in traits
        self.infesting = _INFESTATION in traits and not self.blitz


class Piece:
    """A banner on the board; ``source`` is the banner as it came onto it."""

    __slots__ = ("at", "beaten_by", "cell", "id", "level", "retreating", "side", "source", "works")

    def __init__(self, banner: Banner, side: Side, cell: int) -> None:
        self.source = banner
        self.id = banner.id
        self.side = side
        self.at = banner.at
        self.cell = cell
        self.level = banner.level
        self.works = banner.works
        self.retreating = banner.retreating
        self.beaten_by = banner.beaten_by

    def copy(self) -> Piece:
        """Another piece that stands as this one does."""
        other = Piece(self.source, self.side, self.cell)
        other.at, other.level, other.works = self.at, self.level, self.works
        other.retreating, other.beaten_by = self.retreating, self.beaten_by
        return other

    def banner(self) -> Banner:
        """The banner as it now stands: the very one it began as if nothing has changed."""
        old = self.source
        if (
            old.at is self.at
            and old.level == self.level
            and old.works is self.works
            and old.retreating is self.retreating
            and old.beaten_by == self.beaten_by
        ):
            return old
        return Banner(self.id, self.side.id, self.at, self.level, self.works, self.retreating, self.beaten_by)


@dataclass(slots=True)
class Board:
    """Everything that a phase may read and change.

    ``moved`` has the banners that a march or a teleport has brought elsewhere, or whose parent's has;
    ``retreated`` those that have retreated; ``stood`` the sectors whose contacts a split-off or an heir has,
    if they are not just the one where it began (Rules 5.12).
    ``borrowed`` are the banners that are another board's pieces: see ``changing``.
    ``altered`` tells that a piece is gone or has been put in another's place since the board was set up;
    ``settled`` tells that the occupation is worked out and nobody is gone since: it would come out the same.
    ``taken`` lists cells with the side that lost them and the side that took them, ``lost`` has all cells
    lost by player.
    ``relocated`` has where settlements move banners, ``spies`` where each player has a spy and how far it
    looks; ``firings`` say what became of the triggers; ``ledger`` is None unless the turn is to be explained.
    """

    turn: int
    settings: Settings
    grid: Grid
    dice: Dice
    sides: dict[PlayerId, Side]
    nodes: dict[PlayerId, BannerId | None]
    pieces: dict[BannerId, Piece]
    orders: Mapping[BannerId, BannerOrders]
    given: dict[OrderKind, tuple[list[Piece], list[Order]]]
    ground: Ground
    relics: dict[RelicId, Relic]
    features: dict[FeatureId, Feature]
    carried: dict[BannerId, list[RelicId]]
    moved: set[BannerId] = field(default_factory=set)
    retreated: set[BannerId] = field(default_factory=set)
    stood: dict[BannerId, tuple[At, ...]] = field(default_factory=dict)
    taken: list[tuple[int, Side, Side]] = field(default_factory=list)
    lost: dict[PlayerId, Field] = field(default_factory=dict)
    destroyed: list[Destroyed] = field(default_factory=list)
    heirs: dict[BannerId, BannerId] = field(default_factory=dict)
    events: list[Event] = field(default_factory=list)
    battles: list[Battle] = field(default_factory=list)
    spoken: Results = field(default_factory=Results)
    results: list[BattleResult] = field(default_factory=list)
    found_features: dict[PlayerId, list[FeatureId]] = field(default_factory=dict)
    found_relics: dict[PlayerId, list[RelicId]] = field(default_factory=dict)
    intelligence: dict[PlayerId, Intelligence] = field(default_factory=dict)
    conditions: dict[PlayerId, tuple[Holding, ...]] = field(default_factory=dict)
    victors: tuple[PlayerId, ...] = ()
    settlements: tuple[Settlement, ...] = ()
    relocated: dict[BannerId, At] = field(default_factory=dict)
    triggers: list[Trigger] = field(default_factory=list)
    firings: list[Firing] = field(default_factory=list)
    spies: dict[PlayerId, list[tuple[At, int]]] = field(default_factory=dict)
    ledger: Ledger | None = None
    borrowed: set[BannerId] = field(default_factory=set)
    settled: bool = False
    altered: bool = False
    _cover: dict[PlayerId, Field] | None = None
    _uncovered: set[PlayerId] = field(default_factory=set)
    _index: Index[Piece] | None = None
    _levels: dict[PlayerId, int] | None = None

    def ordered(self, kind: OrderKind) -> Iterable[tuple[Piece, Order]]:
        """The banners with an effective order of this kind that are still on the map, by id."""
        if kind not in self.given:
            return ()
        given = zip(*self.given[kind], strict=True)
        # As long as all pieces are the ones that the board was set up with, there is nothing to look for.
        return self._still_here(given) if self.altered else given

    def _still_here(self, given: Iterable[tuple[Piece, Order]]) -> Iterator[tuple[Piece, Order]]:
        pieces = self.pieces
        for piece, order in given:
            standing = pieces.get(piece.id)
            if standing is not None:
                yield standing, order

    def changing(self, piece: Piece) -> Piece:
        """The piece to change in place of this one: a board leaves those that it has borrowed alone."""
        if piece.id in self.borrowed:
            self.borrowed.remove(piece.id)
            self.pieces[piece.id] = piece = piece.copy()
            self.altered = True
        return piece

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
        if giver.id in self.retreated or self.is_busy(giver):
            return Reason.GIVER_BUSY
        battle = receiver.side.battle
        return None if self.grid.overlap(receiver.at, battle, giver.at, battle) else Reason.OUT_OF_RANGE

    def is_busy(self, piece: Piece) -> bool:
        """Whether a banner has an effective order that keeps it from giving (Rules 5.8)."""
        orders = self.orders.get(piece.id, NO_ORDERS)
        if piece.id in self.relocated:
            return True
        return any(order is not None and order.kind in BUSY for order in (orders.primary, orders.secondary))

    def began_at(self, piece: Piece) -> tuple[At, ...]:
        """The sectors whose contacts a banner had when the turn began (Rules 5.12)."""
        return self.stood.get(piece.id) or (piece.source.at,)

    def lose_works(self, piece: Piece, rule: str, reason: Reason) -> None:
        """A banner leaves its works behind, if it has any."""
        if piece.works != _NO_WORKS:
            piece.works = _NO_WORKS
            self.events.append(Event(EventKind.WORKS_LOST, rule, piece.side.id, piece.id, reason=reason))

    def destroy(self, piece: Piece, by: BannerId | None, cause: Cause, rule: str) -> None:
        """Take a banner off the map; what it carried lies in its sector, known to nobody (Rules 8.5)."""
        del self.pieces[piece.id]
        if self.ledger is not None:
            item = "5.6" if cause is Cause.RETREAT else "8.2"
            self.ledger.note(piece.id, item, Item.DESTROYED, -piece.level, by)
            self.ledger.gone(piece.id)
        self._index = None
        self._uncovered.add(piece.side.id)
        self.settled, self.altered = False, True
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

    def armies(self) -> dict[PlayerId, list[Piece]]:
        """The banners of each player that has any, by id."""
        armies: dict[PlayerId, list[Piece]] = {}
        for piece in self.pieces.values():
            player = piece.side.id
            if player in armies:
                armies[player].append(piece)
            else:
                armies[player] = [piece]
        return armies

    def cover(self) -> dict[PlayerId, Field]:
        """The battle ranges of each player that has banners: to be asked for only after all have moved."""
        if self._cover is None:
            self._cover = self._covered_by(self.armies())
        elif self._uncovered:
            armies: dict[PlayerId, list[Piece]] = {player: [] for player in self._uncovered}
            for piece in self.pieces.values():
                if piece.side.id in armies:
                    armies[piece.side.id].append(piece)
            self._cover = self._cover | self._covered_by(armies)
        self._uncovered.clear()
        return self._cover

    def _covered_by(self, armies: Mapping[PlayerId, list[Piece]]) -> dict[PlayerId, Field]:
        return {
            player: ranges(self.grid, [piece.cell for piece in army], self.sides[player].battle)
            for player, army in armies.items()
        }

    def index(self) -> Index[Piece]:
        """The banners by place: to be asked for only after all have moved."""
        if self._index is None:
            self._index = Index(self.pieces.values(), max(1, self.reach()))
        return self._index

    def resumed(self, dice: Dice, spoken: Results) -> Board:
        """A board for what comes next: all stands as on this one, and nothing is told yet. This one never
        changes for it, and may be resumed again.
        """
        return Board(
            turn=self.turn,
            settings=self.settings,
            grid=self.grid,
            dice=dice,
            sides=self.sides,
            nodes=self.nodes.copy(),
            pieces=self.pieces.copy(),
            orders=self.orders,
            given=self.given,
            ground=self.ground.copy(),
            relics=self.relics.copy(),
            features=self.features.copy(),
            carried={banner: relics.copy() for banner, relics in self.carried.items()},
            destroyed=self.destroyed.copy(),
            heirs=self.heirs,
            battles=self.battles,
            spoken=spoken,
            settlements=self.settlements,
            triggers=self.triggers.copy(),
            ledger=self.ledger.copy() if self.ledger is not None else None,
            borrowed=set(self.pieces),
            settled=self.settled,
            altered=self.altered,
            _cover=self._cover,
            _uncovered=self._uncovered.copy(),
            _index=self._index,
        )

    def reach(self) -> int:
        """How far the widest battle range reaches (Rules 11)."""
        return max((side.battle for side in self.sides.values()), default=0)

    def occupied(self, player: PlayerId) -> int:
        """How many sectors a player occupies (Rules 10)."""
        return count(self.ground.held.get(player, {}))

    def living(self) -> dict[PlayerId, int]:
        """The total levels of each player that has banners; counted once, at the turn's end (Rules 10)."""
        if self._levels is None:
            self._levels = {}
            for piece in self.pieces.values():
                self._levels[piece.side.id] = self._levels.get(piece.side.id, 0) + piece.level
        return self._levels


def set_up(state: State, orders: Mapping[BannerId, BannerOrders], dice: Dice) -> Board:
    """A board with this state on it and these effective orders given."""
    settings = state.settings
    sides = {player.id: Side(player, settings, state.house) for player in state.players}
    margin = max(settings.search_radius, settings.recon_radius + 1)
    if state.house:
        margin = max(margin, *[max(side.battle, side.recon, side.search) for side in sides.values()])
    grid = grid_of(state.rows, margin)
    stride, origin = grid.stride, grid.origin
    pieces: dict[BannerId, Piece] = {}
    given: defaultdict[OrderKind, tuple[list[Piece], list[Order]]] = defaultdict(lambda: ([], []))
    for banner in state.banners:
        x, y = banner.at
        piece = Piece(banner, sides[banner.owner], origin + y * stride + x)
        pieces[banner.id] = piece
        own = orders.get(banner.id)
        if own is not None:
            for order in (own.primary, own.secondary, own.special):
                if order is not None:
                    whose, what = given[order.kind]
                    whose.append(piece)
                    what.append(order)
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
        nodes={player.id: player.node for player in state.players},
        pieces=pieces,
        orders=orders,
        given=given,
        ground=Ground(grid, state.sectors),
        relics={relic.id: relic for relic in state.relics},
        features={feature.id: feature for feature in state.features},
        carried=carried,
        triggers=list(state.triggers),
    )
