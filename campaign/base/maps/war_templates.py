"""Wars to start from: each draws a map, what stands on it and what everybody fights for, from a seed.

An ordinary campaign takes one over as a board that can be changed; a blind one draws it when it starts and
shows it to nobody.
"""

from __future__ import annotations

import hashlib
import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from campaign.base.answers import Json
from campaign.base.maps import generate
from campaign.base.maps.fairness import check
from campaign.base.maps.generate import Wish
from campaign.base.maps.starts import Frame, Symmetry
from campaign.base.maps.trigger_templates import with_triggers
from campaign.base.maps.war_goals import Goals, long_war_of, middle_for, relics_of
from campaign.base.maps.war_ground import At, Ground
from campaign.base.setup.boards import empty_board
from campaign.base.setup.documents import Board, BoardBanner, BoardFeature, BoardRelic, Dossier
from campaign.base.setup.dossiers import empty_dossier
from campaign.base.setup.setups import SetUp
from rules.maps.grid import distance as apart

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
    """A war to start from. ``levels`` are each army's starting banners; ``turns`` how many it takes."""

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
    goals: Goals
    turns: tuple[int, int]
    variables: Mapping[str, Json] = field(default_factory=dict)

    def fits(self, seats: int) -> bool:
        """Whether it can be played by so many."""
        return self.seats[0] <= seats <= self.seats[1]


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
        goals=middle_for(3),
        turns=(6, 10),
        variables={"last_turn": 12},
    ),
    Template(
        key="nightfall",
        name=_("Before Nightfall"),
        story=_(
            "The old fort in the middle has stood empty since the spring, and tonight everybody remembers"
            " it at once. Whoever sits there when it is dark will not be got out again."
        ),
        about=_(
            "A war for one evening: a small map, two banners each, and one place that all want and must"
            " hold for two turns. 4 to 8 turns, for any number of players."
        ),
        seats=(2, 8),
        side={2: 12, 3: 12, 4: 12, 5: 14, 6: 16, 7: 16, 8: 16},
        levels=(14, 11),
        home=(),
        between=(_TOWER,),
        relics=(),
        goals=middle_for(2),
        turns=(4, 8),
        variables={"last_turn": 8},
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
        goals=relics_of,
        turns=(10, 16),
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
        goals=long_war_of,
        turns=(14, 26),
        variables={"last_turn": 26},
    ),
)
"""The wars to start from, the smallest first."""

TEMPLATE: Mapping[str, Template] = {template.key: template for template in TEMPLATES}
