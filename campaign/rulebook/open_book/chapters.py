"""The lines of the open book, and those of its chapters that are no settings: armies, missions, changes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated

from django.utils.translation import gettext as _

from campaign.access.army_rules import rules_of, titles_by_seat
from campaign.base.answers import called
from campaign.base.setup.house_rules import house_documents
from campaign.base.setup.mission_tables import MISSIONS
from campaign.base.setup.missions import CATEGORY_NAMES, Mission, parse_table, table_name
from campaign.base.words.house_words import house_points, house_text
from campaign.base.words.log_messages import codes_of
from campaign.base.words.log_words import words_of
from campaign.base.words.report_words import rule_url
from campaign.models import AuditEntry, Campaign
from rules.armies import ARMY_RULE

HOUSE_RULE = "14.1"
"""The section of the rules about a club's own army rules."""
CHANGES = codes_of("rules", "schedule", "missions", "text")
"""The entries of the public log that tell of another way to play."""


@dataclass(frozen=True, slots=True)
class BookLine:
    """A sentence of the book, its section of the rules, and whether it differs from the usual."""

    text: str
    rule: Annotated[str, "A section of the rules; empty: none."] = ""
    differs: Annotated[bool, "Whether it differs from the usual."] = False
    name: Annotated[str, "What it is about: an army, a house rule, a mission; empty for settings."] = ""

    @property
    def rule_url(self) -> str:
        """Where the rule can be read, or nothing."""
        return rule_url(self.rule) if self.rule else ""


@dataclass(frozen=True, slots=True)
class BookPart:
    """Lines that belong together, under a heading."""

    title: str
    lines: tuple[BookLine, ...]


@called("BookChange")
@dataclass(frozen=True, slots=True)
class Change:
    """Something that has changed in how the campaign is played, told to all then."""

    at: datetime
    turn: Annotated[int | None, "Null: before the first."]
    text: str


def house_part(campaign: Campaign) -> BookPart:
    """The club's own army rules, each with what it costs and does."""
    lines = (
        BookLine(
            house_text(rule),
            HOUSE_RULE,
            differs=True,
            name=_("%(title)s (%(points)s)") % {"title": rule["title"], "points": house_points(rule)},
        )
        for rule in house_documents(campaign)
    )
    return BookPart(_("The club's own army rules"), tuple(lines))


def armies_part(campaign: Campaign) -> BookPart:
    """Each army with its rules as they are approved, under the titles that its player gave them."""
    seats = list(campaign.seats.order_by("number"))
    for seat in seats:
        seat.campaign = campaign
    titles = titles_by_seat(seats)
    lines = (
        BookLine(
            f"{rule.called}: {_(rule.text)}",
            HOUSE_RULE if rule.id not in ARMY_RULE else "11",
            name=seat.army,
        )
        for seat in seats
        for rule in rules_of(seat, titles)
    )
    return BookPart(_("The armies"), tuple(lines))


def missions_part(campaign: Campaign) -> BookPart:
    """The missions that the campaign has in the place of usual ones."""
    return BookPart(_("Missions"), tuple(_missions(campaign)))


def _missions(campaign: Campaign) -> Iterator[BookLine]:
    for category, called_so in CATEGORY_NAMES.items():
        for city in (False, True):
            table = table_name(category, city)
            if table not in campaign.missions:
                continue
            where = _("in a city") if city else _("in the open")
            own = parse_table(table, campaign.missions[table])
            for face, (mission, usual) in enumerate(zip(own, MISSIONS[table], strict=True), start=1):
                if mission != usual:
                    names = {"category": _(called_so), "where": where, "face": face, "name": _(mission.name)}
                    name = _("%(category)s, %(where)s, %(face)s: %(name)s") % names
                    yield BookLine(_mission(mission), "5.12", differs=True, name=name)


def _mission(mission: Mission) -> str:
    """How a mission is set up and won, and what its players still decide."""
    said = [_(mission.setup), _("Won by: %(victory)s") % {"victory": _(mission.victory)}]
    if mission.night:
        said.append(_("The attacker may choose the night."))
    if mission.sides:
        said.append(_("The mission says who attacks."))
    return " ".join(said)


def changes_of(campaign: Campaign) -> tuple[Change, ...]:
    """What has changed in how the campaign is played since it began, the latest first."""
    told = AuditEntry.objects.filter(campaign=campaign, public=True, kind__in=CHANGES)
    found = told.select_related("turn").only("kind", "values", "text", "created_at", "turn__number")
    return tuple(
        Change(entry.created_at, entry.turn.number if entry.turn is not None else None, words_of(entry))
        for entry in found.order_by("-id")
    )
