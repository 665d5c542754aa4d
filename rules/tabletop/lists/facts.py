"""What the words of a unit say, before it is decided what they make together (Tabletop E)."""

from __future__ import annotations

import re
from collections.abc import Iterable

from rules.tabletop.lists import bounds, once, sizes, stretches
from rules.tabletop.lists.counters import counters_of, is_share
from rules.tabletop.lists.kinds import narrow, size_guns
from rules.tabletop.lists.raw import MODEL, UPGRADE, Part, Raw
from rules.tabletop.lists.remarks import without_remarks
from rules.tabletop.lists.said import Arm, Facts, Men
from rules.tabletop.lists.segments import Segment
from rules.tabletop.lists.stretches import USED, segments
from rules.tabletop.lists.titles import label_in, without_quoted
from rules.tabletop.lists.words import phrases, scanning
from rules.tabletop.lists.words.armoury import ARMS, SMALL
from rules.tabletop.lists.words.scanning import GUNNER, LEADER, Seen, scan
from rules.tabletop.lists.words.tokens import size_in, tokens_of

_QUOTES = ('"', "\u201c", "\u201d")
_BEGINS_DETAILS = {("armed",), ("equipped",), *stretches.BESIDE, *stretches.INCLUDING}


def _holds(men: Men, arm: Arm) -> bool:
    """Whether it is said already that these men hold it: "LMG gunner: LMG"."""
    return any(one.rows == arm.rows for one in men.arms)


