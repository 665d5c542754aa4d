"""When a turn cannot be resolved: tried again, a little later each time, and then put on hold.

Three exceptions in a row put a campaign on hold, and so do three starts that are held against it
(``starts``). Others go on.
"""

from __future__ import annotations

import logging
import sqlite3
import traceback
from datetime import timedelta

from django.db import Error, transaction
from django.utils.translation import gettext as _

from campaign.access.membership import keeps
from campaign.base.log_context import about
from campaign.base.refusal import Refusal
from campaign.base.remedies import Cause
from campaign.base.words.log_messages import LogKind
from campaign.base.words.log_words import REASONS, Values, detail_of
from campaign.models import CampaignStatus, User
from campaign.outbox import public_events as events
from campaign.outbox import services as notices_out
from campaign.turn.clockwork import turn_starts as starts
from campaign.turn.locked_turn import LockedTurn, claim, locked_turn

logger = logging.getLogger(__name__)

DISK_FULL = "53100"
"""PostgreSQL's state for a disk without room."""
PAUSES = (timedelta(seconds=10), timedelta(minutes=1), timedelta(minutes=10))


def settle(held: LockedTurn) -> None:
    """What failed before counts no more."""
    held.set_turn(attempts=0, last_error="")


def record(turn_id: int, named: str, error: Exception) -> None:
    """Remember a failure, to try again later; the third in a row puts the campaign on hold.

    What the database says is nobody's fault, be it away, full or busy: the next tick tries again.
    """
    if isinstance(error, Error):
        logger.warning("%s waits: %s", named, database_words(error), extra=database_cause(error))
        return
    logger.error("%s cannot be resolved: %s", named, type(error).__name__)
    logger.error("it came up here:\n%s", _where(error))
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
                _put_on_hold(held, LogKind.ON_HOLD_FAILED, {"count": attempts, "error": type(error).__name__})
            held.finish()
    except Exception as second:
        # Whatever this is: the tick goes on with the others.
        logger.error("the failure of %s could not be stored:\n%s", named, _where(second))


def _where(error: BaseException) -> str:
    """Where an exception and its cause came up, without their words: an order in words may be among them.

    The facilitator, who may know, reads them at the desk (``last_error``).
    """
    stack = "".join(traceback.format_tb(error.__traceback__, limit=-8)) + type(error).__name__
    return stack if error.__cause__ is None else f"{_where(error.__cause__)}\n{stack}"


def database_words(error: Exception) -> str:
    """What is wrong with the database, for whoever can mend it; never a statement or its values."""
    if disk_is_full(error):
        return "the database's disk is full; nothing is lost, and it goes on once there is room"
    return f"the database does not answer ({type(error).__name__}); it is tried again"


def database_cause(error: Exception) -> dict[str, Cause]:
    """The same as a code, for a line of the log."""
    return {"cause": Cause.DISK if disk_is_full(error) else Cause.DATABASE}


def disk_is_full(error: BaseException | None) -> bool:
    """Whether the database could not write for want of room: SQLite's and PostgreSQL's word for it."""
    while error is not None:
        if getattr(error, "sqlite_errorcode", None) == sqlite3.SQLITE_FULL:
            return True
        if getattr(error, "sqlstate", None) == DISK_FULL:
            return True
        error = error.__cause__
    return False


def hold(turn_id: int) -> None:
    """Put a campaign on hold whose turn has been started too often without an end.

    It is counted again with the turn locked: another worker that was still at it may have ended well.
    """
    with locked_turn(turn_id) as held:
        if starts.held_against(starts.named(turn_id), held.now)[0] < starts.MOST_STARTS:
            return
        _put_on_hold(held, LogKind.ON_HOLD_STARTED, {"count": starts.MOST_STARTS})


def _put_on_hold(held: LockedTurn, kind: LogKind, values: Values) -> None:
    held.note(kind, {"turn": held.turn.number, **values})
    held.set_campaign(status=CampaignStatus.ON_HOLD)
    starts.forget_starts(held.turn.pk)
    held.note(LogKind.ON_HOLD, public=True)
    held.tell_all(notices_out.ON_HOLD, about=held.now.isoformat())
    # Operators take no part in it: they are told which it is and why, and nothing of what is in it.
    operators = User.objects.filter(is_superuser=True, is_active=True).order_by("id")
    held.tell_readers(
        [(key, None) for key in operators.values_list("id", flat=True)],
        notices_out.SITE_ON_HOLD,
        about=held.now.isoformat(),
        detail={"id": held.campaign.public_id, **detail_of(kind, values)},
    )
    held.change_for_all()
    named, why = held.campaign.public_id, REASONS[kind] % values
    cause = Cause.FAILED if kind == LogKind.ON_HOLD_FAILED else Cause.STARTED
    words = "campaign %s is on hold in turn %s: %s"
    with about(war=named, turn=held.turn.number):
        logger.error(words, named, held.turn.number, why, extra={"cause": cause})


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
        starts.forget_starts(held.turn.pk)
        if held.turn.resolve_after is not None:
            held.set_turn(resolve_after=max(held.turn.resolve_after, held.now))
        held.note(LogKind.OFF_HOLD, by=by, public=True)
        held.tell_of(events.RESUMED, about=held.now.isoformat())
        held.change_for_all()
