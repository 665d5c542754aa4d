"""What a unit of a list is: its words together, and a question for whatever they leave open (Tabletop E)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from rules.tabletop.lists import bounds, stretches
from rules.tabletop.lists.counters import crews_behind, named_men
from rules.tabletop.lists.deciding import LEAVE_OUT
from rules.tabletop.lists.document import LONGEST_NAME, ListedUnit
from rules.tabletop.lists.groups.composing import Composer
from rules.tabletop.lists.groups.holding import Composed
from rules.tabletop.lists.groups.how_often import Repeating
from rules.tabletop.lists.groups.models import (
    are_as_many,
    are_of_models,
    are_the_models,
    cost_too_much,
    may_be_of_all,
)
from rules.tabletop.lists.groups.mounting import mounted
from rules.tabletop.lists.groups.tallying import led
from rules.tabletop.lists.kinds import arms_of
from rules.tabletop.lists.questions import (
    LIKELY,
    SERVED,
    Question,
    cut,
    empty_unit,
    groups_from,
    groups_in_words,
    listed,
    mount_of,
    weapon_named,
)
from rules.tabletop.lists.raw import Raw
from rules.tabletop.lists.sizes import MANY, is_not_all
from rules.tabletop.lists.titles import name_of
from rules.tabletop.lists.units.costing import LEAST_POINTS
from rules.tabletop.lists.units.unsettled import MOST_ANSWERS
from rules.tabletop.lists.words.armoury import ANTI_TANK
from rules.tabletop.lists.words.scanning import LOADER
from rules.tabletop.lists.words.troops import UNARMED
from rules.tabletop.tables import TROOPS
from rules.tabletop.units import Group
from rules.tabletop.weapons import CREWS, WEAPONS, is_team

NOTHING = "nothing"


def _likely(gun: str, mmgs: int) -> tuple[Group, ...]:
    return (Group(gun, 1, 0, mount="turret 1"), Group("MMG", mmgs, 0, mount="turret 1"))


_ARMED = {
    "armoured car": (_likely("Light auto cannon", 1), (Group("MMG", 1, 0, mount="turret 1"),)),
    "light tank": (_likely("Light AT gun", 1), (Group("MMG", 2, 0, mount="turret 1"),)),
    "medium tank": (_likely("Medium AT gun", 2), _likely("Light howitzer", 2)),
    "heavy tank": (_likely("Heavy AT gun", 2), _likely("Super-heavy AT gun", 2)),
    "super-heavy tank": (_likely("Super-heavy AT gun", 2),),
}
"""What such a vehicle has, most often."""


@dataclass(slots=True)
class Understood:
    """A unit of the list with its questions, and what became of each of its words."""

    unit: ListedUnit
    questions: list[Question] = field(default_factory=list)
    marks: list[tuple[str, tuple[tuple[int, int, str], ...]]] = field(default_factory=list)
    left_out: bool = False


def understand(raw: Raw, answers: Mapping[str, str], *, usual: bool = False) -> Understood:
    """A unit as its words and its owner's answers make it; with ``usual`` the usual answers are taken."""
    found = _Understanding(raw, answers).read()
    told = dict(answers)
    while usual:
        taken = {one.key: one.usual for one in found.questions if one.usual and one.key not in told}
        if not taken:
            break
        told |= taken
        found = _Understanding(raw, told, usual=frozenset(told) - frozenset(answers)).read()
    return found


