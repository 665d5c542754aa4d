"""The facilitator's desk: rulings, excuses, corrections, and moving the turn on.

Every act names who did it and why, is kept in the log, and is refused when somebody else was faster. After
whatever touches a review the movement or the outcome is worked out anew in the same transaction, so that what
the desk shows is what would happen.
"""

from __future__ import annotations

from typing import cast

from django.utils.translation import gettext as _

from campaign import engine
from campaign.access.membership import arbitrates, facilitates
from campaign.base.refusal import Refusal
from campaign.base.rows.audit import note
from campaign.base.words.log_messages import LogKind
from campaign.engine.corrections import Change, seats_touched
from campaign.engine.seeds import binds, thrown_by
from campaign.models import (
    Battle,
    BattleResult,
    CampaignStatus,
    Correction,
    CorrectionStage,
    Phase,
    Seat,
    Turn,
    User,
)
from campaign.outbox import services as notices_out
from campaign.turn import tick
from campaign.turn.aftermath import outcome_of
from campaign.turn.contact.battle_bounds import check_points, check_sacrifice
from campaign.turn.contact.battle_closing import close_if_settled, results_of, touch, touch_seats
from campaign.turn.contact.battle_notices import tell_sides
from campaign.turn.contact.battle_status import (
    BOUND,
    Standing,
    bounds_of,
    most_sacrificed,
    sides_named,
    standing_of,
)
from campaign.turn.deadlines import bring_forward, consider_early_close
from campaign.turn.locked_turn import LockedTurn, locked_turn
from campaign.turn.missing_plans import counts_as_plan, is_corrected
from campaign.turn.movement import input_so_far
from campaign.turn.turn_rights import check_facilitator, check_reason, check_seen
from rules.documents import Scenario
from rules.format.writing import state_document

SIDES = ("first", "second")
IN_PLAY = (Phase.BATTLES, Phase.AFTERMATH_REVIEW)


def look_as(*, seat: Seat, by: User) -> None:
    """Write down that a facilitator looks at the pages through a player's eyes. Raises ``Refusal``."""
    if not facilitates(by, seat.campaign):
        raise Refusal(_("Only a facilitator can do this."), code="not_yours")
    note(seat.campaign, LogKind.VIEW_AS, {"army": seat.army}, by=by)


# Moving the turn on


def announce_now(*, turn: Turn, by: User, seen: str | None = None) -> None:
    """Announce the battles before the announcement is due. Raises ``Refusal``."""
    with locked_turn(turn.pk) as held:
        check_facilitator(held, by)
        check_seen(held, seen)
        tick.announce(turn.pk, by)


def publish_now(*, turn: Turn, by: User, champion: str | None = None, seen: str | None = None) -> None:
    """Publish the turn before its publication is due; ``champion`` is the public id of the seat chosen.

    Raises ``Refusal``, with code ``champion`` where only an id decides and none was chosen.
    """
    with locked_turn(turn.pk) as held:
        check_facilitator(held, by)
        check_seen(held, seen)
        keys = {seat.public_id: seat.key for seat in held.seats.values()}
        tick.publish(turn.pk, by, keys.get(champion, "") if champion else None)


# Battles


def rule_on_battle(
    *,
    battle: Battle,
    winner: str,
    points: tuple[int, int],
    sacrifices: tuple[int, int] = (0, 0),
    reason: str,
    by: User,
    seen: str | None = None,
) -> None:
    """Rule on a battle; ``winner`` is ``first``, ``second`` or ``draw``, pairs stand in that order too.

    It stands above everything that was told (Rules 7). An arbiter may rule on a disputed battle. Raises
    ``Refusal``.
    """
    with locked_turn(battle.turn_id, *IN_PLAY) as held:
        battle = _fought(held, battle)
        _check_ruler(held, battle, by)
        check_seen(held, seen)
        if winner not in (*SIDES, "draw"):
            raise Refusal(_("The winner is one of the two, or nobody."), code="impossible", field="winner")
        seats = (battle.seat_first, battle.seat_second)
        for place, (side, most) in enumerate(zip(SIDES, bounds_of(battle), strict=True)):
            check_points(f"points_{side}", points[place], most)
            most = most_sacrificed(battle, seats[place], place)
            check_sacrifice(f"sacrifice_{side}", sacrifices[place], most)
        ids = (battle.first, battle.second)
        battle.ruling = {
            "winner": None if winner == "draw" else ids[SIDES.index(winner)],
            "points_lost": dict(zip(ids, points, strict=True)),
            "sacrifice": dict(zip(ids, sacrifices, strict=True)),
        }
        battle.ruling_reason = check_reason(reason)
        battle.ruled_by = by
        battle.save(update_fields=("ruling", "ruling_reason", "ruled_by"))
        held.note(LogKind.RULING, {**sides_named(battle), "reason": battle.ruling_reason}, by=by)
        _tell_ruled(held, battle)
        _settle(held, battle)


