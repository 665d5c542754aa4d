"""The ledger of a turn: what changed each banner's level, item by item, so that from + items = to (page 8).

A board keeps one only if it is asked to explain the turn.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import StrEnum
from typing import NamedTuple

from rules.state import BannerId
from rules.values import value


class Item(StrEnum):
    """What can change a level (closed list), in the order in which it does."""

    SETTLEMENT = "settlement"
    DESTROYED = "destroyed"
    HIVE = "hive"
    RESUPPLY = "resupply"
    SUPPLY = "supply"
    BOUND = "bound"
    RECEIVED = "received"
    SENT = "sent"
    TRIBAL_ANIMOSITY = "tribal_animosity"
    SPLIT = "split"
    JOINED = "joined"
    TABLE = "table"
    SUICIDE_TROOPS = "suicide_troops"
    IRREPLACEABLE_TROOPS = "irreplaceable_troops"
    HATRED = "hatred"
    ENEMY_SACRIFICE = "enemy_sacrifice"
    TOUGH = "tough"
    VERY_TOUGH = "very_tough"
    HOUSE = "house"
    LEAST = "least"
    SACRIFICE = "sacrifice"
    BLOOD_REWARD = "blood_reward"
    TRIGGER = "trigger"


class Entry(NamedTuple):
    """One change of a level under section ``rule``; ``other`` is the banner or the trigger it came from."""

    rule: str
    item: Item
    levels: int
    other: str | None


@value
class Account:
    """One banner of a turn: its level when it began, 0 if split off, and when it ended, 0 if it is gone."""

    banner: BannerId
    began: int
    ended: int
    items: tuple[Entry, ...]


@value
class RollParts:
    """What one side's roll of an abstract resolution is made of."""

    dice: int
    forfeit: int
    outnumbered: int
    house: int

    @property
    def total(self) -> int:
        """The sum that is compared."""
        return self.dice + self.forfeit + self.outnumbered + self.house


@value
class BattleAccount:
    """How the result of a battle was found; pairs stand in the order of ``banners``.

    ``clause`` is that of Rules 7; ``attempts`` is empty and ``difference`` None unless it is abstract.
    """

    banners: tuple[BannerId, BannerId]
    clause: int
    forfeited: tuple[BannerId, ...]
    attempts: tuple[tuple[RollParts, RollParts], ...]
    difference: int | None


@value
class Explained:
    """A whole turn explained: the accounts by banner id, a banner gone before one split off with its id."""

    accounts: tuple[Account, ...]
    battles: tuple[BattleAccount, ...]


class _Row:
    __slots__ = ("banner", "began", "gone", "items")

    def __init__(self, banner: BannerId, began: int, items: list[Entry], gone: bool = False) -> None:
        self.banner, self.began, self.items, self.gone = banner, began, items, gone


class Ledger:
    """The accounts while the turn is worked out."""

    __slots__ = ("_rows", "_standing", "battles")

    def __init__(self, levels: Iterable[tuple[BannerId, int]]) -> None:
        self._rows = [_Row(banner, level, []) for banner, level in levels]
        self._standing = {row.banner: row for row in self._rows}
        self.battles: tuple[BattleAccount, ...] = ()

    def copy(self) -> Ledger:
        """A ledger of its own that stands as this one does."""
        other = Ledger(())
        other._rows = [_Row(row.banner, row.began, row.items.copy(), row.gone) for row in self._rows]
        other._standing = {row.banner: row for row in other._rows if not row.gone}
        other.battles = self.battles
        return other

    def note(self, banner: BannerId, rule: str, item: Item, levels: int, other: str | None = None) -> None:
        """Note what changed a banner's level, and by how much; nothing if it did not."""
        if levels:
            self._standing[banner].items.append(Entry(rule, item, int(levels), other))

    def split_off(self, banner: BannerId) -> None:
        """A banner that was not there when the turn began."""
        row = _Row(banner, 0, [])
        self._rows.append(row)
        self._standing[banner] = row

    def gone(self, banner: BannerId) -> None:
        """A banner is gone: destroyed, or joined with another."""
        self._standing.pop(banner).gone = True

    def accounts(self, levels: Mapping[BannerId, int]) -> tuple[Account, ...]:
        """All banners by id; ``levels`` are those of the living."""
        rows = sorted(self._rows, key=lambda row: row.banner)
        return tuple(
            Account(row.banner, row.began, 0 if row.gone else levels[row.banner], tuple(row.items))
            for row in rows
        )
