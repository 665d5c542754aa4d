"""The documents that lie: what a seat was told of a turn, and the map as it knew it then.

All ids are public ones; armies go by the numbers of their seats. What was told is ``rules.report``'s, in the
app's words (``campaign/turn/told``).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, NotRequired, TypeAlias, TypedDict, cast

from campaign.base.answers import At, Json, called, one_of
from campaign.base.setup.documents import Grade
from campaign.models import PlanCounted
from rules.club.ledger import Item
from rules.orders import OrderKind, Slot
from rules.outcome import Category
from rules.plans.clauses import Fault
from rules.results import Method
from rules.state import ConditionKind
from rules.tables import Degree

Rows: TypeAlias = list[str]
Names: TypeAlias = Annotated[
    Mapping[str, str],
    "The name of everything told of, by its id; armies by the numbers of their seats.",
]
Dice: TypeAlias = list[Annotated[tuple[object, object], "A purpose and what was thrown."]]
Attempt: TypeAlias = tuple[tuple[int, int], tuple[int, int]]


# What was told


class VoidReason(TypedDict):
    """One reason why an order did not count; ``text`` is for people, ``rule`` the section."""

    banner: str
    slot: Annotated[str, one_of(Slot)]
    order: Annotated[str, one_of(OrderKind)]
    rule: str
    fault: Annotated[str, one_of(Fault)]
    text: str


class VoidOrder(TypedDict):
    """An order of yours that did not count, with every reason."""

    banner: str
    owner: Annotated[str, "The number of your seat."]
    slot: Annotated[str, one_of(Slot)]
    order: Annotated[str, one_of(OrderKind)]
    problems: list[VoidReason]


class Meeting(TypedDict):
    """A battle of yours as announced; the enemy's banner has the battle's id."""

    banner: Annotated[str, "Your banner."]
    enemy: Annotated[str, "The battle's id."]
    opponent: Annotated[str, "The number of the enemy's seat."]
    level: Annotated[int, "Your fighting level."]
    enemy_level: int
    sector: At
    city: bool
    category: Annotated[str, one_of(Category)]
    attacker: Annotated[str, "Your banner's id, or the battle's."]
    auto: Annotated[bool, "Not fought: a side is below level 10."]
    dice: Dice


class Fought(TypedDict):
    """A battle of yours with its result."""

    meeting: Meeting
    method: Annotated[str, one_of(Method)]
    winner: Annotated[str | None, "Your banner's id, or the battle's."]
    degree: Annotated[str | None, one_of(Degree)]
    rolls: Annotated[
        list[Attempt], "The attempts of an abstract resolution: your two dice, then the enemy's."
    ]
    points_lost: Annotated[tuple[int, int] | None, "Yours, then the enemy's."]
    lost: Annotated[int, "Levels that your banner lost."]
    sacrificed: int
    destroyed: bool
    enemy_destroyed: bool


@called("ToldCorrection")
class Correction(TypedDict):
    """What a facilitator has corrected of what is a player's own, with the reason."""

    reason: str
    kind: str
    banner: NotRequired[str]
    at: NotRequired[At]
    level: NotRequired[int]
    works: NotRequired[str]
    retreating: NotRequired[bool]
    sector: NotRequired[At]
    feature: NotRequired[str]
    relic: NotRequired[str]


class PlanTold(TypedDict):
    """What stood of a seat's plan at the deadline; ``state`` is null where it had no banner to plan for."""

    state: Annotated[str | None, one_of(PlanCounted)]
    corrected: Annotated[bool, "It counts by orders that a facilitator entered alone."]
    forfeited: Annotated[list[str], "The ids of your battles forfeited for want of a plan."]


class OtherTold(TypedDict):
    """An order of yours in words that counted, and what the facilitator says came of it."""

    banner: str
    name: Annotated[str, "The banner's name."]
    text: Annotated[str, "The order, in your words."]
    settled: Annotated[bool, "False in a report: nothing came of it."]
    words: Annotated[str, "The facilitator's words to you."]


class OthersTold(TypedDict):
    """A seat's orders in words, where it has any."""

    others: list[OtherTold]


# What changed each level


CORRECTION = "correction"
"""The item of a ledger that the rules do not know: a facilitator's correction."""

LedgerItem = TypedDict(
    "LedgerItem",
    {
        "rule": Annotated[str, "The section of the rules."],
        "item": Annotated[str, one_of((*Item, CORRECTION))],
        "levels": Annotated[int, "By how much it changed the level; never 0."],
        "with": Annotated[
            str | None,
            "What it came of: another banner of yours, a battle by its id, or an army by its seat's number;"
            " null where there is nothing to name, or it is not yours to know.",
        ],
        "old": NotRequired[Annotated[int, "Of a correction: the level before it."]],
        "new": NotRequired[Annotated[int, "Of a correction: the level after it."]],
        "reason": NotRequired[Annotated[str, "Of a correction: the facilitator's reason."]],
    },
)
LedgerItem.__doc__ = "One change of a level."

LedgerAccount = TypedDict(
    "LedgerAccount",
    {
        "banner": Annotated[str, "A banner of yours, one that is gone too."],
        "from": Annotated[int, "Its level when the turn began; 0 of one that was split off."],
        "to": Annotated[int, "Its level when the turn ended; 0 of one that is gone."],
        "items": Annotated[list[LedgerItem], "What is between: ``from`` and all of them make ``to``."],
    },
)
LedgerAccount.__doc__ = "What changed a banner's level in a turn."


