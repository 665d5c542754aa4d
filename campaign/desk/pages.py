"""What the pages of the facilitator's desk show, as frozen values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated

from campaign.base.answers import PAGE, Named, Sector, answered_after, called, one_of
from campaign.desk.result_comparison import TellingLine, side_by_side
from campaign.models import CampaignStatus, Phase, PlanState, SeatStatus
from campaign.turn.contact.battle_status import CLOSED, Standing

DATES = ("plan_due", "announce_due", "results_due", "publish_due")
WINNERS = ("first", "second", "draw")


@dataclass(frozen=True, slots=True)
class BoardRow:
    """A seat on the board of plans: never what a plan holds."""

    seat: Annotated[str, PAGE]
    number: Annotated[int, Named("seat")]
    army: str
    player: str
    status: Annotated[str, one_of(SeatStatus)]
    bot: Annotated[str, PAGE]
    """How the bot plays it, in words; empty unless the bot plays it."""
    state: Annotated[str, one_of(PlanState)]
    saved_at: datetime | None
    excused: bool
    excuse_reason: str
    used_fallback: bool
    by_bot: bool
    deputy: str
    missed: Annotated[int, "Plans missed in a row."]
    banners: int
    reminded_at: datetime | None
    corrected: Annotated[bool, "Orders entered by a correction count as its plan."]
    excusable: Annotated[bool, PAGE] = False
    """Whether it can be excused: there is no plan of it, and none will be written by a bot."""

    @property
    def awaited(self) -> bool:
        """Whether a person's plan is awaited from this seat."""
        return self.status == SeatStatus.PLAYER and self.banners > 0 and not self.excused

    @answered_after("state")
    def missing(self) -> bool:
        """A plan is awaited and there is nothing of it."""
        return self.awaited and self.state == "nothing"


@dataclass(frozen=True, slots=True)
class DateRow:
    """A date of the turn; one that has passed cannot be moved."""

    date: Annotated[str, one_of(DATES), "As `extend` takes it."]
    at: datetime | None
    state: Annotated[str, one_of(("passed", "present", "ahead"))]

    @answered_after("date")
    def name(self) -> Annotated[str, one_of(DATES)]:
        """The same as `date`, for older programs."""
        return self.date


@called("DeskForce")
@dataclass(frozen=True, slots=True)
class Force:
    """One side of a battle; the level is the full one."""

    name: str
    army: str
    number: Annotated[int, Named("seat")]
    level: int
    most_points: int
    most_sacrifice: int
    attacks: bool
    forfeits: bool


@called("DeskResult")
@dataclass(frozen=True, slots=True)
class Told:
    """What a side has told, or the facilitator has ruled; points stand in the order of the forces."""

    method: Annotated[str, one_of(("tabletop", "abstract", "ruling"))]
    winner: Annotated[str, one_of(WINNERS)]
    points: tuple[int, int]
    sacrifice: int
    story: str
    at: datetime
    by_app: bool


@called("DeskBattle")
@dataclass(frozen=True, slots=True)
class BattleRow:
    """A battle on the desk; pairs stand in the order of its two banners."""

    id: str
    forces: tuple[Force, Force]
    told: Annotated[tuple[Told | None, Told | None], PAGE]
    at: Sector
    sector: str
    city: bool
    category: str
    die: Annotated[int, Named("mission_die")]
    standing: Standing
    dice: Annotated[Mapping[str, object] | None, PAGE]
    ruled: Told | None
    reason: str

    @answered_after("forces")
    def told_first(self) -> Told | None:
        """What the first force's side has told."""
        return self.told[0]

    @answered_after("told_first")
    def told_second(self) -> Told | None:
        """What the second force's side has told."""
        return self.told[1]

    @property
    def closed(self) -> bool:
        """Whether nothing is left to fight or report."""
        return self.standing in CLOSED

    @property
    def lines(self) -> tuple[TellingLine, ...]:
        """What was told, line by line, a cell for each side and one for the ruling if there is one."""
        return side_by_side(self.forces, self.told, self.ruled)

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
    """Something that waits for a facilitator: ``kind`` names it, ``count`` says how many."""

    kind: str
    count: int = 1
    text: Annotated[str, PAGE] = ""


@called("Desk")
@dataclass(frozen=True, slots=True)
class DeskPage:
    """The desk of the turn that runs."""

    campaign: Annotated[str, PAGE]
    status: Annotated[str, one_of(CampaignStatus)]
    automatic: bool
    pause_reason: str
    paused_at: datetime | None
    turn: int
    turn_pk: Annotated[int, PAGE]
    phase: Annotated[str, one_of(Phase)]
    dates: tuple[DateRow, ...]
    held: Annotated[str, "Why the review has been held."]
    may_hold: bool
    early: Annotated[bool, "All plans are in and the deadline was brought forward."]
    board: tuple[BoardRow, ...]
    battles: tuple[BattleRow, ...]
    chosen: Annotated[tuple[BoardRow, ...], PAGE]
    """The seats among which the champion must be chosen."""
    decisions: tuple[Decision, ...]
    last_error: str
    mark: Annotated[str, "To be sent along as seen: refused if the turn has changed since."]
    claimed: Annotated[frozenset[str], PAGE] = frozenset()
    """The battles with a forfeit claim that waits for a decision."""
    drawing: Annotated[bool, PAGE] = False
    """Whether the dice of the turn are being drawn: there is no movement to look at yet."""

    @answered_after("last_error")
    def contenders(self) -> tuple[int, ...]:
        """Seats among which the champion must be chosen."""
        return tuple(row.number for row in self.chosen)

    @property
    def empty_seats(self) -> int:
        """How many seats have fallen empty, so that nobody plans for them."""
        return sum(row.status in (SeatStatus.OPEN, SeatStatus.RESIGNED) for row in self.board)

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


@called("LogEntry")
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
