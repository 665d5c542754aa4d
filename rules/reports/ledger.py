"""What of a turn's ledger a player may read: its own banners', and how its own battles were decided.

Built up like a report. Never whose settlement changed a level, never which trigger, and of several enemies
that may have brought about a reward or a death never which: that would tell what was inflicted on each, or
their full levels.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import NamedTuple

from rules.club.ledger import Account, BattleAccount, Entry, Item, RollParts
from rules.outcome import Cause, Outcome
from rules.state import BannerId, PlayerId
from rules.values import value

_OWN = (Item.RECEIVED, Item.SENT, Item.TRIBAL_ANIMOSITY, Item.SPLIT, Item.JOINED)
"""The items that come of another banner of the same player."""
_UNNAMED = (Item.SETTLEMENT, Item.TRIGGER)
"""The items of which nobody is told what they come of."""


class Part(NamedTuple):
    """One change of an own level: by an own banner, in a battle with an enemy, by an army, or neither."""

    rule: str
    item: Item
    levels: int
    own: BannerId | None = None
    enemy: BannerId | None = None
    army: PlayerId | None = None


@value
class OwnAccount:
    """A banner of the player's: its level when the turn began and when it ended, and what is between."""

    banner: BannerId
    began: int
    ended: int
    parts: tuple[Part, ...]


@value
class Decided:
    """How an own battle was decided: the clause of Rules 7, and each attempt of the dice, the own side first.

    ``difference`` is that of the last attempt, None where the dice did not decide.
    """

    banner: BannerId
    enemy: BannerId
    clause: int
    attempts: tuple[tuple[RollParts, RollParts], ...]
    difference: int | None


@value
class Explanation:
    """All of a turn's ledger that one player may read."""

    accounts: tuple[OwnAccount, ...] = ()
    battles: tuple[Decided, ...] = ()


def explanations(outcome: Outcome) -> dict[PlayerId, Explanation]:
    """What each player may read of a turn that was explained; nothing of one that was not."""
    if outcome.explained is None:
        return {}
    reader = _Reader(outcome)
    accounts: dict[PlayerId, list[OwnAccount]] = {player.id: [] for player in outcome.state.players}
    battles: dict[PlayerId, list[Decided]] = {player.id: [] for player in outcome.state.players}
    for account in outcome.explained.accounts:
        accounts[reader.owners[account.banner]].append(reader.account(account))
    for battle in outcome.explained.battles:
        for side, banner in enumerate(battle.banners):
            battles[reader.owners[banner]].append(_decided(battle, side))
    return {player: Explanation(tuple(own), tuple(battles[player])) for player, own in accounts.items()}


class _Reader:
    """Whose banners are whose, and how many enemies each may owe a reward or its death to."""

    def __init__(self, outcome: Outcome) -> None:
        movement = outcome.movement
        self.owners: Mapping[BannerId, PlayerId] = {
            banner.id: banner.owner for state in (movement.start, movement.state) for banner in state.banners
        }
        self.fights = Counter(banner for result in outcome.battles for banner in result.battle.banners)
        heirs = movement.heirs
        self.killed = Counter(
            heirs.get(gone.by, gone.by)
            for gone in outcome.destroyed
            if gone.by is not None and gone.cause == Cause.RETREAT
        )

    def account(self, account: Account) -> OwnAccount:
        parts = tuple(self._part(account.banner, entry) for entry in account.items)
        return OwnAccount(account.banner, account.began, account.ended, parts)

    def _part(self, banner: BannerId, entry: Entry) -> Part:
        part = Part(entry.rule, entry.item, entry.levels)
        if entry.other is None or entry.item in _UNNAMED:
            return part
        other = BannerId(entry.other)
        if entry.item in _OWN:
            return part._replace(own=other)
        if entry.rule == "8.2" and self.fights[banner] + self.killed[banner] > 1:
            return part
        if entry.rule == "7" or (entry.rule == "8.2" and self.fights[banner]):
            return part._replace(enemy=other)
        return part._replace(army=self.owners[other])


def _decided(battle: BattleAccount, side: int) -> Decided:
    return Decided(
        banner=battle.banners[side],
        enemy=battle.banners[1 - side],
        clause=battle.clause,
        attempts=tuple((attempt[side], attempt[1 - side]) for attempt in battle.attempts),
        difference=battle.difference,
    )
