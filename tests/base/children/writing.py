"""Tells whether a child can write into a file."""

import sys
import tempfile


def prepare() -> None:
    """All is loaded."""


def main() -> None:
    """Try it."""
    try:
        with tempfile.TemporaryFile(buffering=0) as file:
            file.write(b"x")
    except OSError:
        sys.stdout.write("could not\n")
    else:
        sys.stdout.write("could\n")
