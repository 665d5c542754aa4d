"""Whether a published turn broke a promise of peace, and which of the two may know it from its own report.

Peace is broken by whoever's banner has changed its sector this turn, whatever moved it, and meets a banner
of the other in battle; and by whoever takes a sector that was the other's (Rules 5.12, 6).

Nobody is told more than its report holds. Who has lost a sector reads to whom; who has taken one knows from
whom if it knew whose it was when the turn began. Of a battle everybody knows where its own banner came from,
and the rest follows from how the battle was announced: ``_follows``.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TypedDict

from campaign.base.coordinates import sign_of
from campaign.base.documents import Map
from campaign.models import PlayerTurn, Promise, PromiseState
from campaign.turn.locked_turn import LockedTurn
from rules.events import EventKind
from rules.orders import MOVES
from rules.outcome import Battle, Category, Movement, Outcome
from rules.state import At, BannerId, Engagement, PlayerId

BATTLE, SECTOR = "battle", "sector"
HOW = (BATTLE, SECTOR)
_KNOWN_NOW = "2"
_Places = Mapping[BannerId, At]


class Breach(TypedDict):
    """One act that broke a promise: by the seat of this key; ``told`` are the keys of who may know it."""

    turn: int
    seat: str
    how: str
    at: list[int]
    told: list[str]


def keep_promises(held: LockedTurn, outcome: Outcome) -> None:
    """Note at every promise that covers the turn how it was broken in it, if it was."""
    if not held.promised:
        return
    covering = Promise.objects.filter(
        campaign=held.campaign,
        state=PromiseState.ACCEPTED,
        since__lte=held.turn.number,
        until__gte=held.turn.number,
    )
    for promise in covering.select_related("seat_by", "seat_to").order_by("id"):
        pair = (PlayerId(promise.seat_by.key), PlayerId(promise.seat_to.key))
        found = [*_by_battle(outcome.movement, pair), *_by_sector(held, outcome, pair)]
        if found:
            promise.breaches = [*promise.breaches, *found]
            promise.save(update_fields=("breaches",))


def _by_battle(movement: Movement, pair: tuple[PlayerId, PlayerId]) -> Iterator[Breach]:
    """The first battle of the two into which each of them has moved."""
    began: _Places = {banner.id: banner.at for banner in movement.start.banners}
    stands: _Places = {banner.id: banner.at for banner in movement.state.banners}
    broken: dict[PlayerId, Breach] = {}
    for battle in movement.battles:
        if set(battle.owners) != set(pair):
            continue
        moved = [_has_moved(banner, began, stands) for banner in battle.banners]
        for side in (0, 1):
            if not moved[side]:
                continue
            breaker, other = battle.owners[side], battle.owners[1 - side]
            told = [breaker]
            if _follows(movement, battle, side, other_moved=moved[1 - side]):
                told.append(other)
            known = broken.get(breaker)
            if known is None or len(told) > len(known["told"]):
                broken[breaker] = _breach(movement.start.turn, breaker, BATTLE, battle.sector, told)
    yield from (broken[player] for player in sorted(broken))


def _has_moved(banner: BannerId, began: _Places, stands: _Places) -> bool:
    """Whether it stands elsewhere than it began; one split off this turn began where its parent did."""
    place = banner
    while place not in began and "." in place:
        place = BannerId(place.rpartition(".")[0])
    return banner in stands and began.get(place) != stands[banner]


def _follows(movement: Movement, battle: Battle, breaker: int, *, other_moved: bool) -> bool:
    """Whether the other side can tell from its announcement that the breaker's banner has moved.

    A raid is met by one banner that has marched and one that has not; a battle without works by two that have
    marched, or two that have not. Where banners fight on contact alone, one that stood still was moved upon.
    """
    if not other_moved and movement.start.settings.engagement == Engagement.ON_CONTACT:
        return True
    if battle.category == Category.RAID:
        return battle.attacker == battle.banners[breaker]
    return (
        battle.category == Category.BATTLE and other_moved and _marched(movement, battle.banners[1 - breaker])
    )


def _marched(movement: Movement, banner: BannerId) -> bool:
    orders = movement.orders.get(banner)
    return orders is not None and orders.primary is not None and orders.primary.kind in MOVES


def _by_sector(held: LockedTurn, outcome: Outcome, pair: tuple[PlayerId, PlayerId]) -> Iterator[Breach]:
    """The first sector that each of the two has taken from the other."""
    broken: dict[PlayerId, Breach] = {}
    for event in outcome.events:
        taker, loser = event.player, event.rival
        if event.kind != EventKind.SECTOR_TAKEN or event.at is None or loser is None:
            continue
        if {taker, loser} != set(pair):
            continue
        known = broken.get(taker)
        if known is None or (event.at[1], event.at[0]) < (known["at"][1], known["at"][0]):
            broken[taker] = _breach(outcome.movement.start.turn, taker, SECTOR, event.at, [loser])
    for taker in sorted(broken):
        breach = broken[taker]
        loser = pair[0] if taker == pair[1] else pair[1]
        if _knew(held, taker, loser, breach["at"]):
            breach["told"].insert(0, taker)
        yield breach


def _knew(held: LockedTurn, taker: PlayerId, loser: PlayerId, at: list[int]) -> bool:
    """Whether the taker's map showed for certain, when the turn began, that the sector was the other's."""
    found: Map | None = (
        PlayerTurn.objects.filter(seat=held.seats[taker], turn__number=held.turn.number - 1)
        .values_list("map", flat=True)
        .first()
    )
    if found is None or "territory" not in found or "fog" not in found:
        return False
    x, y = at
    owner = sign_of(held.seats[loser].number)
    return found["territory"][y][x] == owner and found["fog"][y][x] == _KNOWN_NOW


def _breach(turn: int, seat: PlayerId, how: str, at: At, told: list[PlayerId]) -> Breach:
    return {"turn": turn, "seat": seat, "how": how, "at": list(at), "told": list(told)}
