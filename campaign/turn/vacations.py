"""Vacations: announced in time they move the next plan deadline, as far as the budget goes.

They are public: dates and their moves are, with the reason. A turn whose deadline has been promised is moved
when the vacation is announced, a later one when it opens.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date

from django.db.models import Sum
from django.utils.translation import gettext as _

from campaign.base.dates import clock
from campaign.base.dates.schedule import Dates, Schedule, dates_after_plan
from campaign.base.dates.vacation_shift import MOST_A_TURN, NOTICE, Away, moved
from campaign.base.refusal import Refusal
from campaign.base.rows.audit import note
from campaign.base.setup.campaign_settings import Variables
from campaign.base.words.log_messages import LogKind
from campaign.models import (
    Campaign,
    CampaignStatus,
    Phase,
    Seat,
    Turn,
    User,
    Vacation,
)
from campaign.turn.deadlines import Reason, move_deadline
from campaign.turn.locked_turn import LockedTurn, locked_turn
from campaign.turn.vacation_budget import aways_of, days_left

LONGEST = 90


def announce_vacation(*, seat: Seat, first_day: date, last_day: date, by: User) -> Vacation:
    """Announce that the seat's player is away from one day to another, both included.

    A plan deadline that falls into it, at least 48 hours from now, moves day by day until the player is back,
    by 4 days a turn at most. Raises ``Refusal``: ``not_yours``, ``ended``, ``budget``, ``impossible`` with
    the field.
    """
    if seat.user_id != by.pk:
        raise Refusal(_("Only the seat's player announces a vacation."), code="not_yours")
    campaign = Campaign.objects.get(pk=seat.campaign_id)
    if Schedule.of(campaign).rhythm is not None:
        raise Refusal(_("This war goes by the minute: no vacation moves its deadlines."), code="budget")
    if campaign.status in (CampaignStatus.ENDED, CampaignStatus.BUILDING):
        raise Refusal(_("The campaign is not running."), code="ended")
    schedule = Schedule.of(campaign)
    if schedule.ready:
        raise Refusal(_("There are no deadlines here: the turn waits until you are ready."), code="ended")
    today = clock.now().astimezone(schedule.zone).date()
    if last_day < first_day:
        raise _impossible("last_day", _("A vacation must end on or after the day it begins."))
    if last_day < today:
        raise _impossible("last_day", _("These days are over already."))
    if (last_day - first_day).days >= LONGEST:
        raise _impossible("last_day", _("A vacation lasts %(most)s days at most.") % {"most": LONGEST})
    turn = Turn.objects.filter(campaign=campaign).exclude(phase=Phase.PUBLISHED).first()
    if turn is None:
        raise Refusal(_("The campaign is not running."), code="ended")
    with locked_turn(turn.pk) as held:
        if days_left(seat, held.variables) <= 0:
            raise Refusal(
                _("No vacation days are left: a campaign has %(days)s for each player.")
                % {"days": held.variables.vacation_days},
                code="budget",
            )
        _check_overlap(seat, first_day, last_day)
        vacation = Vacation.objects.create(
            seat=seat, first_day=first_day, last_day=last_day, announced_at=held.now
        )
        _note(held, LogKind.VACATION, vacation, by)
        _move_present(held)
        held.change_for_all()
    vacation.refresh_from_db()
    return vacation


def cancel_vacation(*, vacation: Vacation, by: User) -> None:
    """Take a vacation back that has moved nothing yet. Raises ``Refusal``: ``not_yours``, ``moved``."""
    seat = vacation.seat
    if seat.user_id != by.pk:
        raise Refusal(_("Only the seat's player takes a vacation back."), code="not_yours")
    turn = Turn.objects.filter(campaign=seat.campaign_id).exclude(phase=Phase.PUBLISHED).first()
    if turn is None:
        raise Refusal(_("The campaign has ended."), code="ended")
    with locked_turn(turn.pk) as held:
        found = Vacation.objects.select_for_update(no_key=True).get(pk=vacation.pk)
        if found.turn_id is not None:
            raise Refusal(_("It has moved a deadline already; a date that was promised stays."), code="moved")
        if found.cancelled_at is None:
            found.cancelled_at = held.now
            found.save(update_fields=("cancelled_at",))
            _note(held, LogKind.VACATION_CANCELLED, found, by)
            held.change_for_all()


def put_off(campaign: Campaign, number: int, dates: Dates) -> tuple[Dates, Mapping[int, int]]:
    """The dates of a turn that opens, put off because people are away, and by how much each has done it."""
    variables, schedule = Variables.of(campaign), Schedule.of(campaign)
    if not variables.vacation_days or schedule.rhythm is not None:
        return dates, {}
    found = moved(schedule, dates.plan_due, aways_of(campaign, variables))
    if not found.days:
        return dates, {}
    later = dates_after_plan(
        schedule, variables, number=number, plan_due=found.due, automatic=campaign.automatic
    )
    return later, found.days


def charge(turn: Turn, days: Mapping[int, int]) -> None:
    """Write down which vacations have moved the turn's deadline, and tell why in the log."""
    if not days:
        return
    armies = _spend(turn, days)
    note(
        turn.campaign,
        LogKind.PUT_OFF,
        {"days": sum(days.values()), "away": armies},
        of_turn=turn,
        public=True,
    )


def _note(held: LockedTurn, kind: LogKind, vacation: Vacation, by: User) -> None:
    days = {"first_day": vacation.first_day.isoformat(), "last_day": vacation.last_day.isoformat()}
    held.note(kind, {"army": vacation.seat.army, **days}, by=by, public=True)


def _move_present(held: LockedTurn) -> None:
    """Move the plan deadline of the turn in planning, if somebody is away on it."""
    turn, due = held.turn, held.turn.plan_due
    if turn.phase != Phase.PLANNING or due is None or due - held.now < NOTICE or turn.early_from is not None:
        return
    used = Vacation.objects.filter(turn=turn).aggregate(days=Sum("days"))["days"] or 0
    aways: tuple[Away, ...] = aways_of(held.campaign, held.variables)
    found = moved(held.schedule, due, aways, most=max(0, MOST_A_TURN - used))
    if not found.days:
        return
    away = _spend(turn, found.days)
    move_deadline(held, "plan_due", found.due, Reason(LogKind.DATE_MOVED_AWAY, {"away": away}))


def _spend(turn: Turn, days: Mapping[int, int]) -> list[str]:
    """Take the days from the budgets; gives the armies whose players are away, each once."""
    rows = list(Vacation.objects.filter(pk__in=days).select_related("seat").order_by("pk"))
    for row in rows:
        row.turn, row.days = turn, days[row.pk]
        row.save(update_fields=("turn", "days"))
    return list(dict.fromkeys(row.seat.army for row in rows))


def _check_overlap(seat: Seat, first_day: date, last_day: date) -> None:
    same = Vacation.objects.filter(
        seat=seat, cancelled_at=None, first_day__lte=last_day, last_day__gte=first_day
    ).first()
    if same is not None:
        raise _impossible(
            "first_day",
            _("You have announced %(first)s to %(last)s already.")
            % {"first": same.first_day, "last": same.last_day},
        )


def _impossible(field: str, message: str) -> Refusal:
    return Refusal(message, code="impossible", field=field)
