"""What a banner may be ordered to do, as ``python -m rules legal`` prints it."""

from __future__ import annotations

from typing import Any

from rules.knowledge import knowledge_of
from rules.legality import Option, options
from rules.orders import OrderKind
from rules.state import BannerId, State

_TARGETED = (OrderKind.MARCH, OrderKind.TELEPORT, OrderKind.RETREAT)


def legal_document(state: State, banner: BannerId) -> dict[str, Any]:
    """The orders of one banner as its owner may give them; StopIteration if there is no such banner."""
    owner = next(one.owner for one in state.banners if one.id == banner)
    offered = options(knowledge_of(state, owner), banner)
    return {"banner": banner, "orders": [_option_document(option) for option in offered]}


def _option_document(option: Option) -> dict[str, Any]:
    document: dict[str, Any] = {
        "order": option.order.value,
        "legal": option.legal,
        "problems": [{"rule": problem.rule, "text": problem.text} for problem in option.problems],
    }
    if option.order in _TARGETED:
        document["targets"] = [list(at) for at in option.targets]
    if option.order == OrderKind.TRANSFER:
        document["from"] = list(option.givers)
    if option.order == OrderKind.JOIN:
        document["with"] = list(option.partners)
    return document