class Gatherer:
    """Reads a unit piece by piece."""

    def __init__(self, raw: Raw) -> None:
        """Gather all that is said of a unit."""
        self.raw = raw
        self.facts = Facts(raw.name, raw.times, raw.points, raw.men)
        self.facts.printed = phrases.PRINTED.search(raw.line) is not None
        self._spent: list[tuple[int, int]] = []
        self._counters = counters_of(raw)
        self._titled = raw.titled or (bool(raw.parts) and self.facts.printed)
        self._name = frozenset(token.text for token in tokens_of(raw.name) if token.word)

    def gather(self) -> Facts:
        """All of it."""
        self._piece(self.raw.name, None, head=True)
        for part in self.raw.parts:
            for one in once.apart(part):
                self._part(one)
        self.facts.doubtful |= not self.facts.ranks and phrases.SPOKEN.search(self.raw.line) is not None
        narrow(self.facts)
        once.unarmed(self.facts)
        size_guns(self.facts)
        if self.raw.structured:
            self._serving_once()
        self._serve()
        once.one_leader(self.facts)
        once.each_served(self.facts)
        once.loading(self.facts)
        once.count_once(self.facts)
        once.join_more(self.facts)
        once.drop_calibres(self.facts)
        once.his_of_them(self.facts)
        once.is_one(self.facts, self.raw.line)
        once.his_man(self.facts, self.raw.line)
        once.two_of_a_pair(self.facts)
        self.facts.doubtful |= once.who_carries(self.facts)
        self.facts.leads_with = once.leads_with(self.raw.line)
        sizes.men_by_times(self.facts)
        if self.facts.carries and not (self.facts.vehicles or self.facts.classes):
            self.facts.unknown.append(self.facts.carries)
        return self.facts

    def _serve(self) -> None:
        """ "LMG (2 men), 7 rifles": they are its crew, where there are others than them."""
        facts = self.facts
        for men in [one for one in facts.men if one.serves is not None and not one.arms]:
            others = sum(one.count for one in facts.men if one is not men)
            small = any(arm is not men.serves and arm.rows[0] in SMALL for arm in facts.arms)
            if men.serves is not None and (small or others > men.count or (facts.total or 0) > men.count):
                men.serves.crew = men.count
                facts.men.remove(men)

    def _part(self, part: Part) -> None:
        """Men with what they hold below them, or something that is said of the whole unit."""
        arms = len(self.facts.arms)
        if part.kind == UPGRADE and once.of_unit(self.facts, part):
            self.facts.marks.append((part.text, ((0, len(part.text), USED),)))
            return
        if served := once.crew_of(part):
            self.facts.arms.append(served)
            self.facts.marks.append((part.text, ((0, len(part.text), USED),)))
            return
        men = self._piece(part.text, part.count, head=False, kind=part.kind, holds=bool(part.parts))
        if men is not None and part.kind == UPGRADE and any(one.kind == MODEL for one in part.parts):
            # "Machine gunners", with a gunner and two loaders as models: these are the men.
            self.facts.men.remove(men)
            self.facts.arms += men.arms
            men = None
        if men is not None and men.count > 1:
            # "2x Grenadier w/ rifle and Panzerfaust"
            self.facts.doubtful |= once.carried_by_some(self.facts.arms[arms:])
        if men is None:
            self._below_none(part, arms)
        else:
            self._below_men(part, men, arms)

    def _below_none(self, part: Part, arms: int) -> None:
        """What stands below something that is no men."""
        known, own = len(self.facts.men), self.facts.arms[arms:]
        for inner in part.parts:
            self._part(inner)
        once.fired_by(self.facts, own, self.facts.men[known:])
        once.named_below(self.facts, own, arms + len(own))
        once.serving_below(self.facts, own, self.facts.men[known:])
        self._crew_below(self.facts.arms[arms:], self.facts.men[known:])

    def _below_men(self, part: Part, men: Men, arms: int) -> None:
        """What stands below men, who hold it."""
        men.part = part.count is not None and not part.kind
        kept, self.facts.arms = self.facts.arms, []
        own = kept[arms:] if part.kind == MODEL and not men.arms else []
        kept = [arm for arm in kept if arm not in own]
        before = len(self.facts.men)
        for inner in part.parts:
            self._part(inner)
        # "4x Grenadier with SMG: SMG"
        once.count_again(men, self.facts.arms)
        again = [arm for arm in kept[arms:] if any(arm.rows == one.rows for one in self.facts.arms)]
        kept = [arm for arm in kept if not any(arm is one for one in again)]
        if part.count is not None and not part.kind and self.facts.ranks and not men.role:
            # "First Lieutenant: 2x Infantryman" are two or three.
            men.beside = True
        said_again = not part.kind and all(_holds(men, arm) for arm in self.facts.arms)
        held = bool(self.facts.arms) and (not said_again or part.count is not None)
        men.file = bool(part.kind or held or self.facts.men[before:])
        lone = len(self.facts.arms) == 1
        men.arms += [
            arm
            for arm in self.facts.arms
            if arm.count not in (None, men.count, *((1,) if lone else ())) or not _holds(men, arm)
        ]
        for arm in own:
            # "LMG team", a model of two: what it is called by, it holds.
            if not _holds(men, arm):
                arm.count = None
                men.arms.append(arm)
        self.facts.arms = kept
        below = self.facts.men[before:]
        if not part.kind and {one.role for one in below} == sizes.SERVING and all(one.told for one in below):
            # "3x Mortar team: 3x loader, 3x gunner": they are told one by one.
            self.facts.men.remove(men)
            return
        self._once_more(men, before, led=not part.kind)

    def _once_more(self, men: Men, before: int, *, led: bool) -> None:
        """Men named below men (a model of a model) are those men once more; a leader is one of them."""
        below = self.facts.men[before:]
        leaders = [one for one in below if led and one.role == LEADER and one.arms]
        if len(leaders) == 1 and men.count > 1:
            # "12 Marines: sergeant with SMG, 11 rifles"
            men.count -= 1
        else:
            leaders = []
        for once_more in [one for one in below if one not in leaders]:
            for arm in once_more.arms:
                # "7x Grenadier: 7 with rifle, 2 with Panzerfaust"
                arm.count = arm.count or (once_more.count if once_more.count < men.count else None)
            men.arms += once_more.arms
            men.hold = men.hold or once_more.hold
        self.facts.men[before:] = leaders

    def _serving_once(self) -> None:
        """ "LMG team (gunner and loader)" as an option, beside the gunner and the loader as models."""
        facts = self.facts
        models = {one.role for one in facts.men if one.file}
        if facts.ranks and models:
            # "Platoon Commander (Rifle)": the platoon, not what he holds.
            facts.arms = [arm for arm in facts.arms if not arm.named]
        fired = {arm.rows for one in facts.men if one.file and one.role == GUNNER for arm in one.arms}
        facts.arms = [arm for arm in facts.arms if arm.rows not in fired or (arm.count or 1) > 1]
        facts.men = [
            one for one in facts.men if one.file or one.told or one.role not in sizes.SERVING & models
        ]

    def _crew_below(self, arms: list[Arm], men: list[Men]) -> None:
        """ "LMG team (LMG, 2 men)": the men below a weapon serve it."""
        crewed = [arm for arm in arms if arm.crew]
        if len(crewed) == 1 and len(men) == 1 and not men[0].role and not men[0].arms and men[0].told:
            crewed[0].crew = men[0].count
            self.facts.men.remove(men[0])

    # One piece of text

    def _piece(
        self, text: str, count: int | None, *, head: bool, kind: str = "", holds: bool = False
    ) -> Men | None:
        """Use the words of a piece; gives the men that it stands for, if those below it are theirs."""
        self._spent = []
        rest = self._counted(text, head=head)
        self.facts.doubtful |= phrases.OPEN.search(phrases.CARRIES.sub("", text)) is not None
        seen = self._counters.placed(scan(rest))
        self.facts.doubtful |= is_share(seen)
        self.facts.words |= phrases.words_in(f"{text} {rest}")
        begin = self._begin(seen, len(text)) if head else 0
        marks = [(start, end, USED) for start, end in self._spent]
        first_men, first_arms, teams = len(self.facts.men), len(self.facts.arms), len(self.facts.teams)
        ranks, spotters = len(self.facts.ranks), self.facts.spotters
        named = kind == MODEL or (holds and not kind)
        self._segments(
            segments(seen),
            begin,
            marks,
            count,
            head=head,
            called=not head and (named or phrases.holding(text)),
        )
        self.facts.marks.append((text, tuple(sorted(marks))))
        if kind == MODEL:
            once.one_of_role(self.facts, first_men)
        added = self.facts.men[first_men:]
        if (
            not head
            and 0 < ranks < len(self.facts.ranks)
            and not added
            and not kind
            and self.facts.arms[first_arms:]
        ):
            added = self._officer_himself(first_arms)
        if not head and not added and len(self.facts.ranks) > ranks and named:
            added = [Men(count or 1, told=True, role=LEADER)]
            self.facts.men += added
        if kind == MODEL and self.facts.spotters > spotters and not added:
            self.facts.spotters = spotters
            added = [Men(count or 1, told=True, aside=True)]
            self.facts.men += added
        lone = holds and stretches.is_lone_team(self.facts, teams, snipers=not kind)
        if not head and (kind == MODEL or lone) and not added:
            # "Commissar: Pistol" is one man.
            added = [Men(count or 1, told=True)]
            self.facts.men += added
        return added[0] if not head and len(added) == 1 else None

    def _begin(self, seen: tuple[Seen, ...], end: int) -> int:
        return end if self.raw.structured else self._details(seen, end)

    def _officer_himself(self, first: int) -> list[Men]:
        """ "Second lieutenant: officer with pistol" is one man, with what stands beside the word."""
        own = self.facts.arms[first:]
        del self.facts.arms[first:]
        self.facts.men.append(Men(1, told=True, arms=own, role=LEADER))
        return self.facts.men[-1:]

    def _counted(self, text: str, *, head: bool) -> str:
        """Use what is counted by phrases of its own, and blank it out."""
        text = without_quoted(phrases.plainly(text if self.raw.structured else without_remarks(text)))
        label = label_in(text, self.raw) if head else None
        if label is not None:
            text = text[: label[0]] + " " * (label[1] - label[0]) + text[label[1] :]
        for pattern in (
            phrases.RESERVE,
            phrases.CARRIES,
            phrases.TURRETS,
            phrases.NO_NCO,
            phrases.INSTEAD,
            phrases.SWAP,
            phrases.STRONG,
            phrases.ADDS_UP,
            phrases.ALONE,
            phrases.BECOMES,
            phrases.COUNTS_AS,
            phrases.OF,
            phrases.CREW,
            phrases.QUANTITY,
            *((phrases.SQUARE,) if head else ()),
        ):
            found = pattern.search(text)
            if found is None or (pattern is phrases.OF and not once.tells_size(found, text)):
                continue
            if pattern is phrases.OF and (crew := self._crew_of(text, found, head=head)):
                # "Bren team of 2": its crew, not all that there are.
                text = text[:crew] + " " * (found.end() - crew) + text[found.end() :]
                continue
            if pattern in (phrases.CREW, phrases.SQUARE) and int(found[1]) > bounds.MOST_COUNTED:
                # "5 man crew 75": those are points.
                continue
            self._phrase(pattern, found)
            self._spent.append(found.span())
            text = text[: found.start()] + " " * len(found[0]) + text[found.end() :]
        return text

    @staticmethod
    def _crew_of(text: str, found: re.Match[str], *, head: bool) -> int:
        """Where "of 2" begins behind a weapon's team; 0 if it is no crew."""
        before = scan(text[: found.start()])
        served = before and before[-1].kind == scanning.ARM and found[0].lower().startswith("team")
        # A line that begins with it is the team itself.
        inner = served and size_in(found[1]) in (2, 3) and (before[1:] or not head)
        return found.start() + len("team") if inner else 0

    def _in_place(self, text: str, *, swap: bool) -> None:
        """What something is instead of: of vehicles it may have had that as well."""
        inner = scan(text)
        arms = [ARMS[one.key] for one in inner if one.kind == scanning.ARM]
        self.facts.doubtful |= any(one.kind == scanning.NUMBER for one in inner) or len(arms) > 1
        self.facts.denied += arms if swap and self.facts.vehicles else []

    def _phrase(self, pattern: re.Pattern[str], found: re.Match[str]) -> None:
        """What a phrase of its own says."""
        facts = self.facts
        if pattern is phrases.RESERVE:
            facts.entry = int(found[1] or 2)
        elif pattern is phrases.CARRIES:
            facts.carries = found[0]
        elif pattern is phrases.TURRETS:
            facts.turrets = {"one": 1, "two": 2, "three": 3}.get(found[1].lower()) or int(found[1])
        elif pattern is phrases.NO_NCO:
            facts.nco = False
        elif pattern in (phrases.INSTEAD, phrases.SWAP):
            self._in_place(found[0], swap=pattern is phrases.SWAP)
        elif pattern is phrases.ALONE:
            facts.total = 1
        elif pattern is phrases.OF:
            facts.total = size_in(found[1])
        elif pattern is phrases.QUANTITY:
            facts.times = max(1, size_in(found[1] or found[2]) or 1) if facts.times == 1 else facts.times
        elif pattern in (phrases.SQUARE, phrases.STRONG, phrases.CREW, phrases.ADDS_UP):
            # "[0]" is what it costs.
            facts.total = int(found[1]) or facts.total

    def _details(self, seen: tuple[Seen, ...], end: int) -> int:
        """Where the details of a line begin: what stands before may be its name."""
        first = end
        known = False
        for at, one in enumerate(seen):
            spent = any(start < one.start for start, _end in self._spent)
            if one.kind == scanning.BREAK and (known or spent) and one.key[0] not in _QUOTES:
                first = min(first, one.start)
                break
            if one.key in _BEGINS_DETAILS or (one.kind == scanning.STOP and one.key == ("and",) and known):
                first = min(first, one.start)
                break
            if known and stretches.begins(seen[:at], one):
                first = min(first, one.start)
                break
            alone = not (at and seen[at - 1].kind == scanning.NUMBER)
            named = (one.kind == scanning.STOP and not at) or (one.kind == scanning.MAN and alone)
            known = (
                known
                or named
                or one.kind
                in (
                    *(scanning.UNKNOWN, scanning.TEAM, scanning.VEHICLE, scanning.CLASS, scanning.RANK),
                    *(scanning.ARM, scanning.OPTION),
                )
            )
        cut = [start for start, _end in self._spent]
        return min([first, *(start for start in cut if known and start > 0)]) if cut else first

    def _segments(
        self,
        found: Iterable[list[Seen]],
        begin: int,
        marks: list[tuple[int, int, str]],
        count: int | None,
        *,
        head: bool,
        called: bool,
    ) -> None:
        """Read all stretches; the first is what is counted, and what it calls men is a name."""
        for segment in found:
            self._segment(segment, begin, marks, count, head=head, called=called)
            count, called = None, False

    def _segment(
        self,
        segment: list[Seen],
        begin: int,
        marks: list[tuple[int, int, str]],
        count: int | None,
        *,
        head: bool,
        called: bool,
    ) -> None:
        reading = Segment(self.facts, begin, count, head=head)
        reading.name, reading.titled, reading.called = self._name, head and self._titled, called
        for at, one in enumerate(segment):
            after = segment[at + 1] if at + 1 < len(segment) else None
            mark = reading.take(one, after)
            if mark:
                marks.append((one.start, one.end, mark))
        reading.close(marks)


def facts_of(raw: Raw) -> Facts:
    """All that is said of a unit."""
    return Gatherer(raw).gather()
