"""Checking a campaign's dice against its commitment, with nothing but its log (Rules 4, Trust 4)."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import NotRequired, TypedDict

from rules.dice import SEED_BYTES, Dice, seed_before
from rules.format.reading import Node
from rules.open_dice.documents import Mix, read_campaign, read_hash, read_mix
from rules.open_dice.mix_check import flaws, turn_seeds
from rules.sentences import DICE, MIXES, Values, filled

MOST_TURNS = 100_000
"""A log covers at most so many turns: each that is missing costs a hash."""

_HEX = re.compile(rf"[0-9a-fA-F]{{{2 * SEED_BYTES}}}")


@dataclass(frozen=True, slots=True)
class Misfit:
    """What does not fit: its turn, its code in ``sentences.DICE`` or ``MIXES``, of a die its label too."""

    turn: int
    code: str
    label: str | None = None
    values: Values = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class DiceCheck:
    """What checking a log has come to: how many seeds and dice it has, and which of them are wrong.

    ``mixes`` is how many mixes it has; None if its dice are those of the chain alone.
    """

    seeds: int
    dice: int
    wrong: tuple[Misfit, ...]
    mixes: int | None = None


class MisfitDocument(TypedDict):
    """A misfit as the command line shows it."""

    turn: int
    label: NotRequired[str]
    problem: str


class CheckDocument(TypedDict):
    """A check as the command line shows it."""

    seeds: int
    mixes: NotRequired[int]
    dice: int
    wrong: list[MisfitDocument]


def verify_dice(log: Node) -> DiceCheck:
    """Check the chain of seeds, every mix and every die of a log; ScenarioError if the log is not valid."""
    fields = log.fields(("commitment", "first_turn", "seeds", "dice"), ("campaign", "mixes"))
    campaign = fields.get("campaign", read_campaign, None)
    is_open = "mixes" in fields
    if is_open != (campaign is not None):
        raise log.missing("campaign" if is_open else "mixes")
    read = read_hash if is_open else _read_hash
    commitment = read(fields["commitment"])
    first = fields["first_turn"].integer(1)
    seeds = _read_seeds(fields["seeds"], first, read)
    wrong = [*_check_chain(commitment, first, seeds)]
    thrown, mixes = seeds, None
    if campaign is not None:
        mixes = _read_mixes(fields["mixes"], first)
        wrong += [Misfit(turn, code, None, values) for turn, code, values in flaws(campaign, seeds, mixes)]
        thrown = turn_seeds(campaign, seeds, mixes)
    dice = fields["dice"].items()
    bags = {turn: Dice(seed) for turn, seed in thrown.items()}
    for node in dice:
        wrong += _check_die(node, bags)
    return DiceCheck(len(seeds), len(dice), tuple(wrong), None if mixes is None else len(mixes))


def check_document(check: DiceCheck) -> CheckDocument:
    """A check in English, for the command line."""
    wrong = [_misfit_document(one) for one in check.wrong]
    if check.mixes is None:
        return {"seeds": check.seeds, "dice": check.dice, "wrong": wrong}
    return {"seeds": check.seeds, "mixes": check.mixes, "dice": check.dice, "wrong": wrong}


def _misfit_document(one: Misfit) -> MisfitDocument:
    problem = filled({**DICE, **MIXES}[one.code], one.values)
    if one.label is None:
        return {"turn": one.turn, "problem": problem}
    return {"turn": one.turn, "label": one.label, "problem": problem}


def _read_hash(node: Node) -> bytes:
    if not _HEX.fullmatch(node.text()):
        raise node.error("not_hex", count=2 * SEED_BYTES)
    return bytes.fromhex(node.text())


def _read_seeds(node: Node, first: int, read: Callable[[Node], bytes]) -> dict[int, bytes]:
    seeds: dict[int, bytes] = {}
    for key, item in node.members().items():
        if not _is_turn(key, first):
            raise item.error("seed_turn", most=first + MOST_TURNS - 1)
        seeds[int(key)] = read(item)
    return dict(sorted(seeds.items()))


def _read_mixes(node: Node, first: int) -> dict[int, Mix]:
    mixes: dict[int, Mix] = {}
    for key, item in node.members().items():
        if not _is_turn(key, first):
            raise item.error("mix_turn", most=first + MOST_TURNS - 1)
        mixes[int(key)] = read_mix(item)
    return mixes


def _is_turn(key: str, first: int) -> bool:
    return re.fullmatch(r"[1-9][0-9]{0,8}", key) is not None and int(key) - first < MOST_TURNS


def _check_chain(commitment: bytes, first: int, seeds: dict[int, bytes]) -> Iterator[Misfit]:
    """Each seed hashes to the one before it, the first to the commitment; a gap is bridged by hashing."""
    known, turn_known = commitment, first - 1
    for turn, seed in seeds.items():
        if turn < first:
            yield Misfit(turn, "seed_before_first")
            continue
        hashed = seed
        for _ in range(turn - turn_known):
            hashed = seed_before(hashed)
        if hashed != known:
            yield Misfit(turn, "seed_off_chain")
        known, turn_known = seed, turn


def _check_die(node: Node, bags: dict[int, Dice]) -> Iterator[Misfit]:
    fields = node.fields(("turn", "label", "sides", "value"))
    turn = fields["turn"].integer(1)
    label = fields["label"].text()
    sides = fields["sides"].integer(1, 1 << 32)
    value = fields["value"].integer()
    bag = bags.get(turn)
    if bag is None:
        yield Misfit(turn, "no_seed", label)
        return
    right = bag.die(label, sides)
    if value != right:
        yield Misfit(turn, "wrong_die", label, {"right": right, "value": value})
