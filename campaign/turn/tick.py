"""The turn's states, and the tick that carries turns from one to the next when they are due.

planning -> movement review -> battles -> aftermath review -> published, and the next turn is in planning.
The database is the schedule: a tick looks for what is due and does each in one transaction; running it twice,
late or from several workers does no harm.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from contextlib import nullcontext
from datetime import datetime

from django.db import DatabaseError, transaction
from django.utils.translation import gettext as _

from campaign.access.membership import facilitates
from campaign.base.dates import clock
from campaign.base.failpoints import reach
from campaign.base.refusal import Refusal
from campaign.models import CampaignStatus, Phase, Turn, User
from campaign.turn import aftermath, movement
from campaign.turn.deadlines import beat, bring_forward, spare_after_downtime
from campaign.turn.failures import (
    AT_A_TIME,
    claim_fresh,
    database_words,
    due_turns,
    end_well,
    is_due,
    mark_start,
    record,
    take_off_hold,
)
from campaign.turn.locked_turn import LockedTurn, claim, locked_turn
from campaign.turn.opening import open_turn
from rules.results import InDispute
from rules.values import acyclic

__all__ = [
    "announce",
    "bring_forward",
    "close_battles",
    "close_planning",
    "open_turn",
    "publish",
    "recompute_movement",
    "recompute_outcome",
    "run_now",
    "take_off_hold",
    "tick",
]

logger = logging.getLogger(__name__)

ROUNDS = 20
SIGN_EVERY = 1.0
"""Seconds between two signs of life of a clock that is at work."""

STEPS: dict[str, Callable[[LockedTurn], None]] = {
    Phase.PLANNING: movement.close_planning,
    Phase.MOVEMENT_REVIEW: movement.announce,
    Phase.BATTLES: aftermath.close_battles,
    Phase.AFTERMATH_REVIEW: aftermath.publish,
}
"""What happens to a turn of each phase when it is due."""


# The clock


def tick(limit: int = 1000, now: datetime | None = None) -> int:
    """Do what is due, oldest first, at most ``limit`` steps; gives how many were done.

    With ``now`` the clock is pretended to stand there, and the app's own sign of life is left alone.
    """
    done, signed = 0, None
    with clock.at(now) if now is not None else nullcontext():
        while done < limit:
            signed = _sign(now, signed)
            fresh = claim_fresh(clock.now(), limit - done)
            done += sum(_go(turn_id, watch=now is None) for turn_id in fresh)
            if len(fresh) < AT_A_TIME:
                break
        for _ in range(ROUNDS):
            signed = _sign(now, signed)
            due = due_turns(clock.now()).values_list("id", flat=True)[: min(AT_A_TIME, limit - done)]
            advanced = sum(advance(turn_id, watch=now is None) for turn_id in due)
            done += advanced
            if not advanced or done >= limit:
                break
    return done


def _sign(now: datetime | None, before: float | None) -> float | None:
    """Leave a sign of life, also between many steps, unless the clock is only pretended to stand somewhere.

    Gives when it was left, by the machine's own count of seconds.
    """
    if now is not None or (before is not None and time.monotonic() - before < SIGN_EVERY):
        return before
    try:
        beat()
    except DatabaseError as error:
        logger.warning("the clock waits: %s", database_words(error))
        raise
    return time.monotonic()


def advance(turn_id: int, *, watch: bool = True) -> bool:
    """Carry one turn a step on if it is due and nobody else holds it; True if it was done.

    ``watch`` spares players whose deadline passed while the app was down.
    """
    try:
        started = mark_start(turn_id)
    except Exception as error:
        record(turn_id, error)
        return False
    return started and _go(turn_id, watch=watch)


@acyclic
def _go(turn_id: int, *, watch: bool) -> bool:
    """The step of a turn whose start has been counted."""
    try:
        reach("tick.claimed")
        with transaction.atomic():
            held = claim(turn_id, wait=False)
            if held is None or held.campaign.status != CampaignStatus.RUNNING:
                return False
            if not is_due(held.turn, held.now):
                return False
            reach("tick.locked")
            end_well(held)
            if not (watch and spare_after_downtime(held)):
                STEPS[held.turn.phase](held)
            held.finish()
    except Exception as error:
        record(turn_id, error)
        return False
    return True


def run_now(turn_id: int) -> bool:
    """Pretend that the present phase's time has come and take the step: for the demo and for tests."""
    turn = Turn.objects.get(pk=turn_id)
    moment = clock.now()
    if turn.resolve_after is not None:
        moment = max(moment, turn.resolve_after)
    with clock.at(moment):
        return advance(turn_id, watch=False)


