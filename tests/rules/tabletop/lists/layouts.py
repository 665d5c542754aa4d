"""Whole lists laid out at random as people lay them out: with headings, bullets, prices here or there."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

from tests.rules.tabletop.lists.armies import ARMIES, Squad

SHORT = {"Regular": "reg", "Veteran": "vet", "Inexperienced": "inexp"}
BULLETS = ("- ", "* ", "\u2022 ", "  - ", "    \u2022 ", "> ", "-- ", "+ ", "\u2013 ", ". ", "  ", "\t")
PRICES = ("{} pts", "{}pts", "{} points", "({} pts)", "[{}pts]", "{}p", "= {} pts", "@ {}", "{} pts.")
PRICES_BELOW = ("{} pts", "{}pts", "{} points", "= {} pts", "Total: {} pts", "Points: {}", "Cost: {}")
PRICES_BEFORE = ("{} - ", "{}pts - ", "[{}] ", "({}) ", "{} pts: ", "- {} pts ")
HEADINGS = ("+ {} +", "## {}", "{}:", "== {} ==", "[b]{}[/b]", "--- {} ---", "{}", "*{}*", "__{}__")
ABOVE: tuple[Sequence[str], ...] = (
    (),
    ("{name}",),
    ("{name} - {total} pts",),
    ("My {name} list", ""),
    ("Here is my list for saturday:", ""),
    ("**{name}**", ""),
    ("{name}", "=====", ""),
    ("++ {name} [{total}pts] ++",),
)
BELOW: tuple[Sequence[str], ...] = (
    (),
    ("Total: {total} pts",),
    ("", "{total} points"),
    ("TOTAL {total}",),
    ("{units} order dice, {total} points",),
    ("", "Cheers!"),
    ("---", "{total} pts total", "{units} dice"),
)
MEN = ("{n}x {who} with {arm}", "{n} {who} ({arm})", "{n}x {who}: {n}x {arm}", "{n} {arm}s", "{n}x {arm}")
LEADERS = ("NCO with {}", "NCO: {}", "1 NCO ({})", "Sergeant - {}")


class Layout:
    """One way of laying out a list."""

    def __init__(self, seed: int) -> None:
        self.draw = draw = Random(seed)
        name, squads = draw.choice(sorted(ARMIES.items()))
        self.name = "Kampfgruppe Nord" if name == "Militia" else name
        self.squads = squads
        self.men, self.leader, self.bullet = draw.choice(MEN), draw.choice(LEADERS), draw.choice(BULLETS)
        self.quality: Callable[[str], str] = draw.choice((str, str.upper, SHORT.__getitem__))
        self.apart = draw.random() < 0.5

    def text(self) -> str:
        """The list."""
        way = self.draw.choice((self.lines, self.blocks, self.blocks, self.by_quality, self.stressed))
        total = sum(one.points for one in self.squads)
        told = {"name": self.name, "total": total, "units": len(self.squads)}
        above, below = self.draw.choice(ABOVE), self.draw.choice(BELOW)
        return "\n".join(
            [*(one.format(**told) for one in above), *way(), *(one.format(**told) for one in below)]
        )

    def lines(self) -> list[str]:
        """A line for each unit."""
        sign = self.draw.choice(("", "", "- ", "* ", "\u2022 ", "1. ", "1) ", "# "))
        first = self.draw.random() < 0.2 and sign == ""
        price = self.draw.choice(PRICES_BEFORE if first else PRICES)
        found = []
        for at, one in enumerate(self.squads, 1):
            parts = [one.name, self.quality(one.quality), *([f"{one.size} men"] if one.size else [])]
            said = ", ".join(parts) + (f": {', '.join(self._below(one))}" if self._below(one) else "")
            cost = price.format(one.points)
            before = sign.replace("1", str(at))
            found.append(f"{cost}{said}" if first else f"{before}{said}, {cost}")
        return self._headed(found)

    def blocks(self) -> list[str]:
        """A name for each unit, all else in lines below it."""
        place = self.draw.choice(("head", "last", "close"))
        price = self.draw.choice(PRICES_BELOW if place == "close" else PRICES)
        below = self.draw.random() < 0.4
        found = []
        for one in self.squads:
            quality = self.quality(one.quality)
            cost = price.format(one.points)
            lines = [one.name if below else f"{one.name}, {quality}"]
            lines[0] += f" {cost}" if place == "head" else ""
            lines += [f"{self.bullet}{said}" for said in [*([quality] if below else []), *self._below(one)]]
            lines += [f"{self.bullet}{one.points} pts"] if place == "last" else []
            lines += [cost] if place == "close" else []
            found.append("\n".join(lines))
        return self._headed(found)

    def by_quality(self) -> list[str]:
        """A heading for each quality."""
        heading = self.draw.choice(HEADINGS)
        self.squads = tuple(sorted(self.squads, key=lambda one: one.quality))
        found, quality = list[str](), ""
        for one in self.squads:
            found += ["", heading.format(one.quality)] if one.quality != quality else []
            quality = one.quality
            men = "".join(f", {said}" for said in self._below(one))
            found.append(f"- {one.name}{f', {one.size} men' if one.size else ''}{men} - {one.points} pts")
        return found

    def stressed(self) -> list[str]:
        """As chats write it, with stars for what is bold."""
        found = []
        for one in self.squads:
            found.append(f"- **{one.name}** ({one.points} pts) *{one.quality}*")
            found += [f"  - {said}" for said in self._below(one)]
        return found

    def _below(self, squad: Squad) -> list[str]:
        """What men and options a unit has."""
        found = []
        for count, who, arm in squad.men:
            if who == "NCO":
                found.append(self.leader.format(arm))
            elif not arm or "Gunner" in who:
                found.append(f"{who}: {arm}" if arm else who)
            else:
                found.append(self.men.format(n=count, who=who, arm=arm))
        return [*found, *squad.options]

    def _headed(self, units: list[str]) -> list[str]:
        """The units, under a heading for each category at times."""
        heading = self.draw.choice((None, *HEADINGS, "{} - {} pts", "{} ({})"))
        found, category = list[str](), ""
        for one, unit in zip(self.squads, units, strict=True):
            if heading is not None and one.category != category:
                category = one.category
                cost = sum(other.points for other in self.squads if other.category == category)
                found += ["", heading.format(category, cost)]
            found += [unit, *([""] if self.apart else [])]
        return found
