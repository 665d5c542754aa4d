"""What a facilitator or an arbiter reads of what surrounds a battle: claims, open lists, the app's times."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext as _

from battles.models import Act, ArmyList
from battles.selectors.contact import clock_of
from campaign.dates.clock import now
from campaign.models import Battle, BattleResult, ClaimState, ForfeitClaim, Turn
from campaign.selectors.standing import place_of


@dataclass(frozen=True, slots=True)
class DeskClaim:
    """A forfeit claim with what the app's own times say of it."""

    id: str
    battle_id: str
    row: ForfeitClaim
    army: str
    against: str
    evidence: str
    answer: str
    state: str
    state_name: str
    reason: str
    made_at: datetime
    silent: bool
    last_enemy: datetime | None

    @property
    def is_open(self) -> bool:
        """Whether it waits for a decision."""
        return self.state == ClaimState.OPEN


@dataclass(frozen=True, slots=True)
class DeskClaims:
    """All claims of a battle, oldest first."""

    all: tuple[DeskClaim, ...]

    @property
    def open(self) -> tuple[DeskClaim, ...]:
        """Those that wait for a decision."""
        return tuple(one for one in self.all if one.is_open)


def claims_of(battle: Battle) -> DeskClaims:
    """The claims of a battle."""
    rows = ForfeitClaim.objects.filter(battle=battle).select_related("seat").order_by("made_at", "id")
    moment = now()
    return DeskClaims(tuple(_claim(row, battle, moment) for row in rows))


def open_claims_of(turn: Turn | None) -> tuple[DeskClaim, ...]:
    """The claims of all battles of a turn that wait for a decision, oldest first."""
    rows = ForfeitClaim.objects.filter(battle__turn=turn, battle__turn__isnull=False, state=ClaimState.OPEN)
    found = rows.select_related("seat", "battle__seat_first", "battle__seat_second").order_by("made_at", "id")
    moment = now()
    return tuple(_claim(row, row.battle, moment) for row in found)


def _claim(row: ForfeitClaim, battle: Battle, moment: datetime) -> DeskClaim:
    own = place_of(battle, row.seat) or 0
    other = (battle.seat_second, battle.seat_first)[own]
    clock = clock_of(battle, row.seat, other, moment)
    return DeskClaim(
        id=row.public_id,
        battle_id=battle.public_id,
        row=row,
        army=row.seat.army,
        against=other.army,
        evidence=row.evidence,
        answer=row.answer,
        state=row.state,
        state_name=row.get_state_display(),
        reason=row.reason,
        made_at=row.made_at,
        silent=row.silent_since is not None or clock.silent,
        last_enemy=clock.last_enemy,
    )


def lists_of(battle: Battle) -> tuple[tuple[str, str, int], ...]:
    """Army, text and points of both lists, once both are in."""
    found = list(ArmyList.objects.filter(battle=battle).select_related("seat").order_by("seat__number"))
    return tuple((one.seat.army, one.text, one.points) for one in found) if len(found) == 2 else ()


def timeline_of(battle: Battle) -> tuple[tuple[datetime, str, str], ...]:
    """When each side did what on the battle's page: moment, army, deed."""
    acts = Act.objects.filter(battle=battle).select_related("seat").order_by("at", "id")
    deeds = [(one.at, one.seat.army, str(one.get_kind_display())) for one in acts]
    told = BattleResult.objects.filter(battle=battle, by_app=False).select_related("seat").order_by("id")
    deeds += [(one.changed_at, one.seat.army, _("told the result")) for one in told]
    return tuple(sorted(deeds, key=lambda deed: deed[0]))
