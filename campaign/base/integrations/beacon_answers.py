"""A public beacon's addresses, asked all at once: what they say of their chain and of a round (Trust 4.3).

None of them is believed alone where there are several, and none can keep the others waiting: who has said
nothing when the time is over has said nothing.
"""

from __future__ import annotations

import json
import re
import time
from collections import Counter
from collections.abc import Callable, Hashable, Sequence
from functools import cache
from ssl import SSLContext
from threading import Thread
from typing import TypeVar
from urllib.parse import urlsplit

import httpx

from campaign.base.answers import Json
from rules.open_dice.beacons import Beacon, Pulse
from rules.open_dice.documents import LAST_SECOND, LONGEST_SIGNATURE

WAIT = 4.0
"""Seconds that all addresses have together."""
MOST_BYTES = 16 * 1024
"""Of an answer; drand's have some hundred."""
LONGEST_PERIOD = 24 * 60 * 60
"""Seconds between two rounds of a beacon that anybody would wait for."""

_PLAIN = {"Accept": "application/json", "Accept-Encoding": "identity"}
"""What is counted while it comes is what was said: an answer that is packed small is none."""

_HASH = re.compile(r"[0-9a-f]{64}")
_HEX = re.compile(r"(?:[0-9a-f]{2})+")

Read = TypeVar("Read", bound=Hashable)


def hash_in(address: str) -> str:
    """The hash of a beacon's chain, with which its address ends; empty if it does not."""
    last = urlsplit(address).path.rstrip("/").rpartition("/")[2]
    return last if _HASH.fullmatch(last) else ""


def ask_chain(addresses: Sequence[str]) -> Beacon | None:
    """What the addresses agree that their chain is; None if they do not, or too few have answered."""
    found = _asked([f"{one}/info" for one in addresses], _read_chain)
    return _agreed([one for one in found if one.hash.hex() == hash_in(addresses[0])], len(addresses))


def ask_round(addresses: Sequence[str], number: int) -> Pulse | None:
    """What the addresses agree that a round gave; None if they do not, or too few have answered."""
    found = _asked([f"{one}/public/{number}" for one in addresses], _read_pulse)
    return _agreed([one for one in found if one.round == number and one.fits], len(addresses))


def _agreed(found: Sequence[Read], asked: int) -> Read | None:
    """What two have said, if several were asked; nothing where two say one thing and two another."""
    needed = 2 if asked > 1 else 1
    backed = [one for one, count in Counter(found).items() if count >= needed]
    return backed[0] if len(backed) == 1 else None


def _asked(addresses: Sequence[str], read: Callable[[Json], Read]) -> list[Read]:
    """What the addresses answer in time, each asked in a thread of its own.

    Who hangs, or says a byte now and then, is left alone with it: nobody waits for the thread.
    """
    found: list[Read] = []
    _trusted()
    until = time.monotonic() + WAIT

    def ask(address: str) -> None:
        answer = _one(address, read, until)
        if answer is not None and time.monotonic() < until:
            found.append(answer)

    threads = [Thread(target=ask, args=(address,), daemon=True) for address in addresses]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(max(0.0, until - time.monotonic()))
    return list(found)


@cache
def _trusted() -> SSLContext:
    """Whom all clients trust: to read it takes longer than most answers do, and is not in their time."""
    return httpx.create_ssl_context(trust_env=False)


def _one(address: str, read: Callable[[Json], Read], until: float) -> Read | None:
    """One address's answer; None for whatever cannot be read as one."""
    try:
        with (
            httpx.Client(timeout=WAIT, trust_env=False, verify=_trusted(), headers=_PLAIN) as client,
            client.stream("GET", address) as response,
        ):
            if response.status_code != httpx.codes.OK:
                return None
            body = b""
            for piece in response.iter_raw():
                body += piece
                if len(body) > MOST_BYTES or time.monotonic() > until:
                    return None
        return read(json.loads(body))
    except (httpx.HTTPError, OSError, ValueError, TypeError, KeyError, RecursionError):
        return None


def _read_chain(told: Json) -> Beacon:
    genesis, period = _whole(told["genesis_time"], LAST_SECOND), _whole(told["period"], LONGEST_PERIOD)
    if not period:
        raise ValueError("period")
    return Beacon(_bytes(told["hash"], 64), genesis, period)


def _read_pulse(told: Json) -> Pulse:
    randomness = _bytes(told["randomness"], 64)
    if len(randomness) * 2 != 64:
        raise ValueError("randomness")
    return Pulse(_whole(told["round"], LAST_SECOND), randomness, _bytes(told["signature"], LONGEST_SIGNATURE))


def _whole(value: object, most: int) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= most:
        raise ValueError(value)
    return value


def _bytes(text: object, most: int) -> bytes:
    if not isinstance(text, str) or len(text) > most or not _HEX.fullmatch(text):
        raise ValueError(text)
    return bytes.fromhex(text)
