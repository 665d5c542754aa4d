"""The journal: what people sent, on the disk before it left; and what they were answered.

A line a fact, in JSON. It is read again for the judgement: what this process alone remembers does not count.
"""

from __future__ import annotations

import json
import os
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

UNKNOWN = range(500, 600)
"""Answers that say nothing of what was done: a commit whose answer was lost may have been one."""


class Journal:
    """A file to which lines are added, each on the disk before anything follows from it."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
        self._lock = threading.Lock()
        self._last = 0

    def number(self) -> int:
        """A new number for a request."""
        with self._lock:
            self._last += 1
            return self._last

    def write(self, fact: str, **values: object) -> None:
        """Add a line and wait until it is on the disk."""
        line = json.dumps({"fact": fact, "at": time.time(), **values}, separators=(",", ":"))
        with self._lock:
            os.write(self._file, f"{line}\n".encode())
        os.fsync(self._file)

    def lines(self) -> list[dict[str, Any]]:
        """All that is on the disk."""
        return [json.loads(line) for line in self.path.read_text().splitlines()]


@dataclass
class Sent:
    """A request as its sender knows it; ``status`` 0 while there is no answer."""

    number: int
    who: str
    kind: str
    war: int
    sent: float
    about: dict[str, Any]
    key: str
    answered: float = 0.0
    status: int = 0
    answer: dict[str, Any] = field(default_factory=dict)

    @property
    def acknowledged(self) -> bool:
        """Whether it was said to be done."""
        return 200 <= self.status < 300

    @property
    def unknown(self) -> bool:
        """Whether nobody knows what came of it."""
        return self.status == 0 or self.status in UNKNOWN


def requests(lines: list[dict[str, Any]]) -> Iterator[Sent]:
    """The requests of a journal, in the order in which each person sent them."""
    found: dict[int, Sent] = {}
    for line in lines:
        if line["fact"] == "request":
            names = ("number", "who", "kind", "war", "about", "key")
            found[line["number"]] = Sent(**{name: line[name] for name in names}, sent=line["at"])
        elif line["fact"] == "answer":
            one = found[line["number"]]
            one.answered, one.status, one.answer = line["at"], line["status"], line["answer"]
    yield from found.values()
