"""Entries of the log as services wrote them before there were kinds, and what is made of them.

``log_before.jsonl`` was gathered from the tests' own wars by the version before: at least one entry of each
sentence, with its kind and text then, and the kind and values that it has now. It is never made anew.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from campaign.base.words.early_log import Around
from campaign.base.words.log_messages import LogKind
from campaign.base.words.log_words import SHOWN, Value

ARMIES = (
    "The north",
    "The south",
    "The west",
    *(f"Army of {name}" for name in ("Ada", "Ben", "Eva", "Gita")),
)
BANNERS = ("North 1", "South 1")
PEOPLE = ("Ada", "Eva", "Mara", "New", "Olga", "Sam", "South")


@dataclass(frozen=True, slots=True)
class Before:
    """An entry as it was written, and what it is now."""

    at: datetime
    zone: str
    kind: str
    text: str
    now: LogKind
    values: Mapping[str, Value]

    @property
    def around(self) -> Around:
        """What is known of its campaign."""
        return Around(self.zone, ARMIES, BANNERS, PEOPLE)

    @property
    def names(self) -> list[str]:
        """What in it people have typed, and numbers: what is in no language."""
        shown = [value for name, value in self.values.items() if name not in SHOWN]
        listed = [one for value in self.values.values() if isinstance(value, list) for one in value]
        return sorted({str(one) for one in [*shown, *listed]} - {"deputy", *PARTS}, key=len, reverse=True)


PARTS = ("arbiter", "facilitator", "observer", "player")


def entries_before() -> list[Before]:
    """All of them."""
    lines = (Path(__file__).parent / "log_before.jsonl").read_text().splitlines()
    return [
        Before(
            at=datetime.fromisoformat(row["at"]),
            zone=row["zone"],
            kind=row["was"]["kind"],
            text=row["was"]["text"],
            now=LogKind(row["now"]["kind"]),
            values=row["now"]["values"],
        )
        for row in map(json.loads, lines)
    ]
