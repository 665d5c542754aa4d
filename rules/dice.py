"""The labelled dice of a turn: every number is recomputable from the turn's seed and a label (Rules 4)."""

from __future__ import annotations

from hashlib import sha256

from rules.state import BannerId

_RANGE = 1 << 64

SEED_BYTES = 32

_BLOCK = 64
_INNER = bytes(byte ^ 0x36 for byte in range(256))
_OUTER = bytes(byte ^ 0x5C for byte in range(256))


class Dice:
    """The dice of one turn; ``rolled`` maps each label asked for to ``(sides, value)`` (Rules 4)."""

    __slots__ = ("_inner", "_outer", "rolled")

    def __init__(self, seed: bytes) -> None:
        """``seed`` is 32 bytes; ValueError otherwise."""
        if len(seed) != SEED_BYTES:
            raise ValueError(f"a seed is {SEED_BYTES} bytes, not {len(seed)}")
        # HMAC by its definition (RFC 2104): a third of the time that ``hmac`` takes.
        key = seed.ljust(_BLOCK, b"\0")
        self._inner = key.translate(_INNER)
        self._outer = key.translate(_OUTER)
        self.rolled: dict[str, tuple[int, int]] = {}

    def die(self, label: str, sides: int) -> int:
        """The value 1..sides of the die with this label, the same each time it is asked for (Rules 4)."""
        limit = _RANGE - _RANGE % sides
        counter = 0
        while True:
            inner = sha256(self._inner + f"{label}/{counter}".encode()).digest()
            value = int.from_bytes(sha256(self._outer + inner).digest()[:8], "big")
            if value < limit:
                break
            counter += 1
        result = 1 + value % sides
        self.rolled[label] = (sides, result)
        return result


def battle_key(one: BannerId, other: BannerId) -> str:
    """The key of a battle: its two banner ids in string order, joined by a colon (Rules 4)."""
    return f"{one}:{other}" if one < other else f"{other}:{one}"


def direction_label(turn: int, banner: BannerId) -> str:
    """The label of a teleport's direction die, 8 sides: 1 is north, then clockwise (Rules 4)."""
    return f"teleport/{turn}/{banner}/direction"


def distance_label(turn: int, banner: BannerId) -> str:
    """The label of a teleport's distance die, 6 sides (Rules 4)."""
    return f"teleport/{turn}/{banner}/distance"


def attacker_label(turn: int, key: str) -> str:
    """The label of a battle's attacker die, 2 sides: 1 is the first id of the key (Rules 4, 5.12)."""
    return f"attacker/{turn}/{key}"


def mission_label(turn: int, key: str) -> str:
    """The label of a battle's mission die, 6 sides (Rules 4)."""
    return f"mission/{turn}/{key}"


def abstract_label(turn: int, key: str, attempt: int, banner: BannerId, which: int) -> str:
    """The label of one die of an abstract resolution, 6 sides; attempts and dice count from 1 (Rules 4)."""
    return f"abr/{turn}/{key}/{attempt}/{banner}/{which}"


def trigger_label(turn: int, trigger: str) -> str:
    """The label of a trigger's die, with the sides that it asks for (Rules 14.4)."""
    return f"trigger/{turn}/{trigger}"


def seed_before(seed: bytes) -> bytes:
    """The seed of the turn before; before turn 1 it is the commitment (Rules 4)."""
    return sha256(seed).digest()