def _check_ruler(held: LockedTurn, battle: Battle, by: User) -> None:
    """Refuse everybody but facilitators, and arbiters while the battle is in dispute."""
    if not arbitrates(by, held.campaign):
        check_facilitator(held, by)
    elif standing_of(battle, results_of(battle)) != Standing.DISPUTE:
        raise Refusal(_("An arbiter rules on a battle only while it is in dispute."), code="not_yours")


def set_forfeit(*, battle: Battle, side: str, reason: str, by: User, seen: str | None = None) -> None:
    """Say that a side (``first`` or ``second``) has forfeited: the battle is abstract with 5 less (Rules 7).

    Not once its dice have been shown, or somebody has ruled on it. Raises ``Refusal``.
    """
    with locked_turn(battle.turn_id, *IN_PLAY) as held:
        check_facilitator(held, by)
        check_seen(held, seen)
        battle = _fought(held, battle)
        if side not in SIDES:
            raise Refusal(_("Say which side has forfeited."), code="impossible", field="side")
        check_forfeitable(battle)
        forfeit_under_lock(held, battle, side, check_reason(reason), by)
        _tell_ruled(held, battle)


def check_forfeitable(battle: Battle) -> None:
    """Refuse a forfeit that would change nothing or what people have seen already. Raises ``Refusal``."""
    standing = standing_of(battle, results_of(battle))
    if standing in BOUND:
        raise Refusal(
            _("The dice of this battle have been shown already: it can only be ruled on."), code="bound"
        )
    if standing == Standing.RULED:
        raise Refusal(
            _(
                "This battle has been ruled on, and a ruling stands above a forfeit: change the"
                " ruling instead."
            ),
            code="ruled",
        )


def forfeit_under_lock(held: LockedTurn, battle: Battle, side: str, reason: str, by: User | None) -> None:
    """Say that a side has forfeited, inside a transaction that holds the turn; ``by`` None is the app.

    The app does so for one reason alone: silence (Rules 12), of which the log has a sentence of its own.
    """
    setattr(battle, f"forfeit_{side}", True)
    battle.ruling_reason = reason
    battle.ruled_by = by
    battle.save(update_fields=(f"forfeit_{side}", "ruling_reason", "ruled_by"))
    loser = battle.seat_first if side == "first" else battle.seat_second
    if by is None:
        held.note(LogKind.FORFEIT_SILENT, {"army": loser.army, **sides_named(battle)})
    else:
        held.note(LogKind.FORFEIT, {"army": loser.army, **sides_named(battle), "reason": reason}, by=by)
    _settle(held, battle)


def _fought(held: LockedTurn, battle: Battle) -> Battle:
    """The battle as it is under the lock. Raises ``Refusal`` if it is auto."""
    found = Battle.objects.select_related("seat_first", "seat_second").get(pk=battle.pk)
    found.turn = held.turn
    if found.auto:
        raise Refusal(
            _("This battle is not fought: a banner of level 9 or less is destroyed (Rules 5.12)."),
            code="auto",
        )
    return found


def _tell_ruled(held: LockedTurn, battle: Battle) -> None:
    """Tell both sides that their battle has been ruled on; how and why stands on its page."""
    sides = (battle.seat_first, battle.seat_second)
    about = f"{battle.public_id}:{held.now.isoformat()}"
    tell_sides(held, battle, sides, notices_out.RULED, about=about, detail={"battle": battle.public_id})


def _settle(held: LockedTurn, battle: Battle) -> None:
    close_if_settled(battle, held.now)
    touch(battle)
    held.battles = None
    if held.turn.phase == Phase.AFTERMATH_REVIEW:
        tick.recompute_outcome(held)
    else:
        bring_forward(held)


# Excuses and corrections


def excuse_player(*, turn: Turn, seat: Seat, reason: str, by: User, seen: str | None = None) -> None:
    """Excuse a player who has no plan, before the battles are announced: no orders, but no forfeit (Rules 2).

    Raises ``Refusal``: ``phase``, ``planned`` if there is a plan.
    """
    with locked_turn(turn.pk, Phase.PLANNING, Phase.MOVEMENT_REVIEW) as held:
        check_facilitator(held, by)
        check_seen(held, seen)
        reason = check_reason(reason)
        mine = held.player_turns[seat.pk]
        if mine.excused:
            raise Refusal(_("%(army)s is excused already.") % {"army": seat.army}, code="planned")
        if counts_as_plan(held, mine):
            raise Refusal(
                _("%(army)s has a plan: there is nothing to excuse.") % {"army": seat.army}, code="planned"
            )
        held.set_plan(mine, excused=True, excuse_reason=reason[:200])
        held.note(LogKind.EXCUSED, {"army": mine.seat.army, "reason": reason}, by=by)
        touch_seats(mine.seat)
        if held.turn.phase == Phase.MOVEMENT_REVIEW:
            held.set_seat(mine.seat, missed_in_a_row=max(0, mine.seat.missed_in_a_row - 1))
            tick.recompute_movement(held)
    consider_early_close(turn.pk)


