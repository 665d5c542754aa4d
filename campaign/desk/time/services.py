"""The desk's power over time: reminders, holds, extensions, the early close, pause and resumption.

Every move of a date is public with its reason, and told to all. A passed deadline is never extended.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta

from django.utils.translation import gettext as _

from campaign.base.dates import times
from campaign.base.dates.clock import now
from campaign.base.dates.downtime import DUE_OF_PHASE
from campaign.base.dates.schedule import Schedule, Slot
from campaign.base.refusal import Refusal
from campaign.base.words.log_messages import LogKind
from campaign.models import Campaign, CampaignStatus, Phase, PlanState, Turn, User
from campaign.outbox import services as notices_out
from campaign.turn import deadlines
from campaign.turn.deadlines import bring_forward, given, move_deadline, put_off, seats_that_plan
from campaign.turn.failures import take_off_hold
from campaign.turn.locked_turn import LockedTurn, locked_turn
from campaign.turn.stored_turns import latest_turn
from campaign.turn.turn_rights import check_facilitator, check_keeper, check_reason, check_seen

MOST_HELD = 7
MOST_EXTENDED = timedelta(days=366)
"""By how much a date is moved at once: a slip of the pen cannot be taken back."""
HELD = {Phase.MOVEMENT_REVIEW: "held_movement", Phase.AFTERMATH_REVIEW: "held_aftermath"}
SLOTS = {"plan_due": "plan", "announce_due": "announce", "results_due": "results", "publish_due": "publish"}
DATES = tuple(SLOTS)
REVIEWS = ("announce_due", "publish_due")
"""The dates that end a review."""


def remind_missing(*, turn: Turn, by: User) -> int:
    """Remind every seat of which there is nothing; at most once an hour. Gives how many were reminded."""
    with locked_turn(turn.pk, Phase.PLANNING) as held:
        check_facilitator(held, by)
        awaited = seats_that_plan(held)
        missing = [
            mine.seat
            for seat, mine in sorted(held.player_turns.items())
            if seat in awaited and mine.state == PlanState.NOTHING and not mine.excused
        ]
        if missing:
            detail = {"by": "facilitator"}
            held.tell_seats(
                missing, notices_out.PLAN_MISSING, about=f"asked:{held.now:%Y%m%d%H}", detail=detail
            )
            armies = [seat.army for seat in sorted(missing, key=lambda seat: seat.number)]
            held.note(LogKind.REMINDED, {"armies": armies}, by=by)
        return len(missing)


def hold_review(*, turn: Turn, days: int, reason: str, by: User, seen: str | None = None) -> None:
    """Stop the review for up to 7 days, once per review; announcing or publishing ends the hold.

    What the review was put off by before counts.

    Raises ``Refusal``: ``phase``, ``held`` if it has been held, ``impossible`` for the days.
    """
    with locked_turn(turn.pk, *HELD) as held:
        check_facilitator(held, by)
        check_seen(held, seen)
        reason = check_reason(reason)
        phase = Phase(held.turn.phase)
        if held.campaign.automatic:
            raise Refusal(_("An automatic campaign has no reviews to hold."), code="held")
        if getattr(held.turn, HELD[phase]):
            raise Refusal(_("This review has been held already; each review can be held once."), code="held")
        if not 1 <= days <= MOST_HELD:
            raise Refusal(
                _("A review is held for 1 to %(most)s days.") % {"most": MOST_HELD},
                code="impossible",
                field="days",
            )
        name = DUE_OF_PHASE[phase]
        old = getattr(held.turn, name) or held.now
        to = old + timedelta(days=days)
        _check_review(held, name, old, to, "days")
        held.set_turn(**{HELD[phase]: reason})
        held.note(LogKind.HELD, {"review": phase.value, "reason": reason}, by=by, public=True)
        move_deadline(held, name, to, given(reason), by=by, tell=False)
        detail = {"date": name, "to": to.isoformat(), "reason": reason}
        held.tell_all(notices_out.TURN_HELD, about=phase, detail=detail)
        held.change_for_all()


def extend_deadline(
    *, turn: Turn, name: str, to: datetime, reason: str, by: User, seen: str | None = None
) -> None:
    """Move a deadline that has not passed to a later moment, and the later ones with it.

    The end of a review moves by no more than a hold may last.

    ``name`` is ``plan_due``, ``announce_due``, ``results_due`` or ``publish_due``. Raises ``Refusal``:
    ``passed``, ``impossible`` with the field.
    """
    with locked_turn(turn.pk) as held:
        check_facilitator(held, by)
        check_seen(held, seen)
        reason = check_reason(reason)
        if name not in DATES:
            raise Refusal(_("Say which deadline."), code="impossible", field="name")
        old = getattr(held.turn, name)
        if _has_passed(held, name):
            raise Refusal(
                _("This deadline has passed. A passed deadline is never extended or reopened."),
                code="passed",
                field="name",
            )
        if old is None or to <= max(old, held.now):
            raise Refusal(
                _("An extension must end later than now and than %(old)s.")
                % {"old": times.when(old) if old else "-"},
                code="impossible",
                field="to",
            )
        if name in REVIEWS:
            _check_review(held, name, old, to, "to")
        latest = max(old, held.now) + MOST_EXTENDED
        if to > latest:
            raise Refusal(
                _("A date moves by a year at most: this one not beyond %(latest)s.")
                % {"latest": times.when(latest)},
                code="impossible",
                field="to",
            )
        move_deadline(held, name, to, given(reason), by=by)
        held.change_for_all()


def _check_review(held: LockedTurn, name: str, old: datetime, to: datetime, field: str) -> None:
    """Refuse to put off the end of a review by more than a hold may last, in however many steps."""
    if held.campaign.automatic:
        raise Refusal(_("An automatic campaign has no reviews to hold."), code="held", field=field)
    left = timedelta(days=MOST_HELD) - put_off(held, name)
    if to <= old + left:
        return
    most = _("A review waits for %(most)s days at most, holds and extensions together.") % {"most": MOST_HELD}
    if left <= timedelta():
        rest = _("It has been put off by these already.")
    else:
        rest = _("This date can be moved to %(latest)s at the latest.") % {"latest": times.when(old + left)}
    raise Refusal(f"{most} {rest}", code="impossible", field=field)


def _has_passed(held: LockedTurn, name: str) -> bool:
    """Whether the turn is past this deadline: by its phase, or by the clock."""
    phases = list(DUE_OF_PHASE)
    phase = Phase(held.turn.phase)
    if phase not in phases or DATES.index(name) < phases.index(phase):
        return True
    due = getattr(held.turn, name)
    return due is not None and _clock(held) >= due


def _clock(held: LockedTurn) -> datetime:
    """The campaign's own time: it stands still while the campaign is paused."""
    if held.campaign.status == CampaignStatus.PAUSED and held.campaign.paused_at is not None:
        return min(held.now, held.campaign.paused_at)
    return held.now


