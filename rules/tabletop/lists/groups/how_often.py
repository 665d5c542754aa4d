"""How many such units a list tells of (Tabletop E)."""

from __future__ import annotations

import re

from rules.tabletop.lists import bounds
from rules.tabletop.lists.deciding import Deciding
from rules.tabletop.lists.kinds import arms_of
from rules.tabletop.lists.lines.figures import EACH_COSTS
from rules.tabletop.lists.said import Facts
from rules.tabletop.lists.sizes import MANY
from rules.tabletop.lists.units.costing import LEAST_POINTS, TOGETHER
from rules.tabletop.lists.words.tokens import NUMBER_WORDS, size_in
from rules.tabletop.lists.words.troops import UNARMED
from rules.tabletop.tables import TROOPS
from rules.tabletop.weapons import CREWS, is_team

_OF_THEM = re.compile(r"\b(two|three|[23]) of them\b", re.IGNORECASE)

_EITHER = re.compile(
    r"^\W*([1-3]|one|two|three) (?:or|to|maybe) ([2-4]|two|three|four) (?!(?:men|man|lads|guys|crew)\b)"
    r"|\b(one|two|three) (?:or|to) (two|three|four) (?:squads|sections|units|teams|of (?:them|these))\b"
    r"|^\W*([1-3])[-\u2013/]([2-4]) "
    r"(?=(?:[^\W\d]+ )*(?:squads|sections|teams|guns|tanks|snipers|medics|trucks)\b)"
    r"|^\W*([2-4]) ?[x\u00d7] [^,;:()\d]*\bteams? [x\u00d7] ?([2-4])\b",
    re.IGNORECASE,
)
"""How many units there are, which is open: "1 or 2 snipers", "1-2 sniper teams", "2x PIAT team x3"."""
_ONCE = re.compile(r"^\W*1\s?x\b|(?:^|; (?:- )?)(?:1 men|how many: 1)(?:;|$)", re.IGNORECASE)
"""There is one, whatever each costs: "1x sniper team, 50 pts each"."""
_WHICH = re.compile(r"\W*(\d) (?:section|squad|platoon|troop)\b", re.IGNORECASE)
_OF_SEVERAL = re.compile(
    r"(?<!\d)(\d{2,3})\s*(?:p(?:oin)?ts?\b\.?|p\b)?\W{0,2}\s*(?:for |a )?"
    r"(?:each|apiece|a ?piece|per (?:unit|section|squad|team|gun))"
    r"(?: (?:unit|section|squad|team|gun|one|of))?\b(?! (?:man|model|figure))"
    r"|\b(?:je(?:weils|de[rs]?)?|cada un[ao]|ciascun[ao]|chacune?)\W{0,2}\s*(\d{2,3})\s*p",
    re.IGNORECASE,
)
"""What each costs of several units."""


def _lone_men(facts: Facts) -> int:
    """How many men are counted of whom each is a unit of his own, 0 if they are none such."""
    one = facts.men[0]
    alone = facts.is_about_one and not (facts.ranks or one.role or one.arms or one.joined or one.beside)
    return one.count if alone and one.told and 1 < one.count < MANY else 0


