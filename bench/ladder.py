"""The ladder: bots of each level and character against each other, on drawn wars, every game kept.

What is played is settled beforehand: a game's number and the ladder's seed make its war, its dice, the ids
that everybody bears and the army rules; each war is played twice, with sides swapped. A side with several
seats wins with the champion; without one, whoever is ahead in the order of Rules 10 wins.
"""

from __future__ import annotations

import hashlib
import json
import math
import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from functools import lru_cache
from itertools import combinations
from pathlib import Path

from django.conf import settings

if not settings.configured:
    settings.configure(USE_I18N=False)

from bench.rounds import SkippedError, Verdict
from campaign.base.maps.bot_games import ahead, relabelled
from campaign.base.maps.war_templates import TEMPLATE, draw
from campaign.base.setup import setups
from campaign.base.setup.campaign_settings import Variables
from campaign.base.setup.setups import Place, SetUp
from rules.armies import PRESETS
from rules.bot.characters import Character, Level
from rules.bot.opponent import plan
from rules.bot.selfplay import Mind, games_turns
from rules.orders import Plan
from rules.plans.knowledge import Knowledge
from rules.scenario import load
from rules.state import PlayerId, State

SEED = "ladder/1"
"""Fixed before anything was counted. Bots were made on games of other seeds."""
GAMES = 400
"""Of veterans against regulars, and of recruits against regulars."""
CHARACTER_GAMES = 200
BETWEEN_ENDS = 60
"""Of veterans against recruits, and of the characters among themselves."""
ALONE = 20
"""Of veterans only, on each template."""
SOON = 8
"""By this turn veterans have fought."""
SEATS = {"crossing": 2, "reliquary": 4, "long_war": 4}
KEPT = Path("test-artefacts") / "ladder.jsonl"
RESAMPLED = 400
SLICES = 10


@dataclass(frozen=True, slots=True)
class Player:
    """A kind of bot."""

    level: Level
    character: Character = Character.STEADY

    @property
    def name(self) -> str:
        """What tables call it."""
        return f"{self.level.value}, {self.character.value}"


@dataclass(frozen=True, slots=True)
class Game:
    """How a game went, from its first player's side; ``opened`` and ``lost`` are of both sides."""

    first: str
    second: str
    number: int
    template: str
    presets: bool
    won: bool
    decided: bool
    turns: int
    first_battle: int | None
    opened: tuple[int, int]
    lost: tuple[int, int]