def stop_early_close(*, turn: Turn, reason: str, by: User) -> None:
    """Put the plan deadline back to what it was before all plans were in; the plans stay final."""
    with locked_turn(turn.pk, Phase.PLANNING) as held:
        check_facilitator(held, by)
    deadlines.stop_early_close(turn.pk, by=by, reason=check_reason(reason))


def pause_campaign(*, campaign: Campaign, reason: str, by: User) -> None:
    """Stop the campaign's clock, with a reason that all read. Also a playing facilitator may.

    Raises ``Refusal`` with code ``stopped`` if it does not run.
    """
    with locked_turn(_open_turn(campaign)) as held:
        check_keeper(held, by)
        reason = check_reason(reason)
        if held.campaign.status != CampaignStatus.RUNNING:
            raise Refusal(
                _("The campaign is not running: it is %(status)s.")
                % {"status": held.campaign.get_status_display().lower()},
                code="stopped",
            )
        held.set_campaign(status=CampaignStatus.PAUSED, paused_at=held.now, pause_reason=reason)
        held.note(LogKind.PAUSED, {"reason": reason}, by=by, public=True)
        held.tell_all(notices_out.PAUSED, about=held.now.isoformat(), detail={"reason": reason})
        held.change_for_all()


def resume_campaign(*, campaign: Campaign, by: User) -> None:
    """Let the clock go on; the present deadline is the first scheduled time that leaves what was left.

    A campaign that is on hold after a failure is tried again. Raises ``Refusal`` with code ``running``.
    """
    turn_id = _open_turn(campaign)
    with locked_turn(turn_id) as held:
        check_keeper(held, by)
        if held.campaign.status == CampaignStatus.ON_HOLD:
            take_off_hold(turn_id, by=by)
            return
        if held.campaign.status != CampaignStatus.PAUSED:
            raise Refusal(_("The campaign is running already."), code="running")
        paused_at = held.campaign.paused_at or held.now
        held.set_campaign(status=CampaignStatus.RUNNING, paused_at=None, pause_reason="")
        held.note(LogKind.RESUMED, by=by, public=True)
        _give_back(held, paused_at)
        held.tell_all(notices_out.RESUMED, about=held.now.isoformat())
        held.change_for_all()


