"""What narrows the list of open wars, as conditions of its query: of however many wars a page is read.

The pace of a war, and how its battles are decided, follow from its schedule and settings; the database reads
them from there, as ``pace_of`` does for the one that is shown. ``tests/public`` holds both together.
"""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import (
    Case,
    Count,
    Exists,
    IntegerField,
    Max,
    OuterRef,
    Q,
    QuerySet,
    Subquery,
    Value,
    When,
)
from django.db.models.fields.json import KT
from django.db.models.functions import Cast, Coalesce
from django.db.models.lookups import LessThanOrEqual
from django.utils.translation import gettext_lazy

from campaign.base.dates.schedule import Schedule
from campaign.base.setup.campaign_settings import Variables
from campaign.models import (
    Campaign,
    CampaignKind,
    CampaignStatus,
    Experience,
    Seat,
    SeatStatus,
    Turn,
    User,
)
from campaign.people.reliability.selectors import reliability_of

PACES = {
    "minutes": gettext_lazy("Minutes: an evening or a weekend"),
    "days": gettext_lazy("A few days a turn"),
    "week": gettext_lazy("About a week a turn"),
    "fortnight": gettext_lazy("About a fortnight a turn"),
}
SIZES = {
    "small": gettext_lazy("2 or 3 armies"),
    "medium": gettext_lazy("4 to 6 armies"),
    "large": gettext_lazy("7 armies or more"),
}
BATTLES = {"tabletop": gettext_lazy("On the tabletop"), "abstract": gettext_lazy("By dice")}
STATES = {
    "seeking": gettext_lazy("Looks for players"),
    "running": gettext_lazy("Running"),
    "ended": gettext_lazy("Ended"),
}
MINIMA = {
    "none": gettext_lazy("Asks for no minimum"),
    "new": gettext_lazy("Takes newcomers"),
    "me": gettext_lazy("Would take me"),
}
"""What a war asks of whoever wants a seat: its minimum is one of its settings, and so public."""
_WEEK = 7 * 24
_USUAL = Variables()
_FREE = (SeatStatus.OPEN, SeatStatus.RESIGNED, SeatStatus.BOT)


@dataclass(frozen=True, slots=True)
class Wanted:
    """What somebody looks for; empty fields narrow nothing.

    Who has played how much is not known here: ``experience`` is what a war says of itself.
    """

    state: str = ""
    pace: str = ""
    size: str = ""
    battles: str = ""
    language: str = ""
    experience: str = ""
    reliability: str = ""


def open_rows() -> QuerySet[Campaign]:
    """The wars on the list, with what their lines say; only of those that are read something is counted."""
    sought = Q(status=CampaignStatus.BUILDING, advert__seeking=True)
    seats = Seat.objects.filter(campaign=OuterRef("pk")).order_by()
    free = seats.filter(user=None, status__in=_FREE)
    turns = Turn.objects.filter(campaign=OuterRef("pk")).order_by().values("campaign")
    return (
        Campaign.objects.filter(~Q(status=CampaignStatus.BUILDING) | sought, open_to_all=True)
        .filter(kind=CampaignKind.CAMPAIGN)
        .select_related("champion", "advert")
        .annotate(
            armies=_counted(seats),
            unheld=_counted(free),
            last_turn=Subquery(turns.annotate(n=Max("number")).values("n")),
            looks=Case(
                When(Q(advert__seeking=True) & ~Q(status=CampaignStatus.ENDED) & Exists(free), then=1),
                default=0,
                output_field=IntegerField(),
            ),
        )
    )


def narrowed(rows: QuerySet[Campaign], wanted: Wanted, reader: User | None = None) -> QuerySet[Campaign]:
    """Those that fit: first those that look for players, then running ones, the latest first.

    What nobody knows narrows nothing; ``reader`` is who asks, whose own counts are compared.
    """
    found = rows
    for condition in (
        _STATES.get(wanted.state),
        _SIZES.get(wanted.size),
        _of_battles(wanted.battles),
        _minimum(wanted.reliability, reader),
        _said("language", wanted.language, ""),
        _said("experience", wanted.experience, Experience.ANY),
    ):
        if condition is not None:
            found = found.filter(condition)
    if wanted.pace in PACES:
        found = found.annotate(pace=_pace()).filter(pace=wanted.pace)
    over = Case(When(status=CampaignStatus.ENDED, then=1), default=0, output_field=IntegerField())
    # ``looks`` is what ``open_rows`` has asked.
    return found.order_by("-looks", over, "-id")  # type: ignore[misc]


def pace_of(schedule: Schedule, variables: Variables) -> str:
    """How fast a war goes, about."""
    if schedule.rhythm is not None:
        return "minutes"
    if schedule.plan.weekday is None:
        return "days"
    return "week" if variables.min_plan_hours + 24 * variables.min_battle_days <= _WEEK else "fortnight"


_STATES = {
    "seeking": Q(looks=1),
    "ended": Q(status=CampaignStatus.ENDED),
    "running": ~Q(status=CampaignStatus.ENDED),
}
_SIZES = {"small": Q(armies__lte=3), "medium": Q(armies__gte=4, armies__lte=6), "large": Q(armies__gte=7)}


def _counted(seats: QuerySet[Seat]) -> Coalesce:
    counted = seats.values("campaign").annotate(n=Count("pk")).values("n")
    return Coalesce(Subquery(counted), 0, output_field=IntegerField())


def _number(name: str, usual: int) -> Coalesce:
    """A number among a war's settings."""
    return Coalesce(Cast(KT(f"settings__{name}"), IntegerField()), usual)


def _pace() -> Case:
    """``pace_of`` as the database works it out."""
    has_rhythm = Q(schedule__rhythm__isnull=False) & ~Q(schedule__rhythm=None)
    every_day = Q(schedule__plan__isnull=False) & (
        Q(schedule__plan__weekday__isnull=True) | Q(schedule__plan__weekday=None)
    )
    days = _number("min_battle_days", _USUAL.min_battle_days)
    hours = _number("min_plan_hours", _USUAL.min_plan_hours) + days * 24
    return Case(
        When(has_rhythm, then=Value("minutes")),
        When(every_day, then=Value("days")),
        When(LessThanOrEqual(hours, _WEEK), then=Value("week")),
        default=Value("fortnight"),
    )


def _of_battles(wanted: str) -> Q | None:
    if wanted not in BATTLES:
        return None
    said = Q(settings__battles=wanted)
    return said | Q(settings__battles__isnull=True) if wanted == _USUAL.battles else said


def _said(name: str, wanted: str, any_of: str) -> Q | None:
    """What a war says of itself; one that does not say is for everybody."""
    if not wanted:
        return None
    return Q(advert=None) | Q(**{f"advert__{name}__in": (any_of, wanted)})


def _minimum(wanted: str, reader: User | None) -> Q | None:
    """What a war asks of whoever wants a seat, as ``too_unreliable`` reads it."""
    asked = _number("plans_on_time", _USUAL.plans_on_time)
    for_all = Q(LessThanOrEqual(asked, 0))
    spares = Q(settings__newcomers_too=False) | Q(settings__newcomers_too__isnull=True)
    if wanted == "none":
        return for_all
    if wanted == "new":
        return for_all | spares
    if wanted != "me" or reader is None:
        return None
    counts = reliability_of([reader.pk])[reader.pk]
    if counts.new:
        return for_all | spares
    return Q(LessThanOrEqual(asked, counts.on_time * 100 // counts.plans))
