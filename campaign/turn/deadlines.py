"""Dates that move: by a person, because all plans are in, or because the app was down.

A deadline never moves quietly: every move is public with its reason, and told to all.
"""

from __future__ import annotations

import logging
from dataclasses import asdict, dataclass, field
from datetime import datetime, timedelta

from django.db import transaction
from django.utils.translation import gettext as _

from campaign.base.dates import clock, jumps
from campaign.base.dates.downtime import (
    BRIEF,
    DUE_OF_PHASE,
    EXTENSION,
    SILENCE,
    WEB,
    is_silent,
    lost_before,
    restart_of,
)
from campaign.base.dates.schedule import dates_after_announcement, dates_after_plan, publication_after
from campaign.base.jobs.singly import each
from campaign.base.refusal import Refusal
from campaign.base.words.log_messages import LogKind
from campaign.base.words.log_words import Values, detail_of, moment_of, stamp
from campaign.models import (
    AuditEntry,
    Battle,
    CampaignStatus,
    Downtime,
    Heartbeat,
    Phase,
    PlanState,
    SeatStatus,
    Turn,
    User,
)
from campaign.outbox import services as notices_out
from campaign.turn.drawing.draw_dates import is_drawing
from campaign.turn.locked_turn import LockedTurn, locked_turn

logger = logging.getLogger(__name__)

TICK = "tick"
A_DAY = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Reason:
    """Why a date moves: the kind and the values of the log's entry, which notices carry too."""

    kind: LogKind
    values: Values = field(default_factory=dict)


ALL_IN = Reason(LogKind.DATE_MOVED_ALL_IN)
NONE_LEFT = Reason(LogKind.DATE_MOVED_NONE_LEFT)
LATE = Reason(LogKind.DATE_MOVED_LATE)
REOPENED = Reason(LogKind.DATE_MOVED_REOPENED)
DOWNTIME = Reason(LogKind.DATE_MOVED_DOWNTIME)
PAUSED = Reason(LogKind.DATE_MOVED_PAUSED)
OF_BATTLES = (LogKind.DATE_MOVED_NONE_LEFT, LogKind.DATE_MOVED_LATE, LogKind.DATE_MOVED_REOPENED)
"""Why the app moves the results' date by itself; a publication that was put off stays where it was."""


def given(reason: str) -> Reason:
    """A reason in a facilitator's own words."""
    return Reason(LogKind.DATE_MOVED, {"reason": reason})


def move_deadline(
    held: LockedTurn, name: str, to: datetime, reason: Reason, *, by: User | None = None, tell: bool = True
) -> None:
    """Set one date of the turn, and the later ones with it; told to all with the reason.

    ``name`` is ``plan_due``, ``announce_due``, ``results_due`` or ``publish_due``. A date of the present
    phase also sets when the app acts.
    """
    old = getattr(held.turn, name)
    note_move(held, name, to, reason, by=by)
    later = _later_dates(held, name, to)
    if reason.kind in OF_BATTLES:
        later["publish_due"] = as_promised(held, "publish_due", later["publish_due"])
    held.set_turn(**{name: to, **later})
    if DUE_OF_PHASE.get(Phase(held.turn.phase)) == name and not is_drawing(held.turn):
        held.set_turn(resolve_after=to)
    if tell:
        detail = {
            "date": name,
            "from": _stamp(old),
            "to": _stamp(to),
            **detail_of(reason.kind, reason.values),
        }
        held.tell_all(notices_out.DATE_MOVED, about=f"{name}:{_stamp(to)}", detail=detail)


def note_move(held: LockedTurn, name: str, to: datetime, reason: Reason, *, by: User | None = None) -> None:
    """Write down that a date of the turn moves, before it does; all may read it."""
    zone = held.schedule.zone
    before = stamp(getattr(held.turn, name), zone)
    values = {"date": name, "before": before, "after": stamp(to, zone), **reason.values}
    held.note(reason.kind, values, by=by, public=True)


def put_off(held: LockedTurn, name: str) -> timedelta:
    """By how much facilitators have put off this date of the turn, since one before it was last moved by hand
    or for all (a vacation, a pause, downtime)."""
    dates = list(DUE_OF_PHASE.values())
    before = dates[: dates.index(name)]
    total = timedelta()
    moves = AuditEntry.objects.filter(turn=held.turn, kind__startswith=LogKind.DATE_MOVED)
    for kind, values in moves.order_by("id").values_list("kind", "values"):
        if values.get("date") in before and kind not in OF_BATTLES:
            total = timedelta()
        elif values.get("date") == name and kind == LogKind.DATE_MOVED and values["before"]:
            total += moment_of(values["after"]) - moment_of(values["before"])
    return total


