"""What a side may say of a battle, and until when: the refusals of battle results (Rules 7)."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.utils.translation import gettext as _

from campaign.access.membership import may_act, stands_in
from campaign.base.dates import times
from campaign.base.dates.downtime import will_be_spared
from campaign.base.refusal import Refusal
from campaign.base.setup.campaign_settings import Variables
from campaign.models import Battle, BattleResult, CampaignStatus, Phase, Seat, Turn, User
from campaign.turn.contact.battle_closing import results_of
from campaign.turn.contact.battle_status import CLOSED, bounds_of, most_sacrificed, place_of, standing_of
from campaign.turn.locked_turn import LockedTurn

LOAD_HOURS = 48
LONGEST_STORY = 5000


@dataclass(frozen=True, slots=True)
class Claim:
    """What a side says: ``winner`` is ``own``, ``enemy`` or ``draw``; points as lost by each side."""

    method: str
    winner: str = "draw"
    points_own: int = 0
    points_enemy: int = 0
    sacrifice: int = 0
    story: str = ""


def open_for(held: LockedTurn, battle: Battle, seat: Seat, by: User | None) -> tuple[Battle, int]:
    """The battle as it is under the lock and the seat's place in it, while anything can be said about it.

    Raises ``Refusal``: ``not_yours``, ``late`` or ``auto``.
    """
    battle = Battle.objects.select_related("seat_first", "seat_second").get(pk=battle.pk)
    battle.turn = held.turn
    own = place_of(battle, seat)
    if own is None or (by is not None and not (may_act(by, seat) or stands_in(by, battle, seat))):
        raise Refusal(_("This battle is not yours."), code="not_yours")
    if battle.auto:
        raise Refusal(
            _("This battle is not fought: a banner of level 9 or less is destroyed (Rules 5.12)."),
            code="auto",
        )
    _check_time(held)
    return battle, own


def _check_time(held: LockedTurn) -> None:
    if held.campaign.status == CampaignStatus.ENDED:
        raise Refusal(_("The campaign has ended; its battles are history."), code="late")
    due, moment = held.turn.results_due, held.now
    if held.campaign.status == CampaignStatus.PAUSED and held.campaign.paused_at is not None:
        moment = min(moment, held.campaign.paused_at)  # its clock stands still
    over = due is not None and moment >= due and not will_be_spared(held.turn, moment)
    if held.turn.phase != Phase.BATTLES or over:
        raise Refusal(
            _(
                "The results of turn %(number)s were due by %(due)s. What was entered by then counts, and "
                "the dice decide the rest (Rules 7). If something is wrong, tell your facilitator."
            )
            % {"number": held.turn.number, "due": times.when(due) if due else "-"},
            code="late",
        )


def check_open(battle: Battle) -> list[BattleResult]:
    """What has been told of a battle that is not closed. Raises ``Refusal`` with code ``closed``."""
    rows = results_of(battle)
    if standing_of(battle, rows) in CLOSED:
        raise Refusal(
            _("This battle is closed. An agreed result is opened again only when both sides ask for it."),
            code="closed",
        )
    return rows


def check_claim(battle: Battle, seat: Seat, own: int, claim: Claim) -> None:
    """Refuse what cannot be; the refusal names the field and what is allowed."""
    if claim.method not in ("tabletop", "abstract"):
        raise _impossible("method", _("Say whether you fought it or want the dice to decide."))
    if claim.winner not in ("own", "enemy", "draw"):
        raise _impossible("winner", _("The winner is you, the enemy, or nobody."))
    if len(claim.story) > LONGEST_STORY:
        raise _impossible("story", _("A story has at most %(most)s characters.") % {"most": LONGEST_STORY})
    if claim.method == "tabletop":
        bounds = bounds_of(battle)
        check_points("points_own", claim.points_own, bounds[own])
        check_points("points_enemy", claim.points_enemy, bounds[1 - own])
    check_sacrifice("sacrifice", claim.sacrifice, most_sacrificed(battle, seat, own))


def check_points(field: str, points: int, most: int) -> None:
    """Refuse points lost outside 0 to 100 x fighting level (Rules 7)."""
    if not 0 <= points <= most:
        raise _impossible(field, points_wrong(most))


def points_wrong(most: int) -> str:
    """What is said of impossible points."""
    return _("Points lost must be from 0 to %(most)s: 100 for each level it fights with (Rules 7).") % {
        "most": most
    }


def check_sacrifice(field: str, levels: int, most: int) -> None:
    """Refuse a sacrifice of more levels than the side may give (Rules 7)."""
    if not 0 <= levels <= most:
        raise _impossible(field, sacrifice_wrong(most))


def sacrifice_wrong(most: int) -> str:
    """What is said of an impossible sacrifice."""
    if most == 0:
        return _(
            "No levels can be sacrificed here: it takes the army rule Sacrifice and no forfeit (Rules 7)."
        )
    return _("A sacrifice must be from 0 to %(most)s levels here (Rules 7).") % {"most": most}


def _impossible(field: str, message: str) -> Refusal:
    return Refusal(message, code="impossible", field=field)


def send_until(turn: Turn) -> datetime | None:
    """Until when battles beyond the load may be left to the dice: never longer than results are taken."""
    if turn.announced_at is None:
        return None
    until = turn.announced_at + timedelta(hours=LOAD_HOURS)
    return until if turn.results_due is None else min(until, turn.results_due)


def check_load(held: LockedTurn, battle: Battle, seat: Seat, rows: list[BattleResult]) -> None:
    """Refuse to send a battle to the dice unless it is beyond the battle load, soon enough, and untold."""
    variables = Variables.of(held.campaign)
    announced = held.turn.announced_at
    if announced is None or held.now > announced + timedelta(hours=LOAD_HOURS):
        raise Refusal(
            _("A battle can be sent to the dice only within %(hours)s hours of the announcement.")
            % {"hours": LOAD_HOURS},
            code="late",
        )
    if fought_by(held, seat) <= variables.battle_load:
        raise Refusal(
            _("Only battles beyond %(load)s in one turn can be sent to the dice without the other side.")
            % {"load": variables.battle_load},
            code="load",
        )
    if any(row.method == "tabletop" for row in rows):
        raise Refusal(_("A result has been entered already: confirm it, or enter your own."), code="told")


def fought_by(held: LockedTurn, seat: Seat) -> int:
    """How many battles of the turn the seat has on the table: neither auto nor left to the dice."""
    fought = Battle.objects.filter(turn=held.turn, auto=False, dice__isnull=True)
    return fought.filter(seat_first=seat).count() + fought.filter(seat_second=seat).count()
