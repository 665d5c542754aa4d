"""The mission of a battle: its die, the secret shifts, day or night (Rules 5.12, 12)."""

from __future__ import annotations

from collections.abc import Mapping

from django.db import transaction
from django.utils.translation import gettext as _

from battles.missions.selectors import SHIFTS, MissionCard, mission_card
from campaign.access.membership import facilitates
from campaign.base.answers import Json
from campaign.base.refusal import Refusal, Unfit
from campaign.base.rows.audit import note
from campaign.base.setup.missions import MissionError, documents, parse_table
from campaign.base.words.log_messages import LogKind
from campaign.models import Battle, Campaign, CampaignStatus, Seat, User
from campaign.turn.contact.battle_bounds import check_open, open_for
from campaign.turn.contact.battle_closing import touch
from campaign.turn.locked_turn import LockedTurn, locked_turn


def roll_mission(*, battle: Battle, seat: Seat, by: User | None) -> None:
    """Call for the mission die: both sides see it from now on. A second call changes nothing.

    It is the turn's own die, bound before the turn began (Rules 4). Raises ``Refusal``.
    """
    with locked_turn(battle.turn_id) as held:
        battle, _own, card = _open(held, battle, seat, by)
        if not card.may_roll:
            return
        _set(battle, rolled_at=held.now)
        touch(battle)


def shift_mission(*, battle: Battle, seat: Seat, shift: int, by: User | None) -> None:
    """Declare a Tactical Genius shift of -1, 0 or 1; secret until the mission is final.

    Raises ``Refusal``.
    """
    with locked_turn(battle.turn_id) as held:
        battle, own, card = _open(held, battle, seat, by)
        if shift not in SHIFTS:
            raise Refusal(_("The shift is -1, 0 or 1 (Rules 5.12)."), code="impossible", field="shift")
        if not card.may_shift:
            raise Refusal(
                _(
                    "Only an army with Tactical Genius may shift the die: once, after it was called for, and "
                    "within 48 hours (Rules 5.12)."
                ),
                code="not_now",
            )
        _set(battle, **{("shift_first", "shift_second")[own]: shift})
        touch(battle)


def choose_night(*, battle: Battle, seat: Seat, night: bool, by: User | None) -> None:
    """The attacker chooses day or night where the mission leaves it open (Rules 12). Raises ``Refusal``."""
    with locked_turn(battle.turn_id) as held:
        battle, _own, card = _open(held, battle, seat, by)
        if not card.may_choose_night:
            raise Refusal(
                _("The attacker chooses day or night, in missions that leave it open (Rules 12)."),
                code="not_now",
            )
        _set(battle, night=night)
        touch(battle)


def say_attacker(*, battle: Battle, seat: Seat, attacker: str, by: User | None) -> None:
    """Say who attacks (``own`` or ``enemy``) where the mission decides; it counts once both say the same.

    Raises ``Refusal``.
    """
    with locked_turn(battle.turn_id) as held:
        battle, own, card = _open(held, battle, seat, by)
        if attacker not in ("own", "enemy"):
            raise Refusal(_("Say whether you attack or the enemy."), code="impossible", field="attacker")
        if not card.may_say_sides:
            raise Refusal(_("In this mission the attacker is settled already (Rules 5.12)."), code="not_now")
        first = (attacker == "own") == (own == 0)
        name = ("attacker_by_first", "attacker_by_second")[own]
        _set(battle, **{name: "first" if first else "second"})
        touch(battle)


def _open(held: LockedTurn, battle: Battle, seat: Seat, by: User | None) -> tuple[Battle, int, MissionCard]:
    battle, own = open_for(held, battle, seat, by)
    rows = check_open(battle)
    card = mission_card(battle, own, rows, held.now, open_=True)
    assert card is not None  # open_for has refused auto battles
    return battle, own, card


def _set(battle: Battle, **values: object) -> None:
    for name, value in values.items():
        setattr(battle, name, value)
    battle.save(update_fields=tuple(values))


def set_mission_table(*, campaign: Campaign, name: str, table: object, by: User) -> None:
    """Replace one mission table of the campaign, or with None put its default back.

    It counts for battles announced from now on. Raises ``Refusal`` with the field (``3.name``).
    """
    with transaction.atomic():
        held = Campaign.objects.select_for_update(no_key=True, of=("self",)).get(pk=campaign.pk)
        if not facilitates(by, held):
            raise Refusal(_("Only a facilitator can do this."), code="not_yours")
        if held.status == CampaignStatus.ENDED:
            raise Refusal(_("The campaign has ended; nothing of it can be changed."), code="phase")
        own: Mapping[str, Json] = {key: value for key, value in held.missions.items() if key != name}
        try:
            changed = {} if table is None else {name: documents(parse_table(name, table))}
        except MissionError as error:
            kind = Unfit if error.unfit else Refusal
            raise kind(str(error), code="impossible", field=error.path.removeprefix(f"{name}.")) from error
        held.missions = {**own, **changed}
        held.save(update_fields=("missions",))
        note(held, LogKind.MISSIONS, {"table": name}, by=by, public=True)
