"""What a unit costs, by what its line says, or a question (Tabletop E)."""

from __future__ import annotations

import re
from collections.abc import Mapping

from rules.tabletop.lists import bounds
from rules.tabletop.lists.lines.figures import EACH_COSTS
from rules.tabletop.lists.once import CALIBRES
from rules.tabletop.lists.raw import Raw
from rules.tabletop.lists.said import Facts
from rules.tabletop.lists.units.two_ways import wrong_working
from rules.tabletop.lists.units.unsettled import Asking
from rules.tabletop.lists.words.armoury import GUNS
from rules.tabletop.lists.words.scanning import LEADER

_ABROAD = "zusammen|insgesamt|au total|en tout|in tutto|in totale|en total|razem|samen"
TOGETHER = re.compile(
    r"\b(?:total|together|in all|altogether|combined|(?<=\d )for (?:all|both|the two|\d)"
    r"|(?<=pts )for (?:all|both|the two|\d)|(?<=points )for (?:all|both|the two|\d)|the (?:lot|pair)"
    rf"|{_ABROAD})\b",
    re.I,
)
_ALL = (
    r"(?:together|altogether|combined|for (?:both|the (?:two|three|four)|all(?: (?:two|three|four|of them))?)"
    rf"|(?:for )?the (?:pair|lot)|{_ABROAD})"
)
OF_BOTH = re.compile(
    rf"\d[ ]?(?:pts?|points?|p|pkt|punkte|punti)?\.?[,(]?[ ]*(?:in all[ ])?{_ALL}\b"
    rf"|\b(?!for all){_ALL}[ ]?(?:for|at|is|are|makes?|cost)?[ ]?[:=(@,]?[ ]?\d"
    r"|\b\d+ ?(?:pts?|points?)\.? (?:in )?total\b|\(\d{2,4} total\)|\btotal:? \d+ ?(?:pts?|points)\b",
    re.I,
)
"""What several cost together: "150 for the pair", not "rifles for all"."""
_EACH_MAN = re.compile(
    r"(?<![\d.,])([1-9]|[12]\d)\s*(?:pts?\.?|points?|p\.?|punkte?)?\s*(?:/|per|each|a|every|pro|je|par"
    r"|a testa|ciascun)\s?"
    r"(?:man|model|head|figure|bloke|guy|mann|nase|homme|t\u00eate|uomo|body|mini)\b",
    re.IGNORECASE,
)
"""What a man costs: "7 points each man"."""
LEAST_POINTS = 20
"""No unit costs less, as a rule: smaller numbers that stand alone may be men."""
MOST_OF_ONE = {
    "soft-skin": 54,
    "armoured car": 130,
    "light tank": 200,
    "medium tank": 290,
    "heavy tank": 500,
    "super-heavy tank": 900,
    "artillery": 200,
}
OF_A_MAN, OF_A_TEAM, OF_A_CAR, MOST_OF_TEXT, MOST_OF_ALL = 17, 85, 36, 900, bounds.MOST_POINTS
CARS = frozenset(
    {"jeep", "kubelwagen", "kuebelwagen", "schwimmwagen", "kettenkrad", "motorcycle", "motorbike"}
)
CARRIERS, OF_A_CARRIER = frozenset({"carrier", "carriers"}), 85
OBSERVERS = frozenset({"observer", "spotter"})
MEDICS = frozenset({"medic", "corpsman", "sanitater", "sanitaeter"})
MOST_OF_TEAMS = {
    "MMG": 69,
    "HMG": 95,
    "Light mortar": 47,
    "Medium mortar": 80,
    "Anti-tank rifle": 41,
    "PIAT": 55,
    "Flamethrower (infantry)": 69,
}
"""No unit of the books costs as much; two that do may be told together."""
FEW_OF_VEHICLES = 16
FEW_POINTS, FEW_MEN, LEAST_OF_ONE = 20, 3, 12
"""The least that a number is taken for points at the end of a line that needs no other."""


