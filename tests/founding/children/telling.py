"""Says what it was given, whether it knows a secret, and how nice it is."""

import os
import sys


def main() -> None:
    """Say it."""
    sys.stdout.write(f"{sys.stdin.read()} {'SECRET_KEY' in os.environ} {os.nice(0)}\n")
