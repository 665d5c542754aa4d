"""Who holds what: the men and arms that a list names, put together into groups (Tabletop E, page 9 B)."""

from __future__ import annotations

from collections.abc import Sequence

from rules.tabletop.lists import tallying
from rules.tabletop.lists.holding import Composed, Held, Holding
from rules.tabletop.lists.said import Men
from rules.tabletop.lists.words.armoury import CARRIED, SMALL
from rules.tabletop.lists.words.troops import UNARMED
from rules.tabletop.units import Group
from rules.tabletop.weapons import CREWS, is_team


class Composer(Holding):
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
        if total is None and not self.made.sums:
            total = self._serving_total(fixed) if self.alone else self._counted_total()
        self.made.men = total if total is not None else fixed
        if self.made.men is not None:
            self._fill(self.made.men)
        return self.made

    # How many

    def _total(self, men: int | None) -> int | None:
        """How many men there are, by what is said; men with arms of their own are counted later."""
        facts = self.facts
        if men is not None:
            return men
        plain = [one for one in facts.men if one.told and not (one.role or one.more or one.hold or one.file)]
        if facts.total is not None:
            return facts.total
        self.whole = tallying.whole_of(facts, plain)
        if self.whole is not None:
            return self.whole.count
        if len(plain) == 1 and not tallying.are_listed(facts):
            return self._with_joined(plain[0])
        first = plain[0] if len(plain) > 1 and not (plain[0].arms or plain[0].hold) else None
        return None if first is None else self._of_first(first)

    def _of_first(self, whole: Men) -> int | None:
        """ "Squad (10 men): 5 men with rifles, ..." are ten; "Squad (8 men): NCO, 9x Soldier" is asked."""
        men = self.facts.men
        others = sum(one.count for one in men if one is not whole)
        if others <= whole.count:
            return whole.count
        told = whole is men[0] and not any(one.joined or one.more for one in men[1:])
        return self._either(whole.count, others) if told else None

    def _with_joined(self, one: Men) -> int | None:
        """ "NCO and 9 men" are ten, "captain + 2 men" three, and "10 men, the NCO with SMG" ten.

        "10 men with rifles, NCO with SMG" may be ten or eleven: that is asked.
        """
        men = self.facts.men
        at = men.index(one)
        beside = [other for other in men[:at] if other.role == "leader" or (one.part and other.role)]
        after = [other for other in men[at + 1 :] if other.role]
        beside += [other for other in after if one.part or tallying.joins_as_leader(one, other)]
        bearers = sum(other.count for other in after if other.role == "loader" and other.joined)
        if self.alone and bearers:
            # "3 crew + 1 ammo bearer" are three or four.
            return self._either(one.count + bearers, one.count)
        serving = [other for other in men if other.role in ("gunner", "loader") and other not in beside]
        serving = serving if one.arms else []
        beside += serving
        more = sum(other.count for other in beside)
        if serving and all(other.role == "loader" for other in serving):
            # "LMG with loader, 7 men with rifles": who fires it is named by his weapon alone.
            more += sum(arm.count or 1 for arm in self._all_arms() if is_team(arm.rows[0]))
            if not at:
                return self._either(one.count + more, one.count)
        loaders = [other for other in after if other.role == "loader" and other not in beside]
        if loaders and not any(is_team(arm.rows[0]) for arm in self._all_arms()):
            # "Sniper, assistant"
            more += sum(other.count for other in loaders if other not in serving)
        more += self._crews_of(one, [other for other in beside if other not in serving], served=bool(beside))
        leads = self.facts.is_about_one
        if not more and one.joined and leads:
            more = 1
        elif not more and one.beside and leads:
            return self._armed_or(one)
        if not more and one.joined and not leads and one is men[0] and one.count < 4 and not self.alone:
            # "Observer + 1 man"
            return self._either(one.count + 1, one.count)
        sure = one.count + more
        doubted = tallying.crews_told(self.facts) if one.arms and not beside else 0
        if one.arms and not one.lists and any(o.role == "leader" and o not in beside for o in after):
            doubted = 1
        return self._either(sure, sure + doubted) if doubted else sure

    def _crews_of(self, one: Men, beside: Sequence[Men], *, served: bool) -> int:
        """How many men more serve weapons that are named beside men, of whom the list does not say so."""
        crewed = [arm for arm in self.facts.arms if arm.crew]
        more = 0
        if one.part and any(other.role == "loader" for other in beside):
            # "LMG, LMG loader, NCO, 6x Rifleman": who fires it is named by his weapon alone.
            fired = any(other.role == "gunner" for other in self.facts.men)
            alone = [arm for arm in self.facts.arms if is_team(arm.rows[0]) and not arm.crew]
            more = 0 if fired else sum(arm.count or 1 for arm in alone)
        if one.arms and served:
            # "NCO, 7 men with rifles, LMG team (2 men)"
            more += sum(arm.crew if arm.crew > 0 else self._crew(self._row(arm)) for arm in crewed)
        return more

    def _armed_or(self, one: Men) -> int | None:
        """ "First lieutenant with 3 men" are four, "with 3 men (3 SMGs)" as many as hold something.

        Whether "First lieutenant: 3x infantryman" counts him is asked.
        """
        armed = sum(arm.count or 0 for arm in self._all_arms())
        # "Major, pistol, with four men (2 SMG, 2 rifles)"
        armed += armed == one.count and any(not (arm.count or arm.plural) for arm in self._all_arms())
        if armed in (one.count, one.count + 1):
            return armed
        return self._either(one.count + 1, one.count) if one.part else one.count + 1

    def _either(self, *sums: int) -> int | None:
        """So many men or so many: that is asked."""
        self.made.sums = sums
        return None

    def _serving_total(self, fixed: int | None) -> int | None:
        """The men of a gun or team, if its gunners and loaders are all counted."""
        men = self.facts.men
        known = [CREWS[row] for arm in self._all_arms() for row in arm.rows if row in CREWS]
        counted = sum(one.count for one in men)
        all_told = men and all(one.told and one.role != "leader" and not one.hold for one in men)
        if {one.role for one in men} == {"gunner", "loader"} and counted in known:
            # "Gunner with Panzerschreck, loader"
            return counted
        return counted if all_told and known and counted >= min(2, fixed or known[0]) else None

    def _counted_total(self) -> int | None:
        """Where no number of men is said, those who are named are all."""
        if (
            any(arm.count is None and not arm.named for arm in self.rest)
            or not self.held
            or self._once_or_twice()
        ):
            return 1 if tallying.by_himself(self.facts) else None
        counted = sum(one.count for one in self.facts.men if one.told or one.role)
        holding = [held for held in self.held if held.weapon not in CARRIED]
        if any(one.file or one.told or one.hold for one in self.facts.men if not one.role):
            beside = 0 if {"becomes", "loader"} <= self.facts.words else self._crews_beside()
            if beside and not self.loaders and any(one.file for one in self.facts.men):
                # Whether who serves it stands among the men below is not told.
                return self._either(counted, counted + beside)
            serving = sum(held.count * (held.crew if held.fixed else 1) for held in holding)
            return tallying.with_options(self.facts, max(counted, serving + self.loaders))
        if not holding:
            return None
        low = sum(held.count * (held.crew if held.fixed else 1) for held in holding) + self.loaders
        high = sum(held.count * max(1, self._crew(held.weapon)) for held in holding)
        if low == high and any(held.weapon in SMALL for held in self.held):
            # "Lieutenant & 1 rifle"
            beside_him = low == 1 and self.facts.ranks and not self.facts.men and self.facts.joined
            return self._either(2, 1) if beside_him else low
        return self._either(*dict.fromkeys((high, low)))

    def _crews_beside(self) -> int:
        """How many men serve the weapons that are named beside the men."""
        crewed = [arm.rows for arm in self.facts.arms if arm.crew]
        return sum(
            (arm.count or 1) * max(1, self._crew(self._row(arm)))
            for arm in self.facts.arms
            if is_team(arm.rows[0]) and not arm.named and not any({*arm.rows} & {*rows} for rows in crewed)
        )

    def _once_or_twice(self) -> bool:
        """Whether "2x LMG team" leaves open how many men there are: the two of one, or two of them."""
        doubted = [held for held in self.held if held.doubt]
        others = sum(one.count * (one.crew if one.fixed else 1) for one in self.held if not one.doubt)
        crews = sum(one.crew for one in doubted)
        if doubted:
            self.made.sums = (others + 2 * crews, others + crews)
        return bool(doubted)

    # All of them

    def _fill(self, total: int) -> None:
        if self.alone:
            self._serve(total)
            return
        self._settle(total)
        self._crews(total)
        for held in self.held:
            if held.weapon == "?":
                held.weapon = self._default()
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
        self._lead()
        self.made.groups = self._merged()
        fits = self.displaced or tallying.agrees(self.facts, self.made.groups, total)
        self.made.uneven = self.made.uneven or not fits

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
        return several and bool(lone and others) and len(self.rest) == 1 and not all_

    def _add_rest(self, left: int) -> None:
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
                self.made.uneven = self.made.uneven or left < 2
                self.held.append(Held(self._row(plural[0]), left))
                return
            self.made.uneven = True
        self.held.append(Held(self._default(), left))

    def _crews(self, total: int) -> None:
        """Crews of team weapons: by the loaders that are named, else out of the others, as many as fit."""
        teams = [held for held in self.held if is_team(held.weapon) and held.crew and not held.fixed]
        loaders = self.loaders
        for held in teams:
            if loaders:
                take = min(loaders, held.count * (self._crew(held.weapon) - 1)) or min(loaders, held.count)
                each = max(1, take // held.count)
                held.crew, loaders = held.crew + each, loaders - each * held.count
        if loaders > 0:
            self.held.append(Held("?", loaders))
        if self.loaders:
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
