"""A stretch of a line between two signs that part, word by word (Tabletop E)."""

from __future__ import annotations

from dataclasses import replace

from rules.tabletop.lists import bounds, stretches
from rules.tabletop.lists.counters import Counting
from rules.tabletop.lists.said import Arm, Facts, Men
from rules.tabletop.lists.stretches import JOINS, LEFT, NAME, OPEN, USED, served
from rules.tabletop.lists.words import abroad, scanning, trimmings, troops
from rules.tabletop.lists.words.alike import like_an_arm
from rules.tabletop.lists.words.armoury import ARMS, GUNS, SMG
from rules.tabletop.lists.words.scanning import Seen
from rules.tabletop.lists.words.vehicles import VEHICLES
from rules.tabletop.weapons import is_team

CREWED = -1
"""A weapon with its crew, of as many men as serve it as a rule."""
_WHICH = (("section",), ("squad",), ("platoon",))


class Segment(Counting):
    """A stretch of words between two signs that part, while it is read."""

    def __init__(self, facts: Facts, begin: int, count: int | None, *, head: bool) -> None:
        self.facts, self.begin, self.head = facts, begin, head
        self.pending = count
        self.at: tuple[int, int] | None = None
        self.men: Men | None = None
        self.after: Seen | None = None
        self.whole: Seen | None = None
        self.last: Arm | Men | None = None
        self.times_next = False
        self.more = False
        self.beside = self.apart = False
        self.joined = self.within = False
        self.mount = ""
        self.name: frozenset[str] = frozenset()
        self.titled = self.alike = self.opened = self.rear = self.everyone = self.meant = False
        self.towed = self.near = self.half = self.beside_arm = self.without = False
        self.bracketed = self.called = False
        self.pintle = self.both = self.denied = self.within_count = self.led = False

    def take(self, one: Seen, after: Seen | None) -> str:
        """Use a word; gives what became of it."""
        self.beside_arm = self.beside_arm and one.kind == scanning.ARM
        self.after = after
        if one.kind == scanning.BREAK:
            self._parted(one, after)
            return ""
        if one.kind == scanning.NUMBER:
            return self._number(one, after)
        if one.key == ("x",) or one.key == ("\u00d7",):
            self.times_next = self.pending is None
            if after is None and self._counts_units():
                return USED
            if self.pending is not None and after is not None and after.kind == scanning.NUMBER:
                # "50 x2"
                self.facts.several.append(after.number)
            return USED
        mark = self._word(one, after)
        self.beside_arm = one.kind == scanning.ARM
        self.times_next = False
        return mark

    def _word(self, one: Seen, after: Seen | None) -> str:
        if one.kind == scanning.UNKNOWN:
            return self._nobody_knows(one, after)
        if one.kind == scanning.STOP:
            self._stop(one, after)
            return LEFT
        if one.key == ("green",):
            # "Green Howards" are a regiment, a "Green squad" that of the green side.
            self.facts.green = one.start > 0 and (after is None or after.kind != scanning.UNKNOWN)
            if not self.head and one.start == 0 and after is None:
                # In a column of its own.
                self.facts.qualities.append("inexperienced")
        self._known(one, " ".join(one.key))
        return USED

    def _nobody_knows(self, one: Seen, after: Seen | None) -> str:
        if one.key[0][0].isdigit() and after is not None and after.key in stretches.MEASURES:
            return USED  # "3,7cm", as "37mm"; "2.5t"
        if self.pending and one.key[0] in stretches.ORDINAL and after and after.kind == scanning.ARM:
            # "2nd Owen gun"
            self.pending = 1
            return USED
        if stretches.sized(self.last, one.key[0]):
            return USED
        count, word = self._taken(), one.key[0]
        in_name = one.start < self.begin or (not self.head and set(one.key) <= self.name)
        in_name = in_name or self.called or (self.titled and count is None)
        in_name = in_name and not word[0].isdigit()  # "65.5"
        # "Panzer IV Ausf. G, H, J"
        in_name = in_name or (self.head and bool(self.facts.vehicles) and stretches.is_mark(word))
        if in_name and not like_an_arm(word):
            with_arms = after is not None and after.key in stretches.BESIDE
            if with_arms and (men := stretches.having(self.facts, count, joined=self.joined)):
                # "6x Pionier with rifle" in a Pionier squad.
                men.each, self.men, self.last = men.count > 1, men, men
                return USED
            counts = self.head and count is not None and count <= bounds.MOST_COUNTED
            if counts and count is not None and word not in stretches.ORDINAL:
                self.facts.bare.append(count)
                self.facts.several += [count] if self.at is not None and not self.at[0] else []
            self.facts.name_left = True
            return NAME
        self.facts.unknown.append(" ".join(one.key))
        self.facts.counts[" ".join(one.key)] = count
        return OPEN

    def _stop(self, one: Seen, after: Seen | None) -> None:
        """A word that says nothing of its own, but of what stands beside it."""
        key = one.key
        if key in (("in",), ("on",), *stretches.NOTS) and self.pending is not None and self.at is not None:
            # "21 w/ no gun"
            self.facts.bare.append(self.pending)
            self.pending = None
        self.more = self.more or key in stretches.MORE
        self.meant = key in stretches.MEANT or (self.meant and key == ("the",))
        among = key in stretches.AMONG and stretches.among_others(self.last, self.facts.words)
        if key in stretches.INCLUDING and self.facts.men and self.last in (None, *self.facts.men[-1].arms):
            # "8 men with assault rifles, incl. an NCO"
            self.facts.men[-1].lists = True
        # "everyone incl. the NCO has an SMG"
        self.everyone |= not among and key in stretches.INCLUDING and bool(self.facts.words & stretches.ALL)
        self.within_count = among or (self.within_count and key == ("the",))
        self.near = self.near or (key in stretches.BESIDE and isinstance(self.last, Arm))
        self.beside = self.beside or key in stretches.BESIDE
        self.without = key in stretches.NOTS or (self.denied and key in (("or",), ("any",)))
        self.alike = key in stretches.EITHER and stretches.one_row(self.last, after)
        either = key in stretches.EITHER and not self.denied and not self.alike
        if either and (after is None or after.kind not in (scanning.QUALITY, scanning.RANK)):
            self.facts.doubtful = True
        armed = key in stretches.HAVING and after is not None and after.kind == scanning.ARM
        if armed and (men := stretches.having(self.facts, self.pending, joined=self.joined)):
            self.men = self.last = men
            self.pending = None
        self.half = self.half or key == ("half",)
        self.joined = self.joined or key in JOINS

    def _known(self, one: Seen, about: str) -> None:
        match one.kind:
            case scanning.ARM:
                self._arm(one, about)
            case scanning.TEAM:
                self._team(one)
            case scanning.RANK if stretches.is_his(one, self.last, self.facts) and (self.meant or self.near):
                self._role(replace(one, kind=scanning.LEADER))  # "SMG for the officer"
            case scanning.VEHICLE | scanning.CLASS | scanning.RANK:
                self._whole(one, about)
            case scanning.QUALITY:
                self.facts.qualities.append(troops.QUALITIES[one.key])
                if one.plural and self.pending is not None and self.pending <= bounds.MOST_COUNTED:
                    # "6 vets"
                    self.facts.men.append(Men(self.pending, told=True))
                    self.pending = None
            case scanning.FLAG:
                self._flag(trimmings.FLAGS[one.key], one)
            case scanning.OPTION:
                self._option(about)
            case scanning.LEADER if isinstance(self.last, Arm) and self._is_among():
                # "3 SMGs (one on the NCO)", "3 Thompsons incl the sergeant", "2 SMGs (NCO has one)"
                self.facts.men.append(stretches.leader_with(self.last))
                self.pending, self.within_count, self.led = None, False, True
            case _:
                self._role(one)

    def _is_among(self) -> bool:
        """Whether the leader who is named has one of what was named just before."""
        return stretches.of_counted(self.last, self.facts.words, told=self.within_count, near=self.within)

    def _whole(self, one: Seen, about: str) -> None:
        """What the whole unit is: a number before it says how many such units there are."""
        facts = self.facts
        if one.kind == scanning.VEHICLE:
            facts.vehicles.append((about, VEHICLES[one.key]))
        elif one.kind == scanning.CLASS:
            facts.classes.append((about, troops.CLASSES[one.key]))
        else:
            facts.ranks.append((about, tuple(troops.RANKS[one.key].split("|"))))
        count = self._taken()
        if self.head and count is not None and facts.times == 1:
            facts.times = count
        self.whole = one if one.plural and count is None else None

    def _flag(self, flag: str, one: Seen) -> None:
        if one.key in (("at",), ("open",)) and one.start < self.begin and self.head:
            return
        if flag not in self.facts.flags and not self.without:
            self.facts.flags.append(flag)
        self.without = False
        self.towed = self.towed or flag == "towing"
        self._taken()

    def _option(self, about: str) -> None:
        about = abroad.PLACES.get(about, about)
        self.towed = self.towed or about in ("tow", "tow for")
        if self.without and about in ("weapon", "equipment", "upgrade", "options"):
            self.facts.denied += [()] if about == "weapon" else []
            self.without = False
        if self.without and about in stretches.PLACES:
            # "no coax": whatever stands there is missing.
            self.facts.doubtful, self.without = True, False
        if about in ("wheeled", "tracked", "half tracked"):
            self.facts.moves = about.replace(" tracked", "-track")
        self.more = self.more or stretches.behind(about, self.facts)
        self.rear = self.rear or about in stretches.REAR
        self.pintle = self.pintle or about.startswith("pintle")
        if about.startswith("pintle") and isinstance(self.last, Arm) and self.joined:
            # "+1 MMG pintle"
            self.last.more = True
        mount = stretches.mount_of(about)
        # "coax + hull MMG" are one each.
        before = self.mount or (self.facts.place if self.joined else "")
        self.both = self.both or bool(mount and before and mount != before)
        self.mount = mount or self.mount
        if isinstance(self.last, Arm) and self.mount and not self.last.mount:
            self.last.mount = self.mount
        elif about in ("twin", "dual") and self.pending is None:
            self.pending = 2
        elif about == "quad" and self.pending is None:
            self.pending = 4

    def _number_of(self, one: Seen) -> int | None:
        """How many of a team there are; in "A Company, 7 Section" a number says which it is."""
        first = self.at is None or self.at[0] <= self.begin
        count = self._taken()
        named = self.head and not (first or one.plural) and one.key[-1:] in _WHICH
        return None if named and (count or 0) > 1 else count

    def _team(self, one: Seen) -> None:
        facts = self.facts
        count = self._number_of(one)
        if self.head and count is None and stretches.is_whose(one, self.after):
            return
        size, always, hold = troops.TEAMS[one.key]
        if one.key == ("team",) and not self.head and isinstance(self.last, Arm) and self.last.count == 2:
            # "2x LMG team": two teams, or the two men of one.
            self.last.doubt = is_team(self.last.rows[0])
        if one.key == ("team",) and count is None and isinstance(self.last, Arm) and served(self.last):
            self.last.crew = self.last.crew or CREWED
        facts.teams.append((size, always, hold))
        if hold not in ("", "Rifle", SMG, troops.UNARMED):
            crew = 0 if self.head else CREWED
            facts.arms.append(Arm(tuple(hold.split("|")), " ".join(one.key), named=self.head, crew=crew))
        if one.key[-1] in stretches.SQUADS and self.head and one.start < self.begin:
            self.last = stretches.after_squad(self.facts, self.last, self.men)
        if count is None and not self.head and stretches.is_lone(one, self.after, self.facts.words):
            # "2x Ranger with BAR, Ranger with rifle"
            count = 1
        if count is None or (count == 1 and not self.head and one.key[-1] == "team"):
            # "Anti-tank team: 1x Panzerschreck team" is what it is, not one man of it.
            return
        single = count == 1 and not one.plural and one.key[-1] not in (*stretches.SQUADS, "group")
        escort = bool(facts.ranks) and (single or stretches.is_lone(one, self.after, self.facts.words))
        # "Squad, NCO with SMG, 7x Guard with rifle"
        first = self.head and not (escort or facts.men) and (one.start < self.begin or not facts.teams)
        if first and (always or not one.plural or one.key[-1] in stretches.SQUADS):
            if facts.times == 1:
                facts.times = count
        else:
            # "Lieutenant, two guards": beside him, or he is one of them.
            beside = bool(facts.ranks) or self.beside
            hold = "Rifle" if (single or facts.ranks) and one.key[0] in stretches.RIFLEMEN else ""
            more = self.more or (single and escort)
            self.last = self.men = Men(count, True, [], hold, joined=self.joined, more=more, beside=beside)
            self.men.each = count > 1 and not one.plural and one.key[-1] not in stretches.SQUADS
            facts.men.append(self.men)

    @property
    def _for_him(self) -> bool:
        return self.meant or (self.opened and self.near)

    def _role(self, one: Seen) -> None:
        if self.without and self.pending is None:
            # "no loader": who serves it then is to be said; "no extra men" are none.
            self.without = False
            self.facts.doubtful |= one.kind in (scanning.LOADER, scanning.GUNNER)
            if one.key in troops.MORE and self.facts.ranks:
                self.facts.total = 1
            return
        count = self._counted(one)
        role, hold = stretches.role_of(one, within=self.within)
        # "NCO (Corporal): SMG" is one; "other men rifles" are the rest.
        again = one.key == ("other", "man")
        again |= role == scanning.LEADER and self.opened and stretches.bare_leader(self.last)
        if count is None and (again or (not role and self.men is not None)):
            return
        more = (
            self.more or one.key in troops.MORE or (not role and count == 1 and stretches.follows(self.facts))
        )
        # "Lieutenant and escorts": of how many nobody knows.
        self.facts.doubtful |= one.key in troops.MORE and count is None and one.plural
        serves = None
        if isinstance(self.last, Arm) and self.near and not role and count in (2, 3):
            serves = self.last if served(self.last) else None
        if not role and stretches.crew_of_each(self.last, count, self.facts.words):
            return
        if stretches.is_spotter(one, count, self.facts):
            return
        if (
            count is None
            and not (role or hold or more or self.head)
            and stretches.is_lone(one, self.after, self.facts.words)
        ):
            # "8x Soldier with rifle, Soldier with VB launcher"
            count = 1
        if not role and count is None and not hold and not more:
            return
        joined = self.joined and not (self.meant and role == scanning.LEADER)
        men = stretches.so_many(
            Men(1, False, [], hold, role, more, joined, self.beside, serves=serves), count, one
        )
        if not role and count is None and one.plural and hold:
            # "riflemen" without a number: the rest of them.
            self.facts.arms.append(
                Arm((hold,), " ".join(one.key), None, True, self.head and one.start < self.begin)
            )
            return
        own = role == scanning.LEADER and (self.everyone or stretches.is_behind(self.last, self.after))
        stretches.hand_over(self.facts, None if own else self.last, men, near=self.near, meant=self._for_him)
        men.behind = self.facts.told_arms
        self.men = self.last = None if role == scanning.LEADER and self.everyone else men
        self.facts.men.append(men)
        self.joined = False

    def _arm(self, one: Seen, about: str) -> None:
        if self.pending is not None and self.pending > bounds.MOST_OF_A_KIND:
            self._taken()
        once_more = self.denied and self.beside_arm
        if self.towed or ((self.without or once_more) and self.pending is None):
            # "towing a Pak 40": the gun is a unit of its own; "no LMG", "no LMG/SMG".
            if not self.towed:
                self.facts.denied.append(ARMS[one.key])
                self.denied = True
            self._taken()
            self.without = False
            return
        named = self.head and one.start < self.begin
        last = self.last
        if self.alike and self.pending is None:
            # "M1 Garand rifle or carbine"
            self.alike = False
            return
        same = self.beside_arm or (self.pintle and not self.apart)  # "MG34 pintle MMG"
        if same and not self.pending and stretches.by_two_names(last, one):
            return
        if self.within and self.pending is None and stretches.by_class(last, one, self.facts.words):
            return
        if self.beside_arm and isinstance(last, Arm) and self.pending is None:
            # "RKM automatic rifle": two names beside each other, and not one weapon's; "rifle LMG" are two.
            sure = "Rifle" in last.rows or last.count is not None or last.plural or one.plural
            sure = sure or (last.in_tables and last.rows[0] in GUNS)
            self.facts.doubtful |= not (sure or {*last.rows} & {*ARMS[one.key]})
        count = self._taken()
        self.apart = False
        arm = self._placed(Arm(ARMS[one.key], about, count, one.plural, named, self.mount))
        self.facts.joined |= self.joined
        self.mount, self.half = "", False
        self.last = arm
        if self.men is not None and stretches.theirs(self.men, arm):
            self.men.arms.append(arm)
        else:
            self.facts.arms.append(arm)

    def _placed(self, arm: Arm) -> Arm:
        """An arm with what the words before it say of its place."""
        arm.more, arm.half = self.more or self.pintle, self.half
        arm.pintle = self.pintle and not self.more
        arm.rear, self.rear = self.rear, False
        if self.both and arm.count is None and self.facts.vehicles:
            arm.count, arm.mount = 2, ""
        self.both = False
        return arm

    def close(self, marks: list[tuple[int, int, str]]) -> None:
        """The end of the stretch: a number that belongs to nothing is left."""
        last = self.last
        if self.rear and isinstance(last, Arm) and not last.rear:
            # "MMG rear"
            last.rear, last.more = True, last.more or self.more
        self.facts.place = "" if last is not None else self.mount
        # "SMGs on half the squad"
        self.facts.doubtful |= self.half
        if last is None and self.joined and stretches.are_beside(self.facts, self.pending, more=self.more):
            # "Major + 1", "5 men + 5 extra", "NCO + 7"
            self.facts.men.append(Men(self.pending or 0, told=True, joined=True, more=self.more))
            self.pending = None
            return
        if self.pending is not None and not self.apart and stretches.counts(last, self.pending):
            # "SMGs 4"
            last.count, self.pending = self.pending, None
        if self.pending is not None and self.at is not None:
            if self.at[0] >= self.begin or self.head:
                self.facts.bare.append(self.pending)
            marks.append((*self.at, USED))
