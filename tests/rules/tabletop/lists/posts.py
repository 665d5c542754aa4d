"""Posts whose units take several lines, without a sign for what belongs to what, drawn at random."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from tests.rules.tabletop.lists.armies import ARMIES, Squad

SHORT = {"Regular": "Reg", "Veteran": "Vet", "Inexperienced": "Inexp"}
PRICES = (
    "{} pts",
    "{}pts",
    "{} points",
    "Cost: {}",
    "Points: {}",
    "Cost: {} pts",
    "= {} pts",
    "({} pts)",
    "{}p",
)
PRICES_BESIDE = (
    " - {} pts",
    " ({} pts)",
    ", {} pts",
    " {}pts",
    " [{}pts]",
    ": {} pts",
    " = {} points",
    " @ {} pts",
)
QUALITIES = ("{}", "{}", "Quality: {}", "{} troops", "({})", "Experience: {}", "Rating - {}", "*{}*")
SIZES = ("{} men", "{} man squad", "{} strong", "Men: {}", "Size: {}", "{} figures", "Models: {}")
NAMES = (
    "{}",
    "{}",
    "{}",
    "**{}**",
    "{}:",
    "__{}__",
    "[b]{}[/b]",
    "{at}. {}",
    "{at}) {}",
    "Unit {at}: {}",
    "*{}*",
)
JOINS = (", ", " / ", " + ", " and ", " & ", "; ")
HEADINGS = ("{}", "{}:", "## {}", "== {} ==", "*** {} ***", "[u]{}[/u]", "--- {} ---")
ABOVE: tuple[Sequence[str], ...] = (
    (),
    (),
    ("{name}", ""),
    ("My {name} for Saturday, {total} pts", ""),
    ("Hi all, this is what I bring on friday:", ""),
    ("{name}", "{total} points", ""),
    ("{name} - {total} pts", "by Dave", ""),
    ("Army: {name}", "Points: {total}", ""),
)
BELOW: tuple[Sequence[str], ...] = (
    (),
    (),
    ("", "Total: {total} pts"),
    ("", "{total} points in all"),
    ("", "That makes {units} order dice and {total} points."),
    ("", "Thoughts?"),
    ("", "Cheers, Tom"),
    ("", "---", "Total {total}"),
)
MEN = ("{n}x {who} with {arm}", "{n} {who}s ({arm})", "{n} {arm}s", "{n}x {arm}", "{n} men with {arm}s")
LEADERS = ("NCO with {}", "NCO: {}", "1 NCO ({})", "Sergeant with {}", "NCO has {}")


class Post:
    """A post: where the name, the quality, the price and the men of a unit stand is drawn once for all."""

    def __init__(self, seed: int) -> None:
        self.draw = draw = Random(seed)
        name, squads = draw.choice(sorted(ARMIES.items()))
        self.name = "Kampfgruppe Nord" if name == "Militia" else name
        self.squads = tuple(draw.sample(squads, len(squads))) if draw.random() < 0.3 else squads
        self.named, self.price = draw.choice(NAMES), draw.choice(PRICES)
        self.beside, self.said, self.sized = (
            draw.choice(PRICES_BESIDE),
            draw.choice(QUALITIES),
            draw.choice(SIZES),
        )
        self.men, self.leader, self.join = draw.choice(MEN), draw.choice(LEADERS), draw.choice(JOINS)
        self.quality_at = draw.choice(("head", "below", "below", "front", "price"))
        self.price_at = draw.choice(("head", "below", "last", "last", "above"))
        self.men_in = draw.choice(("lines", "line", "line", "said"))
        self.sizes = draw.random() < 0.4
        self.short = draw.random() < 0.4
        self.gaps = draw.choice(("between", "between", "between", "none", "within", "rule", "all"))
        self.headed = draw.choice((None, None, *HEADINGS))

    def text(self) -> str:
        """The post."""
        told = {
            "name": self.name,
            "total": sum(one.points for one in self.squads),
            "units": len(self.squads),
        }
        above, below = self.draw.choice(ABOVE), self.draw.choice(BELOW)
        lines = [one.format(**told) for one in above]
        category = ""
        for at, squad in enumerate(self.squads, 1):
            if self.headed is not None and squad.category != category:
                category = squad.category
                lines += [self.headed.format(category), *([""] if self.draw.random() < 0.5 else [])]
            lines += self.unit(squad, at)
            last = at == len(self.squads)
            if self.gaps == "rule" and not last:
                lines += ["---"]
            elif self.gaps != "none":
                lines += [""]
        lines += [one.format(**told) for one in below]
        return "\n".join(lines)

    def unit(self, squad: Squad, at: int) -> list[str]:
        """The lines of a unit."""
        quality = SHORT[squad.quality] if self.short else squad.quality
        head = f"{quality} {squad.name}" if self.quality_at == "front" else squad.name
        head += f", {quality}" if self.quality_at == "head" else ""
        head = self.named.format(head, at=at)
        head += self.beside.format(squad.points) if self.price_at == "head" else ""
        price = self.price.format(squad.points)
        if self.quality_at == "price" and self.price_at != "head":
            price = f"{quality}, {price}"
        below = [self.said.format(quality)] if self.quality_at == "below" else []
        if self.quality_at == "price" and self.price_at == "head":
            below.append(quality)
        below += [self.sized.format(squad.size)] if self.sizes and squad.size else []
        men = self._men(squad)
        where = {"above": ([price], []), "below": ([], [price]), "last": ([], [])}
        before, middle = where.get(self.price_at, ([], []))
        last = [price] if self.price_at == "last" else []
        found = [*before, head, *below, *middle, *men, *last]
        if self.gaps == "within":
            found = [found[0], "", *found[1:]] if not before else [*found[:2], "", *found[2:]]
        if self.gaps == "all":
            found = [one for line in found for one in (line, "")]
        return found

    def _men(self, squad: Squad) -> list[str]:
        found = []
        for count, who, arm in squad.men:
            if who == "NCO":
                found.append(self.leader.format(arm))
            elif "Gunner" in who:
                found.append("LMG with loader" if self.men_in != "lines" else "LMG Gunner: LMG")
            elif "Loader" in who:
                found += [] if self.men_in != "lines" else ["LMG Loader"]
            else:
                found.append(self.men.format(n=count, who=who, arm=arm))
        found += squad.options
        if self.men_in == "lines" or not found:
            return found
        if self.men_in == "said":
            return [f"Weapons: {self.join.join(found)}"]
        return [self.join.join(found)]
