"""What a unit of a list is: its kind, how it moves, its quality, rank and points (Tabletop E)."""

from __future__ import annotations

import re
from collections.abc import Mapping

from rules.tabletop.lists import bounds
from rules.tabletop.lists.facts import facts_of
from rules.tabletop.lists.kinds import arms_of, crew_only, gun_beside, in_crew, only_guns, vehicle_of
from rules.tabletop.lists.lines.figures import EACH_COSTS
from rules.tabletop.lists.once import CALIBRES
from rules.tabletop.lists.questions import Question, weapon_named
from rules.tabletop.lists.raw import Raw
from rules.tabletop.lists.said import Arm, Facts
from rules.tabletop.lists.units.two_ways import either_class, wrong_working
from rules.tabletop.lists.words import troops
from rules.tabletop.lists.words.armoury import GUNS
from rules.tabletop.lists.words.scanning import RANK, scan
from rules.tabletop.tables import KINDS, LOCOMOTIONS, QUALITIES, RANKS
from rules.tabletop.weapons import is_team

_ABROAD = "zusammen|insgesamt|au total|en tout|in tutto|in totale|en total|razem|samen"
_TOGETHER = re.compile(
    r"\b(?:total|together|in all|altogether|combined|for (?:all|both|the two|\d)|the (?:lot|pair)"
    rf"|{_ABROAD})\b",
    re.I,
)
_OF_BOTH = re.compile(
    rf"\b(?:together|altogether|combined|for (?:both|the (?:two|three|four)|all(?: (?:two|three|four"
    rf"|of them))?)|the (?:pair|lot)|{_ABROAD}"
    r"|\d+ ?(?:pts?|points)\.? (?:in )?total|total:? \d+ ?(?:pts?|points))\b",
    re.I,
)
LEAVE_OUT = "leave out"
MOST_ANSWERS = 4
_LOWER_GREEN = re.compile(r"^\W*green\s+[a-z]")
_GREEN = re.compile(
    r"\bgreen (?:conscripts?|recruits?|infantry|inf|rifle(?:men|s)?|soldiers?|militia|men)\b", re.IGNORECASE
)
_LETTER = re.compile(r"(?<![\w./'-])[vri](?![\w./'-])")
_BRACKETED = re.compile(r"(?<=\s[(\[])[VRIvri](?=[)\]])")
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
FEW_POINTS = 20
"""The least that a number is taken for points at the end of a line that needs no other."""
MOVES = {"soft-skin": "wheeled", "armoured car": "wheeled", "infantry": "foot", "artillery": "foot"}


def _of_each_man(raw: Raw, facts: Facts) -> Raw:
    """A unit of which it is asked what it costs, where only what each of its men does is told."""
    found = _EACH_MAN.search(raw.line)
    if found is None or raw.points != int(found[1]):
        return raw
    men = facts.total or sum(one.count for one in facts.men if one.told)
    return raw.with_points(-1, tuple(dict.fromkeys((*([men * raw.points] if men else []), raw.points))))


