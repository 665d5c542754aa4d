"""Reads a map that somebody has sent as text, as a program with little memory and time.

It reads a line of JSON (``form``, or null to find out, and the board ``onto`` which it is put) and then the
text in UTF-8, and writes lines: JSON with ``state``, which is ``refused`` with ``where`` and ``message``, or
``read``, after which the ``board``, the ``house`` rules that came with it, and what was ``assumed`` of its
tiles follow as JSON in base64. Run it by ``campaign.base.sandbox.children``: nothing is known of the text
beforehand.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator

from campaign.base.maps.formats import Format, MapError, assumed_by, house_in, read
from campaign.base.sandbox.long_answers import cut


def answer_to(given: bytes) -> Iterator[str]:
    """The lines that are said to a text."""
    head, _end, raw = given.partition(b"\n")
    asked = json.loads(head)
    try:
        text = raw.decode()
        form = Format(asked["form"]) if asked["form"] else None
        found = {
            "board": read(text, form, onto=asked["onto"]),
            "house": house_in(text),
            "assumed": assumed_by(text, form),
        }
    except MapError as error:
        told = {"state": "refused", "where": error.where, "message": error.message, "limit": error.limit}
        yield json.dumps(told)
        return
    yield json.dumps({"state": "read"})
    yield from cut(json.dumps(found).encode())


def prepare() -> None:
    """Read a map of each form, so that all is loaded: from then on no file is opened."""
    for text in ("..\n.#\n", "C,.\n.,.\n", '{"terrain": [".."]}', '{"layers": []}', "?", "{"):
        for _line in answer_to(b'{"form": null, "onto": null}\n' + text.encode()):
            pass


def main() -> None:
    """Answer what is given."""
    for line in answer_to(sys.stdin.buffer.read()):
        sys.stdout.write(line + "\n")
