"""The documents of a campaign that is being built: its board, and what one seat alone wants and knows.

``boards`` and ``dossiers`` read them; the keys are the scenario format's.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, NotRequired, TypeAlias, TypedDict

from campaign.base.answers import At, one_of, shaped
from rules.club.triggers import Audience, DeedKind, Receiver, Repeat, TermKind
from rules.maps.terrain import LEGEND, LETTERS
from rules.state import ConditionKind, Effect, Works

SeatKey: TypeAlias = Annotated[str, shaped(pattern="^s[1-8]$")]
Known: TypeAlias = Annotated[list[SeatKey], "The seats that know it from the start."]
Id: TypeAlias = Annotated[str, shaped(maxLength=40)]
Row: TypeAlias = Annotated[str, shaped(pattern=f"^[{LETTERS}]*$")]


class BoardThing(TypedDict):
    """What features and relics are called."""

    id: Id
    name: str
    description: str


class BoardFeature(BoardThing):
    """A feature on a board that is being built."""

    at: At
    needs_search: bool
    effect: Annotated[str | None, one_of(Effect)]
    known_to: Known


class BoardRelic(BoardThing):
    """A relic on a board that is being built: it lies somewhere, or a banner carries it."""

    at: NotRequired[At]
    carried_by: NotRequired[Annotated[str, "A banner's id, instead of at."]]
    known_to: Known
    destructible: bool
    sealed: Annotated[bool, "It lies unknown until a trigger or a settlement unseals it."]


class BoardBanner(TypedDict):
    """A banner on a board that is being built."""

    id: str
    owner: SeatKey
    at: At
    level: Annotated[int, shaped(minimum=0)]
    works: Annotated[str, one_of(Works)]
    name: str


class BoardSector(TypedDict):
    """A sector that a seat occupies from the start."""

    at: At
    occupier: SeatKey


TriggerTerm = TypedDict(
    "TriggerTerm",
    {
        "is": Annotated[str, one_of(TermKind)],
        "order": NotRequired[str],
        "relic": NotRequired[str],
        "turns": NotRequired[int],
        "feature": NotRequired[str],
        "sectors": NotRequired[list[At]],
        "from": NotRequired[int],
        "to": NotRequired[int],
        "sides": NotRequired[int],
        "at_least": NotRequired[int],
    },
)
TriggerTerm.__doc__ = "One thing that must hold for a trigger to fire; its keys depend on is (Rules 14.4)."


class TriggerDeed(TypedDict):
    """One thing that a trigger does; which keys it has depends on ``do`` (Rules 14.4)."""

    do: Annotated[str, one_of(DeedKind)]
    by: NotRequired[int]
    on: NotRequired[Annotated[str, one_of(Receiver)]]
    feature: NotRequired[str]
    relic: NotRequired[str]
    to: NotRequired[Annotated[str, one_of(Audience)]]
    radius: NotRequired[int]
    at: NotRequired[At]


class BoardTrigger(TypedDict):
    """What happens by itself at a feature or with a relic: exactly one of the two is named."""

    id: Id
    feature: NotRequired[str]
    relic: NotRequired[str]
    repeat: Annotated[str, one_of(Repeat)]
    when: list[TriggerTerm]
    do: list[TriggerDeed]
    hint: Annotated[str, "For who knows the feature or carries the relic."]
    told: Annotated[str, "Told when it fires."]
    told_to: Annotated[str, one_of(Audience)]


class Board(TypedDict):
    """The map with all that stands on it."""

    terrain: Annotated[list[Row], f"Rows, north first: {LEGEND}."]
    features: list[BoardFeature]
    relics: list[BoardRelic]
    banners: list[BoardBanner]
    occupied: list[BoardSector]
    triggers: list[BoardTrigger]


class Condition(TypedDict):
    """A victory condition: of ``relic`` to ``banners`` it has exactly one.

    ``title`` is the mark under which the player sees the banners it names. Of a seat of a campaign that runs
    ``held`` counts the turns for which it has held, and ``named`` are the banners that the player was told.
    """

    kind: Annotated[str, one_of(ConditionKind)]
    primary: bool
    turns: int
    relic: NotRequired[str]
    sectors: NotRequired[list[At]]
    count: NotRequired[int]
    player: NotRequired[str]
    trigger: NotRequired[str]
    banners: NotRequired[list[str]]
    title: NotRequired[str]
    held: NotRequired[int]
    named: NotRequired[list[str]]


class Grade(StrEnum):
    """How far a sighting from before the war is true (closed list)."""

    EXACT = "exact"
    PLACE = "place"
    OLD = "old"
    FALSE = "false"


class EarlySighting(TypedDict):
    """A sighting from before the war: of an enemy banner, or of an enemy army only."""

    banner: NotRequired[Annotated[str, "The id of an enemy banner, or seat instead."]]
    seat: NotRequired[SeatKey]
    at: At
    level: Annotated[int | None, shaped(minimum=0)]
    age: Annotated[int, shaped(minimum=0), "It is of turn -age."]
    grade: Annotated[
        str, one_of(Grade), "Exact: place and level are true; place: the place is, without a level."
    ]
    marked: Annotated[bool, "Whether the player is told the grade."]


class Dossier(TypedDict):
    """What one seat alone wants and knows from the start."""

    conditions: list[Condition]
    banners: list[str]
    letter: str
    sightings: list[EarlySighting]