class _Understanding(Repeating):
    """One unit, while it is being understood."""

    cost = 0
    """What it costs, as far as that is told."""

    def read(self) -> Understood:
        facts = self.facts
        kind, moves = self._kind()
        if kind == LEAVE_OUT:
            return self._left_out()
        troops = kind in TROOPS
        points = self._points(kind)
        count, quality = self._count(kind), self._quality()
        officer = self._officer() if troops else ""
        flags = list(facts.flags)
        if troops:
            self.cost = points
            groups, kind = self._men(kind, officer)
        else:
            groups = self._mounted(kind, flags)
        if troops and any(group.weapon in ANTI_TANK for group in groups) and "anti_tank" not in flags:
            flags.append("anti_tank")
        turrets = self._turrets(kind, groups)
        self._unknown(groups)
        # What a word means may settle who holds what.
        self.questions.sort(key=lambda one: one.code != "what means")
        open_ = [one.field for one in self.questions]
        if any(one.code == "what is it" for one in self.questions):
            self.questions = [one for one in self.questions if one.code == "what is it"]
        unit = ListedUnit(
            {
                "name": name_of(self.raw)[:LONGEST_NAME] or kind,
                "line": cut(self.raw.line),
                "count": count,
                "kind": kind,
                "locomotion": moves,
                "quality": quality,
                "points": points,
                "officer": officer,
                "nco": facts.nco,
                "flags": [flag for flag in dict.fromkeys(flags) if troops or flag != "anti_tank"],
                "turrets": turrets,
                "entry": facts.entry,
                "groups": [listed(group) for group in groups],
                "from": self.sources,
                "ask": list(dict.fromkeys(open_)),
            }
        )
        return Understood(unit, self.questions, facts.marks)

    def _left_out(self) -> Understood:
        name = self.raw.name[:LONGEST_NAME] or "-"
        return Understood(empty_unit(name, cut(self.raw.line)), [], self.facts.marks, left_out=True)

    def _turrets(self, kind: str, groups: tuple[Group, ...]) -> int:
        if kind in TROOPS:
            return 0
        if self.facts.turrets is not None:
            self.sources["turrets"] = "text"
            return min(5, self.facts.turrets)
        known = [one for _about, found in self.facts.vehicles for one in found]
        if known:
            self.sources["turrets"] = "word"
            return max(one.turrets for one in known)
        return int("tank" in kind or any(group.mount.startswith("turret") for group in groups))

    def _unknown(self, groups: Sequence[Group]) -> None:
        for word in dict.fromkeys(self.facts.unknown):
            told = self.answers.get(f"word:{word}")
            if told == NOTHING or (told is not None and weapon_named(told)):
                continue
            self.ask(f"word:{word}", "what means", "line", about=word, answers=(NOTHING,), usual=NOTHING)
        served = {group.crew for group in groups if is_team(group.weapon)}
        settled = self.sources.get("groups") == "text" and not any(
            one.field == "groups" for one in self.questions
        )
        for number in self.facts.bare:
            if not number or (0 in self.facts.bare and f"({number})" in self.raw.line):
                # "Regular (0), SMG (4)": what they cost.
                continue
            if settled and {number} == served and number in crews_behind(self.raw.line):
                # "LMG (2)", where the men add up so
                continue
            if self.answers.get(f"word:{number}") is None:
                self.ask(f"word:{number}", "what means", "line", about=str(number), answers=(NOTHING,))

    # Men and what they hold

    def _men(self, kind: str, officer: str) -> tuple[tuple[Group, ...], str]:
        facts = self.facts
        answer = self.answers.get("men")
        men = (
            int(answer)
            if answer is not None and answer.isdigit() and 0 < int(answer) <= bounds.MOST_MEN
            else None
        )
        aside = [one for one in facts.men if one.aside]
        facts.men = [one for one in facts.men if not one.aside]
        alone = self._alone(kind)
        size = self._size(alone)
        lone = self._lone(men)
        composer = Composer(facts, self._words_answered(), alone=alone, artillery=kind == "artillery")
        beside = facts.spotters if men is not None and men > facts.spotters else 0
        made = composer.compose(None if men is None else men - beside, size[0] if size[1] else None)
        if beside:
            # A spotter fires nothing: he stands beside the crew.
            made.groups, made.men = (*made.groups, Group("", beside)), men
        if made.men is not None and men is None:
            own = [Group(one.arms[0].rows[0] if one.arms else "", one.count) for one in aside]
            made.groups, made.men = (*made.groups, *own), made.men + sum(one.count for one in own)
        for about, rows in made.open:
            self.ask(f"weapon:{about}", "which weapon", "groups", about=about, answers=rows)
        answer = self.answered("groups", "groups")
        if answer is not None and (groups := groups_from(answer)):
            return led(groups) if facts.nco and kind == "infantry" else groups, kind
        if facts.spotters and men is None and (made.men or size[0]):
            beside = (made.men or size[0]) + facts.spotters
            made.sums, made.men = (beside, beside - facts.spotters), None
        if made.men is None:
            return self._ask_men(made, size[0], lone), kind
        bounds.within(made.men, bounds.MOST_MEN, "men", self.raw.number, name_of(self.raw))
        if made.men < 1:
            return self._ask_men(made, size[0]), kind
        self._say_where_from(made, men is not None, sized=made.men == size[0] and size[1])
        self._settle_groups(made)
        if men is None and self._is_other_than_named(made.groups):
            self.ask("groups", "who holds what", "groups", about=cut(self.raw.line))
        return made.groups, kind

    def _is_other_than_named(self, groups: Sequence[Group]) -> bool:
        """Whether its first words count other men than hold something: "8 men with rifles", and 12 arms."""
        named = named_men(self.raw)
        held = sum(group.count * group.crew for group in groups)
        return bool(named) and not self.facts.ranks and held > named

    def _lone(self, men: int | None) -> list[int]:
        """A number that stands alone and may be how many they are; it is, where it cannot be points."""
        facts = self.facts
        if not self._may_be_men() or len(facts.bare) != 1 or facts.bare[0] > LEAST_POINTS:
            return []
        lone = facts.bare.pop()
        squad = any(size >= 10 for size, _always, _hold in facts.teams) and lone >= MANY
        if ("points" in self.sources or squad) and men is None:
            facts.total = lone
        return [lone]

    def _settle_groups(self, made: Composed) -> None:
        """Ask who holds what where that is not sure."""
        facts = self.facts
        if made.men in facts.bare and made.men > 2:
            # "Volkssturm (12): 11 rifles, NCO" says once more how many they are.
            facts.bare.remove(made.men)
        two_lead = len([group for group in made.groups if group.leader]) > 1
        same = "groups" in self.raw.expected or is_not_all(self.raw.line, made.men)
        # Who stands behind several arms and holds none is all of them, or serves one: not both besides.
        plain = [one.count for one in facts.men if one.told and one.behind > 1 and not (one.arms or one.hold)]
        beyond = len(plain) > 1 and (made.men or 0) > max(plain)
        uneven = made.uneven or may_be_of_all(facts, made.groups)
        uneven = uneven or cost_too_much(made.groups, self.cost, facts.times)
        uneven = uneven or not are_of_models(self.raw.parts, facts, made.groups)
        uneven = uneven or not are_as_many(self.raw.parts, facts, made.men)
        uneven = uneven or (self.raw.structured and not are_the_models(self.raw.parts, made.groups))
        if uneven or self._armless_team() or facts.doubtful or two_lead or same or beyond:
            self._ask_groups(made)

    def _armless_team(self) -> bool:
        """A team of which nothing says what it serves: "heavy weapons team"."""
        facts = self.facts
        if not facts.teams or facts.ranks or arms_of(facts) or any(one.hold for one in facts.men):
            return False
        return all(hold == "" and size == 0 for size, _always, hold in facts.teams) and "team" in facts.words

    def _words_answered(self) -> dict[str, str]:
        """Answers to words that nobody knows, which name a weapon, are arms as well."""
        return {
            key: value
            for key, value in self.answers.items()
            if key.startswith("weapon:") and value in (*WEAPONS, "none")
        }

    def _say_where_from(self, made: Composed, answered: bool, *, sized: bool) -> None:
        if answered:
            self.sources["groups"] = "usual" if "men" in self.taken else "you"
        elif (
            sized
            and self.facts.total is None
            and not any(one.told and not one.role for one in self.facts.men)
        ):
            self.sources["groups"] = "usual"
        else:
            self.sources["groups"] = "text" if made.told else "usual"

    def _ask_men(self, made: Composed, usual: int, lone: list[int] | None = None) -> tuple[Group, ...]:
        likely = made.sums or tuple(dict.fromkeys((*(lone or ()), usual, *LIKELY.get(usual, (2, 3, 5)))))
        shown = tuple(str(number) for number in likely if number)[:MOST_ANSWERS]
        self.ask(
            "men",
            "how many men",
            "groups",
            answers=shown,
            usual=shown[0] if usual and shown and not (made.sums or lone) else "",
        )
        return made.groups

    def _ask_groups(self, made: Composed) -> None:
        said = ", ".join(dict.fromkeys(text for text, _marks in self.facts.marks))[:80]
        groups = made.groups
        if made.filled:
            more = [one for one in groups if (one.weapon, one.crew) == ("Rifle", 1)]
            count = made.filled + sum(one.count for one in more)
            groups = (*(one for one in groups if one not in more), Group("Rifle", count))
        likely = [groups_in_words(groups)] if groups else []
        self.ask("groups", "who holds what", "groups", about=said, answers=tuple(likely))

    def _size(self, alone: bool) -> tuple[int, bool]:
        """How many men such a unit has as a rule, and whether it always has."""
        facts = self.facts
        more = sum(one.count for one in facts.men if one.more)
        if facts.ranks or (facts.is_about_one and more):
            return 1 + more if more else 2, bool(more)
        unarmed = "unarmed" in facts.words
        teams = [
            (size, always or (unarmed and hold == UNARMED)) for size, always, hold in facts.teams if size
        ]
        sizes = sorted(teams, reverse=True)
        if sizes:
            always = len({size for size in sizes if size[0] < 10}) < 2 and len(sizes) < 3
            if alone and always and (sure := self._sure_of_team()):
                return CREWS[sure] + more, not facts.men and not facts.spotters
            if stretches.of_sniper(facts) and [one.role for one in facts.men] == [LOADER] and not more:
                # "Sniper with assistant"
                return 2, always and facts.men[0].count == 1
            return sizes[0][0] + more, sizes[0][1] and always and not facts.men and not facts.spotters
        rows = [row for one in arms_of(self.facts) for row in one if is_team(row)]
        if alone and rows:
            # "Granatwerfer (mittlerer Granatwerfer)"
            row = next((one[0] for one in arms_of(facts) if len(one) == 1 and is_team(one[0])), rows[0])
            return CREWS.get(row, 3), row in SERVED and not facts.men
        return 10, False

    def _sure_of_team(self) -> str:
        """Which weapon a team serves of those that its name leaves open: "machine gun team: MMG"."""
        holds = [hold.split("|") for _size, _always, hold in self.facts.teams if "|" in hold]
        sure = {rows[0] for rows in arms_of(self.facts) if len(rows) == 1}
        fitting = [row for row in sure if row in SERVED and all(row in hold for hold in holds)]
        return fitting[0] if holds and len(fitting) == len(sure) == 1 else ""

    def _mounted(self, kind: str, flags: list[str]) -> tuple[Group, ...]:
        """A vehicle's arms, by its name and by what the list says of them."""
        facts = self.facts
        found = [one for _about, vehicles in facts.vehicles for one in vehicles]
        for one in found[:1]:
            flags += [flag for flag in one.flags if flag not in flags]
        made = mounted(facts, self._words_answered(), kind)
        for about, rows in made.open:
            self.ask(f"weapon:{about}", "which weapon", "groups", about=about, answers=rows)
        told = self.answered("groups", "groups")
        said = groups_from(told or "", mounted=True)
        if said or told == NOTHING:
            return tuple(Group(one.weapon, one.count, 0, mount=mount_of(one, made.groups)) for one in said)
        if made.choices:
            self.ask(
                "groups",
                "which arms",
                "groups",
                about=made.about,
                answers=tuple(groups_in_words(one) for one in made.choices),
            )
        elif not made.groups and not found and kind in _ARMED and facts.name_left:
            # "Type 1 Chi-He medium tank": it has arms, and nobody here knows which.
            likely = tuple(groups_in_words(one) for one in _ARMED[kind])
            self.ask("groups", "which arms", "groups", about=self.raw.name[:40], answers=(*likely, NOTHING))
        # Of a class alone nobody says what it has: none, and that is marked.
        self.sources["groups"] = made.source if made.groups or found else "usual"
        return made.groups
