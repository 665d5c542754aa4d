"""The documents of a table: what waits for dice, what is proposed, what was done without a side, the log."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, NotRequired, TypeAlias, TypedDict

from campaign.base.answers import Json

Values: TypeAlias = Annotated[Mapping[str, object], "As the action was sent."]


class LyingDie(TypedDict):
    """A die that lies and is final."""

    n: Annotated[int, "Its number at this table, without gaps."]
    what: Annotated[str, "What it is for."]
    sides: int
    value: int
    source: NotRequired[Annotated[str, "How it fell: rolled (if left out), typed or unverified."]]
    rerolled: NotRequired[bool]
    by: NotRequired[Annotated[int, "The place that rolled it; left out if it is nobody's."]]


class WantedDice(TypedDict):
    """``count`` dice of ``sides`` sides for ``what``, of the player ``place``."""

    what: str
    count: int
    sides: int
    place: int


class DiceAbout(TypedDict):
    """What wanted dice are about, as far as they are about anything."""

    unit: NotRequired[Annotated[str, "The unit that is struck or tested."]]
    weapon: NotRequired[Annotated[str, "The weapon of the group that fires."]]
    weapons: NotRequired[Annotated[int, "How many of them fire; 0 where the shots alone are known."]]
    needed: NotRequired[
        Annotated[int, "What each die has to show; 7 or more: to hit a six, then another; else none can."]
    ]
    most: NotRequired[Annotated[int, "What all of them may show together: of a test."]]
    among: NotRequired[Annotated[list[int], "The sides one of which is drawn: a one is the first of them."]]


class WaitingAction(TypedDict):
    """An action that waits for a player's own dice, with the ``dice`` of it that lie and are final."""

    cid: str
    action: str
    dice: list[LyingDie]
    wants: WantedDice
    about: NotRequired[DiceAbout]


class ComingDeed(TypedDict):
    """What happens next by itself: whoever is there sends it as an action when it is due, with ``auto`` and
    this id, by which it counts once.
    """

    kind: Annotated[str, "draw: the next die or token; rank: the cards of the rank that is called."]
    cid: Annotated[str, "The id to send it with (Idempotency-Key)."]
    seconds: Annotated[float, "How long it still takes, by the clock of the server."]


class Proposal(TypedDict):
    """An action that all connected sides have to agree to."""

    kind: Annotated[str, "Of the action."]
    values: Values
    player: int
    cid: str
    agreed: Annotated[list[int], "The sides that have agreed."]
    words: NotRequired[Annotated[Mapping[str, object], "Who has won by each side's word, by its number."]]
    at: NotRequired[Annotated[int, "How many actions there were by then."]]


class Question(TypedDict):
    """An action that was done without some sides, until they have answered."""

    n: Annotated[int, "Its number in the log."]
    sides: Annotated[list[int], "The sides that have still to answer."]
    contested: Annotated[list[int], "The sides that contest it."]


class LogDie(TypedDict):
    """A die of a table's log."""

    n: int
    what: str
    sides: int
    value: int
    source: str


class LogEvent(TypedDict):
    """A line of a table's log."""

    kind: str
    values: Mapping[str, Json]
    dice: list[LyingDie]
    rule: str
    action: Annotated[int, "The number of the action that it belongs to."]
    undone: bool


class EarlierSeed(TypedDict):
    """The seed that a battle had before it was reopened."""

    first: Annotated[int, "Its first die."]
    commitment: str
    seed: str


class TableLog(TypedDict):
    """The log; ``seed`` once the battle is over."""

    format: str
    session: str
    commitment: str
    earlier: NotRequired[
        Annotated[
            list[EarlierSeed], "Of a battle that was reopened: the seeds before, each from its ``first`` die."
        ]
    ]
    first: NotRequired[Annotated[int, "The first die of the present seed."]]
    seed: NotRequired[str]
    events: list[LogEvent]
    dice: list[LogDie]
