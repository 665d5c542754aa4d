"""Luck: what each side's dice made, against what was to be expected of them (page 9 F).

A try is a die, or a pair of dice, of which the log says what it had to show. All that a place has thrown
counts, what was rolled again too; only what was taken back does not. The number of successes of tries with
unlike chances is distributed as Poisson's binomial, worked out here and not approximated.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import product

from rules.tabletop.dice import ANYBODY, ROLLED
from rules.tabletop.documents.plain import ReadPlain
from rules.tabletop.state import Game

WHOLE = 36
"""Chances are counted in so many parts: two dice of six."""
HITS, DAMAGE, CLOSE, SAVES = "hits", "damage", "close quarters", "saves"
ORDERS, MORALE, BARRAGE, FIRE, TURRETS = "order tests", "morale tests", "barrage", "fire", "turret checks"
KINDS = (HITS, DAMAGE, CLOSE, SAVES, ORDERS, MORALE, BARRAGE, FIRE, TURRETS)
MOST = 5000
"""For more tries of one kind their chance is not worked out."""
NEVER = 1e-40
"""What is less likely is left out of the sums."""

NEEDED = {"hit rolls": HITS, "damage rolls": DAMAGE, "saves": SAVES}
TESTS = {"tested": ORDERS, "retested": ORDERS, "morale": MORALE}
ALONE = {
    "under fire": (BARRAGE, "barrage.hit from"),
    "turret checked": (TURRETS, "jam.from"),
    "ampulomet": (FIRE, "ampulomet.fire from"),
}
"""Single dice, and the number of the tables that they need."""
CLOSES = frozenset({"declared", "fires", "answered", "assault", "hits", "damaged", "equal", "ordered"})
"""After these another roll begins."""
TWO_SIXES = 1


@dataclass(slots=True)
class Try:
    """One die, or the two of a test: of whose place, how likely of 36 it was, and whether it succeeded."""

    place: int
    kind: str
    typed: bool
    dice: int
    chance: int
    made: bool


@dataclass(frozen=True, slots=True)
class Luck:
    """A side's tries of a kind. ``typed`` are those whose dice people rolled, which nobody can check.

    The chances are of just as many successes, at least as many, and at most as many; None for too many tries.
    """

    side: int
    kind: str
    typed: bool
    dice: int
    tries: int
    expected: float
    made: int
    exactly: float | None
    at_least: float | None
    at_most: float | None


def by_one(needed: int) -> int:
    """The chance of one die of six; a one always fails, and above six there is none."""
    return max(0, 7 - max(2, needed)) * 6


def by_two(value: int) -> int:
    """The chance of a test: two dice show at most the value, and not two sixes."""
    return sum(1 for one, two in product(range(1, 7), repeat=2) if one + two <= value and one + two != 12)


def distribution(chances: Iterable[int]) -> tuple[int, list[float]]:
    """How likely each number of successes is, from the first number on; each chance is of 36."""
    first, found = 0, [1.0]
    for chance, count in sorted(Counter(chances).items()):
        start, more = _trimmed(_same(chance, count))
        spread = [0.0] * (len(found) + len(more) - 1)
        for at, one in enumerate(found):
            for beyond, other in enumerate(more):
                spread[at + beyond] += one * other
        again, found = _trimmed(spread)
        first += start + again
    return first, found


def _same(chance: int, count: int) -> list[float]:
    """The binomial distribution, each of its numbers rounded once."""
    whole, ways, found = WHOLE**count, 1, []
    for made in range(count + 1):
        found.append(ways * chance**made * (WHOLE - chance) ** (count - made) / whole)
        ways = ways * (count - made) // (made + 1)
    return found


def _trimmed(spread: Sequence[float]) -> tuple[int, list[float]]:
    likely = [at for at, one in enumerate(spread) if one > NEVER]
    return likely[0], list(spread[likely[0] : likely[-1] + 1])


def luck_of(game: Game, events: Iterable[ReadPlain]) -> tuple[Luck, ...]:
    """The luck of each side by kind, of the events of a log as it is stored; none of them undone."""
    rows: defaultdict[tuple[int, int, bool], list[Try]] = defaultdict(list)
    for one in _Reader(game).read(events):
        if 0 <= one.place < len(game.players):
            rows[game.players[one.place].side, KINDS.index(one.kind), one.typed].append(one)
    return tuple(_luck(*key, rows[key]) for key in sorted(rows))


def _luck(side: int, kind: int, typed: bool, tries: Sequence[Try]) -> Luck:
    made, expected = sum(one.made for one in tries), sum(one.chance for one in tries) / WHOLE
    exactly, at_least, at_most = _chances([one.chance for one in tries], made)
    return Luck(
        side=side,
        kind=KINDS[kind],
        typed=typed,
        dice=sum(one.dice for one in tries),
        tries=len(tries),
        expected=expected,
        made=made,
        exactly=exactly,
        at_least=at_least,
        at_most=at_most,
    )


def _chances(chances: Sequence[int], made: int) -> tuple[float | None, float | None, float | None]:
    """How likely just so many are, at least so many, and at most."""
    if len(chances) > MOST:
        return None, None, None
    first, spread = distribution(chances)
    at = made - first
    exactly = spread[at] if 0 <= at < len(spread) else 0.0
    return exactly, min(1.0, sum(spread[max(0, at) :])), min(1.0, sum(spread[: max(0, at + 1)]))


@dataclass(slots=True)
class _Open:
    """A die of the roll that lies open: what it needs, of which kind and group, and what it shows."""

    n: int
    kind: str
    needed: int
    value: int
    group: int | None


class _Reader:
    """Reads a log from its beginning, for some dice are told after what they needed."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._tries: dict[int, Try] = {}
        self._open: list[_Open] = []
        """The present roll: of a volley that of all its groups, each with a need of its own."""
        self._sixes: list[int] = []
        """The dice of it that are hits if another six follows."""
        self._pair = ("", "")

    def read(self, events: Iterable[ReadPlain]) -> Iterable[Try]:
        """The tries, in the order in which they were told."""
        for event in events:
            self._one(event["kind"], event["values"], event["dice"])
        return self._tries.values()

    def _one(self, kind: str, values: ReadPlain, dice: Sequence[ReadPlain]) -> None:
        if kind in CLOSES:
            self._open = []
        if kind in NEEDED:
            self._rolled(NEEDED[kind], values, dice)
        elif kind in TESTS and dice:
            self._tested(TESTS[kind], values, dice)
        elif kind in ALONE:
            named, path = ALONE[kind]
            for die in dice:
                self._thrown(named, self._game.tables[path] if path else 6, die)
        else:
            self._beside(kind, values, dice)

    def _beside(self, kind: str, values: ReadPlain, dice: Sequence[ReadPlain]) -> None:
        """What says of other dice what came of them; and close quarters, whose need not all logs tell."""
        if kind == "assault":
            self._pair = (values["shooter"], values["target"])
        elif kind == "fought":
            self._fought(values, dice)
        elif kind == "second sixes":
            self._second(dice)
        elif kind == "reroll card":
            # Told group by group; logs of before have all of them in one line.
            group = values.get("group")
            self._again([one for one in self._open if group in (None, one.group)], dice)
        elif kind == "reroll momentum":
            self._again(self._chosen(values), dice)

    def _rolled(self, kind: str, values: ReadPlain, dice: Sequence[ReadPlain]) -> None:
        """One lot of a roll: it joins what lies open, if that is of the same kind."""
        needed = int(values["needed"])
        if any(one.kind != kind for one in self._open):
            self._open = []
        for die in dice:
            self._open.append(_Open(die["n"], kind, needed, die["value"], values.get("group")))
            self._thrown(kind, needed, die)
        self._wait()

    def _wait(self) -> None:
        self._sixes = [one.n for one in self._open if one.kind == HITS and one.needed > 6 and one.value == 6]

    def _second(self, dice: Sequence[ReadPlain]) -> None:
        for n, die in zip(self._sixes, dice, strict=False):
            self._tries[n].made = die["value"] == 6
        self._sixes = self._sixes[len(dice) :]

    def _fought(self, values: ReadPlain, dice: Sequence[ReadPlain]) -> None:
        """Logs of before do not tell what was needed: there it goes by the quality of whom they fight."""
        if "needed" in values:
            self._rolled(CLOSE, values, dice)
            return
        enemy = self._pair[values["unit"] == self._pair[0]]
        quality = next((one.quality for one in self._game.units if one.id == enemy), None)
        if quality is not None:
            self._rolled(CLOSE, {"needed": self._game.tables[f"damage.{quality}"]}, dice)

    def _tested(self, kind: str, values: ReadPlain, dice: Sequence[ReadPlain]) -> None:
        typed = any(_typed(die) for die in dice)
        chance = by_two(int(values["value"]))
        made = bool(values["passed"])
        self._tries[dice[0]["n"]] = Try(_place(dice[0]), kind, typed, len(dice), chance, made)

    def _chosen(self, values: ReadPlain) -> list[_Open]:
        """The one die that momentum rolls again; logs of before say only what it showed."""
        n, was = values.get("die"), values["was"]
        return [one for one in self._open if n in (None, one.n) and one.value == was][:1]

    def _again(self, dice: Sequence[_Open], thrown: Sequence[ReadPlain]) -> None:
        """Thrown again: by a card all dice of a roll, told with those that stay; by momentum one."""
        for old, new in zip(dice, thrown, strict=False):
            self._thrown(old.kind, old.needed, new)
            old.n, old.value = new["n"], new["value"]
        self._wait()

    def _thrown(self, kind: str, needed: int, die: ReadPlain) -> None:
        # From seven on a hit needs a six and then another, which is told later.
        chance = TWO_SIXES if kind == HITS and needed > 6 else by_one(needed)
        made = needed <= 6 and die["value"] >= max(2, needed)
        self._tries.setdefault(die["n"], Try(_place(die), kind, _typed(die), 1, chance, made))


def _place(die: ReadPlain) -> int:
    return int(die.get("by", ANYBODY))


def _typed(die: ReadPlain) -> bool:
    return bool(die.get("source", ROLLED) != ROLLED)
