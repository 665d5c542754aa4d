"""Vacations: announced in time they move the next plan deadline, as far as the budget goes.

They are public: dates and their moves are, with the reason. A turn whose deadline has been promised is moved
when the vacation is announced, a later one when it opens.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import date

from django.db.models import Sum
from django.utils.translation import gettext as _

from campaign.dates import clock
from campaign.dates.leave import MOST_A_TURN, NOTICE, Away, moved
from campaign.dates.schedule import Dates, Schedule, dates_after_plan
from campaign.models import (
    AuditEntry,
    Campaign,
    CampaignStatus,
    Phase,
    Seat,
    Turn,
    User,
    Vacation,
)
from campaign.selectors.vacations import aways_of, days_left
from campaign.services.deadlines import move_deadline
from campaign.services.errors import Refusal
from campaign.services.locked import LockedTurn, locked_turn
from campaign.setting_up.variables import Variables

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
    if campaign.status in (CampaignStatus.ENDED, CampaignStatus.BUILDING):
        raise Refusal(_("The campaign is not running."), code="ended")
    today = clock.now().astimezone(Schedule.of(campaign).zone).date()
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
        text = f"{seat.army} is away from {first_day} to {last_day}"
        held.note("vacation", text, by=by, public=True)
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
        found = Vacation.objects.select_for_update().get(pk=vacation.pk)
        if found.turn_id is not None:
            raise Refusal(_("It has moved a deadline already; a date that was promised stays."), code="moved")
        if found.cancelled_at is None:
            found.cancelled_at = held.now
            found.save(update_fields=("cancelled_at",))
            held.note(
                "vacation",
                f"{seat.army} is not away from {found.first_day} to {found.last_day}",
                by=by,
                public=True,
            )
            held.change_for_all()


def put_off(campaign: Campaign, number: int, dates: Dates) -> tuple[Dates, Mapping[int, int]]:
    """The dates of a turn that opens, put off because people are away, and by how much each has done it."""
    variables, schedule = Variables.of(campaign), Schedule.of(campaign)
    if not variables.vacation_days:
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
    AuditEntry.objects.create(
        campaign=turn.campaign,
        turn=turn,
        kind="date_moved",
        text=f"The plan deadline is {_days(sum(days.values()))} later: {_who(armies)}",
        public=True,
    )


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
    move_deadline(held, "plan_due", found.due, reason=_who(_spend(turn, found.days)))


def _spend(turn: Turn, days: Mapping[int, int]) -> list[str]:
    """Take the days from the budgets; gives the armies whose players are away."""
    rows = list(Vacation.objects.filter(pk__in=days).select_related("seat").order_by("pk"))
    for row in rows:
        row.turn, row.days = turn, days[row.pk]
        row.save(update_fields=("turn", "days"))
    return [row.seat.army for row in rows]


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


def _who(armies: Iterable[str]) -> str:
    names = list(dict.fromkeys(armies))
    return f"{' and '.join(names)} {'is' if len(names) == 1 else 'are'} away"


def _days(count: int) -> str:
    return "1 day" if count == 1 else f"{count} days"


def _impossible(field: str, message: str) -> Refusal:
    return Refusal(message, code="impossible", field=field)
