"""What a facilitator or an arbiter reads of what surrounds a battle: claims, open lists, the app's times."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, TypeVar

from django.utils.translation import gettext as _

from battles.models import Act, ArmyList
from battles.rights.contact_clock import clock_of
from campaign.base.answers import PAGE, Named, answered
from campaign.base.dates.clock import now
from campaign.models import Battle, BattleResult, ClaimState, ForfeitClaim, Turn
from campaign.turn.contact.battle_status import place_of


@dataclass(frozen=True, slots=True)
class DeskClaim:
    """A forfeit claim on the desk, with what the app's own times say of it."""

    id: str
    battle_id: Annotated[str, PAGE]
    army: str
    against: str
    evidence: str
    answer: str
    state: str
    state_name: Annotated[str, PAGE]
    reason: str
    made_at: datetime
    silent: Annotated[bool, "Whether the app's own times prove the silence."]
    last_enemy: Annotated[datetime | None, PAGE]

    @property
    def is_open(self) -> bool:
        """Whether it waits for a decision."""
        return self.state == ClaimState.OPEN


@dataclass(frozen=True, slots=True)
class OpenClaim(DeskClaim):
    """A claim that waits for a decision, with its battle."""

    @answered
    def battle(self) -> str:
        """The battle's id."""
        return self.battle_id


OfDesk = TypeVar("OfDesk", bound=DeskClaim)


@dataclass(frozen=True, slots=True)
class DeskClaims:
    """The claims of a battle, oldest first."""

    all: Annotated[tuple[DeskClaim, ...], Named("items")]

    @property
    def open(self) -> tuple[DeskClaim, ...]:
        """Those that wait for a decision."""
        return tuple(one for one in self.all if one.is_open)


def claim_of(battle: Battle, claim_id: str) -> ForfeitClaim:
    """A claim of a battle, to be decided. Raises ``ForfeitClaim.DoesNotExist``."""
    return ForfeitClaim.objects.get(battle=battle, public_id=claim_id)


def claims_of(battle: Battle) -> DeskClaims:
    """The claims of a battle."""
    rows = ForfeitClaim.objects.filter(battle=battle).select_related("seat").order_by("made_at", "id")
    moment = now()
    return DeskClaims(tuple(_claim(DeskClaim, row, battle, moment) for row in rows))


def open_claims_of(turn: Turn | None) -> tuple[OpenClaim, ...]:
    """The claims of all battles of a turn that wait for a decision, oldest first."""
    rows = ForfeitClaim.objects.filter(battle__turn=turn, battle__turn__isnull=False, state=ClaimState.OPEN)
    found = rows.select_related("seat", "battle__seat_first", "battle__seat_second").order_by("made_at", "id")
    moment = now()
    return tuple(_claim(OpenClaim, row, row.battle, moment) for row in found)


def _claim(kind: type[OfDesk], row: ForfeitClaim, battle: Battle, moment: datetime) -> OfDesk:
    own = place_of(battle, row.seat) or 0
    other = (battle.seat_second, battle.seat_first)[own]
    clock = clock_of(battle, row.seat, other, moment)
    return kind(
        id=row.public_id,
        battle_id=battle.public_id,
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
    deeds += [(one.changed_at, one.seat.army, _("entered the result")) for one in told]
    return tuple(sorted(deeds, key=lambda deed: deed[0]))
