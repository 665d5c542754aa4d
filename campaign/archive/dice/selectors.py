"""How a battle's dice came to their result, and how everybody can check them (Rules 4, 7).

Before the end the commitment binds them; labels and seeds, which hold true ids, are shown at the end only.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from django.utils.translation import gettext as _

from campaign.access.public_facts import commitments_of
from campaign.base.documents import RollMade
from campaign.base.words.ledger_words import signed
from campaign.engine.seeds import binds, dice_of, thrown_by
from campaign.models import Battle, CampaignStatus
from rules.dice import abstract_label, attacker_label, battle_key, mission_label
from rules.state import BannerId
from rules.tables import DEGREES, Degree


class Rolls(Protocol):
    """The dice of a battle that they decided, an entry for each roll: own and the enemy's."""

    @property
    def rolls(self) -> Sequence[Sequence[Sequence[int]]]: ...
    @property
    def attempts(self) -> Sequence[tuple[RollMade, RollMade]]: ...


class Fought(Protocol):
    """A battle as one of its sides sees it: what of it the check of its dice needs."""

    @property
    def turn(self) -> int: ...
    @property
    def result(self) -> Rolls | None: ...
    @property
    def handicap_own(self) -> int: ...
    @property
    def handicap_enemy(self) -> int: ...


@dataclass(frozen=True, slots=True)
class Attempt:
    """One roll: the dice of both, what is taken off, and what is left."""

    own: tuple[int, ...]
    enemy: tuple[int, ...]
    own_total: int
    enemy_total: int

    @property
    def own_change(self) -> str:
        """What is added to the own dice or taken off, with its sign; empty for nothing."""
        return _change(self.own_total - sum(self.own))

    @property
    def enemy_change(self) -> str:
        """The same of the enemy's."""
        return _change(self.enemy_total - sum(self.enemy))

    @property
    def difference(self) -> int:
        """By how much the higher won; 0: rolled again."""
        return abs(self.own_total - self.enemy_total)


@dataclass(frozen=True, slots=True)
class DegreeRow:
    """A row of the degree table; ``hit`` if it decided this battle."""

    differences: str
    degree: str
    loser: int
    winner: int
    hit: bool


@dataclass(frozen=True, slots=True)
class Die:
    """A die that anybody can recompute: its purpose, label, sides and value."""

    purpose: str
    label: str
    sides: int
    value: int


@dataclass(frozen=True, slots=True)
class DiceCheck:
    """The dice of a battle, how they were counted, and what binds them."""

    attempts: tuple[Attempt, ...]
    degrees: tuple[DegreeRow, ...]
    commitment: str
    first_turn: int
    seed: str
    dice: tuple[Die, ...]


def dice_check(page: Fought, battle: Battle) -> DiceCheck | None:
    """How the battle's dice can be checked; None if it has none to show yet."""
    campaign = battle.turn.campaign
    ended = campaign.status == CampaignStatus.ENDED
    rolls = page.result.rolls if page.result is not None else ()
    if not rolls and not ended:
        return None
    bound = binds(campaign, page.turn)
    bonds = commitments_of(campaign) if bound else ()
    bond = next((one for one in bonds if one.first_turn <= page.turn), None)
    attempts = _attempts(page)
    return DiceCheck(
        attempts=attempts,
        degrees=_degrees(attempts[-1].difference) if attempts else (),
        commitment=bond.commitment if bond is not None else "",
        first_turn=bond.first_turn if bond is not None else 1,
        seed=thrown_by(battle.turn).hex() if ended and bound else "",
        dice=tuple(_labelled(battle, len(rolls))) if ended and bound else (),
    )


def _attempts(page: Fought) -> tuple[Attempt, ...]:
    """The rolls as they were counted; of older turns, by what is known to be taken off."""
    if page.result is None:
        return ()
    if page.result.attempts:
        return tuple(
            Attempt(tuple(own), tuple(enemy), made[0]["total"], made[1]["total"])
            for (own, enemy), made in zip(page.result.rolls, page.result.attempts, strict=True)
        )
    return tuple(
        Attempt(tuple(own), tuple(enemy), sum(own) - page.handicap_own, sum(enemy) - page.handicap_enemy)
        for own, enemy in page.result.rolls
    )


def _degrees(difference: int) -> tuple[DegreeRow, ...]:
    rows = []
    low = 1
    for up_to, degree, loser, winner in DEGREES:
        words = str(low) if low == up_to else f"{low}-{up_to}"
        rows.append(DegreeRow(words, str(degree), loser, winner, low <= difference <= up_to))
        low = up_to + 1
    rows.append(DegreeRow(f"{low}+", str(Degree.TOTAL), 100, 0, difference >= low))
    return tuple(rows)


def _change(levels: int) -> str:
    return f"{signed(levels)[0]} {abs(levels)}" if levels else ""


def _labelled(battle: Battle, attempts: int) -> list[Die]:
    """Every die of the battle with its label: after the end, when ids are no secret any more."""
    turn = battle.turn.number
    pair = (BannerId(battle.first), BannerId(battle.second))
    names = (battle.name_first, battle.name_second)
    key = battle_key(*pair)
    wanted = [(_("mission"), mission_label(turn, key), 6), (_("attacker"), attacker_label(turn, key), 2)]
    wanted += [
        (f"{name}, {attempt}/{which}", abstract_label(turn, key, attempt, banner, which), 6)
        for attempt in range(1, attempts + 1)
        for banner, name in zip(pair, names, strict=True)
        for which in (1, 2)
    ]
    dice = dice_of(battle.turn)
    return [Die(purpose, label, sides, dice.die(label, sides)) for purpose, label, sides in wanted]