def _of_each_man(raw: Raw, facts: Facts) -> Raw:
    """A unit of which it is asked what it costs, where only what each of its men does is told."""
    found = _EACH_MAN.search(raw.line)
    if found is None or raw.points != int(found[1]):
        return raw
    men = facts.total or sum(one.count for one in facts.men if one.told)
    return raw.with_points(-1, tuple(dict.fromkeys((*([men * raw.points] if men else []), raw.points))))


class Costing(Asking):
    """A unit, of which is told or asked what it costs."""

    def __init__(self, raw: Raw, answers: Mapping[str, str], usual: frozenset[str] = frozenset()) -> None:
        super().__init__(raw, answers, usual)
        self.raw = _of_each_man(raw, self.facts)

    def _points(self, kind: str) -> int:
        answer = self.answered("points", "points")
        if answer is not None and answer.isdigit():
            if int(answer) in self.facts.bare:
                self.facts.bare.remove(int(answer))
            return min(int(answer), bounds.MOST_POINTS)
        if either := wrong_working(self.raw.line):
            self.facts.bare = []
            answers = tuple(map(str, either))
            self.ask("points", "how many points", "points", about=", ".join(answers), answers=answers)
            return 0
        if each := self._each_of_several():
            self.sources |= {"points": "text"}
            return each
        if self._are_together(kind):
            return self._points_of_all()
        points = self.raw.points
        if points is None:
            points = self._points_bare()
        if points is not None and 0 <= points <= (MOST_OF_ALL if self.raw.structured else MOST_OF_TEXT):
            self.sources |= {"points": "text"} if points or self.raw.points is not None else {}
            points = self._added_up(points)
            return min(points, bounds.MOST_POINTS)
        bare = [number for number in self.facts.bare if number > 0]
        about = ", ".join(map(str, bare))
        for number in [number for number in bare if number > LEAST_POINTS] or bare:
            # What is too small for points is asked of its own.
            self.facts.bare.remove(number)
        likely = dict.fromkeys(map(str, (*self.raw.likely, *bare)))
        self.ask("points", "how many points", "points", about=about, answers=tuple(likely))
        return 0

    def _added_up(self, points: int) -> int:
        """What a unit costs; the numbers that make it up say nothing more."""
        facts = self.facts
        if points and sum(facts.bare) == points:
            # "195, pintle MG +25 = 220"
            facts.bare.clear()
        elif points and max(facts.bare, default=0) == points + sum(sorted(facts.bare)[:-1]):
            # "50pts, gun shield +5, so 55 total"
            points = max(facts.bare)
            facts.bare.clear()
        elif points and re.search(rf"=\s*{points}\b", self.raw.line):
            # "rear MMG +15 = 104"
            facts.bare = [one for one in facts.bare if not re.search(rf"\+{one}\b", self.raw.line)]
        return points

    def _each_of_several(self) -> int:
        """What each costs where that and what all do is told, "2 jeeps @ 21 = 42 pts"; 0 if it is not."""
        facts = self.facts
        points = self.raw.points or max(facts.bare, default=0)
        each = next((one for one in facts.bare if one > 1 and one * facts.times == points), 0)
        if facts.times < 2 or not each:
            return 0
        facts.bare = [one for one in facts.bare if one not in (each, points)]
        return each

    def _are_together(self, kind: str) -> bool:
        """Whether the points may be those of several units: it says so, or one never costs as much.

        "2 MMG teams, 100 in all", "2x Rifle squad, 10 men, 200 pts".
        """
        facts = self.facts
        if facts.times < 2 or EACH_COSTS.search(self.raw.line):
            return False
        if TOGETHER.search(self.raw.line) or self._may_be_shared():
            return True
        men = facts.total or max([one.count for one in facts.men if one.told], default=0)
        # "NCO and 7 men"
        men += sum(one.role == LEADER and not one.told for one in facts.men) if men and not facts.total else 0
        men = men or sum(arm.count or 0 for arm in facts.arms) or 10
        small = len(facts.teams) == 1 and 0 < facts.teams[0][0] < 10
        of_men = OF_A_TEAM if small else OF_A_MAN * men
        if len({arm.rows for arm in facts.arms}) == 1 and not facts.men and (facts.total or 0) <= FEW_MEN:
            of_men = MOST_OF_TEAMS.get(facts.arms[0].rows[0], of_men)
        points = self.raw.points or max(facts.bare, default=0)
        cheap = facts.words & (CARS if kind == "soft-skin" else MEDICS)
        most = OF_A_CAR if cheap else MOST_OF_ONE.get(kind, of_men)
        most = min(most, OF_A_CARRIER) if facts.vehicles and facts.words & CARRIERS else most
        return not self.raw.kind and points > most

    def _may_be_shared(self) -> bool:
        """Whether its owner has said how many there are, and so little of the points may be of one."""
        points, times = self.raw.points or 0, self.facts.times
        return "count" in self.answers and points % times == 0 and points // times >= LEAST_POINTS

    def _points_of_all(self) -> int:
        """ "2 MMG teams, 100 in all": of each half of it, or so many."""
        points = self.raw.points
        known = points if points is not None and points > 0 else max(self.facts.bare, default=0)
        likely = dict.fromkeys(
            str(one) for one in (known // self.facts.times, known, *self.raw.likely) if one
        )
        self.facts.bare = [number for number in self.facts.bare if number != known]
        goes_round = known > 0 and known % self.facts.times == 0 and not self.facts.bare
        if goes_round and OF_BOTH.search(self.raw.line):
            self.sources |= {"points": "text"}
            return known // self.facts.times
        self.ask("points", "how many points", "points", about=str(known), answers=tuple(likely))
        return 0

    def _points_bare(self) -> int | None:
        """The number that can only be points, 0 if there is none, None if several may be."""
        if self._ends_with(0):
            # "Free squad: 12 riflemen - 0"
            self.facts.bare = [number for number in self.facts.bare if number]
        bare = [number for number in self.facts.bare if number > 0]
        large = [number for number in bare if number > LEAST_POINTS]
        if not bare:
            return None if self.is_missing("points") else 0
        few = FEW_OF_VEHICLES if self.facts.vehicles else FEW_POINTS
        cheap = self.facts.is_about_one and not self.facts.words & OBSERVERS
        if cheap and bare[0] >= LEAST_OF_ONE and self._ends_with(bare[0]):
            # "Commissar, regular, 15": nobody has so many with him.
            few = LEAST_OF_ONE
        elif len(bare) == 1 and not large and self._may_be_men():
            if all(size < 10 for size, _always, _hold in self.facts.teams):
                about = str(bare[0])
                self.ask("points", "how many points", "points", about=about, answers=(about, "0"))
            return 0
        if len(bare) == 1 and not large and bare[0] >= few and self._ends_with(bare[0]):
            # "Kettenkrad, regular, 20": nothing else is left that it could count.
            self.facts.bare.remove(bare[0])
            return bare[0]
        if len(large) == 1 and self._is_calibre(large[0]):
            return None
        if len(large) == 1 and (len(bare) == 1 or (len(bare) == 2 and self._ends_with(large[0]))):
            self.facts.bare.remove(large[0])
            return large[0]
        return None

    def _is_calibre(self, number: int) -> bool:
        """Whether a number in front of a gun may be its calibre, "75 PstK 40 AT gun", and not its price."""
        gun = any(arm.rows[0] in GUNS for arm in self.facts.arms)
        return gun and number in CALIBRES and self.raw.name.lstrip("-* ").startswith(f"{number} ")

    def _ends_with(self, number: int) -> bool:
        """Whether a number ends the line, or stands before a comma, as points do."""
        last = self.raw.parts[-1] if self.raw.parts else None
        while last is not None and last.parts:
            last = last.parts[-1]
        text = last.text if last is not None else self.raw.name
        return re.search(rf"(?<!\d){number}[\s)\].]*(?:$|,)", text) is not None

    def _may_be_men(self) -> bool:
        facts = self.facts
        told = facts.total is not None or any(one.told and not one.role for one in facts.men)
        return (
            not told
            and not facts.vehicles
            and not facts.classes
            and bool(facts.teams or facts.ranks or facts.arms)
        )
