"""All checks of the documents' numbers, by the name of what they are about."""

from __future__ import annotations

from collections.abc import Callable

from tests.seeds import armour, choosing, clauses, orders, shooting, strikes

CHECKS: dict[str, Callable[[], None]] = {
    name: check
    for module in (orders, shooting, armour, strikes, choosing, clauses)
    for name, check in module.checks()
}
