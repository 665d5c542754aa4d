"""What a player is told, as programs read it: the stored documents, each line of them in words too."""

from __future__ import annotations

from typing import Annotated, NotRequired, TypeAlias, TypedDict

from campaign.base.answers import At, JsonObject, called, one_of
from campaign.base.documents import (
    Correction,
    Dice,
    Fought,
    Goal,
    LedgerItem,
    MapTile,
    Meeting,
    Names,
    OtherTold,
    PlanTold,
    RollMade,
    VoidOrder,
)
from campaign.base.words.report_words import Group
from rules.reports.lines import LINES


@called("ReportLine")
class Line(TypedDict):
    """Something that happened to you, with the rule behind it."""

    kind: Annotated[str, one_of(LINES)]
    group: Annotated[str, one_of(Group)]
    rule: Annotated[str, "The section of the rules."]
    text: Annotated[str, "The line in words."]
    banner: NotRequired[Annotated[str, "Your banner."]]
    other: NotRequired[Annotated[str, "Your other banner; or the battle against the enemy's."]]
    rival: NotRequired[Annotated[str, "The number of an enemy's seat."]]
    at: NotRequired[At]
    to: NotRequired[At]
    reason: NotRequired[str]
    levels: NotRequired[int]
    order: NotRequired[str]
    relic: NotRequired[str]
    feature: NotRequired[str]
    dice: NotRequired[Dice]
    sectors: NotRequired[list[At]]


class OwnPlan(PlanTold):
    """What stood of your plan at the deadline; ``state`` is null where you had no banner to plan for."""

    text: Annotated[str, "The same in words."]


@called("ReportCorrection")
class CorrectionLine(Correction):
    """What a facilitator has corrected of what is yours, with the reason."""

    text: Annotated[str, "The same in words."]


Corrections: TypeAlias = Annotated[
    list[CorrectionLine], "What a facilitator has corrected of what is yours, with the reason."
]


class Other(OtherTold):
    """An order of yours in words that counted, and what the facilitator says came of it."""

    outcome: Annotated[str, "What came of it, in words."]


class Told(TypedDict):
    """What you were told: of your own banners, and of your own battles."""

    turn: int
    names: Names
    node: str | None
    banners: Annotated[list[JsonObject], "Your banners as they stand."]
    lines: Annotated[list[Line], "What happened, in the order of the rules' steps."]
    void: Annotated[list[VoidOrder], "Orders that did not count, with every reason."]
    plan: Annotated[OwnPlan | None, "Your own plan; null of turns told by an older version."]
    others: Annotated[list[Other], "Your orders in words that counted."]


class Announcement(Told):
    """What you were told when the battles of a turn were announced."""

    battles: Annotated[list[Meeting], "Your battles."]
    corrections: Corrections


class LedgerLine(LedgerItem):
    """One change of a level, in words too."""

    text: str


LedgerBanner = TypedDict(
    "LedgerBanner",
    {
        "banner": Annotated[str, "A banner of yours, one that is gone too."],
        "from": Annotated[int, "Its level when the turn began; 0 of one that was split off."],
        "to": Annotated[int, "Its level when the turn ended; 0 of one that is gone."],
        "items": list[LedgerLine],
    },
)
LedgerBanner.__doc__ = "What changed a level of yours in a turn: ``from`` and all items make ``to``."


@called("FoughtBattle")
class FoughtLine(Fought):
    """A battle of yours with its result, and how it was decided."""

    clause: Annotated[int | None, "Of Rules 7; null of one not played, or told by an older version."]
    attempts: Annotated[
        list[tuple[RollMade, RollMade]], "What the rolls were made of: yours, then the enemy's."
    ]
    difference: Annotated[int | None, "Between the totals of the last attempt; null without dice."]


class GoalTold(Goal):
    """A victory condition of yours, and how far it is as your map tells it."""

    done: Annotated[
        int | None, "Sectors held, banners destroyed, relics carried; null where you cannot know."
    ]
    wanted: Annotated[int | None, "How many of them are wanted; null where nothing counts."]


class Report(Told):
    """Your report of a published turn. Everything that you know of the map is in the turn's map."""

    battles: Annotated[list[FoughtLine], "Your battles and what came of them."]
    ledger: Annotated[list[LedgerBanner], "Empty of turns told by an older version."]
    corrections: Corrections
    sightings: Annotated[list[JsonObject], "Enemies whose place you know now."]
    relics: list[JsonObject]
    happened: Annotated[list[str], "What you are told of things that happened by themselves."]
    found_features: list[str]
    found_relics: list[str]
    goals: Annotated[list[GoalTold], "Your victory conditions and how they stand."]


class MapTiles(TypedDict):
    """Parts of the ground; ``tile`` is the sectors on a side of each."""

    tile: int
    tiles: list[MapTile]
