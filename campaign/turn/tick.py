"""The turn's states, and the tick that carries turns from one to the next when they are due.

planning -> movement review -> battles -> aftermath review -> published, and the next turn is in planning.
The database is the schedule: a tick looks for what is due and does each in one transaction; running it twice,
late or from several workers does no harm.
"""

from __future__ import annotations

import logging
import random
import time
from collections.abc import Callable
from contextlib import nullcontext
from datetime import datetime, timedelta

from django.db import DatabaseError, transaction
from django.utils.translation import gettext as _

from campaign.access.membership import facilitates
from campaign.base.dates import clock, jumps
from campaign.base.failpoints import reach
from campaign.base.log_context import about
from campaign.base.refusal import Refusal
from campaign.models import CampaignStatus, Phase, Turn, User
from campaign.turn import aftermath, movement
from campaign.turn.clockwork import step_limit
from campaign.turn.clockwork import turn_starts as starts
from campaign.turn.clockwork.turn_starts import Canary, Start, is_due
from campaign.turn.cycles import acyclic
from campaign.turn.deadlines import beat, bring_forward, spare_after_downtime
from campaign.turn.failures import database_cause, database_words, hold, record, settle, take_off_hold
from campaign.turn.locked_turn import LockedTurn, claim, locked_turn
from campaign.turn.opening import open_turn
from rules.results import InDispute

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
LONG = 2.0
"""Seconds until it is stored; a campaign whose last step took longer takes turns with all others together."""
SIGN_EVERY = 1.0
"""Seconds between two signs of life of a clock that is at work."""
PAUSES = (0.0, 0.03, 0.1)
"""Seconds at most before each look at a turn that another worker holds."""

STEPS: dict[str, Callable[[LockedTurn], None]] = {
    Phase.PLANNING: movement.close_planning,
    Phase.MOVEMENT_REVIEW: movement.go_on,
    Phase.BATTLES: aftermath.close_battles,
    Phase.AFTERMATH_REVIEW: aftermath.publish,
}
"""What happens to a turn of each phase when it is due."""


# The clock


def tick(limit: int = 1000, now: datetime | None = None, canary: Canary | None = None) -> int:
    """Do what is due, in rounds of a step for each campaign, at most ``limit``; gives how many were done.

    With ``now`` the clock is pretended to stand there, and the app's own sign of life is left alone.
    ``canary`` resolves a fixed scenario: it tells a turn that kills its worker from a machine that does.
    """
    with clock.at(now) if now is not None else nullcontext():
        ticking = _Tick(limit, watch=now is None, canary=canary)
        if not ticking.sign():
            return 0
        if canary is not None and starts.is_sick(clock.now()):
            starts.sing(canary)
        for _ in range(ROUNDS):
            if not ticking.go_round():
                break
    return ticking.done


class _Tick:
    """One tick: how much it has done, and when it left its last sign of life."""

    def __init__(self, limit: int, *, watch: bool, canary: Canary | None = None) -> None:
        self.limit, self.watch, self.canary = limit, watch, canary
        self.done = 0
        self._signed: float | None = None
        self._stepped: set[int] = set()
        self._further = False

    def sign(self) -> bool:
        """Leave a sign of life, also between many steps, unless the clock is only pretended to stand there.

        Gives whether the time is to be trusted: while it is not, nothing is resolved.
        """
        if not self.watch:
            return True
        lately = self._signed is not None and time.monotonic() - self._signed < SIGN_EVERY
        if lately and jumps.steady(clock.now()):
            return True
        try:
            beat()
            trusted = jumps.look()
            starts.write_ends()
        except DatabaseError as error:
            logger.warning("the clock waits: %s", database_words(error), extra=database_cause(error))
            raise
        self._signed = time.monotonic()
        return trusted

    def go_round(self) -> bool:
        """Give each campaign a step at most; whether one of them is due for another by now."""
        self._stepped.clear()
        self._further = False
        while self.done < self.limit and self.sign():
            found = starts.claim(clock.now(), self.limit - self.done, self._stepped)
            for start in found.fresh:
                self._step(start)
            was_long = found.long and self.done < self.limit and self._long_step()
            if found.fresh and (found.long or not found.is_all):
                continue
            if was_long:
                continue
            for start in found.before:
                self._begin_again(start)
            if found.is_all:
                break
        return self._further and self.done < self.limit

    def _long_step(self) -> bool:
        """Take one long step, unless another worker is at one; whether there was any to be taken."""
        start = starts.next_long(clock.now(), self._stepped)
        if start is None or not starts.is_long_slot_free():
            return False
        self._begin_again(start)
        return True

    def _begin_again(self, start: Start) -> None:
        self._stepped.add(start.campaign)
        begun = _begun(start, self.canary)
        if begun is not None:
            self._step(begun)

    def _step(self, start: Start) -> None:
        self._stepped.add(start.campaign)
        done, further = _go(start, watch=self.watch)
        self.done += done
        self._further = self._further or further


