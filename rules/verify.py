"""Checking a campaign's dice against its commitment, with nothing but the published log (Rules 4)."""

from __future__ import annotations

import re
from typing import Any

from rules.dice import SEED_BYTES, Dice, seed_before
from rules.format.reading import Node

MOST_TURNS = 100_000
"""A log covers at most so many turns: each that is missing costs a hash."""

_HEX = re.compile(rf"[0-9a-fA-F]{{{2 * SEED_BYTES}}}")


def verify_dice(log: Node) -> dict[str, Any]:
    """Check the chain of seeds and every die of a log.

    Returns ``{"seeds": n, "dice": n, "wrong": [...]}``, one entry in ``wrong`` for each seed or die that does
    not fit; ScenarioError if the log is not valid.
    """
    fields = log.fields(("commitment", "first_turn", "seeds", "dice"))
    commitment = _read_hash(fields["commitment"])
    first = fields["first_turn"].integer(1)
    seeds = _read_seeds(fields["seeds"], first)
    wrong = _check_chain(commitment, first, seeds)
    dice = fields["dice"].items()
    bags = {turn: Dice(seed) for turn, seed in seeds.items()}
    for node in dice:
        wrong += _check_die(node, bags)
    return {"seeds": len(seeds), "dice": len(dice), "wrong": wrong}


def _read_hash(node: Node) -> bytes:
    if not _HEX.fullmatch(node.text()):
        raise node.error("not_hex", count=2 * SEED_BYTES)
    return bytes.fromhex(node.text())


def _read_seeds(node: Node, first: int) -> dict[int, bytes]:
    seeds: dict[int, bytes] = {}
    for key, item in node.members().items():
        if not re.fullmatch(r"[1-9][0-9]{0,8}", key) or int(key) - first >= MOST_TURNS:
            raise item.error("seed_turn", most=first + MOST_TURNS - 1)
        seeds[int(key)] = _read_hash(item)
    return dict(sorted(seeds.items()))


def _check_chain(commitment: bytes, first: int, seeds: dict[int, bytes]) -> list[dict[str, Any]]:
    """Each seed hashes to the one before it, the first to the commitment; a gap is bridged by hashing."""
    wrong: list[dict[str, Any]] = []
    known, turn_known = commitment, first - 1
    for turn, seed in seeds.items():
        if turn < first:
            wrong.append({"turn": turn, "problem": "the seed is of a turn before the first"})
            continue
        hashed = seed
        for _ in range(turn - turn_known):
            hashed = seed_before(hashed)
        if hashed != known:
            wrong.append({"turn": turn, "problem": "the seed does not fit the chain"})
        known, turn_known = seed, turn
    return wrong


def _check_die(node: Node, bags: dict[int, Dice]) -> list[dict[str, Any]]:
    fields = node.fields(("turn", "label", "sides", "value"))
    turn = fields["turn"].integer(1)
    label = fields["label"].text()
    sides = fields["sides"].integer(1, 1 << 32)
    value = fields["value"].integer()
    bag = bags.get(turn)
    if bag is None:
        return [{"turn": turn, "label": label, "problem": "there is no seed for this turn"}]
    right = bag.die(label, sides)
    if value == right:
        return []
    return [{"turn": turn, "label": label, "problem": f"the die is {right}, not {value}"}]