class Deciding:
    """What is sure of a unit, and a question for what is not."""

    def __init__(self, raw: Raw, answers: Mapping[str, str], usual: frozenset[str] = frozenset()) -> None:
        self.facts = facts_of(raw)
        self.raw, self.answers, self.taken = _of_each_man(raw, self.facts), answers, usual
        told = answers.get("count", "")
        if told.isdigit() and 1 <= int(told) <= bounds.MOST_OF_A_KIND:
            # What all cost together is shared among so many.
            self.facts.times = int(told)
        self._named_by_owner()
        self.sources: dict[str, str] = {}
        self.questions: list[Question] = []

    def _named_by_owner(self) -> None:
        """Words that the owner says are weapons: so many of them as the line counts."""
        for word in dict.fromkeys(self.facts.unknown):
            row = weapon_named(self.answers.get(f"word:{word}", ""))
            if row:
                count = self.facts.counts.get(word)
                self.facts.arms.append(Arm((row,), word, count, plural=(count or 1) > 1))

    def ask(
        self,
        key: str,
        code: str,
        name: str,
        *,
        about: str = "",
        answers: tuple[str, ...] = (),
        usual: str = "",
    ) -> None:
        """Put a question; what it decides is not sure."""
        self.questions.append(Question(key, code, name, about, answers[:MOST_ANSWERS], usual))

    def answered(self, key: str, name: str) -> str | None:
        """What the owner has said, if he has."""
        answer = self.answers.get(key)
        if answer is not None:
            self.sources[name] = "usual" if key in self.taken else "you"
        return answer

    # What it is

    def _kind(self) -> tuple[str, str]:
        facts = self.facts
        answer = self.answered("kind", "kind")
        vehicle, moves, sure = vehicle_of(self.facts)
        men = bool(facts.teams or facts.men or facts.ranks or facts.total is not None)
        if answer in (*KINDS, LEAVE_OUT):
            kind = str(answer)
            return kind, self._moves(kind, moves if kind in vehicle or not vehicle else "")
        if vehicle and men and not crew_only(facts) and not in_crew(facts):
            kinds = tuple(dict.fromkeys(("infantry", *vehicle)))
            self.ask("kind", "which kind", "kind", about=self.raw.name[:40], answers=kinds)
            return vehicle[0], moves or MOVES.get(vehicle[0], "tracked")
        if vehicle and gun_beside(facts):
            kinds = tuple(dict.fromkeys(("artillery", *vehicle)))
            self.ask("kind", "which kind", "kind", about=self.raw.name[:40], answers=kinds)
            return vehicle[0], moves or MOVES.get(vehicle[0], "tracked")
        if len(vehicle) > 1 or either_class(self.raw.name):
            self.ask("kind", "which kind", "kind", about=sure, answers=vehicle)
        if vehicle:
            self.sources.setdefault("kind", "word")
            return vehicle[0], self._moves(vehicle[0], moves)
        if not men and not arms_of(self.facts):
            self.ask(
                "kind",
                "what is it",
                "kind",
                about=self.raw.name[:40],
                answers=("infantry", "artillery", "medium tank", LEAVE_OUT),
            )
            return "infantry", "foot"
        self.sources["kind"] = self.sources["locomotion"] = "word"
        gun = any(rows and all(row in GUNS for row in rows) for rows in arms_of(self.facts))
        gun = gun or any(hold and all(row in GUNS for row in hold.split("|")) for _s, _a, hold in facts.teams)
        squad = any(size >= 10 for size, _always, _hold in facts.teams) and not only_guns(facts)
        if gun and any(
            rows and all(is_team(row) and row not in GUNS for row in rows) for rows in arms_of(facts)
        ):
            # "MMG, gun crew of 3"
            self.ask(
                "kind", "which kind", "kind", about=self.raw.name[:40], answers=("infantry", "artillery")
            )
        kind = "artillery" if gun and not squad and not facts.ranks else "infantry"
        return kind, self._moves(kind, "")

    def _moves(self, kind: str, moves: str) -> str:
        self.sources.setdefault("locomotion", "word")
        if kind == "artillery":
            return "foot"
        answer = self.answered("locomotion", "locomotion")
        if answer in LOCOMOTIONS[kind != "infantry" :]:
            return str(answer)
        if kind == "infantry":
            return self._on_foot(moves)
        if self.facts.moves or moves:
            return self.facts.moves or moves
        if self.facts.classes and not self.facts.vehicles and kind in ("armoured car", "soft-skin"):
            about = self.facts.classes[0][0]
            self.ask(
                "locomotion",
                "how it moves",
                "locomotion",
                about=about,
                answers=("wheeled", "half-track", "tracked"),
            )
        return MOVES.get(kind, "tracked")

    def _on_foot(self, moves: str) -> str:
        """Men walk; the tables have no row for who rides, so that is asked."""
        riding = sorted(troops.RIDING & self.facts.words)
        either = riding and "or" in self.facts.words
        if either or (riding and not troops.AFOOT & self.facts.words):
            answers = (moves, "foot") if moves else ("foot", *LOCOMOTIONS[1:])
            self.ask("locomotion", "how it moves", "locomotion", about=riding[0], answers=answers)
        return moves or "foot"

    def _quality(self) -> str:
        said = list(dict.fromkeys(self.facts.qualities))
        if said and "inexperienced" not in said and (self.facts.green or _GREEN.match(self.raw.name)):
            said.append("inexperienced")
        self.sources["quality"] = "text" if said or self.facts.green else "usual"
        answer = self.answered("quality", "quality")
        if answer in QUALITIES:
            return str(answer)
        if len(said) > 1:
            self.ask("quality", "which quality", "quality", about=", ".join(said), answers=tuple(said))
        letter = None if said else _LETTER.search(self.raw.line)
        vehicle = self.facts.vehicles or self.facts.classes
        letter = None if said else _BRACKETED.search(self.raw.line) or (None if vehicle else letter)
        if letter is not None:
            # "Paras v 8 men": it may be their quality, or part of their name.
            self.ask("quality", "which quality", "quality", about=letter[0], answers=QUALITIES[::-1])
        green = self.facts.green and not said
        if not said and not green and (_GREEN.search(self.raw.name) or _LOWER_GREEN.match(self.raw.name)):
            # "Green conscripts" are inexperienced, or the green side's; a "green squad" is that side's.
            answers = ("inexperienced", "regular")
            self.ask("quality", "which quality", "quality", about="green", answers=answers)
        if self._is_missing("quality"):
            self.ask("quality", "which quality", "quality", answers=QUALITIES[::-1], usual="regular")
        return said[0] if said else "inexperienced" if green else "regular"

    def _is_missing(self, field: str) -> bool:
        """Whether a unit does not tell what most others of its list do, and nothing is asked of it yet."""
        told = self.sources.get(field) not in (None, "usual") or any(
            one.field == field for one in self.questions
        )
        return field in self.raw.expected and not told

    def _officer(self) -> str:
        ranks = self.facts.ranks
        answer = self.answered("officer", "officer")
        if answer is not None:
            return answer if answer in RANKS else ""
        told = list(dict.fromkeys(one[0] for _about, one in ranks if len(one) == 1))
        if len(told) == 1:
            self.sources["officer"] = "text"
            return told[0]
        if ranks:
            about, rows = ranks[0]
            # What its owner calls it may say it: "Platoon Commander", called "Oberleutnant Voss".
            named = [troops.RANKS[one.key] for one in scan(self.raw.custom) if one.kind == RANK]
            if len(named) == 1 and named[0] in (told or rows):
                self.sources["officer"] = "text"
                return named[0]
            self.ask("officer", "which rank", "officer", about=about, answers=tuple(told) or rows)
            return told[0] if told else rows[0]
        return ""

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
        if _TOGETHER.search(self.raw.line):
            return True
        men = facts.total or max([one.count for one in facts.men if one.told], default=0)
        men = men or sum(arm.count or 0 for arm in facts.arms) or 10
        small = len(facts.teams) == 1 and 0 < facts.teams[0][0] < 10
        of_men = OF_A_TEAM if small else OF_A_MAN * men
        if len(facts.arms) == 1 and not facts.men and not facts.total:
            of_men = MOST_OF_TEAMS.get(facts.arms[0].rows[0], of_men)
        points = self.raw.points or max(facts.bare, default=0)
        cheap = facts.words & (CARS if kind == "soft-skin" else MEDICS)
        most = OF_A_CAR if cheap else MOST_OF_ONE.get(kind, of_men)
        return not self.raw.kind and points > most

    def _points_of_all(self) -> int:
        """ "2 MMG teams, 100 in all": of each half of it, or so many."""
        points = self.raw.points
        known = points if points is not None and points > 0 else max(self.facts.bare, default=0)
        likely = dict.fromkeys(str(one) for one in (known // self.facts.times, known) if one)
        self.facts.bare = [number for number in self.facts.bare if number != known]
        if _OF_BOTH.search(self.raw.line) and known % self.facts.times == 0 and not self.facts.bare:
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
            return None if self._is_missing("points") else 0
        if len(bare) == 1 and not large and self._may_be_men():
            if all(size < 10 for size, _always, _hold in self.facts.teams):
                about = str(bare[0])
                self.ask("points", "how many points", "points", about=about, answers=(about, "0"))
            return 0
        few = FEW_OF_VEHICLES if self.facts.vehicles else FEW_POINTS
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
