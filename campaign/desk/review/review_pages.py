"""What the pages of a review show, as frozen values."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from campaign.base.answers import PAGE, JsonObject, Named, Sector, called, one_of
from campaign.base.documents import LedgerAccount, RollMade
from campaign.base.words.ledger_words import ChangeWords, DecidedWords
from campaign.desk.review.other_pages import OtherRow
from campaign.models import PlanCounted


@dataclass(frozen=True, slots=True)
class Army:
    """A seat and its army."""

    number: Annotated[int, Named("seat")]
    name: Annotated[str, Named("army")]
    seat: Annotated[str, PAGE]


@called("ReviewBanner")
@dataclass(frozen=True, slots=True)
class BannerRow:
    """A banner before and after: ``before`` is None for one that a split has made, ``after`` for one gone."""

    id: str
    name: str
    army: Army
    before: Annotated[str | None, PAGE]
    after: Annotated[str | None, PAGE]
    came_from: Sector | None
    at: Sector
    level_before: int | None
    level_after: int | None
    works: str
    retreating: bool
    orders: str
    void: tuple[str, ...]
    fate: str
    ledger: Annotated[
        LedgerAccount | None,
        "Of the outcome: what changed its level in this turn, the truth; null of older turns.",
    ] = None
    change: Annotated[ChangeWords | None, PAGE] = None

    @property
    def moved(self) -> bool:
        """Whether it stands elsewhere."""
        return self.came_from is not None and self.came_from != self.at

    @property
    def changed(self) -> bool:
        """Whether anything happened to it that a review should look at."""
        levels = self.level_before != self.level_after
        return self.moved or levels or bool(self.void) or bool(self.fate) or bool(self.orders)


@called("ReviewContact")
@dataclass(frozen=True, slots=True)
class ContactRow:
    """A battle that is met, or fought: ``result`` is empty until there is one."""

    at: Sector
    sector: str
    names: tuple[str, str]
    armies: tuple[Army, Army]
    levels: tuple[int, int]
    attacker: Annotated[int, "0 or 1: which of the two attacks."]
    category: str
    die: Annotated[int, Named("mission_die")]
    auto: bool
    result: str
    clause: Annotated[int | None, "Of the outcome: the clause of Rules 7; null of one not played."] = None
    attempts: Annotated[
        tuple[tuple[RollMade, RollMade], ...], "What the rolls were made of, in the order of the sides."
    ] = ()
    difference: Annotated[int | None, "Between the totals of the last attempt; null without dice."] = None
    decided: Annotated[DecidedWords | None, PAGE] = None


@called("ReviewSector")
@dataclass(frozen=True, slots=True)
class SectorRow:
    """A sector that changes hands; armies' names, ``nobody`` or ``disputed``."""

    at: Sector
    sector: str
    before: str
    after: str


@called("CorrectionMade")
@dataclass(frozen=True, slots=True)
class CorrectionRow:
    """A correction that has been made; ``withdrawn`` says why it was taken back, if it was."""

    number: Annotated[int, "Counts the corrections of this review, from 1."]
    what: str
    reason: str
    by: str
    seats: Annotated[tuple[str, ...], Named("armies")]
    withdrawn: str


@called("ReviewPlan")
@dataclass(frozen=True, slots=True)
class PlanRow:
    """A seat that sent no plan: ``excused``, ``missed``, or ``submitted`` by a correction of its orders."""

    army: Army
    state: Annotated[str, one_of(PlanCounted)]
    text: str


@called("Review")
@dataclass(frozen=True, slots=True)
class ReviewPage:
    """What the turn would come to so far (the dry run), or has come to."""

    stage: Annotated[str, one_of(("movement", "outcome"))]
    live: Annotated[bool, "Whether it can still be corrected."]
    banners: tuple[BannerRow, ...]
    contacts: tuple[ContactRow, ...]
    sectors: tuple[SectorRow, ...]
    battles_per_army: Annotated[tuple[tuple[Army, int], ...], PAGE]
    load: Annotated[int, PAGE]
    corrections: tuple[CorrectionRow, ...]
    plans: Annotated[tuple[PlanRow, ...], "Of the movement: the seats that sent none, and what follows."]
    others: Annotated[tuple[OtherRow, ...], "The orders in words that count, and what has been settled."]
    victors: tuple[Army, ...]
    map: JsonObject
    moves: Annotated[tuple[JsonObject, ...], PAGE]

    @property
    def changed(self) -> tuple[BannerRow, ...]:
        """The banners to which something happens."""
        return tuple(row for row in self.banners if row.changed)

    @property
    def unchanged(self) -> tuple[BannerRow, ...]:
        """The banners that stay as they are."""
        return tuple(row for row in self.banners if not row.changed)
