"""The rulings of ``docs/rulings.md``, to be shown: what the rules leave open, and how the app answers it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from django.conf import settings


@dataclass(frozen=True, slots=True)
class Ruling:
    """One answer: ``about`` is a section of the rules, or a word for what is around the turn."""

    about: str
    question: str
    answer: str


@lru_cache(maxsize=1)
def rulings() -> tuple[Ruling, ...]:
    """All rulings in the order of the document; none if the document is not there."""
    path = Path(settings.RULINGS)
    if not path.exists():
        return ()
    rows = (line for line in path.read_text(encoding="utf-8").splitlines() if line.startswith("| "))
    cells = ([cell.strip().replace("`", "") for cell in row.strip("|").split(" | ")] for row in rows)
    return tuple(Ruling(*row[-3:]) for row in cells if len(row) >= 3 and row[-1] != "ruling")
