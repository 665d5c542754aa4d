"""What the two sides tell of a battle: report, confirm, open again, send to the dice (Rules 7).

All of it holds the turn's lock and then reads the phase and the clock, so that two at once leave one
consistent result. A sacrifice stays sealed until the turn is published: nothing that is told to the other
side here speaks of it.
"""

from __future__ import annotations

from django.utils.translation import gettext as _

from campaign.base.refusal import Refusal
from campaign.base.words.log_messages import LogKind
from campaign.base.words.log_words import Value
from campaign.models import Battle, BattleResult, Seat, User
from campaign.outbox import services as notices_out
from campaign.turn.contact.battle_bounds import (
    Claim,
    check_claim,
    check_load,
    check_open,
    check_sacrifice,
    open_for,
)
from campaign.turn.contact.battle_closing import ask_for_dice, close_if_settled, results_of, touch
from campaign.turn.contact.battle_notices import tell_dispute, tell_sides
from campaign.turn.contact.battle_status import (
    CLOSED,
    Standing,
    most_sacrificed,
    said,
    sides_named,
    standing_of,
)
from campaign.turn.deadlines import bring_forward
from campaign.turn.locked_turn import LockedTurn, locked_turn

__all__ = [
    "Claim",
    "ask_to_reopen",
    "confirm_result",
    "declare_sacrifice",
    "report_result",
    "send_to_dice",
]


def report_result(*, battle: Battle, seat: Seat, claim: Claim, by: User | None) -> Standing:
    """Store what ``seat`` tells of ``battle``; if both sides agree the battle is closed.

    May be told anew until both agree. Raises ``Refusal``: ``not_yours``, ``auto``, ``late``, ``closed``, or
    ``impossible`` with the field.
    """
    with locked_turn(battle.turn_id) as held:
        battle, own = open_for(held, battle, seat, by)
        check_open(battle)
        check_claim(battle, seat, own, claim)
        return _store(held, battle, seat, own, claim, by)


def confirm_result(
    *, battle: Battle, seat: Seat, by: User | None, seen: str | None = None, sacrifice: int = 0
) -> Standing:
    """Say the same as the other side has said, which closes the battle. Raises ``Refusal``.

    ``seen`` is the ``mark`` of what the other side had said when it was shown: it is not confirmed if that
    has changed since (``changed``).
    """
    with locked_turn(battle.turn_id) as held:
        battle, own = open_for(held, battle, seat, by)
        rows = {row.seat_id: row for row in check_open(battle)}
        mine = rows.pop(seat.pk, None)
        if not rows:
            raise Refusal(
                _(
                    "The other side has not entered a result yet, so there is nothing to confirm:"
                    " enter it yourself."
                ),
                code="nothing_told",
            )
        (other,) = rows.values()
        theirs = said(battle, own, other)
        if seen is not None and seen != theirs.mark:
            raise Refusal(
                _("The other side has changed its result while you were reading: look again."),
                code="changed",
            )
        claim = Claim(
            theirs.method,
            theirs.winner,
            theirs.points_own,
            theirs.points_enemy,
            sacrifice=sacrifice,
            story=mine.story if mine else "",
        )
        check_claim(battle, seat, own, claim)
        return _store(held, battle, seat, own, claim, by)


def declare_sacrifice(*, battle: Battle, seat: Seat, sacrifice: int, by: User | None) -> None:
    """Say how many levels ``seat`` gives up in a battle, closed or not, until the results are due.

    It counts in whatever result is used, a ruling aside (Rules 7). Raises ``Refusal``.
    """
    with locked_turn(battle.turn_id) as held:
        battle, own = open_for(held, battle, seat, by)
        rows = results_of(battle)
        if standing_of(battle, rows) == Standing.RULED:
            raise Refusal(_("This battle was ruled on, sacrifices included (Rules 7)."), code="closed")
        check_sacrifice("sacrifice", sacrifice, most_sacrificed(battle, seat, own))
        mine = next((row for row in rows if row.seat_id == seat.pk), None)
        if mine is None:
            raise Refusal(_("Enter the result, and the sacrifice with it."), code="nothing_told")
        _seal(held, mine, sacrifice, by)


def ask_to_reopen(*, battle: Battle, seat: Seat, by: User | None) -> Standing:
    """Ask for an agreed result to be opened again; it is once both sides have asked. Raises ``Refusal``."""
    with locked_turn(battle.turn_id) as held:
        battle, _own = open_for(held, battle, seat, by)
        rows = results_of(battle)
        standing = standing_of(battle, rows)
        if standing == Standing.ABSTRACT:
            raise Refusal(_("The dice of this battle have been shown, so its result stands."), code="bound")
        if standing != Standing.AGREED:
            raise Refusal(
                _("Only a result that both sides agreed on can be opened again."), code="not_agreed"
            )
        for row in rows:
            if row.seat_id == seat.pk:
                row.reopen = True
                row.save(update_fields=("reopen",))
        if all(row.reopen for row in rows):
            battle.closed_at = None
            battle.save(update_fields=("closed_at",))
        held.note(LogKind.REOPEN, {"who": _who(seat, by), **sides_named(battle)}, by=by)
        _tell_other(held, battle, seat, about=":reopen")
        touch(battle)
        return standing_of(battle, rows)