def game(first: Player, second: Player, number: int, seed: str, template: str = "") -> Game:
    """Play one game; the same arguments always play the same."""
    key = template or list(SEATS)[number // 2 % len(SEATS)]
    presets = bool(number // (2 * len(SEATS)) % 2)
    secret = hashlib.sha256(f"{seed}/{key}/{number // 2}".encode()).digest()
    state, sides = _start(key, presets, secret, number % 2)
    minds = {player: _mind(first if side == 0 else second, secret) for player, side in sides.items()}
    opened, lost = [0, 0], [0, 0]
    first_battle = outcome = None
    for outcome in games_turns(state, secret, int(TEMPLATE[key].variables["last_turn"]), minds):
        if outcome.battles and first_battle is None:
            first_battle = outcome.movement.start.turn
        for result in outcome.battles:
            owners = dict(zip(result.battle.banners, result.battle.owners, strict=True))
            opened[sides[owners[result.battle.attacker]]] += 1
            for owner, levels in zip(result.battle.owners, result.lost, strict=True):
                lost[sides[owner]] += levels
    assert outcome is not None
    champion = outcome.victors[0] if outcome.victors else ahead(outcome)
    return Game(
        first=first.name,
        second=second.name,
        number=number,
        template=key,
        presets=presets,
        won=champion is not None and sides[champion] == 0,
        decided=bool(outcome.victors),
        turns=outcome.movement.start.turn,
        first_battle=first_battle,
        opened=(opened[0], opened[1]),
        lost=(lost[0], lost[1]),
    )


@lru_cache(maxsize=512)
def _drawn(key: str, names: tuple[str, ...], secret: bytes) -> SetUp:
    return draw(TEMPLATE[key], names, secret.hex())


def _start(key: str, presets: bool, secret: bytes, swapped: int) -> tuple[State, dict[PlayerId, int]]:
    """The war, and which of the two sides each seat is on."""
    template, chance = TEMPLATE[key], random.Random(secret)
    names = [f"p{number}" for number in range(1, SEATS[key] + 1)]
    rules = [chance.choice(PRESETS)[1] if presets else () for _ in names]
    places = [Place(name, name, tuple(own)) for name, own in zip(names, rules, strict=True)]
    variables = Variables(battles="abstract", army_points=9, **template.variables)
    document = setups.document_of(_drawn(key, tuple(names), secret), places, variables)
    renamed, old = relabelled(document, chance)
    sides = {PlayerId(new): (names.index(name) + swapped) % 2 for new, name in old.items()}
    return load(renamed).state, sides


def _mind(player: Player, secret: bytes) -> Mind:
    def mind(own: Knowledge) -> Plan:
        seed = hashlib.sha256(secret + f"bot/{own.player.id}/{own.turn}".encode()).digest()
        return plan(own, level=player.level, character=player.character, seed=seed).plan

    return mind


def match(first: Player, second: Player, games: int, seed: str = SEED, template: str = "") -> Iterator[Game]:
    """So many games of two kinds of bot."""
    for number in range(games):
        yield game(first, second, number, seed, template)


# What comes of many


def wilson(won: int, of: int, z: float = 1.96) -> tuple[float, float]:
    """The interval in which the true share lies, 95 of 100 times (Wilson's)."""
    share = won / of
    middle = (share + z * z / (2 * of)) / (1 + z * z / of)
    half = z * math.sqrt(share * (1 - share) / of + z * z / (4 * of * of)) / (1 + z * z / of)
    return middle - half, middle + half


def elo(games: Sequence[Game], anchor: str) -> dict[str, float]:
    """The ratings under which these games are likeliest, ``anchor``'s 0; each side is given half a game."""
    names = sorted({name for one in games for name in (one.first, one.second)})
    scores: dict[tuple[str, str], float] = {}
    for one in games:
        pair = (one.first, one.second) if one.won else (one.second, one.first)
        scores[pair] = scores.get(pair, 0) + 1
    for pair in list(scores):
        scores[pair] += 0.5
        scores.setdefault((pair[1], pair[0]), 0.5)
    strength = dict.fromkeys(names, 1.0)
    for _ in range(200):
        for name in names:
            others = [other for other in names if (name, other) in scores]
            won = sum(scores[name, other] for other in others)
            met = sum(
                (scores[name, other] + scores[other, name]) / (strength[name] + strength[other])
                for other in others
            )
            strength[name] = won / met
    return {name: 400 * math.log10(strength[name] / strength[anchor]) for name in names}


def ratings(games: Sequence[Game], anchor: str) -> dict[str, tuple[float, float, float]]:
    """Elo with the interval that resampled wars give: both games of a war stay together."""
    wars: dict[tuple[str, str, int], list[Game]] = {}
    for one in games:
        wars.setdefault((one.first, one.second, one.number // 2), []).append(one)
    chance, keys = random.Random(SEED), list(wars)
    drawn = [
        elo([one for key in chance.choices(keys, k=len(keys)) for one in wars[key]], anchor)
        for _ in range(RESAMPLED)
    ]
    found = elo(games, anchor)
    return {name: (found[name], *_middle([one.get(name, 0.0) for one in drawn])) for name in found}


def _middle(values: list[float]) -> tuple[float, float]:
    values.sort()
    return values[len(values) // 40], values[-1 - len(values) // 40]


def shares(games: Iterable[Game]) -> dict[str, tuple[int, int]]:
    """Games won by the first and played, on each template."""
    found: dict[str, tuple[int, int]] = {}
    for one in games:
        won, played = found.get(one.template, (0, 0))
        found[one.template] = (won + one.won, played + 1)
    return found


# The ladder


VETERAN, REGULAR, RECRUIT = Player(Level.VETERAN), Player(Level.REGULAR), Player(Level.RECRUIT)
OTHERS = tuple(
    Player(Level.REGULAR, character) for character in (Character.CAUTIOUS, Character.RAIDER, Character.SEEKER)
)


@dataclass(frozen=True, slots=True)
class Pairing:
    """So many games of two kinds of bot; ``template``: all on that one."""

    first: Player
    second: Player
    games: int
    template: str = ""

    def slice(self, part: int, parts: int) -> range:
        """The numbers of its games in one of so many slices of the ladder; no war is cut in two."""
        wars = self.games // 2
        return range(2 * (wars * part // parts), 2 * (wars * (part + 1) // parts))


STRONG, WEAK = Pairing(VETERAN, REGULAR, GAMES), Pairing(RECRUIT, REGULAR, GAMES)
AMONG = {key: Pairing(VETERAN, VETERAN, ALONE, key) for key in SEATS}
KINDS = {other.character: Pairing(other, REGULAR, CHARACTER_GAMES) for other in OTHERS}
ENDS = (
    Pairing(VETERAN, RECRUIT, BETWEEN_ENDS),
    *(Pairing(one, other, BETWEEN_ENDS) for one, other in combinations(OTHERS, 2)),
)
PAIRINGS = (STRONG, *KINDS.values(), WEAK, *AMONG.values(), *ENDS)


class Book:
    """The games that have been played, each written down as it ends.

    A ladder that was broken off goes on where it stopped: what the same bots have played by the same rules
    on the same maps is not played again, for it would come out the same.
    """

    def __init__(self, place: Path = KEPT) -> None:
        self.place = place
        self.code = code_of()
        self.games: dict[tuple[Pairing, int], Game] = {}
        lines = place.read_text().splitlines() if place.exists() else []
        by_name = {(one.first.name, one.second.name, one.template): one for one in PAIRINGS}
        for line in lines:
            kept = json.loads(line)
            code, only = kept.pop("code"), kept.pop("only")
            found = Game(**{**kept, "opened": tuple(kept["opened"]), "lost": tuple(kept["lost"])})
            pairing = by_name.get((found.first, found.second, only))
            if code == self.code and pairing is not None:
                self.games[pairing, found.number] = found

    def play(self, pairing: Pairing, number: int) -> None:
        """Play a game that has not been played."""
        if (pairing, number) in self.games:
            return
        found = game(pairing.first, pairing.second, number, SEED, pairing.template)
        self.games[pairing, number] = found
        self.place.parent.mkdir(exist_ok=True)
        line = {"code": self.code, "only": pairing.template, **asdict(found)}
        with self.place.open("a") as out:
            out.write(json.dumps(line) + "\n")

    def of(self, pairing: Pairing) -> list[Game]:
        """What has been played of a pairing."""
        return [found for (whose, _number), found in self.games.items() if whose == pairing]


def code_of() -> str:
    """What games follow from besides their numbers: a hash of the source of rules, bots and maps."""
    root = Path(__file__).parent.parent
    found = hashlib.sha256()
    for folder in ("rules", "campaign/base/maps", "campaign/base/setup"):
        for file in sorted((root / folder).rglob("*.py")):
            found.update(str(file.relative_to(root)).encode() + file.read_bytes())
    return found.hexdigest()[:16]


def ladder(_rounds: int) -> list[Verdict]:
    """Play what has not been played, print the tables, and judge the goals.

    It is played slice by slice, a part of each pairing in every one: what is broken off has a bit of all.
    """
    book = Book()
    for part in range(SLICES):
        for pairing in PAIRINGS:
            for number in pairing.slice(part, SLICES):
                book.play(pairing, number)
    return judged(book)


def kept(_rounds: int) -> list[Verdict]:
    """The same of what has been played until now."""
    return judged(Book())


def judged(book: Book) -> list[Verdict]:
    """Print the tables, and judge the goals."""
    if not all(map(book.of, PAIRINGS)):
        raise SkippedError("of some pairings no game has been played yet")
    for pairing in PAIRINGS:
        _table(pairing, book.of(pairing))
    rated = [one for one in book.games.values() if one.first != one.second]
    for name, found in ratings(rated, REGULAR.name).items():
        print(f"Elo {name:18} {found[0]:7.0f} [{found[1]:.0f} to {found[2]:.0f}]")
    return [*_levels(book.of(STRONG), book.of(WEAK)), *_battles(book), *_characters(book)]


def _table(pairing: Pairing, games: Sequence[Game]) -> None:
    if not games:
        return
    won = sum(one.won for one in games)
    low, high = wilson(won, len(games))
    soon = sum(_fought_soon(one) for one in games)
    maps = ", ".join(f"{key} {mine} of {played}" for key, (mine, played) in sorted(shares(games).items()))
    print(
        f"{pairing.first.name} against {pairing.second.name}: {won} of {len(games)} (of {pairing.games}),"
        f" {100 * low:.1f} to {100 * high:.1f} per cent; {maps}; a battle by turn {SOON} in {soon}"
    )


def _fought_soon(one: Game) -> bool:
    return one.first_battle is not None and one.first_battle <= SOON


def _levels(strong: list[Game], weak: list[Game]) -> list[Verdict]:
    won, of = sum(one.won for one in strong), len(strong)
    worst = min(mine / played for mine, played in shares(strong).values())
    beaten = sum(one.won for one in weak)
    return [
        _counted("B1", f"veteran beats regular, of {of}", won, 0.75 * of),
        _counted("B2", "the same, Wilson's lower bound", wilson(won, of)[0], 0.70),
        _counted("B3", "the same, on the worst map", worst, 0.60),
        _counted("B4", f"recruit beats regular, of {len(weak)}", beaten, 0.25 * len(weak), at_most=True),
    ]


def _battles(book: Book) -> list[Verdict]:
    found = []
    for key, pairing in AMONG.items():
        games = book.of(pairing)
        soon = sum(map(_fought_soon, games)) / len(games)
        found.append(_counted("B5", f"veterans fight by turn {SOON}, {key}, of {len(games)}", soon, 0.90))
    return found


def _characters(book: Book) -> list[Verdict]:
    against = {character: book.of(pairing) for character, pairing in KINDS.items()}
    raider, cautious = against[Character.RAIDER], against[Character.CAUTIOUS]

    def each(games: Sequence[Game], of: Callable[[Game], tuple[int, int]]) -> float:
        return sum(of(one)[0] for one in games) / len(games)

    opened = each(raider, lambda one: one.opened) / each(cautious, lambda one: one.opened)
    lost = each(cautious, lambda one: one.lost) / each(raider, lambda one: one.lost)
    return [
        *(
            _counted("B6", f"{kind.value} beats steady", sum(one.won for one in games) / len(games), 0.40)
            for kind, games in against.items()
        ),
        _counted("B7", "battles a raider opens over a cautious one", opened, 1.5),
        _counted("B8", "levels a cautious one loses over a raider", lost, 0.75, at_most=True),
    ]


def _counted(name: str, what: str, value: float, goal: float, *, at_most: bool = False) -> Verdict:
    """A figure that is counted, not measured: the same whenever the ladder is played."""
    return Verdict(name, what, value, value, value, goal, at_most)
