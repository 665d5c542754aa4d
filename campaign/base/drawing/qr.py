"""A link as a QR code: one path in a picture of squares, for a phone that is held before it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import qrcode
from qrcode.constants import ERROR_CORRECT_M

QUIET = 4
"""Empty squares around a code, as ISO 18004 asks for."""


@dataclass(frozen=True, slots=True)
class QrCode:
    """A code of ``side`` by ``side`` squares, the quiet ones included; ``path`` fills the dark ones."""

    side: int
    path: str


@lru_cache(maxsize=64)
def qr_of(text: str) -> QrCode:
    """The code of a text; about an eighth of it may be hidden and it can be read."""
    code = qrcode.QRCode(error_correction=ERROR_CORRECT_M, border=QUIET)
    code.add_data(text)
    code.make(fit=True)
    rows = code.get_matrix()
    runs = ((x, y, length) for y, row in enumerate(rows) for x, length in _runs(row))
    return QrCode(len(rows), "".join(f"M{x} {y}h{length}v1h-{length}z" for x, y, length in runs))


def _runs(row: list[bool]) -> list[tuple[int, int]]:
    """Where dark squares begin in a row, and how many follow one another."""
    runs: list[tuple[int, int]] = []
    for x, dark in enumerate(row):
        if dark and runs and sum(runs[-1]) == x:
            runs[-1] = (runs[-1][0], runs[-1][1] + 1)
        elif dark:
            runs.append((x, 1))
    return runs
