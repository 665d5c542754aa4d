"""What the exchange file is called and may hold; its reader in a child process knows no more than this."""

from __future__ import annotations

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
LONGEST_LINE = 4 * 1024 * 1024
"""Characters of a row."""

MANIFEST = "manifest.json"
CAMPAIGN = "campaign.json"
PICTURES = "pictures/"
