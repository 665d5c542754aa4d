"""Checks the dice of a finished campaign, with nothing but Python's standard library.

    python3 verify_dice.py dice.json

``dice.json`` is a campaign's log of dice. The commitment in it must be the one that was mailed to all before
the first turn: compare the two yourself. What is checked here:

1. the seed of each turn hashes (SHA-256) to the seed of the turn before, and the first to the commitment, so
   that nobody can have chosen a seed later;
2. each die is the one that its turn's seed and its label give: HMAC-SHA256 of "label/counter", of which the
   first 8 bytes are a number; numbers that would favour a face are passed over.

Exit code 0 if all of it fits, 1 if something does not, 2 if the file cannot be read.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import sys
from typing import Any


def die(seed: bytes, label: str, sides: int) -> int:
    """The value of a die, 1 to ``sides``."""
    limit = (2**64 // sides) * sides
    counter = 0
    while True:
        mac = hmac.new(seed, f"{label}/{counter}".encode(), hashlib.sha256).digest()
        number = int.from_bytes(mac[:8], "big")
        if number < limit:
            return 1 + number % sides
        counter += 1


def faults(log: dict[str, Any]) -> list[str]:
    """Everything that does not fit, in words."""
    found = []
    seeds = {int(turn): bytes.fromhex(seed) for turn, seed in log["seeds"].items()}
    known, turn_known = bytes.fromhex(log["commitment"]), int(log["first_turn"]) - 1
    for turn, seed in sorted(seeds.items()):
        hashed = seed
        for _step in range(turn - turn_known):
            hashed = hashlib.sha256(hashed).digest()
        if hashed != known:
            found.append(f"turn {turn}: the seed does not fit the chain")
        known, turn_known = seed, turn
    for one in log["dice"]:
        turn, label, sides, value = one["turn"], one["label"], one["sides"], one["value"]
        if turn not in seeds:
            found.append(f"turn {turn}: there is no seed for {label}")
        elif die(seeds[turn], label, sides) != value:
            found.append(f"turn {turn}: {label} is {die(seeds[turn], label, sides)}, not {value}")
    return found


def main(arguments: list[str]) -> int:
    """Read the log, say what was found."""
    if len(arguments) != 1:
        print("usage: python3 verify_dice.py dice.json", file=sys.stderr)
        return 2
    try:
        with open(arguments[0], encoding="utf-8") as file:
            log = json.load(file)
        found = faults(log)
        seeds, dice = len(log["seeds"]), len(log["dice"])
    except (OSError, ValueError, KeyError, TypeError, AttributeError, ZeroDivisionError) as error:
        print(f"{arguments[0]} cannot be read as a log of dice: {error!r}", file=sys.stderr)
        return 2
    print(f"commitment {log['commitment']}")
    print(f"{seeds} seeds and {dice} dice checked, {len(found)} wrong")
    for line in found:
        print(f"  {line}")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
