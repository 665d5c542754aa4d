"""What the pages of battles show: frozen values that hold only what one side of a battle may know."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated

from django.utils.translation import gettext as _

from battles.missions.selectors import MissionCard
from campaign.base.answers import (
    PAGE,
    TRANSLATED,
    Json,
    Named,
    Sector,
    answered,
    answered_after,
    called,
    one_of,
)
from campaign.base.documents import DecidedBattle, LedgerItem, RollMade
from campaign.base.setup.missions import Mission
from campaign.base.words.ledger_words import (
    OF_BATTLES,
    ChangeWords,
    DecidedWords,
    clause_words,
    decided_words,
)
from campaign.base.words.report_words import rule_url
from campaign.turn.contact.battle_status import BOUND, CLOSED, Said, Standing
from rules.combat import handicap

METHODS = ("tabletop", "abstract")
WINNERS = ("own", "enemy", "draw")
DECIDED = ("auto", "ruling", "tabletop", "abstract")


@called("Side")
@dataclass(frozen=True, slots=True)
class Force:
    """One side of a battle; the enemy's banner bears its army's name."""

    army: str
    number: Annotated[int, Named("seat"), "The seat's number."]
    name: str
    level: Annotated[int, "The fighting level."]
    points: Annotated[int, "For the army list: 100 for each fighting level."]
    attacks: bool
    forfeits: bool
    rules: tuple[str, ...]
    house: Annotated[int, "What house army rules add to its dice, once they are shown."] = 0
    led: Annotated[bool, "Whether somebody, or a bot, plays the army just now."] = True


@dataclass(frozen=True, slots=True)
class ReportedResult:
    """The result that a side has told; its sacrifice is null where it is sealed: the enemy's."""

    said: Annotated[Said, PAGE]
    sacrifice: int | None
    story: str
    at: datetime
    by_app: Annotated[bool, "Put in by the app, not by a person."]
    reopen: Annotated[bool, "This side wants the agreed result opened again."]

    @answered_after("said")
    def method(self) -> Annotated[str, one_of(METHODS)]:
        """How it was decided: on the table, or by the dice."""
        return self.said.method

    @answered_after("method")
    def winner(self) -> Annotated[str, one_of(WINNERS)]:
        """Who won; draw where the dice decide."""
        return self.said.winner

    @answered_after("winner")
    def points_own(self) -> int:
        """Points that this side lost."""
        return self.said.points_own

    @answered_after("points_own")
    def points_enemy(self) -> int:
        """Points that the enemy lost."""
        return self.said.points_enemy

    @answered
    def mark(self) -> str:
        """To be sent along when it is confirmed."""
        return self.said.mark


@dataclass(frozen=True, slots=True)
class Result:
    """A battle's result, as far as it is settled and this side may know it."""

    method: Annotated[str, one_of(DECIDED)]
    winner: Annotated[str, one_of(WINNERS)]
    points_own: int | None
    points_enemy: int | None
    degree: str | None
    rolls: Annotated[
        Sequence[Sequence[Sequence[int]]],
        "Every attempt of an abstract resolution: own two dice, then the enemy's.",
    ]
    lost: Annotated[int | None, "Own levels lost; null before publication."] = None
    sacrificed: Annotated[int, "Own levels sacrificed."] = 0
    destroyed: bool = False
    enemy_destroyed: bool = False
    reason: Annotated[str, "Of a ruling: whoever ruled gives it."] = ""
    clause: Annotated[int | None, "Of Rules 7; null of one not played, or told by an older version."] = None
    attempts: Annotated[
        tuple[tuple[RollMade, RollMade], ...],
        "What the rolls of an abstract resolution were made of: yours, then the enemy's.",
    ] = ()
    difference: Annotated[int | None, "Between the totals of the last attempt; null without dice."] = None
    ledger: Annotated[
        tuple[LedgerItem, ...] | None,
        "What the levels that it cost you are made of; null before publication, and of older turns.",
    ] = None

    @property
    def decided(self) -> DecidedWords | None:
        """The dice with all that was added and taken off, in words."""
        if not self.attempts or self.clause is None:
            return None
        entry: DecidedBattle = {
            "id": "",
            "clause": self.clause,
            "attempts": list(self.attempts),
            "difference": self.difference,
        }
        return decided_words(entry)

    @property
    def rule_url(self) -> str:
        """Where the rules of results can be read."""
        return rule_url(OF_BATTLES)

    @property
    def told_clause(self) -> str:
        """By which clause of Rules 7 it was decided, in words; empty where nobody said."""
        return clause_words(self.clause) if self.clause is not None else ""


