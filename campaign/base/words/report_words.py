"""A player's report in words: sentences with their rules and places, from the documents that were stored.

Sentences are built from what a line holds and from names; ids never show. Every sentence is translatable.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from django.urls import NoReverseMatch, reverse
from django.utils.translation import gettext as _

from campaign.base.coordinates import sector_name
from campaign.base.words.order_words import order_name, problem_text
from campaign.base.words.report_lines import GROUP_NAMES, KINDS, Group, Names
from rules.events import EventKind
from rules.outcome import Void
from rules.reports.lines import Line
from rules.state import At

__all__ = [
    "GROUP_NAMES",
    "KINDS",
    "Group",
    "Names",
    "Sentence",
    "rule_url",
    "rules_address",
    "sentence",
    "sentences",
]


@dataclass(frozen=True, slots=True)
class Sentence:
    """One line of a report: its words, the rule behind it, and the sector it speaks of, if any."""

    text: str
    rule: str
    group: Group
    at: At | None = None

    @property
    def sector(self) -> str:
        """The sector's name, or nothing."""
        return sector_name(*self.at) if self.at is not None else ""

    @property
    def rule_url(self) -> str:
        """Where the rule can be read, or nothing."""
        return rule_url(self.rule)


def rules_address() -> str:
    """The address of the rules with ``{rule}`` for the section; nothing without such a page."""
    return _rule_url("{rule}")


def rule_url(section: str) -> str:
    """The address of a section of the rules; nothing where the site has no such page."""
    return _rule_url(section)


@lru_cache(maxsize=128)
def _rule_url(section: str) -> str:
    try:
        return f"{reverse('rules')}{section}/"
    except NoReverseMatch:
        return ""


def sentences(lines: Sequence[Line], void: Sequence[Void], names: Names) -> tuple[Sentence, ...]:
    """Every line as a sentence, in their order; an order that did not count says all its reasons."""
    return tuple(sentence(line, names, void) for line in lines)


def sentence(line: Line, names: Names, void: Sequence[Void] = ()) -> Sentence:
    """One line as a sentence. Raises ``KeyError`` for a kind that has none."""
    group, words = KINDS[line.kind]
    text = _void_words(line, names, void) if line.kind == EventKind.ORDER_VOID else words(line, names)
    return Sentence(text, line.rule, group, _place(line, names))


def _place(line: Line, names: Names) -> At | None:
    """Where to look: whither, else where, else the first sector, else where the banner stands."""
    place = line.to or line.at or (line.sectors[0] if line.sectors else None)
    return place or names.at.get(line.banner or "")


def _void_words(line: Line, names: Names, void: Sequence[Void]) -> str:
    order = order_name(line.order) if line.order is not None else _("order")
    reasons = [
        problem_text(problem)
        for one in void
        if (one.banner, one.order) == (line.banner, line.order)
        for problem in one.problems
    ]
    values = {"banner": names.of(line.banner), "order": order}
    if not reasons:
        return _("%(order)s for %(banner)s did not count.") % values
    return _("%(order)s for %(banner)s did not count: %(reasons)s") % (
        values | {"reasons": " ".join(reasons)}
    )
