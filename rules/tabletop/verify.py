"""Check the dice of a table from its log and its seed; needs the standard library only (Tabletop).

``python -m rules.tabletop.verify LOG.json``: the log as the companion gives it after the end.
"""

from __future__ import annotations

import hashlib
import json
import sys
from collections.abc import Iterable

from rules.dice import Dice
from rules.tabletop.dice import ROLLED, label_of
from rules.tabletop.documents.plain import ReadPlain


def faults(log: ReadPlain) -> list[str]:
    """What is wrong with a log: nothing, if its seeds fit and every die is the one of its label.

    A battle that was taken up again after its end has a new seed from that die on: ``earlier`` are those
    before, each from its ``first`` die. While it is being fought its present seed is not known.
    """
    found, tables = [], []
    for first, seed, commitment in _seeds(log):
        if hashlib.sha256(seed).hexdigest() != commitment:
            found.append("the seed does not fit what was shown before the first die")
        tables.append((first, Dice(seed)))
    most = 10**12 if "seed" in log else int(log.get("first", 0))
    dice: Iterable[ReadPlain] = log["dice"]
    expected = 0
    for die in sorted(dice, key=lambda item: int(item["n"])):
        if die["n"] != expected:
            found.append(f"die {expected} is missing")
            expected = int(die["n"])
        expected += 1
        if die.get("source", ROLLED) != ROLLED or die["n"] >= most:
            continue
        bound = [one for first, one in tables if first <= die["n"]]
        if not bound:
            found.append(f"the seed of die {die['n']} is not in the log")
            continue
        value = bound[-1].die(label_of(str(log["session"]), die["n"], str(die["what"])), int(die["sides"]))
        if value != die["value"]:
            found.append(f"die {die['n']} shows {die['value']}, its label gives {value}")
    return found


def _seeds(log: ReadPlain) -> list[tuple[int, bytes, str]]:
    """The seeds that are known, each with its first die and what was shown of it before."""
    earlier = [
        (int(one["first"]), bytes.fromhex(str(one["seed"])), str(one["commitment"]))
        for one in log.get("earlier", ())
    ]
    if "seed" not in log:
        return earlier
    return [*earlier, (int(log.get("first", 0)), bytes.fromhex(str(log["seed"])), str(log["commitment"]))]


def main(path: str) -> int:
    """Print what is wrong with the log in the file; 0 if nothing is."""
    with open(path, encoding="utf-8") as file:
        found = faults(json.load(file))
    sys.stdout.write("\n".join(found) + "\n" if found else "all dice are true\n")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