class Repeating(Deciding):
    """A unit, of which is told or asked how many there are."""

    def _count(self, kind: str) -> int:
        """How many such units; of "PTRD x2" or "50 x3" that is asked."""
        facts = self.facts
        answer = self.answered("count", "count")
        alone = kind in TROOPS and self._alone(kind)
        arms = [arm for arm in facts.arms if alone and (arm.count or 1) > 1 and is_team(arm.rows[0])]
        told = int(answer) if answer is not None and answer.isdigit() else 0
        if 1 <= told <= bounds.MOST_OF_A_KIND:
            for arm in arms if told > 1 else ():
                arm.count = None
            facts.bare = [number for number in facts.bare if number not in facts.several]
            return told
        if self._which_or_either():
            return 1
        several = [number for number in facts.several if 1 < number < MANY and number != facts.total]
        several += [arm.count for arm in arms if arm.count is not None and not arm.doubt]
        each = EACH_COSTS.search(self.raw.line) is not None
        if each and facts.times == 1 and len(facts.men) == 1 and (told_ := _lone_men(facts)):
            # "Two medics, 30 each"
            facts.times = told_
            facts.men.clear()
        if each and not several and facts.times == 1 and 1 < (facts.total or 0) < MANY:
            # "[3] MMG team, 50 each"
            several = [facts.total or 0]
        if several and facts.times == 1 and each and len(arms) < 2:
            # "PIAT x2, 40 each"
            facts.times = several[-1]
            for arm in arms:
                arm.count = None
        elif several and facts.times == 1:
            about = str(several[0])
            self._ask_whether(about)
            facts.bare = [number for number in facts.bare if number not in facts.several]
        else:
            self._ask_of_many(each=each)
        self.sources |= {"count": "text"} if facts.times > 1 else {}
        return max(1, facts.times)

    def _ask_of_many(self, *, each: bool) -> None:
        """Ask how many there are, where only what ``each`` costs is told, or nobody has as many."""
        many = self.facts.times
        if many == 1 and self._costs_each():
            # "100 for each section"
            self.ask("count", "how many units", "count", answers=("2", "3", "1"))
        elif many >= MANY and not each and any(one.told for one in self.facts.men):
            # "Marines x8, NCO with SMG, 2 men with BARs"
            self.ask("count", "how many units", "count", about=str(many), answers=("1", str(many)))

    def _ask_whether(self, about: str) -> None:
        """Ask whether there are so many, and then what one costs: "2 Panzerschrecks, 160 together"."""
        self.ask("count", "how many units", "count", about=about, answers=(about, "1"))
        points, many = self.raw.points or 0, int(about)
        if TOGETHER.search(self.raw.line) or (points % many == 0 and points // many >= LEAST_POINTS):
            # "AT guns x2, 100 pts"
            answers = (str(points), str(points // many)) if points else ()
            self.ask("points", "how many points", "points", about=str(points or ""), answers=answers)

    def _which_or_either(self) -> bool:
        """Ask how many there are where that is open, or where a number may say which it is: "7 Section"."""
        line = self.raw.line
        if (either := _EITHER.search(line)) is not None:
            both = [str(NUMBER_WORDS.get(one.lower(), one)) for one in either.groups() if one]
            self.ask("count", "how many units", "count", about=either[0].strip(), answers=tuple(both))
            return True
        if (them := _OF_THEM.search(line)) is not None and self._serve_one(size_in(them[1]) or 0):
            self._ask_whether(str(self.facts.times))
            return True
        which = _WHICH.match(line) if self.facts.times > 1 and not EACH_COSTS.search(line) else None
        if which is not None:
            self.ask("count", "how many units", "count", about=which[1], answers=("1", which[1]))
        return which is not None

    def _serve_one(self, many: int) -> bool:
        """Whether so many units may be the men who serve one: "Bazooka team, two of them"."""
        crews = {CREWS.get(arm.rows[0]) for arm in self.facts.arms}
        return many == self.facts.times > 1 and crews == {many}

    def _costs_each(self) -> bool:
        """Whether it is told what each costs, of several."""
        if _ONCE.search(self.raw.line):
            return False
        told = [int(one[1] or one[2]) for one in _OF_SEVERAL.finditer(self.raw.line)]
        return any(self.raw.points in (None, -1, one) and one > LEAST_POINTS for one in told)

    def _alone(self, kind: str) -> bool:
        """Whether its men all serve what it has: a gun, or a team with nothing else."""
        facts = self.facts
        if kind == "artillery":
            return True
        if any(size >= 10 for size, _always, _hold in facts.teams) or facts.ranks:
            return False
        if any(one.role == "leader" or (one.told and (one.hold or len(one.arms) > 1)) for one in facts.men):
            return False
        rows = arms_of(self.facts)
        holds = [hold for _size, _always, hold in facts.teams if hold not in ("", "Rifle", UNARMED)]
        if holds:
            return True
        total = facts.total or max((one.count for one in facts.men if one.told), default=0)
        return bool(rows) and total <= 5 and all(is_team(row) for one in rows for row in one)
