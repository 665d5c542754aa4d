"""What the exchange file is called and may hold; its reader in a child process knows no more than this."""

from __future__ import annotations

import struct

FORMAT = "boltgun-campaign"
VERSION = 4
OLDEST = 2
"""The oldest version that is still read."""
MOST_BYTES = 50 * 1024 * 1024
"""The largest file that is taken in."""
MOST_UNPACKED = 200 * 1024 * 1024
"""What it may be unpacked, counted while it is."""
MOST_RATIO = 200
"""So many times its size in the zip a file in it may be unpacked, past the first MiB."""
MOST_NAMES = 5000
"""Files in the zip."""
LONGEST_ENTRY = 256
"""Bytes of what the zip says of a file in it."""
MOST_MANIFEST = 64 * 1024
MOST_PICTURE = 5 * 1024 * 1024
MOST_ROWS = 300_000
MOST_VALUES = 8_000_000
MOST_TEXT = 80 * 1024 * 1024
"""Rows, and the values and bytes in all of them: whoever takes them in keeps them in memory until they are
stored. A war of 25 turns has 1,700 rows with 380,000 values in 4 MB.
"""
LONGEST_LINE = 4 * 1024 * 1024
"""Characters of a row."""

END = 22
"""Bytes of a zip's last record."""
LOCATOR = 20
"""Bytes of the one before it that points to another, in a zip of the large kind."""

MANIFEST = "manifest.json"
CAMPAIGN = "campaign.json"
PICTURES = "pictures/"


def has_too_many(file: bytes) -> bool:
    """Whether a zip says in its last record, or by one of the large kind, that it holds too many files.

    What it says of itself is held against ``MOST_NAMES``, and the length of its list of files, too: whoever
    reads that list needs no more memory than it takes. Nothing of the list is read here.
    """
    end = file[-END:]
    if len(end) < END or not end.startswith(b"PK\x05\x06"):
        return False
    entries, length = struct.unpack("<10xHI6x", end)
    large = file[-END - LOCATOR :].startswith(b"PK\x06\x07")
    return bool(large or entries > MOST_NAMES or length > MOST_NAMES * LONGEST_ENTRY)