# What people do


def close_planning(turn_id: int) -> None:
    """Close the planning of a turn now, whatever its deadline: for the demo and for tests."""
    with locked_turn(turn_id, Phase.PLANNING) as held:
        movement.close_planning(held)


def announce(turn_id: int, by: User | None = None) -> None:
    """Announce the battles before the announcement is due. Raises ``Refusal``."""
    with locked_turn(turn_id, Phase.MOVEMENT_REVIEW) as held:
        _check_right(held, by)
        movement.announce(held, by)


def close_battles(turn_id: int) -> None:
    """Close the battles of a turn now, whatever their deadline: for the demo and for tests."""
    with locked_turn(turn_id, Phase.BATTLES) as held:
        aftermath.close_battles(held)


def publish(turn_id: int, by: User | None = None, champion: str | None = None) -> None:
    """Publish a turn before its publication is due; ``champion`` is the key of the seat chosen.

    Raises ``Refusal``: ``phase``, ``not_yours``, ``stopped``, ``dispute``, or ``champion`` if one must be
    chosen.
    """
    with locked_turn(turn_id, Phase.AFTERMATH_REVIEW) as held:
        _check_right(held, by)
        try:
            aftermath.publish(held, by, champion=champion)
        except InDispute as dispute:
            raise Refusal(
                _("%(count)s results are in dispute: rule on them first.") % {"count": len(dispute.pairs)},
                code="dispute",
            ) from dispute


def recompute_movement(held: LockedTurn) -> None:
    """Work the movement out again after an excuse or a correction of the input (movement review only).

    Raises ``Refusal`` with code ``correction`` if a correction cannot be made; nothing is stored then.
    """
    _check_phase(held, Phase.MOVEMENT_REVIEW)
    movement.compute_movement(held)


def recompute_outcome(held: LockedTurn) -> None:
    """Work the outcome out again after a ruling or a correction (aftermath review only).

    Raises ``Refusal`` with code ``correction`` or ``dispute``; nothing is stored then.
    """
    _check_phase(held, Phase.AFTERMATH_REVIEW)
    try:
        aftermath.compute_outcome(held)
    except InDispute as dispute:
        raise Refusal(_("With this a battle would be in dispute."), code="dispute") from dispute


def recompute_settled(held: LockedTurn) -> None:
    """Work the outcome out again after a settlement (aftermath review only); the movement stands.

    Raises ``Refusal`` with code ``correction`` or ``dispute``; nothing is stored then.
    """
    movement.settle_again(held)
    recompute_outcome(held)


def _check_phase(held: LockedTurn, phase: Phase) -> None:
    if held.turn.phase != phase:
        raise Refusal(
            _("This can only be done in the %(phase)s.") % {"phase": phase.label.lower()}, code="phase"
        )


def _check_right(held: LockedTurn, by: User | None) -> None:
    if by is not None and not facilitates(by, held.campaign):
        raise Refusal(_("Only a facilitator can do this."), code="not_yours")
    if held.campaign.status != CampaignStatus.RUNNING:
        raise Refusal(
            _("The campaign is %(status)s: nothing moves.")
            % {"status": held.campaign.get_status_display().lower()},
            code="stopped",
        )