def as_promised(held: LockedTurn, name: str, due: datetime) -> datetime:
    """A date that is set anew, or what it was if facilitators have put it off beyond that, and told all."""
    old: datetime | None = getattr(held.turn, name)
    return old if old is not None and old > due and put_off(held, name) else due


def _later_dates(held: LockedTurn, name: str, to: datetime) -> dict[str, datetime]:
    """The dates after the one that moves: later ones move with it."""
    number, automatic = held.turn.number, held.campaign.automatic
    if name == "plan_due":
        dates = dates_after_plan(
            held.schedule, held.variables, number=number, plan_due=to, automatic=automatic
        )
        return {key: value for key, value in asdict(dates).items() if key != "plan_due"}
    if name == "announce_due":
        results = dates_after_announcement(held.schedule, held.variables, number=number, announced_at=to)
        return {"results_due": results, **_later_dates(held, "results_due", results)}
    if name == "results_due":
        return {
            "publish_due": publication_after(held.schedule, number=number, results_at=to, automatic=automatic)
        }
    return {}


# All plans are in


def consider_early_close(turn_id: int) -> bool:
    """Bring the plan deadline forward if every seat that must plan has submitted; True if it was."""
    with transaction.atomic():
        turn = Turn.objects.filter(pk=turn_id, phase=Phase.PLANNING).first()
        if turn is None or turn.early_stopped or turn.early_from is not None:
            return False
    try:
        with locked_turn(turn_id, Phase.PLANNING) as held:
            return _close_early(held)
    except Refusal:
        return False


def _close_early(held: LockedTurn) -> bool:
    turn, old = held.turn, held.turn.plan_due
    to = held.now + timedelta(minutes=held.variables.early_close_minutes)
    if not held.variables.early_close or turn.early_stopped or turn.early_from is not None:
        return False
    if old is None or to >= old or held.campaign.paused_at is not None or not all_submitted(held):
        return False
    held.set_turn(early_from=old)
    move_deadline(held, "plan_due", to, ALL_IN, tell=False)
    held.tell_all(notices_out.EARLY_CLOSE, about=_stamp(to), detail={"to": _stamp(to)})
    return True


def all_submitted(held: LockedTurn) -> bool:
    """Whether no seat is left that must still submit a plan: bots and excused ones need not."""
    awaited = seats_that_plan(held)
    return bool(awaited) and all(
        held.player_turns[seat].state == PlanState.SUBMITTED or held.player_turns[seat].excused
        for seat in awaited
    )


def seats_that_plan(held: LockedTurn) -> list[int]:
    """The ids of the seats from which a person's plan is awaited: played ones with a banner left."""
    playing = {seat.pk for seat in held.seats.values() if seat.status == SeatStatus.PLAYER}
    alive = held.campaign.banners.filter(alive=True).values_list("seat_id", flat=True).distinct()
    return sorted(playing & set(alive))


def stop_early_close(turn_id: int, *, by: User, reason: str) -> None:
    """Put the plan deadline back to what it was before all plans were in; plans stay final.

    ``Refusal`` with code ``not_early`` if it was not brought forward, has passed, or is as late again.
    """
    with locked_turn(turn_id, Phase.PLANNING) as held:
        old, due = held.turn.early_from, held.turn.plan_due
        if old is None or due is None or held.now >= due or due >= old:
            raise Refusal(
                _("The plan deadline is not earlier than it was, or has passed; it stays as it is."),
                code="not_early",
            )
        held.set_turn(early_stopped=True, early_from=None)
        move_deadline(held, "plan_due", old, given(reason), by=by)


# Nothing is left to fight


def bring_forward(held: LockedTurn) -> None:
    """Have the battles end as soon as they may: after a ruling at once, else at the next daily hour.

    To be called when a battle has been ruled on or closed; nothing happens while others are open.
    """
    due = held.turn.results_due
    if held.turn.phase != Phase.BATTLES or due is None:
        return
    if held.now >= due:
        held.set_turn(resolve_after=held.now)
        return
    early = held.schedule.early_results(held.now)
    if held.variables.early_results and early < due and not battles_left(held):
        move_deadline(held, "results_due", early, NONE_LEFT)


def battles_left(held: LockedTurn) -> bool:
    """Whether a battle of the turn is still to be played or reported."""
    return Battle.objects.filter(turn=held.turn, closed_at__isnull=True).exists()