def send_to_dice(*, battle: Battle, seat: Seat, by: User | None) -> Standing:
    """Send a battle beyond the battle load to abstract resolution, without the other side's consent.

    Only within 48 hours of the announcement, and only while ``seat`` has more battles to fight than the
    campaign's ``battle_load``. Raises ``Refusal``.
    """
    with locked_turn(battle.turn_id) as held:
        battle, _own = open_for(held, battle, seat, by)
        rows = check_open(battle)
        check_load(held, battle, seat, rows)
        before = standing_of(battle, rows)
        ask_for_dice(battle, (battle.seat_first, battle.seat_second))
        BattleResult.objects.filter(battle=battle, seat=seat).update(by_app=False)
        held.note(LogKind.BATTLE_LOAD, {"who": _who(seat, by), **sides_named(battle)}, by=by)
        return _settle(held, battle, seat, before)


def _store(held: LockedTurn, battle: Battle, seat: Seat, own: int, claim: Claim, by: User | None) -> Standing:
    ids = (battle.first, battle.second)
    winner, points = "", [0, 0]
    if claim.method == "tabletop":
        points[own], points[1 - own] = claim.points_own, claim.points_enemy
        winner = {"own": ids[own], "enemy": ids[1 - own], "draw": ""}[claim.winner]
    shown = {
        "method": claim.method,
        "winner": winner,
        "points_first": points[0],
        "points_second": points[1],
        "story": claim.story.strip(),
        "by_app": False,
        "reopen": False,
    }
    rows = results_of(battle)
    before = standing_of(battle, rows)
    mine = next((row for row in rows if row.seat_id == seat.pk), None)
    if mine is not None and all(getattr(mine, name) == value for name, value in shown.items()):
        _seal(held, mine, claim.sacrifice, by)
        return before
    BattleResult.objects.update_or_create(
        battle=battle, seat=seat, defaults={**shown, "sacrifice": claim.sacrifice}
    )
    told: dict[str, Value] = {"who": _who(seat, by), **sides_named(battle)}
    if claim.method == "abstract":
        held.note(LogKind.RESULT_ABSTRACT, told, by=by)
    else:
        held.note(_TOLD[claim.winner], {**told, "own": claim.points_own, "enemy": claim.points_enemy}, by=by)
    return _settle(held, battle, seat, before)


def _seal(held: LockedTurn, mine: BattleResult, sacrifice: int, by: User | None) -> None:
    """Store a sacrifice alone: nothing that the other side may see changes, not even the time."""
    BattleResult.objects.filter(pk=mine.pk).update(sacrifice=sacrifice)
    told: dict[str, Value] = {"who": _who(mine.seat, by), "levels": sacrifice, **sides_named(mine.battle)}
    held.note(LogKind.SACRIFICE, told, by=by)


def _who(seat: Seat, by: User | None) -> list[str]:
    """The army that acts, with a mark if it is not its player who does."""
    return [seat.army, "deputy"] if by is not None and by.pk != seat.user_id else [seat.army]


_TOLD = {"own": LogKind.RESULT_WON, "enemy": LogKind.RESULT_LOST, "draw": LogKind.RESULT_DRAW}
"""How the log says who has won, to the side that tells it."""


def _settle(held: LockedTurn, battle: Battle, seat: Seat, before: Standing) -> Standing:
    """Close what is agreed, tell whoever must act, and move on if nothing is left to fight."""
    standing = close_if_settled(battle, held.now)
    touch(battle)
    if standing == Standing.ONE:
        _tell_other(held, battle, seat)
    elif standing == Standing.DISPUTE and before != Standing.DISPUTE:
        tell_dispute(held, battle, (battle.seat_first, battle.seat_second), fresh=True)
    elif standing in CLOSED:
        bring_forward(held)
    return standing


def _tell_other(held: LockedTurn, battle: Battle, seat: Seat, *, about: str = "") -> None:
    other = battle.seat_second if battle.seat_first_id == seat.pk else battle.seat_first
    tell_sides(
        held,
        battle,
        (other,),
        notices_out.RESULT_WAITING,
        about=f"{battle.public_id}{about}",
        detail={"battle": battle.public_id},
    )