class RollMade(TypedDict):
    """What one side's roll of an abstract resolution is made of (Rules 7)."""

    dice: Annotated[int, "The two dice together."]
    forfeit: Annotated[int, "-5 of a side that forfeited."]
    outnumbered: Annotated[int, "-1 for each fighting level below the enemy's, -10 at most."]
    house: Annotated[int, "What house army rules add."]
    total: int


class DecidedBattle(TypedDict):
    """How a battle of yours was decided (Rules 7)."""

    id: Annotated[str, "The battle's id."]
    clause: Annotated[int, "The clause of Rules 7 that applied."]
    attempts: Annotated[list[tuple[RollMade, RollMade]], "Of the dice: your roll, then the enemy's."]
    difference: Annotated[int | None, "Of the totals in the last attempt; null where no dice decided."]


@called("StoredReport")
class Told(TypedDict):
    """An announcement or a report: ``told`` is as ``rules.report.to_document`` writes it.

    ``ledger`` and ``decided`` are of a report, and not of turns before they were kept.
    """

    told: Mapping[str, Json]
    names: Names
    corrections: NotRequired[list[Correction]]
    plan: NotRequired[PlanTold | None]
    others: NotRequired[list[OtherTold]]
    ledger: NotRequired[list[LedgerAccount]]
    decided: NotRequired[list[DecidedBattle]]
    happened: NotRequired[Annotated[list[str], "What you are told of things that happened by themselves."]]


# The map


class MapSeat(TypedDict):
    """An army on the map; ``battle`` is the radius of its battle ranges."""

    n: int
    army: str
    you: bool
    battle: int


class MapBanner(TypedDict):
    """A banner of yours."""

    id: str
    name: str
    at: At
    level: int
    works: str
    retreating: bool
    relics: list[str]
    node: bool
    alive: bool


class MapSighting(TypedDict):
    """An enemy banner as you know it; one with an earlier ``turn`` was seen there then, before turn 0 before
    the war.
    """

    id: str
    seat: int
    name: str
    at: At
    level: int | None
    turn: int
    since: int
    mark: NotRequired[Annotated[str, "What you call it, of a banner that you are to destroy (Rules 10)."]]
    grade: NotRequired[
        Annotated[str, one_of(Grade), "How far it is true, of one from before the war that says so."]
    ]


class MapFeature(TypedDict):
    """A feature that you know of."""

    id: str
    name: str
    at: At
    effect: str | None
    description: str


class MapRelic(TypedDict):
    """A relic that you know to lie somewhere."""

    id: str
    name: str
    at: At
    description: str


class MapHint(TypedDict):
    """What you have heard of a feature that you know, or of a relic that a banner of yours carries."""

    thing: Annotated[str, "The id of the feature or the relic."]
    name: str
    text: str


MapBattle = TypedDict("MapBattle", {"id": str, "at": At, "with": str, "mine": str})
MapBattle.__doc__ = "A battle of yours on the map: its id, its sector, the enemy's army, your banner."


class MapRadii(TypedDict):
    """Your battle, recon and search ranges."""

    battle: int
    recon: int
    search: int


class GoalArmy(TypedDict):
    """How many of the banners to be destroyed are this army's."""

    seat: int
    banners: int


class Goal(TypedDict):
    """A victory condition of yours; ``met`` and ``held`` are null where you cannot know."""

    kind: Annotated[str, one_of(ConditionKind)]
    primary: bool
    turns: Annotated[int, "Turns for which it must hold."]
    met: bool | None
    held: Annotated[int | None, "Turns for which it has held."]
    relic: NotRequired[str]
    seat: NotRequired[int]
    banners: NotRequired[Annotated[int, "How many are to be destroyed."]]
    title: NotRequired[
        Annotated[str, "The mark of the banners to be destroyed, or what is to be brought about."]
    ]
    armies: NotRequired[list[GoalArmy]]
    sectors: NotRequired[list[At]]
    count: NotRequired[Annotated[int, "How many sectors are to be held."]]


class MapTile(TypedDict):
    """A part of the ground."""

    at: Annotated[At, "Its north-west sector."]
    terrain: Rows
    territory: Rows
    fog: Rows


class Map(TypedDict):
    """What you know of the map after a published turn."""

    turn: int
    size: Annotated[At, "Width and height."]
    terrain: NotRequired[Rows]
    tile: NotRequired[Annotated[int, "Of a large map: sectors on a side of a tile."]]
    tiles: NotRequired[Annotated[list[MapTile], "Of a large map: the ground around your banners."]]
    radii: Annotated[MapRadii, "Of your battle, recon and search ranges."]
    seats: list[MapSeat]
    banners: list[MapBanner]
    sightings: list[MapSighting]
    numbers: Annotated[Mapping[str, int], "How many banners of each seat you have ever numbered."]
    territory: NotRequired[
        Annotated[Rows, "A row each: . nobody or not known, * disputed, else the seat's number in base 36."]
    ]
    fog: NotRequired[Annotated[Rows, "A row each: 0 never seen, 1 seen in an earlier turn, 2 known now."]]
    features: list[MapFeature]
    relics: Annotated[list[MapRelic], "Relics that you know to lie somewhere."]
    battles: Annotated[list[MapBattle], "Your battles of a turn."]
    goals: list[Goal]
    hints: NotRequired[Annotated[list[MapHint], "There if there are any."]]
    names: NotRequired[Names]


UNTOLD = cast("Map", {})
"""The map of a seat that has been told nothing yet."""
