"""Wars to start from: each draws a map, what stands on it and what everybody fights for, from a seed.

An ordinary campaign takes one over as a board that can be changed; a blind one draws it when it starts and
shows it to nobody.
"""

from __future__ import annotations

import hashlib
import itertools
import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from campaign.base.answers import Json
from campaign.base.maps import generate
from campaign.base.maps.fairness import check
from campaign.base.maps.generate import Wish
from campaign.base.maps.starts import Frame, Symmetry
from campaign.base.maps.trigger_templates import with_triggers
from campaign.base.setup.boards import empty_board
from campaign.base.setup.conditions import DESTRUCTION, OCCUPATION, RETRIEVAL
from campaign.base.setup.documents import Board, BoardBanner, BoardFeature, BoardRelic, Condition, Dossier
from campaign.base.setup.dossiers import empty_dossier
from campaign.base.setup.setups import SetUp
from rules.maps.grid import distance as apart
from rules.maps.terrain import BARRED

At = tuple[int, int]
FAIR = 2
"""How much nearer a thing that all fight for may lie to one start than to another, in sectors."""

TRIES = 8
"""How often a war is drawn until no measure of fairness differs much; of so many the fairest is taken."""


@dataclass(frozen=True, slots=True)
class Site:
    """A feature that a template may place: its name, its story, its effect, and whether it must be found."""

    name: Promise
    story: Promise
    effect: str | None = None
    needs_search: bool = True


@dataclass(frozen=True, slots=True)
class Template:
    """A war to start from. ``levels`` are each army's starting banners."""

    key: str
    name: Promise
    story: Promise
    about: Promise
    seats: tuple[int, int]
    side: Mapping[int, int]
    levels: tuple[int, ...]
    home: tuple[Site, ...]
    between: tuple[Site, ...]
    relics: tuple[tuple[Promise, Promise], ...]
    goals: Callable[[Ground, random.Random], dict[str, list[Condition]]]
    variables: Mapping[str, Json] = field(default_factory=dict)

    def fits(self, seats: int) -> bool:
        """Whether it can be played by so many."""
        return self.seats[0] <= seats <= self.seats[1]


