"""Where a battle's mission stands: covered, rolled, waiting for secret declarations, final (Rules 5.12)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Annotated

from campaign.base.answers import PAGE, called
from campaign.base.setup.house_rules import traits_of_seat
from campaign.base.setup.mission_tables import table_of
from campaign.base.setup.missions import Mission, face
from campaign.models import Battle, BattleResult, Phase, Seat, SeatStatus
from campaign.turn.contact.battle_status import CLOSED, Standing, standing_of
from rules.armies import Trait

SHIFT_HOURS = 48
"""How long a Tactical Genius may think about it once the mission die is called for."""

SHIFTS = (-1, 0, 1)


@called("Roll")
@dataclass(frozen=True, slots=True)
class MissionCard:
    """The mission as one side may know it; shifts are secret until it is final, own ones aside."""

    table: Annotated[tuple[Mission, ...], "The six missions of the table, face by face."]
    die: Annotated[int | None, PAGE]
    face: Annotated[int | None, "The face that counts, shifts included; null until it is final."]
    mission: Annotated[Mission | None, PAGE]
    final: bool
    shift_own: int | None
    shift_enemy: int | None
    shift_until: datetime | None
    waits_for_enemy: bool
    night: Annotated[bool | None, "The attacker's choice, once made."]
    attacker_own: Annotated[str, "Who attacks, as I say: own, enemy."]
    attacker_enemy: Annotated[str, "The same as the enemy says."]
    may_roll: bool
    may_shift: bool
    may_choose_night: bool
    may_say_sides: bool


@dataclass(frozen=True, slots=True)
class Roll:
    """The state of the mission die: which seats may shift it, which still think, and whether it is final."""

    genius: tuple[bool, bool]
    thinking: tuple[bool, bool]
    until: datetime | None
    final: bool

    @property
    def rolled(self) -> bool:
        """Whether the die may be seen."""
        return self.until is not None or self.final


def genius_of(seat: Seat) -> bool:
    """Whether the seat may shift mission dice; nobody decides for a bot."""
    return Trait.TACTICAL_GENIUS in traits_of_seat(seat)


def roll_of(battle: Battle, results: Iterable[BattleResult], moment: datetime) -> Roll:
    """The state of the battle's mission die."""
    told = list(results)
    seats = (battle.seat_first, battle.seat_second)
    genius = (genius_of(seats[0]), genius_of(seats[1]))
    shifts = (battle.shift_first, battle.shift_second)
    over = standing_of(battle, told) in CLOSED or battle.turn.phase != Phase.BATTLES
    over = over or any(row.method == "tabletop" for row in told)
    until = battle.rolled_at + timedelta(hours=SHIFT_HOURS) if battle.rolled_at else None
    awaited = until is not None and moment < until and not over
    thinking = tuple(
        awaited and can and shift is None and seat.status != SeatStatus.BOT
        for can, shift, seat in zip(genius, shifts, seats, strict=True)
    )
    final = over or (until is not None and not any(thinking))
    return Roll(genius, (thinking[0], thinking[1]), until, final)


def mission_card(
    battle: Battle, own: int, results: Iterable[BattleResult], moment: datetime, *, open_: bool
) -> MissionCard | None:
    """The mission for the side in place ``own``; None for a battle that is not fought."""
    told = list(results)
    if standing_of(battle, told) == Standing.AUTO:
        return None
    roll = roll_of(battle, told, moment)
    shifts = (battle.shift_first or 0, battle.shift_second or 0)
    said = (battle.attacker_by_first, battle.attacker_by_second)
    table = table_of(battle.category, battle.city, battle.missions)
    number = face(battle.mission_die, *shifts) if roll.final else None
    mission = table[number - 1] if number else None
    attacks = attacker_of(battle, mission) == (battle.first, battle.second)[own]
    return MissionCard(
        table=table,
        die=battle.mission_die if roll.rolled else None,
        face=number,
        mission=mission,
        final=roll.final,
        shift_own=(battle.shift_first, battle.shift_second)[own] if roll.genius[own] else None,
        shift_enemy=shifts[1 - own] if roll.final and roll.genius[1 - own] else None,
        may_roll=open_ and battle.rolled_at is None and not roll.final,
        may_shift=open_ and roll.thinking[own],
        waits_for_enemy=roll.thinking[1 - own],
        shift_until=roll.until,
        night=battle.night,
        may_choose_night=open_ and mission is not None and mission.night and attacks,
        attacker_own=_who(said[own], own),
        attacker_enemy=_who(said[1 - own], own),
        may_say_sides=open_ and mission is not None and mission.sides and not _raiders_decide(battle),
    )


def attacker_of(battle: Battle, mission: Mission | None) -> str:
    """The engine id of who attacks: by the mission where it says so and both sides agree, else as announced.

    Raiders always attack where it is random (Rules 5.12).
    """
    said = battle.attacker_by_first
    if mission is None or not mission.sides or not said or said != battle.attacker_by_second:
        return battle.attacker
    return battle.first if said == "first" else battle.second


def _raiders_decide(battle: Battle) -> bool:
    raiders = [Trait.RAIDERS in traits_of_seat(seat) for seat in (battle.seat_first, battle.seat_second)]
    return raiders[0] != raiders[1]


def _who(said: str, own: int) -> str:
    """Who attacks, to the reader in place ``own``: ``own``, ``enemy`` or nothing."""
    if not said:
        return ""
    return "own" if (said == "first") == (own == 0) else "enemy"
