"""The engine's door: rows in, the rules' values through, rows out.

Nothing else calls ``rules.turn``, and nothing else reads the truth of a running campaign.
"""

from campaign.engine.board import Birth, Board, Name, read_board, store
from campaign.engine.resolving import (
    adjudicate,
    births,
    finish,
    input_document,
    move,
    move_document,
    results_in,
    rolled,
    thrown,
    voids,
    with_results,
)

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
    "read_board",
    "results_in",
    "rolled",
    "store",
    "thrown",
    "voids",
    "with_results",
]
