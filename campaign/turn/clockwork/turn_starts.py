"""Which due turns are begun, in which order, and what a beginning without an end says of whom.

Turns come by (starts, date), a step per campaign and round. Each start is a row, written before the step in a
transaction of its own. One whose process is gone is held against its turn only if the machine was well then:
another campaign's turn, or the canary, came to its end after it and before the next start.
"""

from __future__ import annotations

import logging
import os
import platform
from collections.abc import Callable, Collection
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta

from django.db import Error, connection, transaction
from django.db.models import Count, Exists, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce

from campaign.base.dates import clock
from campaign.base.remedies import Cause
from campaign.models import CampaignStatus, Heartbeat, Phase, Turn, TurnStart

AT_A_TIME = 10
"""Turns that one worker takes at once; the fewer there are, the sooner another worker has its share."""
MOST_STARTS = 3
"""Starts that may be held against a turn before its campaign is put on hold."""
UNENDED = timedelta(seconds=10)
"""Who has started a turn so lately may be just about to lock it."""
AGAIN = timedelta(seconds=60)
"""So long after a canary that has not ended well there is another."""
SINGING = timedelta(seconds=30)
"""A canary may take so long."""
KEPT = timedelta(days=1)
LONG_SLOT = "long step"
"""The one worker at a time that is at a long step holds this sign."""
NOBODY = datetime(1970, 1, 1, tzinfo=UTC)

Canary = Callable[[], None]

logger = logging.getLogger(__name__)
_unwritten: list[int] = []
"""Starts whose end this process could not write: the database was away."""


@dataclass(frozen=True, slots=True)
class Start:
    """A turn that this process may step; ``again`` if it was started before and not brought on.

    ``long``: its campaign's last step was a long one; ``tried``: it may have been started before.
    """

    turn: int
    campaign: int
    named: str
    row: int = 0
    again: bool = False
    war: str = ""
    number: int = 0
    long: bool = False
    tried: bool = True


@dataclass(frozen=True, slots=True)
class Found:
    """What is due: ``fresh`` ones, already counted as started, and ``before``, which are not."""

    fresh: tuple[Start, ...] = ()
    before: tuple[Start, ...] = ()
    long: bool = True
    """Whether long steps may be due, too."""
    is_all: bool = True


def due_turns(moment: datetime) -> QuerySet[Turn]:
    """The turns on which the app must act at that moment, oldest first."""
    due = Turn.objects.filter(resolve_after__lte=moment, campaign__status=CampaignStatus.RUNNING)
    return due.exclude(phase=Phase.PUBLISHED).order_by("resolve_after", "id")


def is_due(turn: Turn, moment: datetime) -> bool:
    """Whether the app must act on this turn at that moment."""
    return turn.phase != Phase.PUBLISHED and turn.resolve_after is not None and turn.resolve_after <= moment


def claim(moment: datetime, most: int, stepped: Collection[int]) -> Found:
    """Some due turns of campaigns whose last step was short, those never started first, then by date.

    Those that are fresh are counted as started, in one transaction for all of them; no two workers get the
    same. One that was started before is left to ``mark_start``, so that whoever stands beside a turn that
    kills its worker is never held to have killed it. Where long steps wait, one fresh turn is enough: they
    take turns.
    """
    most = min(AT_A_TIME, most)
    with transaction.atomic():
        due = _in_order(moment, stepped)
        waiting = Exists(due_turns(moment).filter(campaign__long_steps=True).exclude(campaign__in=stepped))
        found = list(
            _locked(due.filter(campaign__long_steps=False))
            .annotate(long=waiting)
            .values_list("id", "campaign_id", "campaign__public_id", "number", "starts", "long")[:most]
        )
        long = any(one[-1] for one in found) if found else True
        fresh = [_start(*one[:4]) for one in found if not one[4]][: 1 if long else most]
        before = [_start(*one[:4]) for one in found if one[4]]
        begun = _begin(fresh, moment)
    return Found(begun, tuple(before), long, len(found) < most)


def next_long(moment: datetime, stepped: Collection[int]) -> Start | None:
    """The next due turn of a campaign whose last step was long."""
    due = _in_order(moment, stepped).filter(campaign__long_steps=True)
    found = due.values_list("id", "campaign_id", "campaign__public_id", "number").first()
    return None if found is None else replace(_start(*found), long=True)


def _in_order(moment: datetime, stepped: Collection[int]) -> QuerySet[Turn]:
    lost = TurnStart.objects.filter(turn=OuterRef("pk"), well=False).order_by().values("turn")
    count = Coalesce(Subquery(lost.annotate(count=Count("pk")).values("count")), 0)
    due = due_turns(moment).annotate(starts=count)
    if stepped:
        due = due.exclude(campaign__in=stepped)
    return due.order_by("starts", "resolve_after", "id")


def _locked(turns: QuerySet[Turn]) -> QuerySet[Turn]:
    skip = connection.features.has_select_for_update_skip_locked
    return turns.select_for_update(no_key=True, skip_locked=skip, of=("self",))


def _start(turn: int, campaign: int, public_id: str, number: int) -> Start:
    return Start(turn, campaign, f"turn {number} of campaign {public_id}", war=public_id, number=number)


def _begin(fresh: Collection[Start], moment: datetime) -> tuple[Start, ...]:
    if not fresh:
        return ()
    process = process_name()
    made = TurnStart.objects.bulk_create(
        TurnStart(turn_id=one.turn, process=process, begun=moment) for one in fresh
    )
    return tuple(replace(one, row=row.pk) for one, row in zip(fresh, made, strict=True))


