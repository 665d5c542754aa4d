"""Logs of wars with open dice, as such a war publishes them at its end: drawn by chance, honest (Trust 4)."""

from __future__ import annotations

import random
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from rules.dice import Dice, seed_before
from rules.open_dice.beacons import Beacon, Pulse
from rules.open_dice.documents import BeaconDocument, MixDocument
from rules.open_dice.mixing import Draw, SeatLine, closing_of, lines_text, mixed_seed, seal_of

WIDE = 1 << 32
"""The most sides that a log's die may have. With six, a changed label gives the same face once in six."""


@dataclass(frozen=True, slots=True)
class Drawn:
    """What one turn's dice are mixed from, with what of it stands in the log."""

    draw: Draw | None
    shares: dict[int, bytes]
    document: MixDocument


def open_log(chance: random.Random, *, turns: int = 3, sides: int = WIDE, **change: Any) -> dict[str, Any]:
    """An honest log; ``beacons`` says for each turn whether a beacon answered, ``seats`` how many play."""
    campaign, first = change.get("campaign", "demo"), chance.choice((1, 1, 1001))
    answered = change.get("beacons", [True, True, *(chance.random() < 0.5 for _ in range(turns - 2))])
    beacon = Beacon(chance.randbytes(32), 1_595_431_050 + chance.randrange(10**7), chance.choice((3, 30)))
    seeds = [chance.randbytes(32)]
    for _ in range(turns - 1):
        seeds.insert(0, seed_before(seeds[0]))
    log: dict[str, Any] = {
        "commitment": sha256(seeds[0]).hexdigest(),
        "first_turn": first,
        "campaign": campaign,
        "seeds": {},
        "mixes": {},
        "dice": [],
    }
    for turn, (seed, has_beacon) in enumerate(zip(seeds, answered, strict=True), first):
        drawn = _turn(chance, campaign, turn, beacon if has_beacon else None, change.get("seats", 4))
        thrown = Dice(mixed_seed(seed, campaign, turn, draw=drawn.draw, shares=drawn.shares))
        labels = (f"mission/{turn}/a1:b1", f"teleport/{turn}/a1/distance")
        log["seeds"][str(turn)] = seed.hex()
        log["mixes"][str(turn)] = drawn.document
        log["dice"] += [
            {"turn": turn, "label": label, "sides": sides, "value": thrown.die(label, sides)}
            for label in labels
        ]
    return log


def _turn(chance: random.Random, campaign: str, turn: int, beacon: Beacon | None, seats: int) -> Drawn:
    lines, shares = [], {}
    for seat in range(1, seats + 1):
        share = chance.randbytes(32)
        seal = seal_of(campaign, turn, seat, share) if chance.random() < 0.8 else None
        if seal is not None and chance.random() < 0.8:
            shares[seat] = share
        lines.append(SeatLine(seat, seal, chance.randbytes(32) if chance.random() < 0.8 else None))
    salt, text = chance.randbytes(32), lines_text(lines)
    document: MixDocument = {
        "beacon": None,
        "lines": text,
        "salt": salt.hex(),
        "closing": closing_of(campaign, turn, salt, text).hex(),
        "shares": {str(seat): share.hex() for seat, share in shares.items()},
    }
    if beacon is None:
        return Drawn(None, shares, document)
    due = 1_764_000_000 + chance.randrange(10**7)
    signature = chance.randbytes(chance.choice((48, 96)))
    pulse = Pulse(beacon.round_for(due), sha256(signature).digest(), signature)
    answer: BeaconDocument = {
        "hash": beacon.hash.hex(),
        "genesis": beacon.genesis,
        "period": beacon.period,
        "due": due,
        "round": pulse.round,
        "randomness": pulse.randomness.hex(),
        "signature": signature.hex(),
    }
    return Drawn(pulse.draw(beacon), shares, {**document, "beacon": answer})
