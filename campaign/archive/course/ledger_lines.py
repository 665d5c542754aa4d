"""Turns' ledgers in words for everybody: what changed every banner's level (Rules 5 to 8)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Annotated

from django.utils.translation import gettext as _

from campaign.archive.course.war_names import WarNames
from campaign.base.answers import PAGE, Json, called
from campaign.base.words.ledger_words import ChangeWords, PartWords
from campaign.desk.review.truth_ledger import TruthLedger


@called("CourseLedgerLine")
@dataclass(frozen=True, slots=True)
class LedgerLine:
    """What changed a banner's level in a turn, in a sentence; ``before`` 0: split off, ``after`` 0: gone."""

    banner: str
    before: int
    after: int
    text: str
    words: Annotated[ChangeWords, PAGE]


def ledger_lines(
    explained: Mapping[str, Json] | None, keys: Mapping[str, str], names: WarNames, owner: str
) -> Iterator[LedgerLine]:
    """The changed levels of one army's banners; none of a turn that was resolved without a ledger.

    ``keys`` are the owners of banners.
    """
    ledger = TruthLedger(explained, str, names.banner, names.trigger)
    for row in ledger.rows:
        if keys.get(row["banner"]) != owner or not row["items"]:
            continue
        words = ledger.told(row)
        values = {
            "banner": words.name,
            "span": words.span,
            "parts": "; ".join(map(_part, words.parts)),
        }
        text = _("%(banner)s, %(span)s: %(parts)s.") % values
        yield LedgerLine(words.name, row["from"], row["to"], text, words)


def _part(part: PartWords) -> str:
    return f"{part.text} {part.levels} ({part.more})" if part.more else f"{part.text} {part.levels}"
