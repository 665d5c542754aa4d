"""What a banner may be ordered to do, as ``python -m rules legal`` prints it."""

from __future__ import annotations

from rules.orders import GIVER, ORDER, PARTNER, TO
from rules.plans.knowledge import knowledge_of
from rules.plans.legality import Option, options
from rules.state import BannerId, State

_LISTED = (TO, GIVER, PARTNER)
"""What the format lists: it knows no relics here."""


def legal_document(state: State, banner: BannerId) -> dict[str, object]:
    """The orders of one banner as its owner may give them; StopIteration if there is no such banner."""
    owner = next(one.owner for one in state.banners if one.id == banner)
    offered = options(knowledge_of(state, owner), banner)
    return {"banner": banner, "orders": [_option_document(option) for option in offered]}


def _option_document(option: Option) -> dict[str, object]:
    document: dict[str, object] = {
        "order": option.order.value,
        "legal": option.legal,
        "problems": [{"rule": problem.rule, "text": problem.sentence} for problem in option.problems],
    }
    for part in ORDER[option.order].parts:
        if part in _LISTED:
            found = getattr(option, part.offered)
            document[part.offers] = [list(at) for at in found] if part is TO else list(found)
    return document