@dataclass(frozen=True, slots=True)
class Cost:
    """One row of what a loss of points would cost the own banner in levels, won and lost (Rules 7)."""

    points_from: int
    points_up_to: int
    won: int
    beaten: int


@dataclass(frozen=True, slots=True)
class Preview:
    """What the battle would mean for the own banner: the attrition table as its army rules bend it."""

    level: int
    works: str
    costs: tuple[Cost, ...]
    enemy_may_sacrifice: bool

    def cost(self, points: int, *, beaten: bool) -> int:
        """The levels inflicted for a loss of ``points``, the enemy's sacrifices aside."""
        for row in self.costs:
            if points <= row.points_up_to:
                return row.beaten if beaten else row.won
        return self.costs[-1].beaten if beaten else self.costs[-1].won

    @property
    def beaten_differs(self) -> bool:
        """Whether a defeat costs more than a victory with the same losses."""
        return any(row.won != row.beaten for row in self.costs)

    @property
    def document(self) -> dict[str, Json]:
        """The same for the page's script."""
        return {
            "level": self.level,
            "costs": [[row.points_up_to, row.won, row.beaten] for row in self.costs],
        }


@dataclass(frozen=True, slots=True)
class Line:
    """One line of what the two sides say, side by side; ``differs`` if both have spoken and disagree."""

    label: str
    own: str
    enemy: str
    differs: bool


