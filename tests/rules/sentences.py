"""The sentences of the rules with something in every gap."""

from __future__ import annotations

import re
from collections.abc import Mapping

from rules.orders import SLOT_OF, OrderKind
from rules.plans.clauses import Fault
from rules.plans.legality import Problem
from rules.sentences import PROBLEMS, Value
from rules.state import BannerId


def gaps(sentence: str) -> set[str]:
    """The names of a sentence's gaps."""
    return set(re.findall(r"%\((\w+)\)s", sentence))


def problem_with(code: str, values: Mapping[str, Value]) -> Problem:
    """The problem of a code; a gap for which there is no value is filled with 7."""
    first, _, rest = code.partition(".")
    order = OrderKind(first) if first in list(OrderKind) else OrderKind.TRANSFER
    fault, _, detail = (rest if first in list(OrderKind) else code).partition(".")
    filling = {name: values.get(name, 7) for name in gaps(PROBLEMS[code])}
    return Problem(BannerId("b1"), SLOT_OF[order], order, "3", Fault(fault), filling, detail)
