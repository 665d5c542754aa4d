"""Check the dice of a table from its log and its seed; needs the standard library only (Tabletop).

``python -m rules.tabletop.verify LOG.json``: the log as the companion gives it after the end.
"""

from __future__ import annotations

import hashlib
import json
import sys
from collections.abc import Iterable, Mapping
from typing import Any

from rules.dice import Dice
from rules.tabletop.dice import ROLLED, label_of


def faults(log: Mapping[str, Any]) -> list[str]:
    """What is wrong with a log: nothing, if its seed fits and every die is the one of its label."""
    seed = bytes.fromhex(str(log["seed"]))
    found = []
    if hashlib.sha256(seed).hexdigest() != log["commitment"]:
        found.append("the seed does not fit what was shown before the first die")
    dice: Iterable[Mapping[str, Any]] = log["dice"]
    table = Dice(seed)
    expected = 0
    for die in sorted(dice, key=lambda item: int(item["n"])):
        if die["n"] != expected:
            found.append(f"die {expected} is missing")
            expected = int(die["n"])
        expected += 1
        if die.get("source", ROLLED) != ROLLED:
            continue
        value = table.die(label_of(str(log["session"]), die["n"], str(die["what"])), int(die["sides"]))
        if value != die["value"]:
            found.append(f"die {die['n']} shows {die['value']}, its label gives {value}")
    return found


def main(path: str) -> int:
    """Print what is wrong with the log in the file; 0 if nothing is."""
    with open(path, encoding="utf-8") as file:
        found = faults(json.load(file))
    sys.stdout.write("\n".join(found) + "\n" if found else "all dice are true\n")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
