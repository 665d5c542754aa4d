"""The mission acts of ``battles.missions.services``, each written down with its time (Rules 12).

Whoever rolls, declares or chooses has done something on the battle's page: no silence can be held against it.
"""

from __future__ import annotations

from battles.missions import services as battle_missions
from battles.models import ActKind
from battles.rights.page_rights import still_to_fight
from campaign.models import Battle, Seat, User


def roll_mission(*, battle: Battle, seat: Seat, by: User | None) -> None:
    """Call for the mission die; a second call changes nothing. Raises ``Refusal``."""
    with still_to_fight(battle, seat, by) as at:
        battle_missions.roll_mission(battle=battle, seat=seat, by=by)
        at.note(ActKind.ROLLED)


def shift_mission(*, battle: Battle, seat: Seat, shift: int, by: User | None) -> None:
    """Declare a Tactical Genius shift of -1, 0 or 1 in secret. Raises ``Refusal``."""
    with still_to_fight(battle, seat, by) as at:
        battle_missions.shift_mission(battle=battle, seat=seat, shift=shift, by=by)
        at.note(ActKind.SHIFTED)


def choose_night(*, battle: Battle, seat: Seat, night: bool, by: User | None) -> None:
    """Choose day or night, as the attacker. Raises ``Refusal``."""
    with still_to_fight(battle, seat, by) as at:
        battle_missions.choose_night(battle=battle, seat=seat, night=night, by=by)
        at.note(ActKind.NIGHT)


def say_attacker(*, battle: Battle, seat: Seat, attacker: str, by: User | None) -> None:
    """Say who attacks (``own`` or ``enemy``) where the mission decides. Raises ``Refusal``."""
    with still_to_fight(battle, seat, by) as at:
        battle_missions.say_attacker(battle=battle, seat=seat, attacker=attacker, by=by)
        at.note(ActKind.SIDES)