def process_name() -> str:
    """This process, for whoever looks into the table."""
    return f"{platform.node()[:60]}:{os.getpid()}"


def mark_start(start: Start, moment: datetime) -> Start | None:
    """Count one start of this turn; None if it is not due, or another worker is at it."""
    with transaction.atomic():
        turn = _locked(Turn.objects.only("phase", "resolve_after")).filter(pk=start.turn).first()
        if turn is None or not is_due(turn, moment):
            return None
        again = start.tried and _lost(turn.pk).exists()
        row = TurnStart.objects.create(turn=turn, process=process_name(), begun=moment)
    return replace(start, row=row.pk, again=again)


def named(turn_id: int) -> Start:
    """A turn by its row. Raises ``Turn.DoesNotExist``."""
    found = Turn.objects.values_list("id", "campaign_id", "campaign__public_id", "number")
    *names, tried = found.annotate(tried=Exists(_lost(OuterRef("pk")))).get(pk=turn_id)
    return replace(_start(*names), tried=tried)


def _lost(turn: int | OuterRef) -> QuerySet[TurnStart]:
    """The starts of a turn that did not come to a good end."""
    return TurnStart.objects.filter(turn=turn, well=False)


# What comes of a start


def ended_well(start: Start, moment: datetime) -> None:
    """The step is done; belongs into its transaction. What failed before counts no more."""
    TurnStart.objects.filter(pk=start.row).update(ended=moment, well=True)
    if start.again:
        forget_starts(start.turn)


def forget_starts(turn_id: int) -> None:
    """Nothing is held against the turn any more."""
    TurnStart.objects.filter(turn=turn_id, well=False).delete()


def ended(start: Start) -> None:
    """The step failed, but its process lives."""
    _unwritten.append(start.row)
    write_ends()


def never_began(start: Start) -> None:
    """Another worker was faster."""
    TurnStart.objects.filter(pk=start.row, ended=None).delete()


def write_ends() -> None:
    """Write the ends that this process knows of; those that cannot be written now are when it next ticks."""
    try:
        if _unwritten:
            TurnStart.objects.filter(pk__in=_unwritten).update(ended=clock.now())
            _unwritten.clear()
    except Error as error:
        logger.warning("an end could not be written: %s", type(error).__name__)


def forget_old() -> int:
    """Forget the starts of before yesterday that say nothing any more; gives how many."""
    return TurnStart.objects.filter(ended__lt=clock.now() - KEPT, well=True).delete()[0]


# Whose fault it was


def held_against(start: Start, moment: datetime) -> tuple[int, datetime | None]:
    """How many starts are held against the turn, and since when it waits for somebody's alibi."""
    if not start.tried:
        return 0, None
    lost = TurnStart.objects.filter(turn=start.turn, ended=None).order_by("begun", "id")
    begun = list(lost.values_list("begun", flat=True))
    count, since = 0, begun[0] if begun else None
    for at in (*begun[1:], moment):
        if since is not None and at - since >= UNENDED and _was_well(start.campaign, since, at):
            count, since = count + 1, at
    return count, None if since == moment else since


def _was_well(campaign: int, since: datetime, until: datetime) -> bool:
    """Whether the machine was: the canary, or a turn of another campaign, came to its end."""
    ends = TurnStart.objects.filter(well=True, ended__gt=since, ended__lte=until)
    return ends.exclude(turn__campaign=campaign).exists()


def sing(canary: Canary) -> None:
    """Let the canary sing, unless it has just failed to."""
    moment = clock.now()
    last = TurnStart.objects.filter(turn=None).order_by("-begun").first()
    if last is not None and not last.well and moment - last.begun < AGAIN:
        return
    row = TurnStart.objects.create(turn=None, process=process_name(), begun=moment)
    try:
        canary()
    except Error as error:
        row.delete()
        words = "the canary waits: the database does not answer (%s)"
        logger.warning(words, type(error).__name__, extra={"cause": Cause.DATABASE})
    except Exception as error:
        TurnStart.objects.filter(pk=row.pk).update(ended=clock.now())
        words = "the canary failed (%s): the clock is sick, and nobody is held"
        logger.error(words, type(error).__name__, extra={"cause": Cause.SICK})
    else:
        TurnStart.objects.filter(pk=row.pk).update(ended=clock.now(), well=True)


def is_sick(moment: datetime) -> bool:
    """Whether the machine is at fault: the last canary has not ended well, and nothing else has since."""
    last = TurnStart.objects.filter(turn=None).order_by("-begun").first()
    if last is None or last.well or (last.ended is None and moment - last.begun < SINGING):
        return False
    return not TurnStart.objects.filter(well=True, ended__gt=last.begun).exists()


# Long steps


def is_long_slot_free() -> bool:
    """Whether no other worker is at a long step just now."""
    Heartbeat.objects.get_or_create(name=LONG_SLOT, defaults={"at": NOBODY})
    with transaction.atomic():
        return take_long_slot()


def take_long_slot() -> bool:
    """Be the one worker that is at a long step, until the transaction ends: others go on with short ones.

    The lock is the sign: whoever is killed in the middle of a long step holds none any more.
    """
    skip = connection.features.has_select_for_update_skip_locked
    sign = Heartbeat.objects.select_for_update(no_key=True, skip_locked=skip).filter(name=LONG_SLOT)
    return bool(sign.values_list("name", flat=True))
