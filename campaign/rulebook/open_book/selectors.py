"""How a campaign is played: its story, and every setting as a sentence with its rule; the same for all."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields

from django.utils.dates import WEEKDAYS
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from campaign.base.dates.schedule import DEADLINES, Schedule, Slot
from campaign.base.setup.campaign_settings import Variables
from campaign.base.words import open_book_words
from campaign.base.words.report_words import rule_url
from campaign.base.words.setting_words import GROUPS, TIMES, WORDS
from campaign.models import Campaign


@dataclass(frozen=True, slots=True)
class BookLine:
    """A setting in words, the section of the rules it belongs to, and whether it differs from the usual."""

    text: str
    rule: str = ""
    differs: bool = False

    @property
    def rule_url(self) -> str:
        """Where the rule can be read, or nothing."""
        return rule_url(self.rule) if self.rule else ""


@dataclass(frozen=True, slots=True)
class BookPart:
    """Lines that belong together, under a heading."""

    title: str
    lines: tuple[BookLine, ...]


@dataclass(frozen=True, slots=True)
class OpenBook:
    """What everybody may read of how a campaign is played."""

    campaign: str
    story: str
    parts: tuple[BookPart, ...]


def open_book(campaign: Campaign) -> OpenBook:
    """The book of a campaign: from its settings and its schedule alone, and from no query."""
    variables, usual = Variables.of(campaign), Variables()

    def line(name: str) -> BookLine:
        value = getattr(variables, name)
        text = open_book_words.SENTENCES[name](value)
        return BookLine(text, WORDS[name].rule, value != getattr(usual, name))

    parts = [BookPart(str(group.title), tuple(line(name) for name in group.settings)) for group in GROUPS]
    dates = (*_course(campaign), *(line(name) for name in TIMES), *_dates(Schedule.of(campaign)))
    return OpenBook(campaign.name, campaign.story, (BookPart(_("The course of a turn"), dates), *parts))


def _course(campaign: Campaign) -> Iterator[BookLine]:
    """Who reviews, which is no setting of the rules but decides how a turn goes on."""
    yield BookLine(str(open_book_words.AUTOMATIC if campaign.automatic else open_book_words.REVIEWED), "2")
    if campaign.blind:
        yield BookLine(str(open_book_words.BLIND))


def _dates(schedule: Schedule) -> Iterator[BookLine]:
    usual = Schedule()
    for name in DEADLINES:
        slot = getattr(schedule, name)
        text = str(open_book_words.DEADLINES[name]) % {"when": _when(slot)}
        yield BookLine(text, "2", slot != getattr(usual, name))
    yield BookLine(str(open_book_words.ZONE) % {"zone": schedule.time_zone})
    if schedule.short_turns:
        yield BookLine(str(open_book_words.SHORT_TURNS), "2")
    if schedule.holidays:
        days = ", ".join(date_format(day, "DATE_FORMAT") for day in schedule.holidays)
        yield BookLine(str(open_book_words.HOLIDAYS) % {"days": days})


def _when(slot: Slot) -> str:
    hour = slot.hour.strftime("%H:%M")
    if slot.weekday is None:
        return str(open_book_words.EVERY_DAY) % {"hour": hour}
    return str(open_book_words.ON_A_DAY) % {"day": WEEKDAYS[slot.weekday], "hour": hour}


assert {field.name for field in fields(Variables)} == set(open_book_words.SENTENCES), "every setting is told"
