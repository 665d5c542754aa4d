"""What a seat is told of its levels and of how its battles were decided, in the app's words (page 8)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby

from campaign.base.documents import CORRECTION, DecidedBattle, LedgerAccount, LedgerItem, RollMade
from campaign.turn.told.player_projection import Names
from rules.club.ledger import Item, RollParts
from rules.reports.ledger import Decided, OwnAccount, Part
from rules.state import BannerId

RULE = "2"
"""Where the rules let a facilitator correct: the review before publication."""

BOTH_ASKED, ELSE = 4, 7
"""Clauses of Rules 7. Where all battles are abstract nobody asks, and they come to the same."""

_PLACES: Mapping[str, int] = {
    **{item.value: place for place, item in enumerate(Item)},
    Item.BOUND.value: len(Item),
}
"""The order of what one rule changed; its limit comes last."""


def correction(old: int, new: int, reason: str) -> LedgerItem:
    """A facilitator's correction of a level."""
    return {
        "rule": RULE,
        "item": CORRECTION,
        "levels": new - old,
        "with": None,
        "old": old,
        "new": new,
        "reason": reason,
    }


def corrected(
    account: LedgerAccount, before: Sequence[LedgerItem], after: Sequence[LedgerItem]
) -> LedgerAccount:
    """An account with what a facilitator corrected before the turn was worked out, and after it.

    What was corrected of another banner that had the same engine id is left out.
    """
    before = before if before and before[-1]["new"] == account["from"] else ()
    after = after if after and after[0]["old"] == account["to"] else ()
    items = [one for one in (*before, *account["items"], *after) if one["levels"]]
    return {
        "banner": account["banner"],
        "from": before[0]["old"] if before else account["from"],
        "to": after[-1]["new"] if after else account["to"],
        "items": items,
    }


class LedgerTeller:
    """Tells one seat of its ledger; ``battles`` are the ids of its battles in the order in which it reads
    them.
    """

    def __init__(self, names: Names, battles: Sequence[str]) -> None:
        self.names = names
        self.places = {battle: place for place, battle in enumerate(battles)}

    def account(self, account: OwnAccount) -> LedgerAccount:
        """An own banner's account; what one rule changed stands in an order that no hidden id decides."""
        items: list[LedgerItem] = []
        for _rule, parts in groupby(account.parts, key=lambda part: part.rule):
            items += sorted((self._item(account.banner, part) for part in parts), key=self._place)
        return {
            "banner": self.names.banners[account.banner],
            "from": account.began,
            "to": account.ended,
            "items": items,
        }

    def decided(self, battles: Iterable[Decided], *, all_abstract: bool) -> list[DecidedBattle]:
        """How the own battles were decided."""
        found: list[DecidedBattle] = []
        for one in battles:
            # Where all battles are abstract only a sacrifice makes a report: a clause would tell of it.
            alike = all_abstract and one.clause == BOTH_ASKED
            found.append(
                {
                    "id": self._battle(one.banner, one.enemy),
                    "clause": ELSE if alike else one.clause,
                    "attempts": [(roll_made(own), roll_made(enemy)) for own, enemy in one.attempts],
                    "difference": one.difference,
                }
            )
        return sorted(found, key=lambda battle: self.places[battle["id"]])

    def _item(self, banner: BannerId, part: Part) -> LedgerItem:
        return {
            "rule": part.rule,
            "item": part.item.value,
            "levels": part.levels,
            "with": self._other(banner, part),
        }

    def _other(self, banner: BannerId, part: Part) -> str | None:
        if part.own is not None:
            return self.names.banners[part.own]
        if part.enemy is not None:
            return self._battle(banner, part.enemy)
        return self.names.numbers[part.army] if part.army is not None else None

    def _battle(self, banner: BannerId, enemy: BannerId) -> str:
        return self.names.battles[frozenset((banner, enemy))]

    def _place(self, item: LedgerItem) -> tuple[int, int, str, int]:
        other = item["with"] or ""
        fought = self.places.get(other, 0) if item["rule"] == "7" else 0
        return fought, _PLACES[item["item"]], other, item["levels"]


def roll_made(parts: RollParts) -> RollMade:
    """One side's roll, with its sum."""
    return {
        "dice": parts.dice,
        "forfeit": parts.forfeit,
        "outnumbered": parts.outnumbered,
        "house": parts.house,
        "total": parts.total,
    }
