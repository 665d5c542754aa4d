"""When a turn cannot be resolved: tried again, a little later each time, and then put on hold.

Three exceptions in a row put a campaign on hold, and so do ten starts without an end within ten minutes while
no other campaign fails (a turn that kills its worker). Others go on.
"""

from __future__ import annotations

import logging
import traceback
from datetime import datetime, timedelta

from django.db import DatabaseError, InterfaceError, OperationalError, connection, transaction
from django.db.models import QuerySet
from django.utils.translation import gettext as _

from campaign.dates import clock
from campaign.models import CampaignStatus, Phase, Turn, User
from campaign.selectors.access import keeps
from campaign.services import notices_out
from campaign.services.errors import Refusal
from campaign.services.locked import LockedTurn, claim, locked_turn

logger = logging.getLogger(__name__)

PAUSES = (timedelta(seconds=10), timedelta(minutes=1), timedelta(minutes=10))
AT_A_TIME = 10
"""Turns that one worker takes at once; the fewer there are, the sooner another worker has its share."""
MOST_STARTS = 10
STARTS_WITHIN = timedelta(minutes=10)


def mark_start(turn_id: int) -> bool:
    """Count a start of this turn in a transaction of its own; False if it is not to be started now.

    Another worker may hold it, it may be done, or it may have been started too often without an end.
    """
    with transaction.atomic():
        skip = connection.features.has_select_for_update_skip_locked
        turn = Turn.objects.select_for_update(skip_locked=skip, of=("self",)).filter(pk=turn_id).first()
        moment = clock.now()
        if turn is None or not is_due(turn, moment):
            return False
        if turn.first_start is None or moment - turn.first_start > STARTS_WITHIN:
            turn.first_start, turn.starts = moment, 0
        if turn.starts < MOST_STARTS or _others_fail(turn):
            turn.starts = min(turn.starts + 1, MOST_STARTS)
            turn.save(update_fields=["starts", "first_start"])
            return True
    _hold(turn_id, f"it was started {MOST_STARTS} times without an end")
    return False


def claim_fresh(moment: datetime, most: int) -> list[int]:
    """The ids of some due turns that nobody has started yet, oldest first, each counted as started.

    One transaction for all of them, and no two workers get the same: what another one is just taking is
    skipped. A turn that has been started before is counted by itself (``mark_start``), so that whoever
    stands beside a turn that kills its worker is never held to have killed it.
    """
    with transaction.atomic():
        skip = connection.features.has_select_for_update_skip_locked
        due = due_turns(moment).filter(starts=0).select_for_update(skip_locked=skip, of=("self",))
        fresh = list(due.values_list("id", flat=True)[: min(AT_A_TIME, most)])
        if fresh:
            Turn.objects.filter(id__in=fresh).update(starts=1, first_start=moment)
    return fresh


def due_turns(moment: datetime) -> QuerySet[Turn]:
    """The turns on which the app must act at that moment, oldest first."""
    due = Turn.objects.filter(resolve_after__lte=moment, campaign__status=CampaignStatus.RUNNING)
    return due.exclude(phase=Phase.PUBLISHED).order_by("resolve_after", "id")


def is_due(turn: Turn, moment: datetime) -> bool:
    """Whether the app must act on this turn at that moment."""
    return turn.phase != Phase.PUBLISHED and turn.resolve_after is not None and turn.resolve_after <= moment


def _others_fail(turn: Turn) -> bool:
    """Whether the machine may be at fault, not this campaign: others have not got through either."""
    return (
        Turn.objects.filter(starts__gt=1)
        .exclude(phase=Phase.PUBLISHED)
        .exclude(campaign=turn.campaign_id)
        .exists()
    )


def settle(held: LockedTurn) -> None:
    """The step is done: what failed before counts no more."""
    held.set_turn(attempts=0, starts=0, first_start=None, last_error="")


def record(turn_id: int, error: Exception) -> None:
    """Remember a failure, to try again later; the third in a row puts the campaign on hold.

    A database that is away is nobody's fault: the next tick tries again.
    """
    if isinstance(error, OperationalError | InterfaceError):
        logger.warning("turn %s waits for the database: %s", turn_id, type(error).__name__)
        return
    logger.error("turn %s cannot be resolved: %s", turn_id, type(error).__name__, exc_info=error)
    try:
        with transaction.atomic():
            held = claim(turn_id, wait=True)
            if held is None:
                return
            attempts = held.turn.attempts + 1
            text = "".join(traceback.format_exception(error, limit=-8))[-4000:]
            held.set_turn(attempts=attempts, last_error=text)
            if attempts < len(PAUSES):
                held.set_turn(resolve_after=held.now + PAUSES[attempts - 1])
            else:
                _put_on_hold(held, f"it failed {attempts} times in a row")
            held.finish()
    except DatabaseError:
        logger.exception("the failure of turn %s could not be stored", turn_id)


def _hold(turn_id: int, reason: str) -> None:
    with locked_turn(turn_id) as held:
        _put_on_hold(held, reason)


def _put_on_hold(held: LockedTurn, reason: str) -> None:
    held.set_campaign(status=CampaignStatus.ON_HOLD)
    held.set_turn(starts=0, first_start=None)
    held.note("on_hold", f"Turn {held.turn.number} cannot be resolved: {reason}")
    held.note(
        "on_hold", "The campaign is on hold after a failure; all plans and results are safe", public=True
    )
    held.tell_all(notices_out.ON_HOLD, about=held.now.isoformat())
    held.change_for_all()


def take_off_hold(turn_id: int, *, by: User | None) -> None:
    """Let a campaign that is on hold go on: its turn is tried again at once, or at its date.

    ``by`` None is the operator of the site. Raises ``Refusal`` with code ``not_yours`` or ``not_on_hold``.
    """
    with locked_turn(turn_id) as held:
        if by is not None and not keeps(by, held.campaign):
            raise Refusal(_("Only a facilitator can do this."), code="not_yours")
        if held.campaign.status != CampaignStatus.ON_HOLD:
            raise Refusal(_("The campaign is not on hold."), code="not_on_hold")
        held.set_campaign(status=CampaignStatus.RUNNING)
        settle(held)
        if held.turn.resolve_after is not None:
            held.set_turn(resolve_after=max(held.turn.resolve_after, held.now))
        held.note("off_hold", "The campaign goes on", by=by, public=True)
        held.change_for_all()
