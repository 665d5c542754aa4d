"""What a child answers that is longer than a line may be: in base64, piece by piece.

Imported by children, too: it loads nothing.
"""

from __future__ import annotations

import base64
import binascii
from collections.abc import Iterable, Iterator

PIECE = 512 * 1024
"""Bytes in a line."""


def cut(data: bytes) -> Iterator[str]:
    """The lines that hold the bytes."""
    for first in range(0, len(data), PIECE):
        yield base64.b64encode(data[first : first + PIECE]).decode()


def joined(lines: Iterable[str]) -> bytes:
    """The bytes that the lines hold. Raises ``ValueError`` for what are no such lines."""
    try:
        return b"".join(base64.b64decode(line, validate=True) for line in lines)
    except binascii.Error as error:
        raise ValueError(str(error)) from None
