"""What a text was read as, before its units are understood (Tabletop E)."""

from __future__ import annotations

from dataclasses import dataclass, field

from rules.tabletop.lists.lines.of_all import SaidOfAll
from rules.tabletop.lists.raw import Raw


@dataclass(slots=True)
class Written:
    """What a text holds: its units, the lines that are left out, and the points that it says all have."""

    units: list[Raw] = field(default_factory=list)
    left: list[str] = field(default_factory=list)
    total: int | None = None
    name: str = ""
    army: str = ""
    said: SaidOfAll = field(default_factory=SaidOfAll)
    """What is said of all units."""
    lines: list[str] = field(default_factory=list)
    """Those that may be laid out otherwise than was read."""
    headed: bool = False
    """Whether it is a table with headings: each of its rows is a unit."""