def correct_input(
    *, turn: Turn, change: Change, reason: str, by: User, seen: str | None = None
) -> Correction:
    """Correct what the movement was worked out from, in the movement review; it is worked out anew.

    ``change`` is one operation of ``campaign.engine.corrections``. Raises ``Refusal``: ``correction``.
    """
    with locked_turn(turn.pk, Phase.MOVEMENT_REVIEW) as held:
        check_facilitator(held, by)
        check_seen(held, seen)
        touched = seats_touched(held.read_board().state, change)
        before, without = input_so_far(held), _without_plan(held)
        made = _store(held, CorrectionStage.INPUT, change, touched, reason, by)
        tick.recompute_movement(held)
        _check_changed(before, held.turn.input)
        for seat in without:
            if is_corrected(held, seat):
                held.note(LogKind.PLAN_CORRECTED, {"army": seat.army}, by=by)
        return made


def correct_outcome(
    *, turn: Turn, change: Change, reason: str, by: User, seen: str | None = None
) -> Correction:
    """Correct what the turn has come to, in the aftermath review: not positions, nor battles.

    ``change`` is one operation of ``campaign.engine.corrections``. Raises ``Refusal``: ``correction``.
    """
    with locked_turn(turn.pk, Phase.AFTERMATH_REVIEW) as held:
        check_facilitator(held, by)
        check_seen(held, seen)
        before = outcome_of(held).state
        touched = seats_touched(before, change)
        made = _store(held, CorrectionStage.OUTCOME, change, touched, reason, by)
        tick.recompute_outcome(held)
        _check_changed(state_document(before), state_document(outcome_of(held).state))
        return made


def _without_plan(held: LockedTurn) -> list[Seat]:
    """The seats of which no plan counts so far."""
    return [seat for seat in held.seats_in_order() if not counts_as_plan(held, held.player_turn_of(seat))]


def _check_changed(before: object, after: object) -> None:
    """Refuse a correction that leaves its document as it was: its player would be told of nothing."""
    if before == after:
        raise Refusal(
            _("This correction changes nothing: it is so already. Enter what should be different."),
            code="changes_nothing",
        )


def withdraw_correction(
    *, turn: Turn, number: int, reason: str, by: User, seen: str | None = None
) -> Correction:
    """Take back a correction of the review that runs, before it takes effect; all is worked out anew.

    ``number`` counts the corrections of the review from 1, in the order they were made. Raises ``Refusal``:
    ``correction`` if there is none, it is withdrawn already, or a later one cannot stand without it.
    """
    with locked_turn(turn.pk, Phase.MOVEMENT_REVIEW, Phase.AFTERMATH_REVIEW) as held:
        check_facilitator(held, by)
        check_seen(held, seen)
        movement = held.turn.phase == Phase.MOVEMENT_REVIEW
        stage = CorrectionStage.INPUT if movement else CorrectionStage.OUTCOME
        made = list(Correction.objects.filter(turn=held.turn, stage=stage).order_by("id"))
        found = made[number - 1] if 0 < number <= len(made) else None
        if found is None or found.withdrawn_at is not None:
            raise Refusal(
                _("There is no such correction in this review, or it has been withdrawn already."),
                code="correction",
                field="number",
            )
        found.withdrawn_at, found.withdrawn_by, found.withdrawn_because = held.now, by, check_reason(reason)
        found.save(update_fields=("withdrawn_at", "withdrawn_by", "withdrawn_because"))
        held.__dict__.pop("corrections", None)  # read anew, without it
        held.note(LogKind.CORRECTION_WITHDRAWN, {"what": found.reason, "reason": reason}, by=by)
        if movement:
            tick.recompute_movement(held)
        else:
            tick.recompute_outcome(held)
        return found


def _store(
    held: LockedTurn,
    stage: CorrectionStage,
    change: Change,
    touched: tuple[str, ...],
    reason: str,
    by: User,
) -> Correction:
    reason, earlier = check_reason(reason), held.corrections
    made = Correction.objects.create(
        turn=held.turn, stage=stage, change=dict(change), reason=reason, seats=list(touched), user=by
    )
    earlier.append(made)
    held.note(LogKind.CORRECTION, {"stage": stage.value, "reason": reason}, by=by)
    return made


# The turn as a document


def scenario_of(turn: Turn) -> Scenario | None:
    """A turn as a scenario document; None before its plan deadline.

    Its seed is in it only when the campaign has ended.
    """
    if turn.input is None or turn.phase == Phase.PLANNING:
        return None
    campaign, document = turn.campaign, cast("Scenario", dict(turn.input))
    if turn.phase == Phase.AFTERMATH_REVIEW:
        keys = dict(Seat.objects.filter(campaign=campaign).order_by("id").values_list("id", "key"))
        battles = Battle.objects.filter(turn=turn).order_by("first", "second")
        told = BattleResult.objects.filter(battle__turn=turn).order_by("id")
        document = engine.with_results(document, engine.results_in(battles, told, keys))
    if campaign.status == CampaignStatus.ENDED and binds(campaign, turn.number):
        document["seed"] = thrown_by(turn).hex()
    return document
