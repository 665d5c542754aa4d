"""How a campaign is played, the same for all: story, texts, every setting as a sentence with its rule.

Whoever reads it, member, guest or invited, gets the same bytes: all its moments are the campaign's own.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields
from typing import Annotated

from django.utils import timezone
from django.utils.dates import WEEKDAYS
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from campaign.base.dates.rhythm import Rhythm
from campaign.base.dates.schedule import DEADLINES, OwnDates, Schedule, Slot
from campaign.base.dates.times import when
from campaign.base.setup.campaign_settings import Variables
from campaign.base.words import open_book_words
from campaign.base.words.setting_words import GROUPS, TIMES, WORDS
from campaign.models import Campaign, Phase
from campaign.people.texts.selectors import HouseText, texts_of
from campaign.rulebook.open_book.chapters import (
    BookLine,
    BookPart,
    Change,
    armies_part,
    changes_of,
    house_part,
    missions_part,
)
from campaign.turn.stored_turns import latest_turn


@dataclass(frozen=True, slots=True)
class OpenBook:
    """What everybody may read of how a campaign is played."""

    campaign: str
    story: str
    texts: Annotated[tuple[HouseText, ...], "What the club asks of whoever plays, whole."]
    parts: tuple[BookPart, ...]
    changes: Annotated[tuple[Change, ...], "The latest first."]
    zone: Annotated[str, "The campaign's time zone."]


def open_book(campaign: Campaign) -> OpenBook:
    """The book of a campaign, from what is public of it; no reader is asked for."""
    schedule = Schedule.of(campaign)
    with timezone.override(schedule.zone):
        return OpenBook(
            campaign=campaign.name,
            story=campaign.story,
            texts=texts_of(campaign),
            parts=tuple(part for part in _parts(campaign, schedule) if part.lines),
            changes=changes_of(campaign),
            zone=schedule.time_zone,
        )


def _parts(campaign: Campaign, schedule: Schedule) -> Iterator[BookPart]:
    """The chapters in order; one without lines is left out."""
    variables, usual = Variables.of(campaign), Variables.of_new_war()

    def line(name: str) -> BookLine:
        value = getattr(variables, name)
        text = open_book_words.SENTENCES[name](value)
        return BookLine(text, WORDS[name].rule, value != getattr(usual, name))

    course = (*_course(campaign), *(line(name) for name in TIMES), *_dates(schedule))
    yield BookPart(_("The course of a turn"), course)
    yield from _promised(campaign)
    for group in GROUPS:
        yield BookPart(str(group.title), tuple(line(name) for name in group.settings))
    yield house_part(campaign)
    yield armies_part(campaign)
    yield missions_part(campaign)


def _course(campaign: Campaign) -> Iterator[BookLine]:
    """Who reviews, which is no setting of the rules but decides how a turn goes on."""
    yield BookLine(str(open_book_words.AUTOMATIC if campaign.automatic else open_book_words.REVIEWED), "2")
    if campaign.blind:
        yield BookLine(str(open_book_words.BLIND))


def _promised(campaign: Campaign) -> Iterator[BookPart]:
    """The dates of the turn that runs, as they were promised to all."""
    turn = latest_turn(campaign)
    if turn is None or turn.phase == Phase.PUBLISHED:
        return
    moments = ((name, getattr(turn, f"{name}_due")) for name in DEADLINES)
    lines = tuple(
        BookLine(str(open_book_words.PROMISED[name]) % {"when": when(moment)}, "2")
        for name, moment in moments
        if moment is not None
    )
    yield BookPart(_("Turn %(number)s") % {"number": turn.number}, lines)


def _dates(schedule: Schedule) -> Iterator[BookLine]:
    if schedule.ready:
        yield BookLine(str(open_book_words.READY), "2", differs=True)
        return
    usual = Schedule()
    if schedule.rhythm is not None:
        yield from _rhythm(schedule.rhythm)
    for name in DEADLINES if schedule.rhythm is None else ():
        slot = getattr(schedule, name)
        text = str(open_book_words.DEADLINES[name]) % {"when": _when(slot)}
        yield BookLine(text, "2", slot != getattr(usual, name))
    yield BookLine(str(open_book_words.ZONE) % {"zone": schedule.time_zone})
    if schedule.short_turns and schedule.rhythm is None:
        yield BookLine(str(open_book_words.SHORT_TURNS), "2")
    for number, own in sorted(schedule.turns.items()):
        said = "; ".join(_own(own))
        yield BookLine(str(open_book_words.OWN_DATES) % {"turn": number, "dates": said}, "2", differs=True)
    if schedule.holidays:
        days = ", ".join(date_format(day, "DATE_FORMAT") for day in schedule.holidays)
        yield BookLine(str(open_book_words.HOLIDAYS) % {"days": days})


def _rhythm(rhythm: Rhythm) -> Iterator[BookLine]:
    """The minutes of a war that goes by them, and when its clock stands."""
    yield BookLine(str(open_book_words.RHYTHM_PLANS % {"n": rhythm.plan_minutes}), "2", differs=True)
    if rhythm.battle_minutes:
        yield BookLine(str(open_book_words.RHYTHM_BATTLES % {"n": rhythm.battle_minutes}), "2", differs=True)
    if not rhythm.all_day:
        hours = {"from": f"{rhythm.opens:%H:%M}", "until": f"{rhythm.closes:%H:%M}"}
        yield BookLine(str(open_book_words.RHYTHM_HOURS) % hours, "2", differs=True)
    yield BookLine(str(open_book_words.RHYTHM_DOWNTIME), "2", differs=True)


def _own(own: OwnDates) -> Iterator[str]:
    """What one turn has of its own."""
    for words, day in ((open_book_words.OWN_PLAN, own.plan), (open_book_words.OWN_RESULTS, own.results)):
        if day is not None:
            yield str(words) % {"when": date_format(day, "D j M Y, H:i")}
    for words, count in (
        (open_book_words.OWN_PLAN_HOURS, own.plan_hours),
        (open_book_words.OWN_BATTLE_DAYS, own.battle_days),
    ):
        if count is not None:
            yield str(words % {"n": count})


def _when(slot: Slot) -> str:
    hour = slot.hour.strftime("%H:%M")
    if slot.weekday is None:
        return str(open_book_words.EVERY_DAY) % {"hour": hour}
    return str(open_book_words.ON_A_DAY) % {"day": WEEKDAYS[slot.weekday], "hour": hour}


assert {field.name for field in fields(Variables)} == set(open_book_words.SENTENCES), "every setting is told"
