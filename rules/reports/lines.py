"""What of an event its player may read: one table, and nothing gets past it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from operator import itemgetter
from typing import Any, NamedTuple

from rules.events import Event, EventKind, Reason, Roll
from rules.orders import OrderKind
from rules.state import At, BannerId, FeatureId, PlayerId, RelicId


class Line(NamedTuple):
    """What a player may read of an event; the fields mean what they mean in ``Event``.

    Which kinds have lines, and which of the fields, is ``LINES``.
    """

    kind: EventKind
    rule: str
    banner: BannerId | None = None
    at: At | None = None
    to: At | None = None
    reason: Reason | None = None
    levels: int | None = None
    other: BannerId | None = None
    order: OrderKind | None = None
    relic: RelicId | None = None
    feature: FeatureId | None = None
    rival: PlayerId | None = None
    dice: tuple[Roll, ...] = ()
    sectors: Sequence[At] = ()


LINES: Mapping[EventKind, tuple[str, ...]] = {
    EventKind.NODE_NAMED: ("banner", "reason"),
    EventKind.ORDER_VOID: ("banner", "order"),
    EventKind.UNFORTIFIED: ("banner", "at"),
    EventKind.ENTRENCHED: ("banner", "at"),
    EventKind.TELEPORTED: ("banner", "at", "to", "dice"),
    EventKind.TELEPORT_STAYED: ("banner", "at", "to", "dice"),
    EventKind.MARCHED: ("banner", "at", "to"),
    # Never why: a march fails because "an enemy was in the way", whichever way that was.
    EventKind.MARCH_FAILED: ("banner", "at", "to"),
    EventKind.FORTIFIED: ("banner", "at"),
    EventKind.RETREATED: ("banner", "at", "to", "reason"),
    EventKind.DESTROYED_IN_RETREAT: ("banner", "at", "to", "reason", "rival"),
    # Whose it was, never which: of the enemy's level no more than the own reward tells.
    EventKind.DESTROYED_ENEMY_IN_RETREAT: ("banner", "at", "rival"),
    EventKind.RESUPPLIED: ("banner", "at", "levels"),
    EventKind.LEVELS_RECEIVED: ("banner", "other", "levels"),
    EventKind.LEVELS_GIVEN: ("banner", "other", "levels"),
    EventKind.LEVELS_NOT_RECEIVED: ("banner", "other", "levels", "reason"),
    EventKind.TRIBAL_LOSS: ("banner", "levels"),
    EventKind.RELIC_RECEIVED: ("banner", "other", "relic"),
    EventKind.RELIC_GIVEN: ("banner", "other", "relic"),
    EventKind.RELIC_NOT_RECEIVED: ("banner", "other", "relic", "reason"),
    EventKind.RELIC_PICKED_UP: ("banner", "relic"),
    # Never why: a dispute or another's claim would tell of an enemy.
    EventKind.RELIC_NOT_PICKED_UP: ("banner", "relic"),
    EventKind.RELIC_DESTROYED: ("banner", "relic"),
    EventKind.RELIC_NOT_DESTROYED: ("banner", "relic"),
    EventKind.SPLIT: ("banner", "at", "other", "levels"),
    EventKind.SPLIT_FAILED: ("banner", "at", "levels", "reason"),
    EventKind.JOINED: ("banner", "at", "other", "levels"),
    EventKind.JOIN_FAILED: ("banner", "at", "other", "reason"),
    EventKind.BATTLE_WON: ("banner", "at", "other", "rival", "levels", "reason"),
    EventKind.BATTLE_LOST: ("banner", "at", "other", "rival", "levels", "reason"),
    EventKind.BATTLE_DRAWN: ("banner", "at", "other", "rival", "levels", "reason"),
    EventKind.BLOOD_REWARD: ("banner", "levels"),
    EventKind.DESTROYED_IN_BATTLE: ("banner", "at"),
    EventKind.WORKS_REDUCED: ("banner", "at"),
    EventKind.MUST_RETREAT: ("banner", "at", "other"),
    EventKind.SECTORS_GAINED: ("sectors",),
    EventKind.SECTOR_LOST: ("at", "reason", "rival"),
    EventKind.FEATURE_FOUND: ("at", "feature", "reason"),
    EventKind.RELIC_FOUND: ("banner", "at", "relic"),
    EventKind.WORKS_LOST: ("banner", "reason"),
    EventKind.NODE_LOST: ("banner",),
    EventKind.HIVE_LOSS: ("banner", "at", "levels"),
    # Never where: a dropped relic is known to nobody, its former owner included (Rules 8.5).
    EventKind.RELIC_DROPPED: ("banner", "relic"),
}
"""The kinds of event that a player reads of when the turn is published, and the fields that it reads.

Of the other kinds it reads nothing: battles met stand among its battles, conditions among its conditions, and
from whom it took a sector and who has won are not its to know.
"""

ANNOUNCED: Mapping[EventKind, tuple[str, ...]] = {
    kind: tuple(name for name in shown if (kind, name) != (EventKind.DESTROYED_IN_RETREAT, "rival"))
    for kind, shown in LINES.items()
    if kind != EventKind.DESTROYED_ENEMY_IN_RETREAT
}
"""The same when the battles are announced: how and where an own banner died, not yet by whom."""

_BLANK = (None, None, *Line._field_defaults.values())


def _reader(shown: tuple[str, ...]) -> Callable[[tuple[object, ...]], Iterable[Any]]:
    """Picks a line's fields out of an event with ``_BLANK`` behind it: what is not shown is blank there."""
    places = {name: place for place, name in enumerate(Event._fields)}
    return itemgetter(
        *(
            places[name] if name in ("kind", "rule", *shown) else len(places) + place
            for place, name in enumerate(Line._fields)
        )
    )


_READERS = {kind: _reader(shown) for kind, shown in LINES.items()}
_ANNOUNCED_READERS = {kind: _reader(shown) for kind, shown in ANNOUNCED.items()}


def lines_by_player(
    players: Iterable[PlayerId], *parts: tuple[Event, ...], announced: bool = False
) -> dict[PlayerId, tuple[Line, ...]]:
    """What each of these players may read of all these events, in their order.

    ``announced``: when the battles are announced, before the turn is published.
    """
    lines: dict[PlayerId, list[Line]] = {player: [] for player in players}
    readers = _ANNOUNCED_READERS if announced else _READERS
    for part in parts:
        for event in part:
            own = lines.get(event.player)
            if own is not None:
                read = readers.get(event.kind)
                if read is not None:
                    own.append(Line._make(read(event + _BLANK)))
    return {player: tuple(own) for player, own in lines.items()}
