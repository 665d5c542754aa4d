"""A turn opens: its row with its dates, and each seat's part in it."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

import rules
from campaign.base.dates.schedule import Schedule, dates_of_turn
from campaign.base.rows import rows
from campaign.base.setup.campaign_settings import Variables
from campaign.engine import seeds
from campaign.models import Campaign, Phase, PlanState, PlayerTurn, Seat, Turn
from campaign.turn.plans.readiness import people_plan
from campaign.turn.vacations import charge, put_off

_PARTS = (
    "turn",
    "seat",
    "state",
    "receipt",
    "node",
    "by_deputy",
    "by_bot",
    "used_fallback",
    "excused",
    "excuse_reason",
)


def open_turn(
    campaign: Campaign, seats: Iterable[Seat], number: int, *, moment: datetime, away: bool = True
) -> Turn:
    """Open turn ``number`` for planning; the one before must be published.

    Without ``away`` nobody has announced a vacation that still counts.
    """
    schedule = Schedule.of(campaign)
    if schedule.ready:
        return _open_undated(campaign, list(seats), number, moment)
    dates = dates_of_turn(
        schedule, Variables.of(campaign), number=number, opened_at=moment, automatic=campaign.automatic
    )
    dates, spent = put_off(campaign, number, dates) if away else (dates, {})
    turn = Turn.objects.create(
        campaign=campaign,
        number=number,
        phase=Phase.PLANNING,
        plan_due=dates.plan_due,
        announce_due=dates.announce_due,
        results_due=dates.results_due,
        publish_due=dates.publish_due,
        resolve_after=dates.plan_due,
        opened_at=moment,
        rules_version=rules.VERSION,
    )
    add_parts(turn, seats)
    charge(turn, spent)
    return turn


def _open_undated(campaign: Campaign, seats: list[Seat], number: int, moment: datetime) -> Turn:
    """Open a turn that waits for its people, and for nothing if none of them has a banner left."""
    turn = Turn.objects.create(
        campaign=campaign,
        number=number,
        phase=Phase.PLANNING,
        resolve_after=None if people_plan(campaign) else moment,
        opened_at=moment,
        rules_version=rules.VERSION,
    )
    add_parts(turn, seats)
    return turn


def add_parts(turn: Turn, seats: Iterable[Seat]) -> None:
    """Give each seat its part in a turn."""
    rows.insert(
        PlayerTurn,
        _PARTS,
        [
            (turn.pk, seat.pk, PlanState.NOTHING.value, "", "", False, False, False, False, "")
            for seat in sorted(seats, key=lambda seat: seat.number)
        ],
    )


def renew_seeds(campaign: Campaign, number: int) -> bool:
    """Make a new chain of seeds if the present one does not reach turn ``number``; True if it did.

    The caller stores the campaign and tells everybody the new commitment.
    """
    if seeds.covers(campaign, number):
        return False
    seeds.bind(campaign, seeds.make_chain(number, length=campaign.chain_length))
    return True