@called("Battle")
@dataclass(frozen=True, slots=True)
class BattlePage:
    """A battle as one of its two sides sees it."""

    id: str
    turn: int
    phase: Annotated[str, "The turn's phase."]
    due: Annotated[datetime | None, "The results deadline."]
    at: Sector
    sector: Annotated[str, "The sector as people read it: A1 is [0, 0]."]
    city: bool
    category: Annotated[str, TRANSLATED]
    category_reason: Annotated[str, TRANSLATED]
    die: Annotated[int | None, Named("mission_die"), "Null until one of the two has called for it."]
    attacker_die: int | None
    mission: Annotated[Mission | None, "Null until it is final."]
    roll: Annotated[MissionCard | None, "How the mission stands; null for a battle that is not fought."]
    own: Force
    enemy: Force
    standing: Standing
    mine: ReportedResult | None
    theirs: ReportedResult | None
    result: Result | None
    preview: Annotated[Preview | None, PAGE]
    most_own: Annotated[int, "The most points that this side can lose."]
    most_enemy: Annotated[int, "The most points that the enemy can lose."]
    most_sacrifice: Annotated[int, "The most levels that this side may sacrifice."]
    open: Annotated[bool, PAGE]
    may_send: Annotated[bool, "Whether it can be left to the dice without the enemy."]
    load: Annotated[int, PAGE]
    send_until: Annotated[datetime | None, PAGE]
    unruled: Annotated[str, PAGE]
    ruler: Annotated[str, PAGE]
    """Who may rule if it is in dispute: ``facilitator``, ``arbiter``, or empty for nobody."""
    cost: Annotated[ChangeWords | None, PAGE] = None

    @property
    def handicap_own(self) -> int:
        """What is taken from the own dice in an abstract resolution (Rules 7)."""
        return handicap(self.own.level, self.enemy.level, self.own.forfeits) - self.own.house

    @property
    def handicap_enemy(self) -> int:
        """What is taken from the enemy's dice in an abstract resolution (Rules 7)."""
        return handicap(self.enemy.level, self.own.level, self.enemy.forfeits) - self.enemy.house

    @property
    def added_own(self) -> int:
        """What is added to the own dice, if house rules add more than is taken off."""
        return max(0, -self.handicap_own)

    @property
    def added_enemy(self) -> int:
        """The same of the enemy's dice."""
        return max(0, -self.handicap_enemy)

    @property
    def sides(self) -> tuple[Line, ...]:
        """What both sides say, line by line."""
        return told_lines(self)

    @property
    def closed(self) -> bool:
        """Whether nothing is left to fight or report."""
        return self.standing in CLOSED

    @answered_after("most_sacrifice")
    def may_report(self) -> bool:
        """Whether a result can be told now."""
        return self.open and not self.closed

    @answered_after("may_report")
    def may_confirm(self) -> bool:
        """Whether there is something of the other side's to confirm."""
        return self.may_report and self.theirs is not None and self.standing != Standing.REOPENED

    @answered_after("may_confirm")
    def may_ask_to_reopen(self) -> bool:
        """Whether this side can ask for the agreed result to be opened again."""
        return (
            self.open and self.standing == Standing.AGREED and self.mine is not None and not self.mine.reopen
        )

    @answered_after("may_ask_to_reopen")
    def may_sacrifice(self) -> bool:
        """Whether a sacrifice can be declared apart from a report: in a battle the dice decide."""
        return self.open and self.most_sacrifice > 0 and self.standing in (*BOUND, Standing.AGREED)

    @answered
    def waits_for_me(self) -> bool:
        """Whether this side has something to do for it."""
        if not self.may_report:
            return self.open and self.theirs is not None and self.theirs.reopen and self.may_ask_to_reopen
        return not (self.standing == Standing.ONE and self.mine is not None)


@dataclass(frozen=True, slots=True)
class BattlesPage:
    """All battles of a seat: those of the turn that runs, then those of earlier turns."""

    turn: int | None
    phase: str | None
    due: datetime | None
    present: tuple[BattlePage, ...]
    past: tuple[BattlePage, ...]
    load: int

    @property
    def fought(self) -> int:
        """How many battles are on the table this turn: neither auto nor left to the dice."""
        return sum(page.standing not in (*BOUND, Standing.AUTO) for page in self.present)

    @property
    def send_until(self) -> datetime | None:
        """Until when those beyond the battle load may be left to the dice."""
        return self.present[0].send_until if self.present else None

    @property
    def over_load(self) -> bool:
        """Whether some may be left to the dice now."""
        return any(page.may_send for page in self.present)

    @property
    def waiting(self) -> int:
        """How many battles wait for this seat."""
        return sum(page.waits_for_me for page in self.present)


def told_lines(page: BattlePage) -> tuple[Line, ...]:
    """Winner and points as the two sides tell them, side by side."""
    winners = {"own": page.own.name, "enemy": page.enemy.army, "draw": _("nobody: a draw")}

    def column(word: ReportedResult | None) -> tuple[str, str, str]:
        if word is None:
            return "-", "-", "-"
        if word.said.method == "abstract":
            return _("let the dice decide"), "-", "-"
        return winners[word.said.winner], str(word.said.points_own), str(word.said.points_enemy)

    labels = (
        _("Winner"),
        _("Points lost by %(name)s") % {"name": page.own.name},
        _("Points lost by %(name)s") % {"name": page.enemy.army},
    )
    both = page.mine is not None and page.theirs is not None
    return tuple(
        Line(label, own, enemy, both and own != enemy)
        for label, own, enemy in zip(labels, column(page.mine), column(page.theirs), strict=True)
    )
