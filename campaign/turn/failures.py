"""When a turn cannot be resolved: tried again, a little later each time, and then put on hold.

Three exceptions in a row put a campaign on hold, and so do three starts without an end (a turn that kills its
worker), each of which counts only if another campaign's turn came to its end after it: else the machine may
have been at fault. Others go on.
"""

from __future__ import annotations

import logging
import sqlite3
import traceback
from datetime import datetime, timedelta

from django.db import DatabaseError, InterfaceError, OperationalError, connection, transaction
from django.db.models import QuerySet
from django.utils.translation import gettext as _

from campaign.access.membership import keeps
from campaign.base.dates import clock
from campaign.base.refusal import Refusal
from campaign.base.words.log_messages import LogKind
from campaign.models import DOCUMENTS, CampaignStatus, Phase, Turn, User
from campaign.outbox import services as notices_out
from campaign.turn.locked_turn import LockedTurn, claim, locked_turn

logger = logging.getLogger(__name__)

DISK_FULL = "53100"
"""PostgreSQL's state for a disk without room."""
PAUSES = (timedelta(seconds=10), timedelta(minutes=1), timedelta(minutes=10))
AT_A_TIME = 10
"""Turns that one worker takes at once; the fewer there are, the sooner another worker has its share."""
MOST_STARTS = 3
"""Starts that may be held against a turn before its campaign is put on hold."""
UNENDED = timedelta(seconds=10)
"""Who has started a turn so lately may be just about to lock it."""


def mark_start(turn_id: int) -> bool:
    """Note a start of this turn in a transaction of its own; False if it is not to be started now.

    Another worker may hold it, it may be done, or it may have been started too often without an end.
    ``starts`` is one more than the starts that have been held against it.
    """
    with transaction.atomic():
        skip = connection.features.has_select_for_update_skip_locked
        found = Turn.objects.select_for_update(skip_locked=skip, of=("self",)).defer(*DOCUMENTS)
        turn = found.filter(pk=turn_id).first()
        moment = clock.now()
        if turn is None or not is_due(turn, moment):
            return False
        if turn.first_start is None:
            turn.first_start, turn.starts = moment, max(turn.starts, 1)
        elif moment - turn.first_start >= UNENDED and _another_ended_well(turn):
            turn.first_start, turn.starts = moment, turn.starts + 1
        if turn.starts <= MOST_STARTS:
            turn.save(update_fields=["starts", "first_start"])
            return True
    _hold(turn_id)
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


def _another_ended_well(turn: Turn) -> bool:
    """Whether the machine was well since the turn was started: another campaign's turn came to its end."""
    others = Turn.objects.exclude(campaign=turn.campaign_id)
    return others.filter(ended_well_at__gt=turn.first_start).exists()


def settle(held: LockedTurn) -> None:
    """What failed before counts no more."""
    held.set_turn(attempts=0, starts=0, first_start=None, last_error="")


def end_well(held: LockedTurn) -> None:
    """The clock takes a step: what failed before counts no more, and what others do is their own fault."""
    settle(held)
    held.set_turn(ended_well_at=held.now)


def record(turn_id: int, error: Exception) -> None:
    """Remember a failure, to try again later; the third in a row puts the campaign on hold.

    A database that is away, or has no room, is nobody's fault: the next tick tries again.
    """
    named = _named(turn_id)
    if isinstance(error, OperationalError | InterfaceError):
        logger.warning("%s waits: %s", named, database_words(error))
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
                named = type(error).__name__
                held.note(
                    LogKind.ON_HOLD_FAILED, {"turn": held.turn.number, "count": attempts, "error": named}
                )
                _put_on_hold(held, f"it failed {attempts} times in a row ({named})")
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


def disk_is_full(error: BaseException | None) -> bool:
    """Whether the database could not write for want of room: SQLite's and PostgreSQL's word for it."""
    while error is not None:
        if getattr(error, "sqlite_errorcode", None) == sqlite3.SQLITE_FULL:
            return True
        if getattr(error, "sqlstate", None) == DISK_FULL:
            return True
        error = error.__cause__
    return False


def _named(turn_id: int) -> str:
    """A turn as the log names it: by its campaign's public id and its number."""
    try:
        found = Turn.objects.filter(pk=turn_id).values_list("campaign__public_id", "number").first()
    except DatabaseError:
        found = None
    return f"turn (row {turn_id})" if found is None else f"turn {found[1]} of campaign {found[0]}"


def _hold(turn_id: int) -> None:
    with locked_turn(turn_id) as held:
        held.note(LogKind.ON_HOLD_STARTED, {"turn": held.turn.number, "count": MOST_STARTS})
        _put_on_hold(held, f"it was started {MOST_STARTS} times without an end, and others came to theirs")


def _put_on_hold(held: LockedTurn, reason: str) -> None:
    held.set_campaign(status=CampaignStatus.ON_HOLD)
    held.set_turn(starts=0, first_start=None)
    held.note(LogKind.ON_HOLD, public=True)
    held.tell_all(notices_out.ON_HOLD, about=held.now.isoformat())
    # Operators take no part in it: they are told which it is and why, and nothing of what is in it.
    operators = User.objects.filter(is_superuser=True, is_active=True).order_by("id")
    held.tell_readers(
        [(key, None) for key in operators.values_list("id", flat=True)],
        notices_out.SITE_ON_HOLD,
        about=held.now.isoformat(),
        detail={"id": held.campaign.public_id, "reason": reason},
    )
    held.change_for_all()
    logger.error("campaign %s is on hold in turn %s: %s", held.campaign.public_id, held.turn.number, reason)


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
        held.note(LogKind.OFF_HOLD, by=by, public=True)
        held.change_for_all()
