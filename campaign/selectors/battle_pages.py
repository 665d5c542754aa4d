"""What the pages of battles show: frozen values that hold only what one side of a battle may know."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _

from campaign.selectors.battle_missions import MissionCard
from campaign.selectors.standing import BOUND, CLOSED, Said, Standing
from campaign.setting_up.missions import Mission
from rules.combat import handicap


@dataclass(frozen=True, slots=True)
class Force:
    """One side of a battle: ``name`` is the banner's own name for its owner, the army's for the enemy."""

    army: str
    number: int
    name: str
    level: int
    points: int
    attacks: bool
    forfeits: bool
    rules: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Word:
    """What a side has told. ``sacrifice`` is None for the enemy's: it is sealed."""

    said: Said
    story: str
    at: datetime
    by_app: bool
    reopen: bool
    sacrifice: int | None


@dataclass(frozen=True, slots=True)
class Result:
    """A battle's result as this side may know it: own levels lost, of the enemy only whether it is gone."""

    method: str
    winner: str
    points_own: int | None
    points_enemy: int | None
    degree: str | None
    rolls: tuple[tuple[Sequence[int], Sequence[int]], ...]
    lost: int | None = None
    sacrificed: int = 0
    destroyed: bool = False
    enemy_destroyed: bool = False
    reason: str = ""


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
    def document(self) -> dict[str, Any]:
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


@dataclass(frozen=True, slots=True)
class BattlePage:
    """One battle as one of its sides sees it."""

    id: str
    turn: int
    phase: str
    due: datetime | None
    sector: str
    at: tuple[int, int]
    city: bool
    category: str
    category_reason: str
    die: int | None
    attacker_die: int | None
    mission: Mission | None
    roll: MissionCard | None
    own: Force
    enemy: Force
    standing: Standing
    mine: Word | None
    theirs: Word | None
    result: Result | None
    preview: Preview | None
    most_own: int
    most_enemy: int
    most_sacrifice: int
    open: bool
    may_send: bool
    load: int
    send_until: datetime | None

    @property
    def handicap_own(self) -> int:
        """What is taken from the own dice in an abstract resolution (Rules 7)."""
        return handicap(self.own.level, self.enemy.level, self.own.forfeits)

    @property
    def handicap_enemy(self) -> int:
        """What is taken from the enemy's dice in an abstract resolution (Rules 7)."""
        return handicap(self.enemy.level, self.own.level, self.enemy.forfeits)

    @property
    def sides(self) -> tuple[Line, ...]:
        """What both sides say, line by line."""
        return told_lines(self)

    @property
    def closed(self) -> bool:
        """Whether nothing is left to fight or report."""
        return self.standing in CLOSED

    @property
    def may_report(self) -> bool:
        """Whether a result can be told now."""
        return self.open and not self.closed

    @property
    def may_confirm(self) -> bool:
        """Whether there is something of the other side's to confirm."""
        return self.may_report and self.theirs is not None and self.standing != Standing.REOPENED

    @property
    def may_ask_to_reopen(self) -> bool:
        """Whether this side can ask for the agreed result to be opened again."""
        return (
            self.open and self.standing == Standing.AGREED and self.mine is not None and not self.mine.reopen
        )

    @property
    def may_sacrifice(self) -> bool:
        """Whether a sacrifice can be declared apart from a report: in a battle the dice decide."""
        return self.open and self.most_sacrifice > 0 and self.standing in (*BOUND, Standing.AGREED)

    @property
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

    def column(word: Word | None) -> tuple[str, str, str]:
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
