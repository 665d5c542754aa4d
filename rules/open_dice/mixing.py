"""What goes into the seed of a turn with open dice, and how it is bound before it is known (Trust 4).

While plans are made each seat binds itself to a share by a seal. When they close, all seals and the plans'
receipts are bound by one closing. Then the chain's seed is mixed with a number of a beacon that was not out
yet, or if there is none with the shares. Who had the chain knew no share, who had a share not the chain.

Texts are UTF-8 with ``\\n`` ends; numbers are decimals, hashes hex in lower case.
"""

from __future__ import annotations

import hmac
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from hashlib import sha256

HASH_BYTES = 32
"""Of a share, a seal, a receipt, a salt, a closing, a beacon's hash and randomness, and a seed."""

_HEAD = "boltgun-dice/1"


@dataclass(frozen=True, slots=True)
class SeatLine:
    """What of a seat froze with the plans: its seal and its plan's receipt, None for what it has not."""

    seat: int
    seal: bytes | None
    receipt: bytes | None


@dataclass(frozen=True, slots=True)
class Draw:
    """What a beacon gave for a turn, as it goes into the mix: its chain's hash, the round, the number."""

    hash: bytes
    round: int
    randomness: bytes


def seal_of(campaign: str, turn: int, seat: int, share: bytes) -> bytes:
    """The seal of a seat's share of a turn (Trust 4.1). ``campaign`` is its public id."""
    _sized("a share", share)
    return sha256(f"{_HEAD} seal\n{campaign}\n{turn}\n{seat}\n".encode() + share).digest()


def lines_text(lines: Iterable[SeatLine]) -> str:
    """The lines that freeze with the plans, by the seats' numbers (Trust 4.2)."""
    ordered = sorted(lines, key=lambda line: line.seat)
    return "".join(f"{one.seat} {_hex(one.seal)} {_hex(one.receipt)}\n" for one in ordered)


def closing_of(campaign: str, turn: int, salt: bytes, lines: str) -> bytes:
    """What all are told when the plans of a turn close: it binds the lines, and tells nothing (Trust 4.2)."""
    _sized("a salt", salt)
    return sha256(f"{_HEAD} close\n".encode() + salt + f"{campaign}\n{turn}\n{lines}".encode()).digest()


def mix_text(campaign: str, turn: int, draw: Draw | None, shares: Mapping[int, bytes]) -> str:
    """What is mixed into the seed of a turn (Trust 4.5). With a beacon no share enters."""
    lines = [_HEAD, f"campaign {campaign}", f"turn {turn}"]
    if draw is not None:
        lines.append(f"beacon {draw.hash.hex()} {draw.round} {draw.randomness.hex()}")
    else:
        lines.append("beacon none")
        lines += [f"share {seat} {share.hex()}" for seat, share in sorted(shares.items())]
    return "".join(f"{line}\n" for line in lines)


def mixed_seed(
    seed: bytes, campaign: str, turn: int, *, draw: Draw | None = None, shares: Mapping[int, bytes]
) -> bytes:
    """The seed that throws a turn's dice: S, of the chain's seed of that turn (Trust 4.5).

    Without a beacon and without shares it follows from the chain alone.
    """
    _sized("a seed", seed)
    for share in shares.values():
        _sized("a share", share)
    return hmac.digest(seed, mix_text(campaign, turn, draw, shares).encode(), "sha256")


def _hex(value: bytes | None) -> str:
    return "-" if value is None else value.hex()


def _sized(what: str, value: bytes) -> None:
    if len(value) != HASH_BYTES:
        raise ValueError(f"{what} is {HASH_BYTES} bytes, not {len(value)}")
