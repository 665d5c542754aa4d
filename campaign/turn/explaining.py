"""A turn explained: what changed every level, the facilitators' corrections among it; the truth, and told."""

from __future__ import annotations

from collections.abc import Mapping
from typing import cast

from campaign.base.answers import JsonObject
from campaign.base.documents import LedgerAccount, LedgerItem, Told
from campaign.models import CorrectionStage, PlayerTurn
from campaign.turn.locked_turn import LockedTurn
from campaign.turn.told.ledger_told import LedgerTeller, corrected, correction
from campaign.turn.told.player_projection import Names
from rules.format.explained import explained_document
from rules.outcome import Outcome
from rules.reports.ledger import Explanation, explanations
from rules.state import BannerId, PlayerId

Corrected = Mapping[BannerId, list[LedgerItem]]


class Explainer:
    """What a turn under lock has come to, explained; corrections are read once."""

    def __init__(self, held: LockedTurn, outcome: Outcome) -> None:
        self.held = held
        self.explained = outcome.explained
        self.outcome = outcome
        self._before, self._after = _before(held), _after(held, outcome)

    def truth(self) -> JsonObject | None:
        """The document of ``Turn.explained``, with engine ids; None if the turn was not explained."""
        if self.explained is None:
            return None
        document = explained_document(self.explained)
        accounts = cast("list[LedgerAccount]", document["ledger"])
        ledger = [self._corrected(BannerId(account["banner"]), account) for account in accounts]
        return {**document, "ledger": ledger}

    def told(self, reports: Mapping[PlayerId, Told], names: Names) -> dict[PlayerId, Told]:
        """The reports with what each seat may know of it added."""
        found = explanations(self.outcome)
        return {
            player: self._told(report, found[player], names) if player in found else report
            for player, report in reports.items()
        }

    def _told(self, report: Told, own: Explanation, names: Names) -> Told:
        teller = LedgerTeller(names, [one["meeting"]["enemy"] for one in report["told"]["battles"]])
        standing = {one["id"]: place for place, one in enumerate(report["told"]["banners"])}
        ledger = [self._corrected(account.banner, teller.account(account)) for account in own.accounts]
        ledger.sort(key=lambda one: (standing.get(one["banner"], len(standing)), one["banner"]))
        named = [
            key
            for account in ledger
            for key in (account["banner"], *(item["with"] or "" for item in account["items"]))
        ]
        words = {key: names.words[key] for key in named if key in names.words}
        return {
            **report,
            "names": {**report["names"], **words},
            "ledger": ledger,
            "decided": teller.decided(own.battles, all_abstract=self.held.variables.battles == "abstract"),
        }

    def _corrected(self, banner: BannerId, account: LedgerAccount) -> LedgerAccount:
        return corrected(account, self._before.get(banner, ()), self._after.get(banner, ()))


def _levels(held: LockedTurn, stage: CorrectionStage) -> list[tuple[BannerId, int, str]]:
    """The levels that a review's corrections set, in order, with their reasons."""
    return [
        (BannerId(made.change["banner"]), made.change["level"], made.reason)
        for made in held.corrections
        if made.stage == stage and "plan" not in made.change and "level" in made.change
    ]


def _after(held: LockedTurn, outcome: Outcome) -> Corrected:
    """What was corrected of the outcome; its ledger ends before."""
    accounts = outcome.explained.accounts if outcome.explained is not None else ()
    levels = {account.banner: account.ended for account in accounts}
    return _in_steps(_levels(held, CorrectionStage.OUTCOME), levels)


def _before(held: LockedTurn) -> Corrected:
    """What was corrected of the turn's start: from the levels that were told with the turn before."""
    made = _levels(held, CorrectionStage.INPUT)
    if not made:
        return {}
    keys = {name.public_id: key for key, name in held.read_board().banners.items()}
    maps = PlayerTurn.objects.filter(
        turn__campaign=held.campaign, turn__number=held.turn.number - 1, map__isnull=False
    )
    levels = {
        keys[one["id"]]: int(one["level"])
        for known in maps.order_by("seat__number").values_list("map", flat=True)
        for one in (known or {}).get("banners", ())
        if one["id"] in keys
    }
    return _in_steps(made, levels)


def _in_steps(made: list[tuple[BannerId, int, str]], levels: dict[BannerId, int]) -> Corrected:
    found: dict[BannerId, list[LedgerItem]] = {}
    for banner, level, reason in made:
        if banner in levels:
            found.setdefault(banner, []).append(correction(levels[banner], level, reason))
            levels[banner] = level
    return found
