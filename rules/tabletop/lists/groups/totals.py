"""How many men a unit has, by what its list says of them (Tabletop E, page 9 B)."""

from __future__ import annotations

from collections.abc import Sequence

from rules.tabletop.lists.groups import tallying
from rules.tabletop.lists.groups.holding import Holding
from rules.tabletop.lists.said import Men
from rules.tabletop.lists.words.armoury import CARRIED, SMALL
from rules.tabletop.weapons import CREWS, is_team

LEAST = 5
"""The men of a squad to whom others are added."""


class Totalling(Holding):
    """Tells how many men there are."""

    def _total(self, men: int | None) -> int | None:
        """How many men there are, by what is said; men with arms of their own are counted later."""
        facts = self.facts
        if men is not None:
            return men
        if tallying.beside_one(facts):
            return facts.men[0].count + 1
        plain = [one for one in facts.men if one.told and not (one.role or one.more or one.hold or one.file)]
        if facts.total is not None:
            return facts.total
        self.whole = tallying.whole_of(facts, plain)
        if self.whole is not None:
            return self._counted(self.whole)
        if len(plain) == 1 and not tallying.are_listed(facts):
            return self._with_joined(plain[0])
        first = plain[0] if len(plain) > 1 and not (plain[0].arms or plain[0].hold) else None
        return None if first is None else self._of_first(first)

    def _counted(self, whole: Men) -> int | None:
        """ "Corporal with SMG, 9 men, rifles": whether he is one of the nine is not told."""
        facts = self.facts
        at = facts.men.index(whole)
        led = [one for one in facts.men[:at] if one.role == "leader" and one.arms]
        behind = [arm for arm in facts.arms if not arm.named][whole.behind :]
        if led and (behind or any(one.arms for one in facts.men[at + 1 :])):
            return self._either(whole.count, whole.count + 1)
        return whole.count

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
        if (sure := tallying.sure_size(self.facts, one)) is not None:
            return sure
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
        if not more and self._among_or_not(one):
            return self._either(one.count + 1, one.count)
        sure = one.count + more + tallying.armed_beside(self.facts, one)
        doubted = tallying.crews_told(self.facts) if one.arms and not beside else 0
        if one.arms and not one.lists and any(o.role == "leader" and o not in beside for o in after):
            doubted = 1
        doubted = (
            doubted or tallying.among_or_beside(self.facts, one) or tallying.counted_beside(self.facts, one)
        )
        return self._either(sure, sure + doubted) if doubted else sure

    def _among_or_not(self, one: Men) -> bool:
        """Whether who is named first may be one of them: "Observer + 1 man", "Captain, 3 men, all SMGs"."""
        facts = self.facts
        few = one.joined and not facts.is_about_one and one is facts.men[0] and one.count < 4
        bare = facts.ranks and not (one.joined or one.beside)
        bare = bare and (tallying.hold_alike(facts) or tallying.one_and_others(facts))
        return bool(bare) or (few and not self.alone)

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
        added = sum(one.count for one in self.facts.men if one.more and not one.role)
        if added and not self.facts.ranks and tallying.is_squad(self.facts) and not self._has_others():
            # "3x additional man": to how many they are added is not told.
            return self._either(added + LEAST, added + 1)
        men = self.facts.men
        if self.facts.ranks and self.facts.printed and len(men) == 1 and men[0].hold and men[0].count == 1:
            # "Second lieutenant: 1x Rifleman": beside him, or he himself.
            return self._either(2, 1)
        if self.facts.is_about_one and len(men) > 1 and all(one.more and not one.role for one in men):
            # "Major, 1 runner, 1 rifleman"
            return added + 1
        return self._all_named()

    def _all_named(self) -> int | None:
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
            models = any(one.file or (self.facts.printed and one.hold) for one in self.facts.men)
            if beside and not self.loaders and models:
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

    def _has_others(self) -> bool:
        """Whether men are told beside those that are added to them."""
        # "2x man with SMG instead of rifle" are among them.
        swapped = bool(self.facts.words & {"instead", "replace", "swap"})
        others = [one for one in self.facts.men if one.told and not (one.role or one.more)]
        return any(not (one.arms and swapped) for one in others)

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
