"""A turn explained as facilitators read it in the review of its outcome: the whole truth, with public ids."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import cast

from campaign.base.answers import Json
from campaign.base.documents import DecidedBattle, LedgerAccount, LedgerItem
from campaign.base.words.ledger_words import ChangeWords, account_words
from campaign.base.words.report_lines import Names

Called = Callable[[str], str]


class TruthLedger:
    """What ``Turn.explained`` says, by the engine's ids; ``public_id`` and ``name`` are those of a banner.

    ``trigger`` is what a trigger is called.
    """

    def __init__(
        self, explained: Mapping[str, Json] | None, public_id: Called, name: Called, trigger: Called = str
    ) -> None:
        found = explained or {"ledger": (), "battles": ()}
        self.rows = tuple(cast("LedgerAccount", one) for one in found["ledger"])
        self.accounts = {one["banner"]: one for one in self.rows}
        self.trigger = trigger
        self.battles = {tuple(one["banners"]): one for one in found["battles"]}
        self.public_id, self.name = public_id, name

    def account(self, banner: str) -> LedgerAccount | None:
        """A banner's account, with public ids."""
        found = self.accounts.get(banner)
        if found is None:
            return None
        items = [self._public(item) for item in found["items"]]
        return {**found, "banner": self.public_id(banner), "items": items}

    def words(self, banner: str) -> ChangeWords | None:
        """The same in words, with whatever each change came of."""
        found = self.accounts.get(banner)
        return None if found is None else self.told(found)

    def told(self, row: LedgerAccount) -> ChangeWords:
        """One of ``rows`` in words: one who is gone and one split off under its id have a row each."""
        others = {item["with"]: self._called(item) for item in row["items"] if item["with"] is not None}
        names = Names({row["banner"]: self.name(row["banner"]), **others}, {})
        return account_words(row, names, others, own=False)

    def decided(self, first: str, second: str) -> DecidedBattle | None:
        """How a battle was decided; its sides stand in the order of the two banners."""
        found = self.battles.get((first, second))
        if found is None:
            return None
        return {
            "id": "",
            "clause": found["clause"],
            "attempts": [(one[first], one[second]) for one in found["attempts"]],
            "difference": found["difference"],
        }

    def _public(self, item: LedgerItem) -> LedgerItem:
        other = item["with"]
        named = other is not None and other in self.accounts
        return {**item, "with": self.public_id(other)} if named and other is not None else item

    def _called(self, item: LedgerItem) -> str:
        """The name of the banner or of the trigger."""
        other = item["with"] or ""
        return self.name(other) if other in self.accounts else self.trigger(other)