def results_after(held: LockedTurn, announced_at: datetime) -> datetime:
    """The results deadline of a turn that is announced at this moment.

    Where nobody reviews, drawing open dice takes its time from the days for battles, as long as it leaves one
    of them: no weekday is missed because of it.
    """
    asked = {"number": held.turn.number}
    if (
        held.campaign.automatic
        and held.turn.closing
        and held.schedule.rhythm is None
        and held.turn.planned_at
    ):
        soon = dates_after_announcement(
            held.schedule, held.variables, announced_at=held.turn.planned_at, **asked
        )
        if soon - announced_at >= A_DAY:
            return soon
    return dates_after_announcement(held.schedule, held.variables, announced_at=announced_at, **asked)


def give_back_time(held: LockedTurn) -> bool:
    """Undo an early end of the battles if one has been opened again since; True if it moved."""
    turn = held.turn
    if turn.announced_at is None or turn.results_due is None:
        return False
    full = results_after(held, turn.announced_at)
    if turn.results_due >= full or held.now >= full or not battles_left(held):
        return False
    move_deadline(held, "results_due", full, REOPENED)
    return True


# The app was down


def beat(name: str = TICK) -> None:
    """Leave a sign of life: what the clock says, even where it was ahead before.

    A gap of over two minutes between those of the web processes is downtime: no plan could be saved. A clock
    or a mail server that stands still keeps nobody from planning.
    """
    was_down = False
    with transaction.atomic():
        last = Heartbeat.objects.select_for_update(no_key=True).filter(name=name).first()
        moment = clock.now()
        if last is None:
            Heartbeat.objects.get_or_create(name=name, defaults={"at": moment})
            return
        if name == WEB and abs(moment - last.at) > BRIEF:
            # A clock that was put wrong or right makes a gap in which people could plan all the same, and it
            # may be put right between the first glance and the look.
            trusted, moment = jumps.look(), clock.now()
            was_down = trusted and jumps.steady(moment) and moment - last.at > BRIEF
        if was_down:
            Downtime.objects.create(down_from=last.at, down_until=moment)
        last.at = moment
        last.save(update_fields=["at"])
    if was_down:
        _restart_clocks()


def _restart_clocks() -> None:
    """Tell the players of wars by the minute at once how much longer they have: not at the deadline only."""
    waiting = Turn.objects.filter(
        phase__in=(Phase.PLANNING, Phase.BATTLES),
        campaign__status=CampaignStatus.RUNNING,
        campaign__schedule__has_key="rhythm",
    )
    found = list(waiting.order_by("id").values_list("id", flat=True))
    each(found, _restart_clock, log=logger, what="the new deadline of turn")


def _restart_clock(turn_id: int) -> bool:
    try:
        with locked_turn(turn_id, Phase.PLANNING, Phase.BATTLES) as held:
            return spare_after_downtime(held)
    except Refusal:
        return False  # it has gone on meanwhile


def spare_after_downtime(held: LockedTurn) -> bool:
    """Move the present phase's deadline if the app was down before it; True if it moved, or has to wait.

    It happens once per deadline: by 12 hours, when over 15 minutes of the 2 hours before it were lost; in a
    war by the minute after two, and its minutes begin anew.
    """
    name = DUE_OF_PHASE[Phase(held.turn.phase)]
    due: datetime | None = getattr(held.turn, name)
    if is_drawing(held.turn):
        return False  # what it waits for then is no deadline of people's
    if due is None or name in held.turn.moved_for_downtime:
        return False
    if held.schedule.rhythm is not None:
        return _begin_anew(held, name)
    if lost_before(due, held.now) <= SILENCE:
        return False
    to = due + EXTENSION
    _spare(held, name, to if to > held.now else held.now + EXTENSION)
    return True


def _begin_anew(held: LockedTurn, name: str) -> bool:
    """Let the minutes of a phase begin anew after downtime; while it lasts the turn waits."""
    if is_silent(held.now):
        held.set_turn(resolve_after=held.now + BRIEF / 4)
        return True
    to = restart_of(held.turn, held.schedule, held.now)
    if to is None or to <= held.now:
        return False
    _spare(held, name, to)
    return True


def _spare(held: LockedTurn, name: str, to: datetime) -> None:
    held.set_turn(moved_for_downtime=[*held.turn.moved_for_downtime, name])
    move_deadline(held, name, to, DOWNTIME)


def _stamp(moment: datetime | None) -> str:
    return "" if moment is None else moment.isoformat()
