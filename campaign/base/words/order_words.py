"""Orders and what speaks against them, in words: for the plan's page and for reports (Rules 3)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Annotated

from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from campaign.base.coordinates import sector_name
from campaign.base.words.rule_sentences import Named, said
from rules.orders import OrderKind, Slot
from rules.plans.legality import Problem
from rules.sentences import PROBLEMS


@dataclass(frozen=True, slots=True)
class OrderWords:
    """An order on a button, in a sentence, in a few words under its button, and beside what it names."""

    name: Promise
    short: Promise
    hint: Promise | str = ""
    note: Promise | str = ""


ORDER_WORDS: Mapping[OrderKind, OrderWords] = {
    OrderKind.MARCH: OrderWords(_("March"), _("march")),
    OrderKind.TELEPORT: OrderWords(
        _("Teleport"),
        _("teleport"),
        _("drifts by a die"),
        _("Write it, as G6, or tap it on the map. It drifts 1 to 6 sectors by dice."),
    ),
    OrderKind.SEARCH: OrderWords(_("Search"), _("search")),
    OrderKind.FORTIFY: OrderWords(_("Fortify"), _("fortify"), _("dig in here")),
    OrderKind.ENTRENCH: OrderWords(_("Entrench"), _("entrench"), _("dig in deep")),
    OrderKind.UNFORTIFY: OrderWords(_("Unfortify"), _("unfortify"), _("leave the works")),
    OrderKind.RESUPPLY: OrderWords(_("Resupply"), _("resupply")),
    OrderKind.TRANSFER: OrderWords(_("Transfer"), _("transfer"), _("levels or a relic")),
    OrderKind.SPLIT: OrderWords(_("Split"), _("split")),
    OrderKind.JOIN: OrderWords(
        _("Join"),
        _("join"),
        _("two become one"),
        _("Both must stand in one sector after movement; the order is written for both."),
    ),
    OrderKind.RETREAT: OrderWords(_("Retreat"), _("retreat")),
    OrderKind.DESTROY_RELIC: OrderWords(
        _("Destroy relic"),
        _("destroy relic"),
        _("for good"),
        _("It is gone for good, and the banner does nothing else this turn."),
    ),
    OrderKind.USE: OrderWords(
        _("Use"),
        _("use"),
        _("a relic or a feature"),
        _("Beyond what follows from it, the banner does nothing else this turn."),
    ),
    OrderKind.OTHER: OrderWords(
        _("Something else"),
        _("something else"),
        _("in words of your own"),
        _(
            "At most 500 characters. You and the facilitators read it; the facilitator settles what comes"
            " of it. The banner does nothing else this turn."
        ),
    ),
}
"""The words of every order: a test asks for each record's."""

ORDER_NAMES: Mapping[OrderKind, Promise] = {kind: words.name for kind, words in ORDER_WORDS.items()}


def order_name(kind: OrderKind) -> str:
    """What an order is called on a button."""
    return str(ORDER_NAMES[kind])


def problem_reason(problem: Problem) -> str:
    """Why an order is void, as programs read it: sectors as ``[x, y]``, no capital, no full stop."""
    return problem.text or said(PROBLEMS[problem.code], problem.values)


def _sector(x: int, y: int) -> str:
    return sector_name(x, y) if min(x, y) >= 0 else f"({x}, {y})"


def problem_text(problem: Problem) -> str:
    """Why an order is void, in a sentence for people; as it was written if that was under rules version 1."""
    reason = problem.text or said(PROBLEMS[problem.code], problem.values, sector=_sector)
    return f"{reason[:1].upper()}{reason[1:]}."


def problem_and_rule(problem: Problem) -> str:
    """The same with the section of the rules."""
    return gettext("%(reason)s (Rules %(rule)s)") % {"reason": problem_text(problem), "rule": problem.rule}


def reasons_of(problems: Iterable[Problem], named: Named = str) -> str:
    """Several reasons as one, as programs read them, with names for ids."""
    return "; ".join(problem_reason(with_names(problem, named)) for problem in problems)


def with_names(problem: Problem, named: Named) -> Problem:
    """The problem with names for the ids that the order itself named."""
    values = {key: named(one) if isinstance(one, str) else one for key, one in problem.values.items()}
    return replace(problem, values=values)


@dataclass(frozen=True, slots=True)
class Objection:
    """Why an order is illegal."""

    banner: str
    slot: Slot
    order: OrderKind
    rule: str
    fault: Annotated[str, "The reason, for programs."]
    text: Annotated[str, "The reason, for people."]

    @classmethod
    def of(cls, problem: Problem) -> Objection:
        """The objection that a problem is."""
        return cls(
            problem.banner, problem.slot, problem.order, problem.rule, problem.fault, problem_reason(problem)
        )