@dataclass(frozen=True, slots=True)
class Ground:
    """A drawn map while things are placed on it."""

    rows: tuple[str, ...]
    starts: Mapping[str, At]
    frame: Frame
    relics: tuple[str, ...] = ()

    def open(self) -> Iterator[At]:
        """The passable sectors, row by row."""
        for y, row in enumerate(self.rows):
            for x, terrain in enumerate(row):
                if terrain not in BARRED:
                    yield x, y

    def nearest(self, at: At, taken: Sequence[At] = ()) -> At:
        """The passable sector nearest to a place, none of those taken."""
        return min(
            (sector for sector in self.open() if sector not in taken),
            key=lambda sector: (apart(sector, at), sector[1], sector[0]),
        )

    def middle(self) -> At:
        """The passable sector nearest to the middle."""
        return self.nearest((len(self.rows[0]) // 2, len(self.rows) // 2))

    def heart(self, least: int) -> list[At]:
        """The passable sectors about the middle, ring by ring, at least so many; as near to all as can be."""
        wide, tall = len(self.rows[0]) - 1, len(self.rows) - 1
        found: list[At] = []
        rings = itertools.groupby(
            sorted(self.open(), key=lambda at: _off(at, wide, tall)), lambda at: _off(at, wide, tall)
        )
        for _reach, ring in rings:
            if len(found) >= least:
                break
            found += ring
        return found

    def each(self, choose: Callable[[At], list[At]]) -> dict[str, list[At]]:
        """The places that are chosen for a start, and their images for the starts that are its images."""
        keys = {start: key for key, start in self.starts.items()}
        found: dict[str, list[At]] = {}
        for key, start in self.starts.items():
            if key in found:
                continue
            chosen = choose(start)
            for turn in self.frame.group:
                image = keys.get(self.frame.image(start, turn), key)
                found.setdefault(image, [self.frame.image(at, turn) for at in chosen])
        return {key: found[key] for key in self.starts}

    def contested(self, least: int) -> list[At]:
        """Sectors at least so far from all starts, and about as far from the nearest two."""

        def unfair(at: At) -> int:
            first, second = sorted(apart(at, start) for start in self.starts.values())[:2]
            return second - first

        far = [at for at in self.open() if min(apart(at, s) for s in self.starts.values()) >= least]
        return [at for at in far if unfair(at) <= FAIR] or sorted(far, key=unfair)[:20] or [self.middle()]

    def share(self, of: float) -> int:
        """A number of sectors: ``of`` times what each army would have if all had the same."""
        return max(1, round(of * sum(1 for _ in self.open()) / len(self.starts)))


def draw(template: Template, keys: Sequence[str], seed: int | str) -> SetUp:
    """A set-up for these seats, as fair as can be found soon; the same seed draws the same."""
    chance = random.Random(f"{template.key}/{seed}")
    best, least = None, 0
    for _number in range(TRIES):
        drawn = _draw(template, keys, chance)
        odd = len(check(drawn.board, drawn.players, keys).odd)
        if best is None or odd < least:
            best, least = drawn, odd
        if not least:
            break
    assert best is not None
    return best


def _draw(template: Template, keys: Sequence[str], chance: random.Random) -> SetUp:
    side = template.side[len(keys)]
    wish = Wish(chance.getrandbits(32), side, side, len(keys), banners=0, supplies=0, relics=0)
    drawn = generate.draw(wish)
    starts = dict(zip(keys, drawn.starts, strict=True))
    ground = Ground(
        tuple(drawn.board["terrain"]),
        starts,
        Frame.of(side, side, len(keys), Symmetry.ROTATION),
        tuple(f"r{n}" for n in range(1, len(template.relics) + 1)),
    )
    goals = template.goals(ground, chance)
    features, relics = _things(template, ground, chance)
    board: Board = {
        **empty_board(),
        "terrain": list(ground.rows),
        "banners": _banners(template, ground),
        "features": features,
        "relics": relics,
    }
    dossiers: dict[str, Dossier] = {key: {**empty_dossier(), "conditions": goals[key]} for key in keys}
    return SetUp(board, dossiers)


def drawn_for(key: str, seats: Sequence[str], secret: bytes) -> SetUp:
    """The set-up of a blind campaign, with its triggers: drawn from a secret that nobody is shown."""
    template = TEMPLATE.get(key) or next(one for one in TEMPLATES if one.fits(len(seats)))
    drawn = draw(template, seats, hashlib.sha256(b"blind set-up/" + secret).hexdigest())
    return SetUp(with_triggers(drawn.board, secret), drawn.players)


def _banners(template: Template, ground: Ground) -> list[BoardBanner]:
    def camp(start: At) -> list[At]:
        taken: list[At] = []
        for _level in template.levels:
            taken.append(ground.nearest(start, taken))
        return taken

    return [
        {
            "id": f"{key}-{number}",
            "owner": key,
            "at": list(at),
            "level": level,
            "works": "none",
            "name": str(_("Banner %(number)s")) % {"number": number},
        }
        for key, places in ground.each(camp).items()
        for number, (level, at) in enumerate(zip(template.levels, places, strict=True), start=1)
    ]


def _things(
    template: Template, ground: Ground, chance: random.Random
) -> tuple[list[BoardFeature], list[BoardRelic]]:
    features: list[BoardFeature] = []
    taken = list(ground.starts.values())

    def place(site: Site, at: At, known_to: list[str]) -> None:
        taken.append(at)
        features.append(
            {
                "id": f"f{len(features) + 1}",
                "at": list(at),
                "name": str(site.name),
                "description": str(site.story),
                "needs_search": site.needs_search,
                "effect": site.effect,
                "known_to": known_to,
            }
        )

    def near(start: At) -> list[At]:
        found: list[At] = []
        for _site in template.home:
            free = [at for at in ground.open() if 2 <= apart(at, start) <= 3 and at not in (*taken, *found)]
            found.append(chance.choice(free) if free else ground.nearest(start, [*taken, *found]))
        return found

    for key, places in ground.each(near).items():
        for site, at in zip(template.home, places, strict=True):
            place(site, at, [key])
    for site in template.between:
        free = [at for at in ground.contested(4) if at not in taken]
        place(site, chance.choice(free) if free else ground.nearest(ground.middle(), taken), [])
    relics: list[BoardRelic] = []
    for own, (name, story) in zip(ground.relics, template.relics, strict=True):
        free = [at for at in ground.contested(5) if at not in taken]
        taken.append(chance.choice(free) if free else ground.nearest(ground.middle(), taken))
        relics.append(
            {
                "id": own,
                "at": list(taken[-1]),
                "name": str(name),
                "description": str(story),
                "destructible": True,
                "sealed": False,
                "known_to": [],
            }
        )
    return features, relics


def _off(at: At, wide: int, tall: int) -> int:
    """How far a sector lies from the middle of the map, in half sectors, squared."""
    return (2 * at[0] - wide) ** 2 + (2 * at[1] - tall) ** 2


def _rivals(ground: Ground, chance: random.Random) -> dict[str, str]:
    """An enemy for each seat, each the enemy of one."""
    keys = list(ground.starts)
    shift = chance.randrange(1, len(keys))
    return {key: keys[(n + shift) % len(keys)] for n, key in enumerate(keys)}


# What is fought for


def _crossing(ground: Ground, chance: random.Random) -> dict[str, list[Condition]]:
    """Everybody wants the middle."""
    spot = ground.heart(3)
    rivals = _rivals(ground, chance)
    return {
        key: [
            {"kind": OCCUPATION, "sectors": [list(at) for at in spot], "primary": True, "turns": 3},
            {"kind": DESTRUCTION, "player": rivals[key], "primary": False, "turns": 1},
            {"kind": OCCUPATION, "count": ground.share(0.6), "primary": False, "turns": 1},
        ]
        for key in ground.starts
    }


def _relics(ground: Ground, chance: random.Random) -> dict[str, list[Condition]]:
    """Each was sent for one relic, some for the same, and needs ground to bring it home."""
    wanted = list(ground.relics) * len(ground.starts)
    wanted = wanted[: len(ground.starts)]
    chance.shuffle(wanted)
    rivals = _rivals(ground, chance)
    return {
        key: [
            {"kind": RETRIEVAL, "relic": relic, "primary": True, "turns": 2},
            {"kind": OCCUPATION, "count": ground.share(0.5), "primary": True, "turns": 1},
            {"kind": DESTRUCTION, "player": rivals[key], "primary": False, "turns": 1},
        ]
        for key, relic in zip(ground.starts, wanted, strict=True)
    }


def _long_war(ground: Ground, chance: random.Random) -> dict[str, list[Condition]]:
    """Ground above all, and for each something of its own."""
    rivals = _rivals(ground, chance)
    prizes = ground.contested(4)
    own: dict[str, list[Condition]] = {}
    for key in ground.starts:
        prize = chance.choice(prizes)
        kinds: list[Condition] = [
            {"kind": OCCUPATION, "sectors": [list(prize)], "primary": True, "turns": 2},
            {"kind": RETRIEVAL, "relic": chance.choice(ground.relics), "primary": True, "turns": 1},
            {"kind": DESTRUCTION, "player": rivals[key], "primary": True, "turns": 1},
        ]
        first, second = chance.sample(kinds, 2)
        land: Condition = {"kind": OCCUPATION, "count": ground.share(0.9), "primary": True, "turns": 2}
        own[key] = [land, first, {**second, "primary": False}]
    return own


_SPRING = Site(_("Spring"), _("Clean water, and room for wagons."), "supply", needs_search=False)
_FARM = Site(_("Farmsteads"), _("Barns that were filled before anybody came."), "supply", needs_search=False)
_DEPOT = Site(_("Buried depot"), _("Somebody meant to come back for this."), "supply")
_MAST = Site(_("Listening mast"), _("It still turns, and still hears."), "sensor")
_TOWER = Site(_("Watchtower"), _("From here you can count the fires."), "sensor", needs_search=False)
_SHRINE = Site(_("Wayside shrine"), _("Fresh flowers. Nobody lives here."))

TEMPLATES: tuple[Template, ...] = (
    Template(
        key="crossing",
        name=_("The Crossing"),
        story=_(
            "There is one crossing over the river, and it is yours, or somebody else's. Armies have marched"
            " for it from every side, and the first frost closes the hills in a few weeks."
        ),
        about=_(
            "A short war on a small map: everybody wants the middle and must hold it for three turns. Two"
            " banners each, 6 to 10 turns. The one to begin with."
        ),
        seats=(2, 4),
        side={2: 14, 3: 16, 4: 18},
        levels=(16, 12),
        home=(_FARM,),
        between=(_TOWER, _DEPOT),
        relics=(),
        goals=_crossing,
        variables={"last_turn": 12},
    ),
    Template(
        key="reliquary",
        name=_("The Lost Reliquaries"),
        story=_(
            "When the old order fell, its relics were carried into the hills and hidden. The last who knew"
            " where has died this spring, and everybody has read a different letter of his."
        ),
        about=_(
            "A war of searching and bluffing: each army was sent for a relic that lies hidden somewhere"
            " between the lines, some for the same one. Three banners each, 10 to 16 turns."
        ),
        seats=(3, 6),
        side={3: 20, 4: 22, 5: 25, 6: 28},
        levels=(16, 13, 11),
        home=(_SPRING,),
        between=(_MAST, _SHRINE, _SHRINE, _DEPOT, _TOWER),
        relics=(
            (_("The Warden's Lantern"), _("It has not gone out.")),
            (_("Crown of the Drowned King"), _("Too heavy for its size.")),
            (_("The Unwritten Book"), _("All its pages are blank, until one sleeps beside it.")),
        ),
        goals=_relics,
        variables={"last_turn": 20},
    ),
    Template(
        key="long_war",
        name=_("The Long War"),
        story=_(
            "Nobody remembers who broke the truce. The granaries are full, the roads are dry, and every army"
            " within a hundred miles is on the march: for land, for old debts, and for what lies under the"
            " ruins."
        ),
        about=_(
            "The whole campaign for a club's year: a large map, ground to take and hold, and for each army an"
            " aim of its own that nobody else knows. Four banners each, up to 26 turns."
        ),
        seats=(4, 8),
        side={4: 26, 5: 28, 6: 30, 7: 32, 8: 34},
        levels=(18, 15, 13, 11),
        home=(_SPRING, _FARM),
        between=(_MAST, _MAST, _DEPOT, _DEPOT, _SHRINE, _TOWER),
        relics=(
            (_("The Iron Writ"), _("Whoever holds it commands the old garrisons, it is said.")),
            (_("Heart of the Mine"), _("It beats, slowly.")),
        ),
        goals=_long_war,
        variables={"last_turn": 26},
    ),
)
"""The wars to start from, the smallest first."""

TEMPLATE: Mapping[str, Template] = {template.key: template for template in TEMPLATES}
