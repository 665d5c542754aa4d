"""The inks of paper and night as numbers, from ``campaign.base.drawing.look``."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TypeAlias

from campaign.base.drawing.look import LOOK, army_number, ink_of, thickness_of

Ink: TypeAlias = "tuple[int, int, int]"
Veil: TypeAlias = "tuple[Ink, float]"
"""An ink, and how thick it lies."""


def mixed(one: Ink, other: Ink, share: float) -> Ink:
    """``share`` of the other ink over one."""
    a, b, c = (round(p * (1 - share) + q * share) for p, q in zip(one, other, strict=True))
    return a, b, c


@dataclass(frozen=True)
class Inks:
    """All that is drawn with in one light."""

    night: bool
    armies: tuple[Ink, ...]
    page: dict[str, Ink]
    map: dict[str, Veil]
    thick: dict[str, float]

    def __getitem__(self, name: str) -> Ink:
        return self.page[name]

    def of(self, name: str) -> Ink:
        """An ink of the map."""
        return self.map[name][0]

    def army(self, seat: int) -> Ink:
        """The ink of a seat's army."""
        return self.armies[army_number(seat) - 1] if seat else self.page["ink-2"]


@lru_cache(maxsize=2)
def inks_of(light: str) -> Inks:
    """The inks of ``paper`` or ``night``."""
    look = LOOK.light(night=light == "night")
    return Inks(
        light == "night",
        tuple(ink_of(one) for one in look.armies),
        {name: ink_of(one) for name, one in look.page.items() if one.startswith("#")},
        {name: (ink_of(one), thickness_of(one)) for name, one in look.map.items()},
        dict(look.thick),
    )
