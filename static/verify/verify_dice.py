"""Checks the dice of a finished campaign, with nothing but Python's standard library.

    python3 verify_dice.py dice.json

``dice.json`` is a campaign's log of dice. The commitment in it must be the one that was mailed to all before
the first turn: compare the two yourself. What is checked here:

1. the seed of each turn hashes (SHA-256) to the seed of the turn before, and the first to the commitment, so
   that nobody can have chosen a seed later;
2. each die is the one that its turn's seed and its label give: HMAC-SHA256 of "label/counter", of which the
   first 8 bytes are a number; numbers that would favour a face are passed over.

In a war with open dice the log has "mixes": a turn's dice are thrown by its mix, not by the chain's seed.

3. the closing that all were told with the plans' deadline is the hash of the lines (a seat's seal, its plan's
   receipt), so that no seal was changed later; compare it and your own lines with what you kept;
4. each share that was opened is the one that its seal was made of;
5. the beacon is the same all through the war, its round the first that came out a minute after the deadline,
   and its number the hash of its signature; that the round says this, any address of the beacon tells you;
6. the mix is HMAC-SHA256, under the turn's seed, of the beacon's number, or without one of the shares.

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


def sha256(*parts: bytes | str) -> str:
    """The hash of parts one after the other, in hex."""
    return hashlib.sha256(
        b"".join(one.encode() if isinstance(one, str) else one for one in parts)
    ).hexdigest()


def mixed(seed: bytes, campaign: str, turn: int, mix: dict[str, Any]) -> bytes:
    """The seed that throws the dice of a turn with open dice."""
    lines = ["boltgun-dice/1", f"campaign {campaign}", f"turn {turn}"]
    beacon = mix["beacon"]
    if beacon is not None:
        lines.append(f"beacon {beacon['hash']} {beacon['round']} {beacon['randomness']}")
    else:
        lines.append("beacon none")
        shares = sorted((int(seat), share) for seat, share in mix["shares"].items())
        lines += [f"share {seat} {share}" for seat, share in shares]
    return hmac.new(seed, "".join(f"{line}\n" for line in lines).encode(), hashlib.sha256).digest()


def mix_faults(campaign: str, turn: int, mix: dict[str, Any], first: dict[str, Any] | None) -> list[str]:
    """What does not fit in the mix of a turn; ``first`` is the first answer of the war's beacon."""
    found = []
    salt = bytes.fromhex(mix["salt"])
    if sha256("boltgun-dice/1 close\n", salt, f"{campaign}\n{turn}\n", mix["lines"]) != mix["closing"]:
        found.append("the closing does not fit the salt and the lines")
    lines = [line.split(" ") for line in mix["lines"].splitlines()]
    seals = {seat: seal for seat, seal, _receipt in lines}
    for seat, share in mix["shares"].items():
        opened = sha256(f"boltgun-dice/1 seal\n{campaign}\n{turn}\n{seat}\n", bytes.fromhex(share))
        if seals.get(seat, "-") == "-":
            found.append(f"seat {seat} has a share, but no seal")
        elif seals[seat] != opened:
            found.append(f"the share of seat {seat} does not fit its seal")
    beacon = mix["beacon"]
    if beacon is None or first is None:
        return found
    found += [
        f"the beacon's {key} is another than before"
        for key in ("hash", "genesis", "period")
        if beacon[key] != first[key]
    ]
    if beacon["round"] != -((beacon["genesis"] - 60 - int(beacon["due"])) // beacon["period"]) + 1:
        found.append("the beacon's round is not that of the deadline")
    if sha256(bytes.fromhex(beacon["signature"])) != beacon["randomness"]:
        found.append("the beacon's randomness is not the hash of its signature")
    return found


def open_faults(log: dict[str, Any], seeds: dict[int, bytes]) -> list[str]:
    """What does not fit in a war's mixes."""
    found = []
    mixes = {int(turn): mix for turn, mix in log["mixes"].items()}
    beacons = [mix["beacon"] for _turn, mix in sorted(mixes.items()) if mix["beacon"] is not None]
    for turn in sorted({*seeds, *mixes}):
        if turn not in mixes:
            found.append(f"turn {turn}: there is no mix")
            continue
        if turn not in seeds:
            found.append(f"turn {turn}: there is a mix, but no seed")
        wrong = mix_faults(log["campaign"], turn, mixes[turn], beacons[0] if beacons else None)
        found += [f"turn {turn}: {fault}" for fault in wrong]
    return found


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
    if "mixes" in log:
        found += open_faults(log, seeds)
        for turn, mix in log["mixes"].items():
            if int(turn) in seeds:
                seeds[int(turn)] = mixed(seeds[int(turn)], log["campaign"], int(turn), mix)
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
