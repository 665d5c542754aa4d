"""Who holds what of the men and arms that a list names, one by one (Tabletop E, page 9 B)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from rules.tabletop.lists.said import Arm, Facts, Men
from rules.tabletop.lists.words.armoury import CARRIED, FLAMES, SMALL
from rules.tabletop.units import Group
from rules.tabletop.weapons import CREWS, is_team

MOST_ALIKE = 4
"""So many men of a squad have an automatic rifle each, at most, where it is named once."""
Several = tuple[str, tuple[str, ...]]


@dataclass(slots=True)
class Composed:
    """The groups of a unit of men, and what is not sure of them.

    ``men`` is how many there have to be, None if nobody says; ``open``: names that stand for several rows.
    """

    groups: tuple[Group, ...] = ()
    men: int | None = None
    open: list[Several] = field(default_factory=list)
    uneven: bool = False
    filled: int = 0
    sums: tuple[int, ...] = ()
    told: bool = True


@dataclass(slots=True)
class Held:
    """Men with one weapon each, or a weapon with its crew."""

    weapon: str
    count: int
    crew: int = 1
    leader: bool = False
    fixed: bool = False
    doubt: bool = False


class Holding:
    """Takes in men and arms, each with what is said of it."""

    def __init__(self, facts: Facts, answers: Mapping[str, str], *, alone: bool, artillery: bool) -> None:
        """Of these facts; ``alone``: a team or gun whose men all serve one weapon."""
        self.facts, self.answers, self.alone, self.artillery = facts, answers, alone, artillery
        self.made = Composed()
        self.held: list[Held] = []
        self.rest: list[Arm] = []
        self.loaders = 0
        self.told = self.displaced = False
        self.whole: Men | None = None

    @staticmethod
    def _crew(weapon: str) -> int:
        if weapon in CARRIED:
            return 0
        return CREWS.get(weapon, 2 if is_team(weapon) else 1)

    def _men(self, one: Men) -> list[Arm]:
        """Take in men with what they hold; gives arms that are theirs no more than others'."""
        if one.role == "loader" and not self._assists(one):
            self.loaders += one.count
            return [arm for arm in one.arms if is_team(self._row(arm)) and not self._named_elsewhere(arm)]
        own, loose = self._own(one)
        lone = len([men for men in self.facts.men if not men.role]) < 2
        # "8x Soldier with assault rifle" are no others than these.
        listed = (
            (one.part or one.each)
            and not one.more
            and len(own) == 1
            and own[0].count is None
            and own[0].rows[0] in SMALL
        )
        if lone and not (one.role or one.file or one.hold or listed):
            return [*own, *loose]
        leader = one.role == "leader"
        if not own and not one.hold:
            if one.file or one.told or leader:
                self.held.append(Held("?", one.count, leader=leader))
            return loose
        if one.file and not self._fits(one, own):
            self.made.uneven = True
        self._hand_out(one, own, leader=leader)
        return loose

    def _assists(self, one: Men) -> bool:
        """Whether a loader has an arm of his own, and there is nothing to load: a sniper's man."""
        armed = one.file or any(other.arms for other in self.facts.men if other is not one)
        own = armed and one.arms and all(arm.rows[0] in SMALL for arm in one.arms)
        return bool(own) and not any(is_team(row) for arm in self._all_arms() for row in arm.rows)

    def _hand_out(self, one: Men, own: Sequence[Arm], *, leader: bool) -> None:
        left, hands = one.count, False
        for arm in own:
            name = self._row(arm)
            if name == "Automatic rifle" and arm.count is None and not arm.plural and one.count > MOST_ALIKE:
                # "10 men with BAR": one of them, or all.
                self.made.uneven = True
            if name in CARRIED:
                self.held.append(Held(name, one.count if arm.count is None else arm.count, 0))
                continue
            if len(own) == 1 and self._serve_it(one, arm, name):
                self.held.append(Held(name, 1, one.count, leader=leader, fixed=True))
                return
            count = left if arm.count is None or len(own) == 1 else arm.count
            self.held.append(Held(name, count, leader=leader))
            left, hands = left - count, True
        if left and hands and not one.hold:
            self.made.uneven = True
        elif left > 0:
            self.held.append(Held(one.hold or "?", left, leader=leader))

    def _serve_it(self, one: Men, arm: Arm, name: str) -> bool:
        """Whether several men have one weapon: "2 men with LMG". More than its crew are asked."""
        several = one.count > 1 and not arm.plural and arm.count in (None, 1)
        if not (several and is_team(name)):
            return False
        if one.part and not one.file and not self.alone:
            # "2x Soldier with LMG" are two, where "2 men with LMG" serve one.
            return False
        if one.file and not self.alone and not (arm.count == 1 and one.count == self._crew(name)):
            self.made.uneven = True
            return False
        self.made.uneven = self.made.uneven or (one.count > self._crew(name) and not self.alone)
        return True

    def _named_elsewhere(self, arm: Arm) -> bool:
        return any(other is not arm and {*other.rows} & {*arm.rows} for other in self._all_arms())

    def _own(self, one: Men) -> tuple[list[Arm], list[Arm]]:
        """Which arms are these men's own: of a leader the first alone."""
        if one.role == "leader" and not one.file and len(one.arms) > 1:
            return one.arms[:1], one.arms[1:]
        return one.arms, []

    def _fits(self, one: Men, own: Sequence[Arm]) -> bool:
        """Under a model of n, a weapon numbered n, or its only one, of which no other number is told: else
        it is asked.
        """
        if not own:
            # "9x Rifleman": what they hold is their name.
            return True
        if len(own) == 1:
            each = (None, one.count) if self._row(own[0]) in CARRIED else (None, 1, one.count)
            return own[0].count in each or one.count == 1
        small = [arm for arm in own if self._row(arm) not in CARRIED]
        carried = [arm for arm in own if self._row(arm) in CARRIED]
        fits = all(arm.count in (None, one.count) for arm in carried) or one.count == 1
        counts = [one.count if arm.count is None else arm.count for arm in small]
        return fits and (sum(counts) == one.count or len(small) == 1)

    def _row(self, arm: Arm) -> str:
        """The row of the tables that a name stands for; of several the first, and it is asked."""
        rows = arm.rows
        answer = self.answers.get(f"weapon:{arm.about}")
        if answer is not None:
            return answer
        if len(rows) > 1:
            sure = {one.rows[0] for one in self._all_arms() if len(one.rows) == 1}
            named = [row for row in rows if row in sure]
            if len(named) == 1:
                return named[0]
            rows = self._by_place(rows)
        if len(rows) > 1 and rows not in [known for _about, known in self.made.open]:
            self.made.open.append((arm.about, rows))
        return rows[0]

    def _all_arms(self) -> list[Arm]:
        return [*self.facts.arms, *(arm for one in self.facts.men for arm in one.arms)]

    def _by_place(self, rows: tuple[str, ...]) -> tuple[str, ...]:
        if set(rows) == set(FLAMES):
            return (FLAMES[0],)
        if rows == ("LMG", "MMG") and not self.alone:
            return ("LMG",)
        return rows

    def _loose(self, arms: list[Arm]) -> None:
        """Arms that stand beside the men: counted ones, and those of which the rest hold one each."""
        details = [arm for arm in arms if not arm.named]
        known = {self._row(arm) for arm in details if len(arm.rows) == 1} | {
            held.weapon for held in self.held
        }
        # "Grenade launcher squad, 3 light grenade launchers": they may be what it is called by.
        told = known | {row for arm in details for row in arm.rows}
        # A team of its own first: "LMG, LMG gunner and loader: LMG" is one.
        for arm in sorted(arms, key=lambda one: not one.crew):
            name = self._row(arm)
            if name in ("none", "nothing") or (arm.named and (name in told or self._covered(arm, known))):
                continue
            if self._once_more(name, arm):
                continue
            if (arm.crew or arm.doubt) and is_team(name) and not self.alone:
                self._with_crew(name, arm)
            elif arm.count is not None:
                self._out_of_models(name, arm.count)
                self.held.append(Held(name, arm.count, 0 if name in CARRIED else 1))
            else:
                self._uncounted(name, arm)

    def _out_of_models(self, name: str, count: int) -> None:
        """ "7x Soldier" as models of whom nothing is said, "3x SMG" beside them: three of them have one."""
        models = [one for one in self.facts.men if one.file and not (one.role or one.arms or one.hold)]
        unarmed = [held for held in self.held if held.weapon == "?" and not held.leader]
        if len(models) == len(unarmed) == 1 and name not in CARRIED and count < unarmed[0].count:
            unarmed[0].count -= count

    def _with_crew(self, name: str, arm: Arm) -> None:
        """A weapon that is named with its crew; of two "teams" the sum of the men has to tell."""
        crew = arm.crew if arm.crew > 0 else self._crew(name)
        self.held.append(Held(name, 1 if arm.doubt else arm.count or 1, crew, fixed=True, doubt=arm.doubt))

    def _uncounted(self, name: str, arm: Arm) -> None:
        if name == "Automatic rifle" and not arm.plural and self._lists_models():
            # "8x Rifleman, BAR": one man more.
            self.held.append(Held(name, 1))
        elif name in SMALL:
            if name not in [self._row(one) for one in self.rest]:
                self.rest.append(arm)
            elif not arm.named and not arm.plural:
                # "SMG, SMG" are two, of how many nobody knows.
                self.made.uneven = True
        elif name in CARRIED or not arm.plural:
            self.held.append(Held(name, 1, 0 if name in CARRIED else 1))
            self.made.uneven = self.made.uneven or (name in CARRIED and arm.plural)
        else:
            self.held.append(Held(name, 1))
            self.made.uneven = self.made.uneven or not self.alone

    def _lists_models(self) -> bool:
        """Whether men are listed one by one, none of them as a file has them."""
        men = self.facts.men
        return any(one.part or (one.each and one.arms) for one in men) and not any(
            one.file and one.arms for one in men
        )

    def _covered(self, arm: Arm, known: set[str]) -> bool:
        return any(row in known for row in arm.rows)

    def _once_more(self, name: str, arm: Arm) -> bool:
        """Whether the weapon has been named already: "LMG team" beside its gunner."""
        if name in SMALL or name in CARRIED:
            return False
        same = [held for held in self.held if held.weapon == name]
        return bool(same) and (arm.count in (None, 1) and (self.alone or arm.count is None or same[0].fixed))

    def _largest(self) -> Held | None:
        small = [
            held for held in self.held if (held.weapon in SMALL or held.weapon == "?") and not held.leader
        ]
        return max(small, key=lambda held: held.count, default=None)
