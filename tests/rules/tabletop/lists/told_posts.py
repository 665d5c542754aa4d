"""Posts of units that are told in phrases drawn at random, each in several lines (page 9 D)."""

from __future__ import annotations

from random import Random

from tests.rules.tabletop.lists.phrases import QUALITIES, Phrased, phrased

PRICES = ("{} pts", "{}pts", "({} pts)", "[{}pts]", "{} points", "Cost: {}", "Points: {}")
BESIDE = (" - {} pts", ", {}pts", " ({} pts)", " [{}pts]")
NAMED = ("{}", "{}", "**{}**", "*{}*", "{}:")
SIGNS = ("", "", "", "- ", "  ", "* ")
HEADS = {"head": "{x}, {q}", "front": "{q} {x}", "brackets": "{x} ({q})", "below": "{x}"}


class ToldPost:
    """A post of six to nine units, each laid out as the others are; ``units`` are what they are."""

    def __init__(self, seed: int) -> None:
        self.draw = draw = Random(seed)
        self.quality = draw.choice(("head", "front", "brackets", "below", "below"))
        self.qualities = {name: draw.choice(words) for name, words in QUALITIES.items()}
        self.price = draw.choice(("head", "last", "last", "second", "above"))
        self.costs, self.beside = draw.choice(PRICES), draw.choice(BESIDE)
        self.named, self.sign = draw.choice(NAMED), draw.choice(SIGNS)
        self.sized, self.in_one = draw.random() < 0.5, draw.random() < 0.5
        self.join = draw.choice((", ", ", ", "; ", " / ", " + "))
        self.apart = draw.random() < 0.7
        self.units = [self._unit() for _ in range(draw.randint(6, 9))]

    def _unit(self) -> Phrased:
        """A squad, an officer, a team or a gun: of vehicles which one it is is often asked."""
        while True:
            made = phrased(self.draw.randrange(10**9))
            if made.groups is not None:
                return made

    def text(self) -> str:
        """The post."""
        lines = []
        for one in self.units:
            lines += [*self._lines(one), *([""] if self.apart else [])]
        return "\n".join(lines)

    def _lines(self, one: Phrased) -> list[str]:
        quality, price = self.qualities[one.quality], self.costs.format(one.points)
        head = HEADS[self.quality].format(x=one.name, q=quality)
        head += self.beside.format(one.points) if self.price == "head" else ""
        below = [price] if self.price == "second" else []
        below += [quality] if self.quality == "below" else []
        below += [*self._men(one), *([price] if self.price == "last" else [])]
        above = [price] if self.price == "above" else []
        return [*above, self.named.format(head), *(f"{self.sign}{line}" for line in below)]

    def _men(self, one: Phrased) -> list[str]:
        rows = [self.join.join(one.rows)] if self.in_one and one.rows else [*one.rows]
        if not one.size:
            return rows
        if self.sized or not self.in_one:
            return [one.size, *rows]
        return [f"{one.size}: {rows[0]}"]
