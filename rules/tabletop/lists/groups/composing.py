"""Who holds what: the men and arms that a list names, put together into groups (Tabletop E, page 9 B)."""

from __future__ import annotations

import re
from collections.abc import Sequence

from rules.tabletop.lists.groups import tallying
from rules.tabletop.lists.groups.holding import MOST_ALIKE, Composed, Held
from rules.tabletop.lists.groups.totals import Totalling
from rules.tabletop.lists.words.armoury import CARRIED, SMALL
from rules.tabletop.lists.words.troops import UNARMED
from rules.tabletop.units import Group
from rules.tabletop.weapons import is_team

FEWEST = 4
"""No squad is smaller, where only what is special is named."""

LEAST_OF_SQUAD = 5
_OF_SQUAD = re.compile(r"\bb\.?a\.?r\b|\bautomatic rifle\b", re.IGNORECASE)


class Composer(Totalling):
    """Puts together what a unit of men is made of."""

    def compose(self, men: int | None, fixed: int | None) -> Composed:
        """The groups, of ``men`` if it is said how many, or of the ``fixed`` size of a team."""
        if self.artillery:
            tallying.by_class(self.facts)
        tallying.lead_with_own(self.facts)
        tallying.share_with_leader(self.facts)
        self.told = men is not None
        total = self._total(men)
        loose = list(self.facts.arms)
        for one in self.facts.men:
            if self.whole is None or (one is not self.whole and (one.arms or one.hold or one.role)):
                loose += self._men(one)
        self._loose(loose)
        self._in_their_crews()
        self.made.uneven = self.made.uneven or self._twice_named()
        if total is None and not self.made.sums:
            total = self._serving_total(fixed) if self.alone else self._counted_total()
            if total is not None and total < FEWEST and tallying.is_squad(self.facts):
                # "Section, one Bren and the corporal has a rifle": there are others.
                total = None
        self.made.men = total if total is not None else fixed
        if self.made.men is not None:
            self._fill(self.made.men)
        return self.made

    def _in_their_crews(self) -> None:
        """ "LMG team: LMG, LMG assistant": he is one of the crew that is counted already."""
        teams = [held for held in self.held if is_team(held.weapon) and held.crew]
        if not self.alone and all(held.fixed for held in teams):
            self.loaders = max(0, self.loaders - sum((held.crew - 1) * held.count for held in teams))

    def _twice_named(self) -> bool:
        """Whether one weapon with a crew is named twice in the same word: "LMG, LMG" may be two."""
        named = [arm.about for arm in self.facts.arms if arm.count is None and is_team(arm.rows[0])]
        return not self.alone and len(set(named)) < len(named)

    def _fill(self, total: int) -> None:
        if self.alone:
            self._serve(total)
            return
        self._settle(total)
        self._crews(total)
        for held in [one for one in self.held if one.weapon == "?"]:
            self.made.uneven |= held.leader and self._may_have_theirs()
            held.weapon = self._default()
        self.made.uneven = self.made.uneven or tallying.forgotten(self.rest, self.held, total)
        used = sum(held.count * held.crew for held in self.held)
        left = total - used
        if left > 0:
            if self.rest or self._nobody_armed() or self._of_rifles() or self._only_upgrades():
                self._add_rest(left)
            else:
                self.made.uneven = True
                self.made.filled = left
        elif left < 0:
            self.made.uneven = True
        if tallying.each_carries(self.facts):
            for held in [one for one in self.held if one.weapon in CARRIED]:
                held.count = total
            # Whether those carry one, too, who have something else than the others, is to be said.
            arms = {one.weapon for one in self.held if one.crew}
            self.made.uneven = self.made.uneven or len(arms) > 1
        self._lead()
        self.made.groups = self._merged()
        fits = self.displaced or tallying.agrees(self.facts, self.made.groups, total)
        as_told = tallying.leads_as_told(self.facts, self.made.groups)
        self.made.uneven = self.made.uneven or not (fits and as_told)

    def _may_have_theirs(self) -> bool:
        """Whether a leader of whom nothing is said may hold what all others do: "NCO + 5 SMGs"."""
        others = {one.weapon for one in self.held if one.weapon in SMALL and not one.leader}
        return len(others) == 1 and "Rifle" not in others and not self.rest

    def _settle(self, total: int) -> None:
        """ "2x LMG team": what fits how many men there are."""
        for held in [one for one in self.held if one.doubt]:
            others = sum(one.count * one.crew for one in self.held if one is not held)
            if others + 2 * held.crew == total:
                held.count = 2
            elif others + held.crew != total:
                self.made.uneven = True

    def _nobody_armed(self) -> bool:
        """Whether no small arms are named, so that the men hold what men hold."""
        return not any(
            held.weapon in SMALL for held in self.held if not held.leader
        ) or not self.facts.arms + [arm for one in self.facts.men for arm in one.arms]

    def _only_upgrades(self) -> bool:
        """Whether only what differs is named, "10 men, LMG, 2 SMGs": the others have rifles."""
        small = [held for held in self.held if held.weapon in SMALL and not held.leader]
        armed = [one for one in self.facts.men if one.role != "leader" and (one.arms or one.role)]
        served = [one for one in self.facts.men if one.role not in ("", "leader")]
        named = bool(served and armed) or any(one.file or one.hold for one in self.facts.men)
        return not named and all(held.weapon != "Rifle" for held in small) and not self.facts.doubtful

    def _of_rifles(self) -> bool:
        """Whether its name says what the others hold: a rifle squad, whose rifles are not counted."""
        named = {hold for _size, _always, hold in self.facts.teams if hold in SMALL}
        return bool(named) and not any(held.weapon in named and not held.leader for held in self.held)

    def _default(self) -> str:
        """What men hold of whom nothing is said."""
        for arm in self.rest:
            return self._row(arm)
        named = [hold for _size, _always, hold in self.facts.teams if hold in (*SMALL, UNARMED)]
        if named:
            return named[0].removeprefix(UNARMED)
        self.made.told = False
        return "Rifle"

    def _one_or_all(self, left: int) -> bool:
        """ "9 men, LMG and SMG", "10 men, SMG, 8 rifles": whether one of them has it is to be said."""
        special = [arm for arm in self.rest if self._row(arm) not in ("Rifle", "Pistol")]
        lone = [arm for arm in special if not arm.plural and not arm.named]
        others = [arm for arm in self._all_arms() if not arm.named and arm not in self.rest]
        others = [arm for arm in others if self._row(arm) not in CARRIED]
        counted = any(arm.count and self._row(arm) in SMALL for arm in others)
        several = left > 2 or (left == 2 and counted)
        all_ = bool(self.facts.words & tallying.ALL)
        one = len(self.rest) == 1 and not all_
        # "10 men, BAR"
        alone = one and several and bool(lone) and self._row(self.rest[0]) in ("Automatic rifle", "Shotgun")
        return alone or (several and bool(lone and others) and one)

    def _without_squads_own(self, left: int) -> int:
        """How many are left beside the one with a BAR, of which a squad has one: "10 men, NCO SMG, BAR"."""
        own = [arm for arm in self.rest if not arm.plural and _OF_SQUAD.search(arm.about)]
        # "10 men with BAR and NCO with SMG": he may be one more.
        own = [arm for arm in own if any(arm is one for one in self.facts.arms)]
        if len(own) != 1 or left < LEAST_OF_SQUAD or self.facts.words & tallying.ALL:
            return left
        self.rest.remove(own[0])
        self.held.append(Held(self._row(own[0]), 1))
        return left - 1

    def _add_rest(self, left: int) -> None:
        left = self._without_squads_own(left)
        self.made.uneven = self.made.uneven or self._one_or_all(left)
        if left > 1 and tallying.is_officers_own(self.facts, self.rest):
            self.held += [Held("Pistol", 1, leader=True), Held("Rifle", left - 1)]
            self.made.uneven = True
            return
        halves = [arm for arm in self.rest if arm.half]
        if len(halves) == len(self.rest) == 2 and left % 2 == 0:
            self.held += [Held(self._row(arm), left // 2) for arm in halves]
            return
        self.made.uneven = self.made.uneven or bool(halves)
        apart = any(one.behind for one in self.facts.men)
        if len(self.rest) == left == 2 and not halves and not apart and not any(a.plural for a in self.rest):
            # "2 men: SMG, rifle"
            self.held += [Held(self._row(arm), 1) for arm in self.rest]
            return
        if len(self.rest) > 1:
            plural = [arm for arm in self.rest if arm.plural]
            if len(plural) == 1 and left > len(self.rest) - 1:
                for arm in self.rest:
                    if arm is not plural[0]:
                        self.held.append(Held(self._row(arm), 1))
                        left -= 1
                # "SMG, rifles" of two men
                many = self._row(plural[0]) == "Automatic rifle" and left > MOST_ALIKE
                self.made.uneven = self.made.uneven or left < 2 or many
                self.held.append(Held(self._row(plural[0]), left))
                return
            self.made.uneven = True
        self.held.append(Held(self._default(), left))

    def _crews(self, total: int) -> None:
        """Crews of team weapons: by the loaders that are named, else out of the others, as many as fit."""
        teams = [one for one in self.held if is_team(one.weapon) and one.crew and one.count and not one.fixed]
        loaders = self.loaders
        for held in teams:
            if loaders:
                take = min(loaders, held.count * (self._crew(held.weapon) - 1)) or min(loaders, held.count)
                each = max(1, take // held.count)
                held.crew, loaders = held.crew + each, loaders - each * held.count
        if loaders > 0:
            self.held.append(Held("?", loaders))
        if self.loaders:
            # "1 flamethrower (with assistant), 1 LMG": who loads the other?
            alone = [held for held in teams if held.crew < self._crew(held.weapon)]
            self.made.uneven |= bool(alone) and len(alone) < len(teams)
            return
        used = sum(held.count * held.crew for held in self.held)
        more = sum((self._crew(held.weapon) - held.crew) * held.count for held in teams)
        if used + more > total:
            if self._among_models(teams, used + more - total):
                return
            # Whoever is counted with a rifle may be a loader, if those who are named are all.
            largest = self._largest()
            many = any(self._crew(held.weapon) - held.crew > 1 for held in teams)
            if used != total or largest is None or largest.count <= more or many:
                more_or_less = used > total or (used < total and bool(teams))
                self.made.uneven = self.made.uneven or more_or_less or many
                return
            rifles = [held.count for held in self.held if held.weapon == "Rifle" and not held.leader]
            if largest.weapon not in ("Rifle", "?") and max(rifles, default=0) > more:
                self.made.uneven = True
            largest.count -= more
        for held in teams:
            held.crew = self._crew(held.weapon)
            self.made.told = False

    def _among_models(self, teams: Sequence[Held], over: int) -> bool:
        """Whether all men are told as models, and the most of them serve the weapons beside them."""
        models = [one for one in self.facts.men if one.told or one.role]
        largest = self._largest()
        all_told = sum(one.count for one in models) == self.made.men
        if (
            not (self.told and all_told and any(one.file for one in models))
            or largest is None
            or largest.count <= over
        ):
            return False
        largest.count -= over
        for held in teams:
            held.crew = self._crew(held.weapon)
        self.displaced = True
        return True

    def _serve(self, total: int) -> None:
        """One weapon, or a few, and all are its crew."""
        names = [held.weapon for held in self.held if held.weapon not in (*SMALL, "?")]
        names += [self._row(arm) for arm in self.rest if not names]
        names = list(dict.fromkeys(name for name in names if name))
        if not names:
            self.made.uneven = True
            self.made.groups = (Group("Rifle", total),)
            return
        counts = {held.weapon: held.count for held in self.held}
        weapon, count = names[0], max(1, counts.get(names[0], 1))
        # "Light mortar x2": two units, or one with two of them.
        self.made.uneven = self.made.uneven or (count > 1 and weapon not in SMALL)
        if weapon in SMALL:
            self.made.groups = (Group(weapon, total),)
        elif total % count or len(names) > 1:
            self.made.uneven = True
            self.made.groups = (Group(weapon, 1, total),)
        else:
            self.made.groups = (Group(weapon, count, total // count),)

    def _lead(self) -> None:
        """Where nobody says what the NCO holds, he stands among the most of the small arms."""
        if self.artillery or not self.facts.nco or any(held.leader for held in self.held):
            return
        told = {arm.rows[0] for arm in self._all_arms() if len(arm.rows) == 1}
        single = [held for held in self.held if held.weapon in SMALL and held.count == 1]
        # "Officer, submachine gun, one more man"
        single = [held for held in single if held.weapon in told] or single
        own = {arm.rows[0] for arm in self.facts.arms if len(arm.rows) == 1}
        single = [held for held in single if held.weapon in own] or single
        if self.facts.ranks and len(single) == 1:
            # An officer's weapon is another than his men's.
            single[0].leader = True
            return
        largest = self._largest()
        if largest is not None:
            largest.leader = True

    def _merged(self) -> tuple[Group, ...]:
        found: dict[tuple[str, int, bool], int] = {}
        for held in self.held:
            if held.count > 0:
                key = (held.weapon, held.crew, held.leader)
                found[key] = found.get(key, 0) + held.count
        order = sorted(found, key=lambda key: (key[1] == 0, key[0] not in SMALL, -found[key]))
        return tuple(
            Group(weapon, found[weapon, crew, leader], crew, leader=leader) for weapon, crew, leader in order
        )
