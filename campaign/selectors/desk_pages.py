"""What the pages of the facilitator's desk show, as frozen values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from campaign.models import Phase, SeatStatus
from campaign.selectors.standing import CLOSED, Standing
from campaign.selectors.tellings import TellingLine, side_by_side


@dataclass(frozen=True, slots=True)
class BoardRow:
    """One seat on the board of plans: never what a plan holds."""

    seat: str
    number: int
    army: str
    player: str
    status: str
    state: str
    saved_at: datetime | None
    excused: bool
    excuse_reason: str
    used_fallback: bool
    by_bot: bool
    deputy: str
    missed: int
    banners: int
    reminded_at: datetime | None

    @property
    def awaited(self) -> bool:
        """Whether a person's plan is awaited from this seat."""
        return self.status == SeatStatus.PLAYER and self.banners > 0 and not self.excused

    @property
    def missing(self) -> bool:
        """Whether there is nothing of a plan that is awaited."""
        return self.awaited and self.state == "nothing"


@dataclass(frozen=True, slots=True)
class DateRow:
    """A date of the turn: ``state`` is passed, present or ahead; only the last two can be extended."""

    name: str
    at: datetime | None
    state: str


@dataclass(frozen=True, slots=True)
class Force:
    """One side of a battle as the desk names it."""

    name: str
    army: str
    number: int
    level: int
    most_points: int
    most_sacrifice: int
    attacks: bool
    forfeits: bool


@dataclass(frozen=True, slots=True)
class Told:
    """What a side has told: ``winner`` is ``first``, ``second`` or ``draw``; the desk sees sacrifices too."""

    method: str
    winner: str
    points: tuple[int, int]
    sacrifice: int
    story: str
    at: datetime
    by_app: bool


@dataclass(frozen=True, slots=True)
class BattleRow:
    """A battle on the desk; pairs stand in the order of its two banners."""

    id: str
    sector: str
    at: tuple[int, int]
    city: bool
    category: str
    die: int
    forces: tuple[Force, Force]
    told: tuple[Told | None, Told | None]
    standing: Standing
    dice: Mapping[str, object] | None
    ruled: Told | None
    reason: str

    @property
    def closed(self) -> bool:
        """Whether nothing is left to fight or report."""
        return self.standing in CLOSED

    @property
    def lines(self) -> tuple[TellingLine, ...]:
        """What was told, line by line, a cell for each side and one for the ruling if there is one."""
        names = (self.forces[0].name, self.forces[1].name)
        return side_by_side(names, self.told, self.ruled)

    @property
    def stories(self) -> tuple[tuple[str, str], ...]:
        """The stories that were told, with the armies that told them."""
        pairs = zip(self.forces, self.told, strict=True)
        return tuple((force.army, told.story) for force, told in pairs if told is not None and told.story)

    @property
    def waits_for(self) -> str:
        """The army whose word is awaited, if only one's is."""
        if self.standing != Standing.ONE:
            return ""
        return self.forces[0 if self.told[0] is None else 1].army


@dataclass(frozen=True, slots=True)
class Decision:
    """Something that waits for the facilitator: ``kind`` names it, ``count`` says how many."""

    kind: str
    count: int = 1
    text: str = ""


@dataclass(frozen=True, slots=True)
class DeskPage:
    """The desk of a turn. ``mark`` tells whether somebody has changed it since."""

    campaign: str
    status: str
    automatic: bool
    pause_reason: str
    paused_at: datetime | None
    turn: int
    turn_pk: int
    phase: str
    dates: tuple[DateRow, ...]
    held: str
    may_hold: bool
    early: bool
    board: tuple[BoardRow, ...]
    battles: tuple[BattleRow, ...]
    contenders: tuple[BoardRow, ...]
    decisions: tuple[Decision, ...]
    last_error: str
    claimed: frozenset[str] = frozenset()
    """The battles with a forfeit claim that waits for a decision."""

    @property
    def planning(self) -> bool:
        """Whether plans are still being made."""
        return self.phase == Phase.PLANNING

    @property
    def reviewing(self) -> bool:
        """Whether a review waits for the facilitator."""
        return self.phase in (Phase.MOVEMENT_REVIEW, Phase.AFTERMATH_REVIEW)

    @property
    def missing(self) -> tuple[BoardRow, ...]:
        """The seats of whose plan there is nothing."""
        return tuple(row for row in self.board if row.missing)

    @property
    def awaited(self) -> int:
        """How many plans of people are awaited in all."""
        return sum(row.awaited for row in self.board)

    @property
    def submitted(self) -> int:
        """How many of them are submitted."""
        return sum(row.awaited and row.state == "submitted" for row in self.board)

    @property
    def drafts(self) -> int:
        """How many of them are drafts."""
        return sum(row.awaited and row.state == "draft" for row in self.board)

    @property
    def open_battles(self) -> tuple[BattleRow, ...]:
        """The battles that are not closed, disputes first."""
        return tuple(row for row in self.battles if not row.closed)

    @property
    def closed_battles(self) -> tuple[BattleRow, ...]:
        """The battles that are closed."""
        return tuple(row for row in self.battles if row.closed)

    @property
    def disputes(self) -> tuple[BattleRow, ...]:
        """The battles in dispute."""
        return tuple(row for row in self.battles if row.standing == Standing.DISPUTE)

    @property
    def undecided(self) -> int:
        """How many battles wait for the facilitator: in dispute, or with a claim."""
        return len(self.claimed | {row.id for row in self.disputes})

    @property
    def due(self) -> DateRow | None:
        """The date that ends the present phase."""
        return next((row for row in self.dates if row.state == "present"), None)


@dataclass(frozen=True, slots=True)
class LogRow:
    """An entry of the log."""

    at: datetime
    turn: int | None
    by: str
    kind: str
    text: str
    public: bool


@dataclass(frozen=True, slots=True)
class LogPage:
    """One page of the log, the latest first."""

    rows: tuple[LogRow, ...]
    number: int
    more: bool
