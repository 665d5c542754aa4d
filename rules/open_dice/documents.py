"""The mixes of a log of dice as JSON: read strictly, each fault with its path (Trust 4.7)."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypedDict

from rules.format.reading import Node
from rules.open_dice.beacons import Beacon, Pulse
from rules.open_dice.mixing import HASH_BYTES, SeatLine

LONGEST_ID = 32
"""Of a campaign's public id, in characters."""
LONGEST_SIGNATURE = 512
"""In hex digits; drand's have 96 or 192."""
LAST_SECOND = 1 << 40
"""What moments and periods are below, in seconds; so are rounds."""
MOST_SEATS = 999

_ID = re.compile(rf"[A-Za-z0-9_-]{{1,{LONGEST_ID}}}")
_DIGITS = 2 * HASH_BYTES
_HASH = re.compile(rf"[0-9a-f]{{{_DIGITS}}}")
_SEAT = re.compile(r"[1-9][0-9]{0,2}")
_LINE = re.compile(rf"({_SEAT.pattern}) (-|{_HASH.pattern}) (-|{_HASH.pattern})")


class BeaconDocument(TypedDict):
    """What a beacon gave for a turn, and all that is needed to recompute its round."""

    hash: str
    genesis: int
    period: int
    due: float
    round: int
    randomness: str
    signature: str


class MixDocument(TypedDict):
    """What was mixed into the seed of a turn. ``beacon`` is null where the shares count."""

    beacon: BeaconDocument | None
    lines: str
    salt: str
    closing: str
    shares: dict[str, str]


@dataclass(frozen=True, slots=True)
class DrawnFrom:
    """A beacon's answer as the log has it, with the deadline that it was for."""

    beacon: Beacon
    due: float
    pulse: Pulse


@dataclass(frozen=True, slots=True)
class Mix:
    """What was mixed into the seed of a turn, as the log says; nothing of it is checked yet."""

    drawn: DrawnFrom | None
    text: str
    lines: tuple[SeatLine, ...]
    salt: bytes
    closing: bytes
    shares: Mapping[int, bytes]

    @property
    def unopened(self) -> tuple[int, ...]:
        """The seats that sealed a share and did not open it: no fault, and to be told."""
        return tuple(one.seat for one in self.lines if one.seal is not None and one.seat not in self.shares)


def read_campaign(node: Node) -> str:
    """A campaign's public id: it stands in lines of its own, so it may hold no end of one."""
    if not _ID.fullmatch(node.text()):
        raise node.error("not_id", most=LONGEST_ID)
    return node.text()


def read_hash(node: Node) -> bytes:
    """32 bytes in hex; capital letters are another text, which would hash to something else."""
    if not _HASH.fullmatch(node.text()):
        raise node.error("not_lower_hex", count=_DIGITS)
    return bytes.fromhex(node.text())


def read_mix(node: Node) -> Mix:
    """The mix of one turn; ScenarioError if it is not one."""
    fields = node.fields(("beacon", "lines", "salt", "closing", "shares"))
    return Mix(
        drawn=fields.maybe("beacon", _read_beacon),
        text=fields["lines"].text(),
        lines=_read_lines(fields["lines"]),
        salt=read_hash(fields["salt"]),
        closing=read_hash(fields["closing"]),
        shares=_read_shares(fields["shares"]),
    )


def _read_beacon(node: Node) -> DrawnFrom:
    fields = node.fields(("hash", "genesis", "period", "due", "round", "randomness", "signature"))
    beacon = Beacon(
        hash=read_hash(fields["hash"]),
        genesis=fields["genesis"].integer(0, LAST_SECOND),
        period=fields["period"].integer(1, LAST_SECOND),
    )
    pulse = Pulse(
        round=fields["round"].integer(1, LAST_SECOND),
        randomness=read_hash(fields["randomness"]),
        signature=_read_signature(fields["signature"]),
    )
    return DrawnFrom(beacon, _read_moment(fields["due"]), pulse)


def _read_moment(node: Node) -> float:
    """Seconds since 1970, perhaps with a part of one: a deadline that was brought forward has it."""
    value = node.value
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= LAST_SECOND:
        raise node.error("not_seconds", most=LAST_SECOND)
    return float(value)


def _read_signature(node: Node) -> bytes:
    text = node.text()
    if not re.fullmatch(r"(?:[0-9a-f]{2})+", text) or len(text) > LONGEST_SIGNATURE:
        raise node.error("not_hex_bytes", most=LONGEST_SIGNATURE)
    return bytes.fromhex(text)


def _read_lines(node: Node) -> tuple[SeatLine, ...]:
    text, lines = node.text(), []
    for number, line in enumerate(text.split("\n")[:-1], start=1):
        found = _LINE.fullmatch(line)
        if found is None:
            raise node.error("seat_line", number=number, digits=_DIGITS)
        lines.append(SeatLine(int(found[1]), _bytes_of(found[2]), _bytes_of(found[3])))
    if text and not text.endswith("\n"):
        raise node.error("seat_line_open")
    seats = [line.seat for line in lines]
    if seats != sorted(set(seats)):
        raise node.error("seats_unsorted")
    return tuple(lines)


def _bytes_of(text: str) -> bytes | None:
    return None if text == "-" else bytes.fromhex(text)


def _read_shares(node: Node) -> dict[int, bytes]:
    shares: dict[int, bytes] = {}
    for key, item in node.members().items():
        if not _SEAT.fullmatch(key):
            raise item.error("seat_number", most=MOST_SEATS)
        shares[int(key)] = read_hash(item)
    return shares
