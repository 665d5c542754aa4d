"""The page of the club's own army rules, for those who build the campaign."""

from __future__ import annotations

from dataclasses import dataclass

from campaign.base.setup.house_rules import HouseDocument, house_documents
from campaign.base.words.house_words import house_sentences
from campaign.models import Campaign


@dataclass(frozen=True, slots=True)
class RuleLine:
    """A house rule with its plain sentences, and the armies that have picked it."""

    rule: HouseDocument
    sentences: tuple[str, ...]
    armies: tuple[str, ...]


def rule_lines(campaign: Campaign) -> tuple[RuleLine, ...]:
    """The campaign's house rules, by title."""
    seats = list(campaign.seats.order_by("number"))
    lines = (
        RuleLine(
            one, tuple(house_sentences(one)), tuple(seat.army for seat in seats if one["id"] in seat.rules)
        )
        for one in house_documents(campaign)
    )
    return tuple(sorted(lines, key=lambda line: (line.rule["title"].casefold(), line.rule["id"])))
