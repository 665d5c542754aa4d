"""Reads an army list that somebody has sent, as a program with little memory and time.

It reads a line of JSON (``answers`` of its owner, ``usual``) and then the list's bytes, or in that line a
``source`` that was read before and the ``roles`` that its owner gives its lines. It writes lines of JSON:
``{"state": "refused", "code", "values"}``; or ``{"state": "read"}`` and then its parts, each a line:
``list``, ``questions``, ``left``, ``source`` (what it was read from, unit by unit, to be understood again
with answers). Run it by ``campaign.base.sandbox.children``: nothing is known of the bytes beforehand.
"""

from __future__ import annotations

import codecs
import json
import sys
from collections.abc import Iterator
from typing import Any

from rules.tabletop.lists import bounds
from rules.tabletop.lists.listing import Read, parted_again, read, understood
from rules.tabletop.lists.plain import questions_to_plain, source_from_plain, source_to_plain
from rules.tabletop.refusing import RefusedError

MOST_LEFT, LONGEST_LEFT = 200, 200


def answer_to(given: bytes) -> Iterator[dict[str, object]]:
    """What is said to a list."""
    head, _end, raw = given.partition(b"\n")
    asked = json.loads(head)
    try:
        parts = _parts(_again(asked) if "source" in asked else _first(asked, raw))
        for part in parts:
            bounds.within(len(json.dumps(part)), bounds.MOST_READ, "read")
    except RefusedError as error:
        yield {"state": "refused", "code": error.code, "values": error.values}
        return
    yield {"state": "read"}
    yield from parts


def _first(asked: Any, raw: bytes) -> Read:
    return read(raw, asked["answers"], usual=asked["usual"])


def _again(asked: Any) -> Read:
    """What was read before, parted otherwise: answers to its units are none to these."""
    return understood(parted_again(source_from_plain(asked["source"]), asked["roles"]))


def _parts(found: Read) -> list[dict[str, object]]:
    return [
        {"list": found.document},
        {"questions": questions_to_plain(found.questions)},
        {"left": [line[:LONGEST_LEFT] for line in found.left[:MOST_LEFT]]},
        {"source": source_to_plain(found.source)},
    ]


def prepare() -> None:
    """Load how texts may be written: from then on no file is opened."""
    for name in ("ascii", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "cp1252", "cp437"):
        codecs.lookup(name)


def main() -> None:
    """Answer what is given."""
    for line in answer_to(sys.stdin.buffer.read()):
        sys.stdout.write(json.dumps(line) + "\n")