def _give_back(held: LockedTurn, paused_at: datetime) -> None:
    """Move the present deadline so that at least what was left of it is left again."""
    turn = held.turn
    name = DUE_OF_PHASE.get(Phase(turn.phase))
    due = getattr(turn, name) if name is not None else None
    if name is None or due is None:
        return
    if turn.draw_due is not None:
        # The clock of those who have a seal to open stood still, too.
        held.set_turn(draw_due=held.now + (turn.draw_due - paused_at))
    if due <= paused_at:
        # What waited then (a ruling, the next try of the app) waits as long as it had still to wait.
        waits = max(timedelta(), (turn.resolve_after or paused_at) - paused_at)
        held.set_turn(resolve_after=held.now + waits)
        return
    to = scheduled(held, name, held.now + (due - paused_at))
    if to > due:
        move_deadline(held, name, to, deadlines.PAUSED, tell=False)
    if turn.draw_due is not None:
        held.set_turn(resolve_after=turn.draw_due)
    bring_forward(held)


def scheduled(held: LockedTurn, name: str, after: datetime) -> datetime:
    """The first scheduled time of a deadline at or after ``after``; in short turns, and in reviews of them,
    weekdays do not count."""
    return _scheduled(held.schedule, held.turn.number, name, after)


def due_if_resumed(campaign: Campaign) -> tuple[str, datetime] | None:
    """The present deadline of a paused campaign and what it would be if the clock went on at once.

    None where no date would move: it has passed, or the campaign is not paused.
    """
    turn = latest_turn(campaign)
    name = DUE_OF_PHASE.get(Phase(turn.phase)) if turn is not None else None
    due = getattr(turn, name) if name is not None else None
    paused_at = campaign.paused_at
    if turn is None or name is None or due is None or paused_at is None or due <= paused_at:
        return None
    to = _scheduled(Schedule.of(campaign), turn.number, name, now() + (due - paused_at))
    return name, max(to, due)


def _scheduled(schedule: Schedule, number: int, name: str, after: datetime) -> datetime:
    if schedule.rhythm is not None:
        return schedule.counted(after)
    slot: Slot = getattr(schedule, SLOTS[name])
    if schedule.is_short(number):
        if name in ("announce_due", "publish_due"):
            return after
        slot = replace(slot, weekday=None)
    return schedule.first(slot, after)


def _open_turn(campaign: Campaign) -> int:
    """The turn that is not published yet. Raises ``Refusal`` if there is none."""
    turn = latest_turn(campaign)
    if turn is None or turn.phase == Phase.PUBLISHED:
        raise Refusal(_("No turn of this campaign is open."), code="phase")
    return turn.pk
