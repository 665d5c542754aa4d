"""The schedule of coming turns is changed while the campaign runs; dates that were promised stay.

Every change is public with its reason and told to all.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, timedelta

from django.utils.translation import gettext as _

from campaign.base.answers import Json
from campaign.base.dates.schedule import Schedule, ScheduleError
from campaign.base.refusal import Refusal
from campaign.base.words.log_messages import LogKind
from campaign.models import Campaign, Phase, Turn, User
from campaign.outbox import services as notices_out
from campaign.turn.locked_turn import LockedTurn, locked_turn
from campaign.turn.turn_rights import check_facilitator, check_reason

CHANGEABLE = (
    "plan",
    "announce",
    "results",
    "publish",
    "holidays",
    "turns",
    "short_turns",
    "time_zone",
    "rhythm",
)
MOST_HOLIDAYS, MOST_AHEAD = 400, 200


def change_schedule(*, campaign: Campaign, changes: Mapping[str, Json], reason: str, by: User) -> Schedule:
    """Change parts of the schedule, given as in its document; they count from the next turn to open.

    ``turns`` holds only what changes: ``{"12": {"plan": "2026-12-28T20:00"}}``, an empty one takes a turn's
    own dates back. Raises ``Refusal``: ``not_yours``, ``phase``, ``reason``, ``schedule`` with the field.
    """
    turn = Turn.objects.filter(campaign=campaign).exclude(phase=Phase.PUBLISHED).first()
    if turn is None:
        raise Refusal(_("No turn of this campaign is open."), code="phase")
    with locked_turn(turn.pk) as held:
        check_facilitator(held, by)
        reason = check_reason(reason)
        new = _changed(held, changes)
        held.set_campaign(schedule=new.document())
        held.note(LogKind.SCHEDULE, {"reason": reason}, by=by, public=True)
        about = held.now.isoformat()
        held.tell_all(notices_out.SCHEDULE_CHANGED, about=about, detail={"reason": reason})
        held.change_for_all()
        return new


def add_holidays(*, campaign: Campaign, first: date, last: date, reason: str, by: User) -> Schedule:
    """Keep deadlines away from these days, both included: each moves to the next free one."""
    if last < first:
        raise Refusal(_("Holidays must end on or after the day they begin."), code="schedule", field="last")
    if (last - first).days >= 60:
        raise Refusal(_("Add 60 days at most at once."), code="schedule", field="last")
    days = {first + timedelta(days=n) for n in range((last - first).days + 1)}
    days |= set(Schedule.of(campaign).holidays)
    listed = [day.isoformat() for day in sorted(days)]
    return change_schedule(campaign=campaign, changes={"holidays": listed}, reason=reason, by=by)


def remove_holiday(*, campaign: Campaign, day: date, reason: str, by: User) -> Schedule:
    """Let deadlines fall on this day again. Raises ``Refusal``."""
    listed = [one.isoformat() for one in Schedule.of(campaign).holidays if one != day]
    return change_schedule(campaign=campaign, changes={"holidays": listed}, reason=reason, by=by)


def _changed(held: LockedTurn, changes: Mapping[str, Json]) -> Schedule:
    """The schedule with the changes. Raises ``Refusal`` with the field at fault."""
    document = held.schedule.document()
    for name, value in changes.items():
        if name not in CHANGEABLE:
            raise _wrong(name, _("cannot be changed; there are %(names)s") % {"names": ", ".join(CHANGEABLE)})
        if name == "turns":
            document["turns"] = _turns(held, document["turns"], value)
        else:
            document[name] = value
    if not isinstance(document["holidays"], list) or len(document["holidays"]) > MOST_HOLIDAYS:
        raise _wrong("holidays", _("must be a list of at most %(most)s days") % {"most": MOST_HOLIDAYS})
    if not isinstance(document["short_turns"], bool):
        raise _wrong("short_turns", _("must be true or false"))
    try:
        return Schedule.parse(document)
    except ScheduleError as error:
        raise _wrong(error.name, error.message) from error


def _turns(held: LockedTurn, stored: Mapping[str, Json], changes: object) -> dict[str, Json]:
    """The turns' own dates: of turns that have not opened yet, and not too far ahead."""
    if not isinstance(changes, Mapping):
        raise _wrong("turns", _("must be an object with the numbers of turns"))
    turns, present = dict(stored), held.turn.number
    for number, own in changes.items():
        text = str(number)
        known = text.isascii() and text.isdigit() and len(text) <= 6
        if not known or not present < int(text) <= present + MOST_AHEAD:
            raise _wrong(
                f"turns.{text}",
                _("only turns %(first)s to %(last)s can have dates of their own")
                % {"first": present + 1, "last": present + MOST_AHEAD},
            )
        if own:
            turns[str(int(text))] = own
        else:
            turns.pop(str(int(text)), None)
    return turns


def _wrong(field: str, message: str) -> Refusal:
    return Refusal(f"{field}: {message}.", code="schedule", field=field)
