"""A public beacon in the manner of drand: which round is a turn's, what answer counts (Trust 4.3)."""

from __future__ import annotations

import math
from dataclasses import dataclass
from hashlib import sha256

from rules.open_dice.mixing import Draw

WAIT = 60
"""Seconds from the deadline of plans to the first moment that a round may be for."""


@dataclass(frozen=True, slots=True)
class Beacon:
    """A chain of rounds, fixed for a war at its start; ``genesis`` and ``period`` in seconds."""

    hash: bytes
    genesis: int
    period: int

    def round_for(self, plan_due: float) -> int:
        """The first round that comes out ``WAIT`` or more after a deadline of plans, in seconds since 1970.

        It is under 1 if the beacon began later.
        """
        since = math.floor(plan_due) + WAIT - self.genesis
        return -(-since // self.period) + 1

    def out_at(self, number: int) -> int:
        """When a round comes out, in seconds since 1970."""
        return self.genesis + (number - 1) * self.period


@dataclass(frozen=True, slots=True)
class Pulse:
    """What a beacon answered for a round."""

    round: int
    randomness: bytes
    signature: bytes

    @property
    def fits(self) -> bool:
        """Whether the number is the hash of the signature: what else was answered does not count."""
        return sha256(self.signature).digest() == self.randomness

    def draw(self, beacon: Beacon) -> Draw:
        """The answer as it goes into the mix."""
        return Draw(beacon.hash, self.round, self.randomness)