def advance(turn_id: int, *, watch: bool = True) -> bool:
    """Carry one turn a step on if it is due and nobody else holds it; True if it was done.

    ``watch`` spares players whose deadline passed while the app was down.
    """
    start = _begun(starts.named(turn_id), None)
    return start is not None and _go(start, watch=watch)[0]


def _begun(start: Start, canary: Canary | None) -> Start | None:
    """The turn as started, if it is to be started now; one that was too often without an end is held."""
    try:
        moment = clock.now()
        count, since = starts.held_against(start, moment)
        if canary is not None and since is not None and moment - since >= starts.UNENDED:
            starts.sing(canary)
            moment = clock.now()
            count, _since = starts.held_against(start, moment)
        if count >= starts.MOST_STARTS:
            hold(start.turn)
            return None
        return starts.mark_start(start, moment)
    except Exception as error:
        with about(war=start.war, turn=start.number):
            record(start.turn, start.named, error)
        return None


def _go(start: Start, *, watch: bool) -> tuple[bool, bool]:
    """The step of a turn whose start has been counted; gives whether it was done, and whether more is due."""
    with about(war=start.war, turn=start.number):
        for pause in PAUSES:
            # Several who come at once may each hold what another needs for the blink of an eye, and all go
            # without: who lets go and looks once more finds it free, or at work.
            time.sleep(pause * random.random())
            done = _attempt(start, watch=watch)
            if done is not None:
                return done
        starts.never_began(start)
        return False, False


@acyclic
def _attempt(start: Start, *, watch: bool) -> tuple[bool, bool] | None:
    """The same at once; None if another worker holds the turn."""
    began = time.monotonic()
    try:
        reach("tick.claimed")
        with step_limit.limited(start.named), transaction.atomic():
            held = claim(start.turn, wait=False)
            if held is None:
                return None
            if (start.long and not starts.take_long_slot()) or not _may_step(held, watch=watch):
                starts.never_began(start)
                return False, False
            reach("tick.locked")
            settle(held)
            if not (watch and spare_after_downtime(held)):
                STEPS[held.turn.phase](held)
            took = time.monotonic() - began
            if (took > LONG) != held.campaign.long_steps:
                held.set_campaign(long_steps=took > LONG)
            held.finish()
            starts.ended_well(start, held.now + timedelta(seconds=time.monotonic() - began))
    except Exception as error:
        starts.ended(start)
        record(start.turn, start.named, error)
        return False, False
    opened = held.turn.phase == Phase.PUBLISHED and held.schedule.ready
    return True, opened or is_due(held.turn, held.now)


def _may_step(held: LockedTurn, *, watch: bool) -> bool:
    """Whether it is due: by a clock that has not jumped since it was claimed."""
    if watch and not jumps.steady(held.now):
        return False
    return held.campaign.status == CampaignStatus.RUNNING and is_due(held.turn, held.now)


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
