"""The engine's door: rows in, the rules' values through, rows out.

Nothing else calls ``rules.turn``, and nothing else reads the truth of a running campaign.
"""

from campaign.engine.board import Birth, Board, Name, read_board, store
from campaign.engine.resolving import (
    adjudicate,
    births,
    finish,
    move,
    move_document,
    results_in,
    rolled,
    thrown,
    voids,
    with_results,
)
from campaign.engine.settling import input_document, others, others_in, read_settled, with_settlements

__all__ = [
    "Birth",
    "Board",
    "Name",
    "adjudicate",
    "births",
    "finish",
    "input_document",
    "move",
    "move_document",
    "others",
    "others_in",
    "read_board",
    "read_settled",
    "results_in",
    "rolled",
    "store",
    "thrown",
    "voids",
    "with_results",
    "with_settlements",
]
